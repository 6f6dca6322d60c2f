"""Quantities in sentences, as cooks, technicians and engineers write them."""

from __future__ import annotations

import pytest

from pipeline.text.quantities import find_quantities

Stated = tuple[str, str, float | None, float | None, str | None]  # text, kind, value, until, unit

STATED: dict[str, list[Stated]] = {
    "Add 1 1/2 cups of flour.": [("1 1/2 cups", "amount", 1.5, None, "cup")],
    "Add ½ tsp salt.": [("½ tsp", "amount", 0.5, None, "tsp")],
    "Knead for 2–3 min.": [("2–3 min", "duration", 2.0, 3.0, "min")],
    "Wait 5-10 min.": [("5-10 min", "duration", 5.0, 10.0, "min")],
    "Wait 5 min to 10 min.": [("5 min to 10 min", "duration", 5.0, 10.0, "min")],
    "Leave it for an hour and a half.": [("an hour and a half", "duration", 1.5, None, "h")],
    "Soak half an hour.": [("half an hour", "duration", 0.5, None, "h")],
    "Simmer a few minutes.": [("a few minutes", "duration", None, None, "min")],
    "Prove it overnight.": [("overnight", "duration", None, None, None)],
    "Leave at RT.": [("RT", "temperature", None, None, None)],
    "Incubate at 37 °C.": [("37 °C", "temperature", 37.0, None, "°C")],
    "Store at -80°C.": [("-80°C", "temperature", -80.0, None, "°C")],
    "Freeze at –20C.": [("–20C", "temperature", -20.0, None, "°C")],
    "Hold at 37 ± 1 °C.": [("37 ± 1 °C", "temperature", 36.0, 38.0, "°C")],
    "Keep between 20 and 25 °C.": [("20 and 25 °C", "temperature", 20.0, 25.0, "°C")],
    "Ramp from -5 to -2 °C.": [("-5 to -2 °C", "temperature", -5.0, -2.0, "°C")],
    "Bake at 180 °C (350 °F).": [
        ("180 °C", "temperature", 180.0, None, "°C"),
        ("350 °F", "temperature", 350.0, None, "°F"),
    ],
    "Spin at 12,000 x g.": [("12,000 x g", "speed", 12000.0, None, "× g")],
    "Centrifuge at 300 g.": [("300 g", "speed", 300.0, None, "× g")],
    "Weigh in 300 g.": [("300 g", "amount", 300.0, None, "g")],
    "Run it at 800 rpm.": [("800 rpm", "speed", 800.0, None, "rpm")],
    "Rinse it once more, and shake it twice.": [
        ("once", "count", 1.0, None, "time"),
        ("twice", "count", 2.0, None, "time"),
    ],
    "Plate 10⁵ cells.": [("10⁵ cells", "count", 1e5, None, "cell")],
    "Pipette 44 or 88 µl.": [("44 or 88 µl", "amount", 44.0, 88.0, "µl")],
    "Check at 2 and 4 days.": [
        ("2", "duration", 2.0, None, "day"),
        ("4 days", "duration", 4.0, None, "day"),
    ],
    "Dilute to 1.0%-2.5%.": [("1.0%-2.5%", "concentration", 1.0, 2.5, "%")],
    "Use a 1:200 dilution.": [("1:200", "concentration", 0.5, None, "%")],
    "Dissolve 2 mg/ml in 1x PBS.": [
        ("2 mg/ml", "concentration", 2.0, None, "mg/ml"),
        ("1x", "concentration", 1.0, None, "×"),
    ],
    "Wash it 3x with water.": [("3x", "count", 3.0, None, "time")],
    "Resuspend and repeat x2.": [("x2", "count", 2.0, None, "time")],
    "Spin at 50x - 200x g.": [("50x - 200x g", "speed", 50.0, 200.0, "× g")],
    "Chill it to 4'C.": [("4'C", "temperature", 4.0, None, "°C")],
    "Rotate the part 180° after a rinse.": [("180°", "other", 180.0, None, "°")],
    "Turn the tray by 90°.": [("90°", "other", 90.0, None, "°")],
    "Turn the oven to 180°.": [("180°", "temperature", 180.0, None, "°")],
    "Some clays take weeks to settle.": [("weeks", "duration", None, None, "week")],
    "Stand a metre away.": [("a metre", "length", 1.0, None, "m")],
    "Heat it to 37° C.": [("37° C", "temperature", 37.0, None, "°C")],
    "Cut 5 in of wire.": [("5 in", "length", 5.0, None, "inch")],
    "Wait 1 h 60 min.": [
        ("1 h", "duration", 1.0, None, "h"),
        ("60 min", "duration", 60.0, None, "min"),
    ],
    "Rinse twice.": [("twice", "count", 2.0, None, "time")],
    "Adjust to pH 7.4.": [("pH 7.4", "other", 7.4, None, "pH")],
    "Adjust to pH 7-8.": [("pH 7-8", "other", 7.0, 8.0, "pH")],
    'Grease a 9" tin.': [('9"', "length", 9.0, None, "inch")],
    "Cut 3 x 4 cm squares.": [("3 x 4 cm", "length", 3.0, None, "cm")],
    "Wire the 60-W lamp.": [("60-W", "other", 60.0, None, "W")],
    "Undo the 4 hex bolts.": [("4 hex bolts", "count", 4.0, None, "bolt")],
    "Break three eggs.": [("three eggs", "count", 3.0, None, "egg")],
    "Lay a slice of ham on top.": [("a slice", "count", 1.0, None, "slice")],
    "Add 2 heaped tablespoons.": [("2 heaped tablespoons", "amount", 2.0, None, "tbsp")],
    "Wait 1 h 20 min.": [("1 h 20 min", "duration", 1.3333333333, None, "h")],
    "Weigh 1 lb 4 oz of nails.": [("1 lb 4 oz", "amount", 1.25, None, "lb")],
    "Saw off 6 ft 2 in.": [("6 ft 2 in", "length", 6.1666666667, None, "ft")],
    "Take two large old wooden spoons.": [
        ("two large old wooden spoons", "count", 2.0, None, "spoon")
    ],
    "Stir for 2-to-3 minutes.": [("2-to-3 minutes", "duration", 2.0, 3.0, "min")],
    "Bake for 45 minutes to an hour.": [("45 minutes to an hour", "duration", 45.0, 60.0, "min")],
    "Spin 16,000 g.": [("16,000 g", "speed", 16000.0, None, "× g")],
    "Add 1 000 ml.": [("1 000 ml", "amount", 1000.0, None, "ml")],
    "Seed 5.5e5 cells.": [("5.5e5 cells", "count", 5.5e5, None, "cell")],
    "Pour in a half cup.": [("a half cup", "amount", 0.5, None, "cup")],
    "Use 3 or more screws.": [("3 or more screws", "count", 3.0, None, "screw")],
    "Check 5 of the cans.": [("5 of the cans", "count", 5.0, None, "can")],
    "Fill 900 bottles an hour.": [("900 bottles", "count", 900.0, None, "bottle")],
    "Mix 1 part sand.": [("1 part", "count", 1.0, None, "part")],
    "Pump 1.5 million gallons.": [("1.5 million gallons", "amount", 1.5e6, None, "gallon")],
}
NOTHING = (
    "Go back to step 3.",
    "See figure 2 and table 4.",
    "The M9 bolt fits the PCH-180.",
    'He said "about 5" to me.',
    "Wait a second longer than needed in 1998.",
    "Use the one without a lid.",
    "Switch to the 60x objective.",
    "Turn it upside down, one at a time.",
    "At 10:30 the bell rings.",
    "Mix them 1:1 and fill up with 5W-30 oil.",
    "Fit the +2.50 reading glasses.",
    "Take two very large old wooden spoons.",  # what is counted is too far from the number
    "Take one very large old wooden spoon.",
    "Cut ½ lemons.",  # less than one thing
    "In 1950 farmers sowed it.",  # a year
)


def stated_in(sentence: str) -> list[tuple[object, ...]]:
    """Words, kind, value, end of a range and unit of each quantity."""
    return [
        (
            sentence[quantity.char_start : quantity.char_end],
            quantity.kind,
            quantity.value,
            quantity.until,
            quantity.unit and quantity.unit.name,
        )
        for quantity in find_quantities(sentence)
    ]


@pytest.mark.parametrize("sentence", STATED)
def test_a_sentence_states_its_quantities(sentence: str) -> None:
    assert stated_in(sentence) == STATED[sentence]


@pytest.mark.parametrize("sentence", NOTHING)
def test_other_numbers_are_no_quantities(sentence: str) -> None:
    assert find_quantities(sentence) == []


@pytest.mark.parametrize(
    "text",
    ["9" * 100_000, "1 " * 50_000, '1"' * 50_000, "1-" * 50_000, "½" * 50_000, "10^" * 30_000],
    ids=lambda text: text[:3],
)
def test_hostile_text_is_read_without_error(text: str) -> None:
    for quantity in find_quantities(text):
        assert quantity.char_start < quantity.char_end
