"""What the words of a line show: a marker, a title, a sentence that continues."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.line_words import (
    ENTRY,
    has_margin_title,
    is_item,
    is_shouted,
    is_shouted_on,
    runs_on,
    words_of,
)
from pipeline.sources.pdf.lines import MARKER, Line
from pipeline.sources.pdf.segments import Segment


def line(*texts: str, bold: str = "") -> Line:
    """A line of several parts; ``bold`` has a letter "b" for each that is bold."""
    bold = bold.ljust(len(texts))
    return Line(
        [
            Segment(text, 50.0, 90.0, 92.5, 102.5, 100.0, 10.0, len(text) if b == "b" else 0)
            for text, b in zip(texts, bold, strict=True)
        ]
    )


def part(text: str, x0: float, x1: float, baseline: float, size: float, page: int) -> Segment:
    return Segment(text, x0, x1, baseline - 7.5, baseline + 2.5, baseline, size, page=page)


def test_a_line_reaches_from_its_first_part_to_the_farthest_right():
    both = Line([part("Rub it in.", 50, 190, 100, 10, 2), part("5", 150, 160, 98, 14, 3)])

    assert (both.x0, both.x1, both.baseline, both.size, both.page) == (50, 190, 98, 10, 2)


def test_a_line_is_bold_or_code_if_all_of_it_is():
    bold, half = line("RUB", "WAIT", bold="bb"), line("RUB", "WAIT", bold="b")
    code = line("mix", "stop")
    code.segments[0].code = True

    assert (bold.bold, half.bold, code.code) == (True, False, False)
    code.segments[1].code = True
    assert code.code


@pytest.mark.parametrize(
    "marker",
    "1;12.;1.2;(3);4:;a);(B);iv.;Step 2;step 3:;•;[ ];[x];o".split(";"),
)
def test_numbers_letters_bullets_and_boxes_are_markers(marker):
    assert MARKER.match(marker)


@pytest.mark.parametrize("words", ["Rub", "a", "1 g", "Step", "•• ••", "", "(x", "oo"])
def test_other_words_are_no_markers(words):
    assert not MARKER.match(words)


@pytest.mark.parametrize("words", ["200 g flour", "2 eggs", "½ tsp. salt", "1-2 (large) eggs"])
def test_an_amount_and_a_name_are_an_entry(words):
    assert ENTRY.match(words)


@pytest.mark.parametrize("words", ["Flour", "2. Wait", "3) eggs", "200 g", "eggs 2"])
def test_other_lines_are_no_entries(words):
    assert not ENTRY.match(words)


@pytest.mark.parametrize(
    ("texts", "bold", "expected"),
    [
        (("Rub it in.",), "", "Rub it in."),
        (("1.", "Rub it in.", "5 min"), "", "1. Rub it in.  5 min"),
        (("1.", "Rub it in."), "b", "1. Rub it in."),
        (("RUB", "Take a cloth.", "5 min"), "b", "RUB: Take a cloth.  5 min"),
        (("RUB:", "Take a cloth."), "b", "RUB:  Take a cloth."),
        (("RUB", "WAIT", "GO"), "bb", "RUB  WAIT  GO"),
        (("Rub", "Wait"), " b", "Rub  Wait"),
        (("Wax", "yellow", "200 g"), "", "Wax  yellow  200 g"),
    ],
)
def test_the_words_of_a_line_show_its_gaps_and_its_title(texts, bold, expected):
    assert words_of(line(*texts, bold=bold)) == expected


@pytest.mark.parametrize(
    ("texts", "bold", "expected"),
    [
        (("RUB", "Take a cloth"), "b", True),
        (("Day 1", "Take a cloth"), "b", True),
        (("Rub it in", "Take a cloth"), "b", True),
        (("Rub it all in", "Take a cloth"), "b", False),
        (("RUB", "Take it"), "b", False),
        (("RUB",), "b", False),
        (("RUB", "Take a cloth"), "", False),
        (("RUB", "Take a cloth"), "bb", False),
        (("12:30", "Take a cloth"), "b", False),
        (("A.", "Take a cloth"), "b", False),
    ],
)
def test_a_title_in_the_margin_is_short_and_bold_next_to_plain_words(texts, bold, expected):
    assert has_margin_title(line(*texts, bold=bold)) is expected


@pytest.mark.parametrize(
    ("texts", "has_dashes", "expected"),
    [
        (("1. Rub",), False, True),
        (("• rub",), False, True),
        (("Rub it",), False, False),
        (("1", "Rub"), False, False),
        (("1:", "Rub"), False, True),
        (("1:",), False, False),
        (("o", "Rub"), False, True),
        (("wax", "tin"), False, False),
        (("- rub",), False, False),
        (("- (rub)",), False, False),
        (("- Rub",), False, True),
        (("- rub",), True, True),
        (("-", "rub"), False, True),
    ],
)
def test_a_line_with_a_marker_is_an_item_but_a_dash_may_be_within_a_sentence(
    texts, has_dashes, expected
):
    assert is_item(line(*texts), has_dashes=has_dashes) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("WARM IT", True),
        ("RUB IN ALL OF THE WAXES", True),
        ("RUB IN ALL OF THE WAXES NOW", False),
        ("RUB IT", False),
        ("Warm IT ALSO", False),
    ],
)
def test_a_title_in_capitals_is_short_and_has_a_long_word(words, expected):
    assert is_shouted(words) is expected


@pytest.mark.parametrize(
    ("above", "words", "expected"),
    [
        ("HOT WAX BURNS THE SKIN OF ALL", "PEOPLE.", True),
        ("HOT WAX BURNS THE SKIN OF", "PEOPLE.", False),
        ("HOT WAX BURNS THE SKIN OF ALL.", "PEOPLE.", False),
        ("Hot wax burns the skin of all", "PEOPLE.", False),
        ("HOT WAX BURNS THE SKIN OF ALL", "people.", False),
    ],
)
def test_a_warning_in_capitals_continues_on_the_next_line(above, words, expected):
    assert is_shouted_on(above, words) is expected


@pytest.mark.parametrize("words", ["Rub it,", "low-", "10 –", "wax (", "and/", "a,", "Rub the"])
def test_a_line_that_ends_with_an_open_mark_or_a_small_word_runs_on(words):
    assert runs_on(words)


@pytest.mark.parametrize("words", ["Rub it in.", "the wax", "-", ",", "Do not bathe", ""])
def test_other_lines_do_not_run_on(words):
    assert not runs_on(words)
