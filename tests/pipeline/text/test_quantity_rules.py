"""Quantities at the bounds of the rules for counts, units, forces, sizes and ranges."""

from __future__ import annotations

import pytest

from pipeline.text.numbers import numbers_in
from pipeline.text.quantities import find_quantities
from tests.pipeline.text.test_quantities import stated_in

Stated = tuple[str, str, float | None, float | None, str | None]  # text, kind, value, until, unit

STATED: dict[str, list[Stated]] = {
    "Rinse it 3 times.": [("3 times", "count", 3.0, None, "time")],
    "Rinse it two more times.": [("two more times", "count", 2.0, None, "time")],
    "Rinse it up to 3 times.": [("3 times", "count", 3.0, None, "time")],
    "Add 2x loading buffer.": [("2x", "concentration", 2.0, None, "×")],
    "Undo the 4 bolts.": [("4 bolts", "count", 4.0, None, "bolt")],
    "Set it to 5 drops/min.": [("5 drops/min", "speed", 5.0, None, "drop/min")],
    "Break one egg.": [("one egg", "count", 1.0, None, "egg")],
    "Cut one slice thick.": [("one slice", "count", 1.0, None, "slice")],
    "Undo 4 bolts holding screws.": [("4 bolts", "count", 4.0, None, "bolt")],
    "Undo 4 Phillips bolts.": [("4 Phillips bolts", "count", 4.0, None, "bolt")],
    "Break 2.0 eggs.": [("2.0 eggs", "count", 2.0, None, "egg")],
    "Count 1899 bolts.": [("1899 bolts", "count", 1899.0, None, "bolt")],
    "Count 2100 bolts.": [("2100 bolts", "count", 2100.0, None, "bolt")],
    "Count 1,950 bolts.": [("1,950 bolts", "count", 1950.0, None, "bolt")],
    "Add a packet of wax.": [("a packet", "count", 1.0, None, "packet")],
    "Add a strip more.": [("a strip", "count", 1.0, None, "strip")],
    "Adjust to pH of 7.": [("pH of 7", "other", 7.0, None, "pH")],
    "Spin 999 g.": [("999 g", "amount", 999.0, None, "g")],
    "Spin 1000 g.": [("1000 g", "speed", 1000.0, None, "× g")],
    "Weigh 1000 g.": [("1000 g", "amount", 1000.0, None, "g")],
    "Spin at max. 300 g.": [("300 g", "speed", 300.0, None, "× g")],
    "Cut a 90° angle.": [("90°", "other", 90.0, None, "°")],
    "Bake at 90° now.": [("90°", "temperature", 90.0, None, "°")],
    "Cut a 5-in pipe.": [("5-in", "length", 5.0, None, "inch")],
    "Add 2 more grams of salt.": [("2 more grams", "amount", 2.0, None, "g")],
    "Add 2 level cups of salt.": [("2 level cups", "amount", 2.0, None, "cup")],
    "Cool it to 100 K.": [("100 K", "temperature", 100.0, None, "K")],
    "Keep ten % of it.": [("ten %", "concentration", 10.0, None, "%")],
    "Wait a second or two.": [("a second", "duration", 1.0, None, "s")],
    "Add a cup of milk.": [("a cup", "amount", 1.0, None, "cup")],
    "Add a pint more.": [("a pint", "amount", 1.0, None, "pint")],
    "Water it twice a day.": [("twice", "count", 2.0, None, "time")],
    "Water it once a day.": [("once", "count", 1.0, None, "time")],
    "Wait 2 hours and a half.": [("2 hours and a half", "duration", 2.5, None, "h")],
    "Mix it 1:2 with oil.": [("1:2", "concentration", 50.0, None, "%")],
    "Use 1x-2x g.": [("1x-2x g", "speed", 1.0, 2.0, "× g")],
    "Spin at 1,000x - 2,000x g.": [("1,000x - 2,000x g", "speed", 1000.0, 2000.0, "× g")],
    "Wait 1 h 59 min.": [("1 h 59 min", "duration", 1.9833333333, None, "h")],
    "Wait 5 min to 1 h.": [("5 min to 1 h", "duration", 5.0, 60.0, "min")],
    "Wait 5 min, 1 h.": [
        ("5 min", "duration", 5.0, None, "min"), ("1 h", "duration", 1.0, None, "h")
    ],
    "Heat it to 5 °C 2 °C.": [
        ("5 °C", "temperature", 5.0, None, "°C"), ("2 °C", "temperature", 2.0, None, "°C")
    ],
    "Heat it from 5 °C to 9 °C.": [("5 °C to 9 °C", "temperature", 5.0, 9.0, "°C")],
    "Heat it from 5 °C to 50 °F.": [
        ("5 °C", "temperature", 5.0, None, "°C"), ("50 °F", "temperature", 50.0, None, "°F")
    ],
    "Cool it from 5 °C to -9 °C.": [("5 °C to -9 °C", "temperature", 5.0, -9.0, "°C")],
    "Add 5 ml to 1 h.": [("5 ml", "amount", 5.0, None, "ml"), ("1 h", "duration", 1.0, None, "h")],
    "Wait between 2 and 4 days.": [("2 and 4 days", "duration", 2.0, 4.0, "day")],
    "Take two and 4 days.": [("4 days", "duration", 4.0, None, "day")],
    "Take 3 eggs and 4 bolts.": [
        ("3 eggs", "count", 3.0, None, "egg"), ("4 bolts", "count", 4.0, None, "bolt")
    ],
    "Take -5 ml out.": [("5 ml", "amount", 5.0, None, "ml")],
    "Cool it (-5 °C).": [("-5 °C", "temperature", -5.0, None, "°C")],
    "Weigh 5 ± 2 g.": [("5 ± 2 g", "amount", 3.0, 7.0, "g")],
    "Keep it at -5 ± 2 °C.": [("-5 ± 2 °C", "temperature", -7.0, -3.0, "°C")],
    "Rinsed x12 in all.": [("x12", "count", 12.0, None, "time")],
}  # fmt: skip
NOTHING = (
    "It is 3 times as much.",
    "Set the lens to 60x.",
    "Keep one end dry.",
    "Take one slowly.",
    "Look at 3 sides.",
    "Break 2.5 eggs.",
    "Count 1900 bolts.",
    "Count 2099 bolts.",
    "Buy the one bolt.",
    "Take 3 things.",
    "Take 4 after meals.",
    "Then 4 becomes hot.",
    "Add a drop.",
    "Cut a slice.",
    "Fill a bowl of it.",
    "Adjust to pH seven.",
    "Use 1950s bolts.",
    "Cool it to 99 K.",
    'Fit a 9 " pipe.',
    "Add two g of it.",
    "Buy a metre.",
    "Buy a cup.",
    "Try a second time.",
    "Once dry, wax it.",
    "Mix it 1:1 with oil.",
    "Fit the 4-bolts plate.",
)


