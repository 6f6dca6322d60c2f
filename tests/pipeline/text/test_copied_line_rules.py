"""Facts, buttons, credits and signs among copied lines, at the bounds of their rules."""

from __future__ import annotations

import pytest

from pipeline.text.blank_lines import blank
from pipeline.text.copied_lines import without_copied_lines
from pipeline.text.copied_signs import with_plain_signs
from pipeline.text.cut_words import is_compound, with_whole_words


def kept(text: str) -> list[str]:
    return [line.strip() for line in without_copied_lines(text).splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("name", "value", "is_left_out"),
    [
        ("Prep time", "20 min", True),
        ("Prep time", "Easy", False),
        ("Prep time", "20 eggs", False),
        ("Servings", "4", True),
        ("Servings", "20 min", False),
        ("Difficulty", "very easy", True),
        ("Steps", "12", True),
        ("Steps", "1", False),
        ("Steps", "many", False),
        ("Flags", "0", True),
        ("Wax", "12", False),
    ],
)
def test_a_fact_is_a_name_above_its_value(name: str, value: str, is_left_out: bool) -> None:
    lines = [] if is_left_out else [name, value]

    assert kept(f"Waxing\n{name}\n{value}\nRub it.\nWait.") == [
        "Waxing",
        *lines,
        "Rub it.",
        "Wait.",
    ]
    assert kept(f"Rub it.\n{name}\n{value}") == ["Rub it.", *lines]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Edit\nAdd comment\nRub it.", ["Rub it."]),
        ("Add comment\nEdit\nShare\nRub it.", ["Rub it."]),
        ("Edit\nShare\nAdd comment\nRub it.", ["Rub it."]),
        ("Add comment\n\nEdit\nRub it.", ["Rub it."]),
        ("Add comment\nRub it.\nEdit\nWait.", ["Rub it.", "Edit", "Wait."]),
        (
            "Add comment\nRub it.\nEdit\nWait.\nEdit\nGo.",
            ["Rub it.", "Edit", "Wait.", "Edit", "Go."],
        ),
        ("Add comment\nA.\nEdit\nB.\nEdit\nC.\nedit\nD.", ["A.", "B.", "C.", "D."]),
        ("Rub it.\nPress\nEdit\nAdd comment", ["Rub it.", "Press", "Edit"]),
        ("Rub it.\nTap on\nEdit\nAdd comment", ["Rub it.", "Tap on", "Edit"]),
        ("Edit\nShare\nRub it.", ["Edit", "Share", "Rub it."]),
    ],
)
def test_a_button_stands_next_to_a_line_of_a_site_or_three_times(
    text: str, left: list[str]
) -> None:
    assert kept(text) == left


@pytest.mark.parametrize(
    ("credit", "is_left_out"),
    [
        ("Photo: Kitchenbook / Ines Holm", True),
        ("Photo: Ines Holm", True),
        ("Photo: ines.example", True),
        ("Photo: © Ines", True),
        ("Photo: both sides", False),
        ("Photo by Ines", True),
        ("Photo by hand", False),
        ("Photo credit: Ines", True),
        ("Photo: Ines Holm rubs it.", False),
        ("Credit: Ines", True),
    ],
)
def test_a_credit_names_its_author(credit: str, is_left_out: bool) -> None:
    assert kept(f"Rub it.\n{credit}\nWait.") == (
        ["Rub it.", "Wait."] if is_left_out else ["Rub it.", credit, "Wait."]
    )


