"""Footnotes, what only looks like them, and their marks in the text."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.content import Content
from pipeline.sources.pdf.footnotes import without_footnotes
from pipeline.sources.pdf.segments import Segment

TEXT = "Rub the wax on the table with a soft cloth until it is even."


def words(text: str, y: float, *, x: float = 50, size: float = 8) -> Segment:
    return Segment(text, x, x + 0.5 * size * len(text), y - 0.75 * size, y + 0.25 * size, y, size)


def kept(*segments: Segment, text: str = TEXT, y: float = 100) -> list[str]:
    """What is left of a page 800 points high with a line of text."""
    everything = [*segments, words(text, y, size=10)]
    page = Content(everything, 600, 800)
    return [each.text for each in without_footnotes(everything, page)]


@pytest.mark.parametrize(("size", "is_note"), [(9.3, True), (9.4, False)])
def test_a_footnote_is_smaller_than_the_text(size, is_note):
    note = "1 Sold in tins."

    assert kept(words(note, 700, size=size)) == [note, TEXT][is_note:]


@pytest.mark.parametrize(("y", "is_note"), [(400, True), (399, False)])
def test_a_footnote_is_in_the_lower_half_of_a_page(y, is_note):
    note = "1 Sold in tins."

    assert kept(words(note, y)) == [note, TEXT][is_note:]


@pytest.mark.parametrize(("y", "is_note"), [(649, False), (650, False), (651, True)])
def test_a_footnote_is_below_all_lines_of_the_text(y, is_note):
    note, last = "1 Sold in tins.", words("Wait.", 650, x=300, size=10)

    assert kept(words(note, y), last) == [note, "Wait.", TEXT][is_note:]


@pytest.mark.parametrize(
    ("line", "is_note"),
    [
        ("1 Sold in tins.", True),
        ("12Sold in tins.", True),
        ("¹ Sold in tins.", True),
        ("† Sold in tins.", True),
        ("*(Sold in tins.)", True),
        ("1 “Wax” for short.", True),
        ("1 tin of wax.", False),
        ("123 Sold in tins.", False),
        ("Sold in tins.", False),
    ],
)
def test_a_footnote_begins_with_a_mark_and_a_sentence(line, is_note):
    assert kept(words(line, 700)) == [line, TEXT][is_note:]


def test_small_words_above_the_first_footnote_stay_and_those_below_do_not():
    lines = [
        words("by the gram.", 712),
        words("1 From a chemist, who sells it", 700),
        words("Photo: Kim Lee", 690),
    ]

    assert kept(*lines) == ["Photo: Kim Lee", TEXT]


@pytest.mark.parametrize(
    ("mark", "marked", "read"),
    [
        ("1", "Rub in the wax¹ well.", "Rub in the wax well."),
        ("1", "Rub in wax.¹ Then wait.", "Rub in wax. Then wait."),
        ("2", "Rub in wax², then wait.", "Rub in wax, then wait."),
        ("12", "Rub in a little of the wax¹²", "Rub in a little of the wax"),
        ("²", "Rub in the beeswax² well.", "Rub in the beeswax well."),
        ("*", "Rub in the beeswax* well.", "Rub in the beeswax well."),
        ("†", "Rub in the beeswax†.", "Rub in the beeswax."),
        ("1", "Rub in the beeswax1 well.", "Rub in the beeswax well."),
        ("1", "Rub in the wax1 well.", "Rub in the wax1 well."),
        ("1", "Rub in 3 ml¹ of it.", "Rub in 3 ml¹ of it."),
        ("1", "Rub in the beeswax² well.", "Rub in the beeswax² well."),
    ],
)
def test_the_mark_of_a_footnote_is_taken_off_the_text(mark, marked, read):
    assert kept(words(f"{mark} Sold in tins.", 700), text=marked) == [read]


def test_the_marks_of_several_footnotes_are_taken_off():
    notes = [words("1 Sold in tins.", 700), words("2 Not on paint.", 712)]

    assert kept(*notes, text="Rub in beeswax¹ or resin² well.") == ["Rub in beeswax or resin well."]
