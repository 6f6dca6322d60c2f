"""What of a page is read, in which order, and which files are not read at all."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence

import pytest

from pipeline.sources.blocks import Table
from pipeline.sources.pdf import pdf_text
from pipeline.sources.pdf.content import Box, Content
from pipeline.sources.pdf.pages import parts_of
from pipeline.sources.pdf.segments import Segment
from pipeline.sources.results import UnusableSource
from tests.support.pdf_file import Page, pdf_file

BOX = (40, 90, 400, 300)
ABOVE, BELOW = "Rub the wax in with a soft cloth.", "Wait until the wax is dry."


def words(text: str, x: float, y: float, *, size: float = 10) -> Segment:
    return Segment(text, x, x + 40, y - 0.75 * size, y + 0.25 * size, y, size)


def cells_of(top: float, *edges: float) -> list[list[Box]]:
    """A table of two rows."""
    return [
        [(left, y, right, y + 20) for left, right in itertools.pairwise(edges)]
        for y in (top, top + 20)
    ]


def words_of_table(top: float, *places: float) -> list[Segment]:
    rows = [("Kind", "Colour"), ("Wax", "red")]
    return [
        words(text, x, top + 14 + 20 * order)
        for order, row in enumerate(rows)
        for x, text in zip(places, row, strict=True)
    ]


ROWS = [["Kind", "Colour"], ["Wax", "red"]]


def read(
    *segments: Segment, boxes: Sequence[Box] = (), tables: Sequence[list[list[Box]]] = ()
) -> list[list[list[str]]]:
    """The rows of tables and the lines of columns; a line stands above all, and one below."""
    everything = [words(ABOVE, 50, 60), *segments, words(BELOW, 50, 500)]
    content = Content(everything, 600, 800, boxes=list(boxes), tables=list(tables))
    return [
        part.rows
        if isinstance(part, Table)
        else [[each.text for each in line.segments] for line in part.lines]
        for part in parts_of(content)
    ]


def test_a_table_is_read_between_what_stands_above_and_below_it():
    table = words_of_table(120, 60, 210)

    assert read(*table, tables=[cells_of(120, 50, 200, 330)]) == [[[ABOVE]], ROWS, [[BELOW]]]
    assert read(tables=[cells_of(120, 50, 200, 330)]) == [[[ABOVE], [BELOW]]]


@pytest.mark.parametrize(
    ("first", "is_note"),
    [
        ("WARNING", True),
        ("Pro tip: rub it twice", True),
        ("Good tips", True),
        ("Safety first", True),
        ("Did you know?", True),
        ("Hazards", True),
        ("Information", True),
        ("Critical step", True),
        ("Remember", True),
        ("! Hot wax", True),
        ("⚠", True),
        ("ⓘ Wax", True),
        ("Notebook of the shop", False),
        ("Open the tin", False),
        ("+ Hot wax", False),
    ],
)
def test_a_box_that_begins_as_a_note_is_left_out(first, is_note):
    inside = [words("Wax burns the skin.", 50, 130), words(first, 50, 110)]
    texts = [text for part in read(*inside, boxes=[BOX]) for line in part for text in line]

    expected = [] if is_note else [first, "Wax burns the skin."]
    assert texts == [ABOVE, *expected, BELOW]


@pytest.mark.parametrize(
    ("y", "size", "is_note"),
    [(119.9, 10, True), (120, 10, False), (140, 12, False), (140, 12.1, True)],
)
def test_the_sign_of_a_warning_is_at_the_top_of_its_box_or_large(y, size, is_note):
    lines = [words("Open the tin.", 50, 110), words("Polish the table.", 50, 130)]
    sign = words("! Hot", 300, y, size=size)
    texts = [text for part in read(*lines, sign, boxes=[BOX]) for line in part for text in line]

    assert ("Open the tin." not in texts) == is_note


def test_a_box_without_words_changes_nothing():
    note = [words("WARNING", 50, 110), words("Wax burns the skin.", 50, 130)]

    assert read(*note, boxes=[(500, 600, 590, 700), BOX]) == [[[ABOVE], [BELOW]]]


def test_a_box_is_read_as_a_whole_with_the_table_in_it():
    inside = [words("Lay these out:", 50, 110), *words_of_table(120, 60, 210)]

    assert read(*inside, boxes=[BOX], tables=[cells_of(120, 50, 200, 330)]) == [
        [[ABOVE]],
        [["Lay these out:"]],
        ROWS,
        [[BELOW]],
    ]


def test_a_table_in_a_box_with_a_note_is_left_out_and_others_stay():
    inside = [words("WARNING", 50, 110), *words_of_table(120, 60, 210)]
    outside = words_of_table(400, 60, 210)
    tables = [cells_of(120, 50, 200, 450), cells_of(400, 50, 200, 450)]

    assert read(*inside, *outside, boxes=[BOX], tables=tables) == [[[ABOVE]], ROWS, [[BELOW]]]


@pytest.mark.parametrize("box", [(40, 90, 190, 300), (195, 90, 400, 300)])
def test_a_table_that_reaches_out_of_a_box_is_no_part_of_it(box):
    inside = [words("WARNING", box[0] + 10, 105), *words_of_table(120, 60, 210)]

    assert ROWS in read(*inside, boxes=[box], tables=[cells_of(120, 50, 200, 330)])


def test_the_characters_of_all_pages_count_as_too_many(monkeypatch):
    twice = pdf_file(*(Page().words(50, 400, "Rub the wax in well.") for _ in range(2)))

    monkeypatch.setattr("pipeline.sources.pdf.MAX_CHARACTERS", 40)
    assert pdf_text(twice).count("Rub") == 2
    monkeypatch.setattr("pipeline.sources.pdf.MAX_CHARACTERS", 39)
    with pytest.raises(UnusableSource, match="characters"):
        pdf_text(twice)


def test_a_file_with_a_password_is_named_as_such():
    key = b"(" + b"k" * 32 + b")"
    locked = b"trailer<</ID[(a)(a)]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O" + key
    content = pdf_file(Page().words(50, 100, "Rub it in."))

    with pytest.raises(UnusableSource, match="password"):
        pdf_text(content.replace(b"trailer<<", locked + b"/U" + key + b">>"))


def test_the_reader_of_files_does_not_complain_in_the_log(monkeypatch):
    monkeypatch.setattr(logging.getLogger("pdfminer"), "level", logging.NOTSET)
    pdf_text(pdf_file(Page().words(50, 100, "Rub it in.")))

    assert not logging.getLogger("pdfminer.psparser").isEnabledFor(logging.ERROR)
    assert logging.getLogger("pipeline").isEnabledFor(logging.ERROR)


@pytest.mark.parametrize("words", ["N.B. rub it twice", "NB: rub it twice", "n.b. rub it"])
def test_a_box_that_begins_with_nota_bene_is_a_note(words):
    text = Page().words(50, 60, "Rub the wax in with a soft cloth.")
    text.box(40, 90, 400, 180).lines(50, 110, words, "if the wood is old.")

    assert "twice" not in pdf_text(pdf_file(text))
    assert "old" not in pdf_text(pdf_file(text))