@pytest.mark.parametrize(
    ("above", "left"),
    [
        ("Rub it.\n\nA table", ["Rub it."]),
        ("Rub it.\nA table", ["Rub it.", "A table"]),
        ("A table", ["A table"]),
        ("\nA table", []),
        ("Rub it.\n\nA table is good.", ["Rub it.", "A table is good."]),
        ("Rub it.\n\n- A table", ["Rub it.", "- A table"]),
        ("Rub it.\n\n2 g wax", ["Rub it.", "2 g wax"]),
        ("Rub it.\n\n", ["Rub it."]),
    ],
)
def test_a_caption_stands_below_a_gap_and_above_its_credit(above: str, left: list[str]) -> None:
    assert kept(f"{above}\nPhoto: Ines Holm\nWait.") == [*left, "Wait."]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("🍋 1 fig\n🍋 2 figs\n🍋 3 figs", "• 1 fig\n• 2 figs\n• 3 figs"),
        ("🍋 1 fig\n🍋 2 figs\nRub it", "🍋 1 fig\n🍋 2 figs\nRub it"),
        ("🍋 Method\nRub it", "Method  \nRub it"),
        ("🍋  Method\r\nRub it", "Method   \r\nRub it"),
        ("Rub it 🍋", "Rub it 🍋"),
        ("• Wax: https://a.b\n• Oil: https://c.d", "• Wax             \n• Oil             "),
        ("• Wax: https://a.b\nRub it", "• Wax: https://a.b\nRub it"),
        ("Rub it\n• Wax: https://a.b", "Rub it\n• Wax: https://a.b"),
        ("** Wood\n----\nRub it", "Wood   \n----\nRub it"),
        ("** Wood\n--\nRub it", "** Wood\n--\nRub it"),
        ("Wood\n----\nRub it", "Wood\n----\nRub it"),
        ("Rub [ ]\nOil [ ]\nWait [ ]", "Rub    \nOil    \nWait    "),
        ("Rub [ ]\nOil [ ]", "Rub [ ]\nOil [ ]"),
        ("Rub it. [1] Wait.", "Rub it.     Wait."),
        ("Rub it [1] and wait.", "Rub it [1] and wait."),
        ("Name ____", "Name     "),
        ("Rub.....", "Rub     "),
        ("Rub....", "Rub...."),
        ("Rub in\n2 g\n of wax", "Rub in 2 g  of wax"),
        ("Rub in.\n2 g\n of wax", "Rub in.\n2 g\n of wax"),
        ("Rub in\n2. g\n of wax", "Rub in\n2. g\n of wax"),
        ("Rub in\n2 g\n wax", "Rub in\n2 g\n wax"),
    ],
)
def test_signs_become_white_space_or_bullets(text: str, plain: str) -> None:
    assert with_plain_signs(text) == plain


def test_white_space_for_a_line_keeps_its_end() -> None:
    assert blank("Rub it\r\n") == "      \r\n"
    assert blank("Rub") == "   "
    assert blank("\n") == "\n"


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("where it usual-\nly blows", "where it   usually blows"),
        ("read the use-\nBy date", "read the use-\nBy date"),
        ("usual-\nly blows", "usual-\nly blows"),
        ("a usual-\nly blows", "a   usually blows"),
        ("some of all-\npurpose wax", "some of  all-purpose wax"),
        ("some of All-\npurpose wax", "some of  All-purpose wax"),
        ("some of cross-\ncut wood", "some of  cross-cut wood"),
        ("pre- and post-\nor more", "pre- and post-\nor more"),
    ],
)
def test_a_cut_word_is_whole_at_the_place_of_its_end(text: str, whole: str) -> None:
    assert with_whole_words(text) == whole


@pytest.mark.parametrize(("n_letters", "is_whole"), [(9, True), (8, False)])
def test_a_line_was_cut_if_it_has_seven_tenths_of_the_width(n_letters: int, is_whole: bool) -> None:
    line = f"{'x' * (n_letters - 3)} us-"
    lines = "\n".join([line, "ly blow it", *["y" * 13] * 3])

    assert len(line) == n_letters + 1
    assert ("usly" in with_whole_words(lines)) is is_whole


@pytest.mark.parametrize(
    ("start", "end", "words", "expected"),
    [
        ("use", "by", {}, False),
        ("use", "by", {"use": 1}, True),
        ("bare", "root", {"bare-root": 1, "bareroot": 1}, False),
        ("bare", "root", {"bare-root": 2, "bareroot": 1}, True),
        ("a-b", "root", {}, True),
        ("bare", "root", {"bare": 2}, False),
    ],
)
def test_a_hyphen_is_that_of_a_compound_if_the_text_shows_it(
    start: str, end: str, words: dict[str, int], expected: bool
) -> None:
    assert is_compound(start, end, words) is expected


@pytest.mark.parametrize("word", ["and", "or", "to", "nor", "but"])
def test_a_hyphen_stays_before_a_small_word(word: str) -> None:
    text = f"some of pre-\n{word} more"

    assert with_whole_words(text) == text


@pytest.mark.parametrize("word", ["by", "in", "on", "up", "off", "out"])
def test_a_particle_is_part_of_a_compound_if_the_text_has_the_word_before_it(word: str) -> None:
    assert is_compound("add", word, {"add": 1})
    assert not is_compound("add", word, {"add": 0})


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_first_line_above_a_credit_is_a_title_and_no_caption(end):
    text = f"Wax for wood\nPhoto: Ann Lee\n\nRub it.\n\nWait.{end}"

    assert without_copied_lines(text).startswith("Wax for wood\n  ")