@pytest.mark.parametrize("sentence", STATED)
def test_a_sentence_states_its_quantities(sentence: str) -> None:
    assert stated_in(sentence) == STATED[sentence]


@pytest.mark.parametrize("sentence", NOTHING)
def test_other_numbers_are_no_quantities(sentence: str) -> None:
    assert find_quantities(sentence) == []


@pytest.mark.parametrize(("n_letters", "kind"), [(145, "speed"), (165, "amount")])
def test_what_is_spun_is_said_near_the_force(n_letters: int, kind: str) -> None:
    for text in (f"Spin {'x' * n_letters} at 300 g.", f"Take it at 300 g {'x' * n_letters} spin."):
        (quantity,) = find_quantities(text)

        assert quantity.kind == kind


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ninety", 90.0),
        ("thirty", 30.0),
        ("ten", 10.0),
        ("sixty", 60.0),
        ("sixty-five", 65.0),
        ("thirteen", 13.0),
        ("ninety-nine", 99.0),
        ("two dozen", 24.0),
        ("three hundred", 300.0),
        ("2 thousand", 2000.0),
        ("one million", 1e6),
        ("2 billion", 2e9),
        ("a quarter of an", 0.25),
        ("quarter of a", 0.25),
        ("one third", 1 / 3),
        ("three eighths", 0.375),
        ("a half", 0.5),
        ("couple of", 2.0),
        ("5 and a half", 5.5),
        ("2.5 million", 2.5e6),
        ("1 2/0", 3.0),
    ],
)
def test_number_words_and_scales_have_their_values(text: str, value: float) -> None:
    assert next(numbers_in(f"{text} of")).value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "is_word", "is_article"),
    [("5 g", False, False), ("five g", True, False), ("a g", True, True), ("An hour", True, True)],
)
def test_a_number_says_how_it_is_written(text: str, is_word: bool, is_article: bool) -> None:
    number = next(numbers_in(text))

    assert (number.is_word, number.is_article) == (is_word, is_article)
