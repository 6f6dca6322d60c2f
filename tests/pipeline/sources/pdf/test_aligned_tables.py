"""Tables without rules: which lines are their rows, and which words their cells."""

from __future__ import annotations

import pytest

from pipeline.sources.blocks import Table
from pipeline.sources.pdf.aligned_tables import wide_table, with_tables
from pipeline.sources.pdf.lines import Line
from pipeline.sources.pdf.segments import Segment

PLACES = (50, 200, 300, 400, 500)
NAMES = ("Item", "Quantity", "Notes")


def words(
    text: str, x0: float, y: float, *, x1: float = 0, bold: bool = False, page: int = 0
) -> Segment:
    lead = len(text) if bold else 0
    return Segment(text, x0, x1 or x0 + 40, y - 7.5, y + 2.5, y, 10, lead, page=page)


def line(y: float, *texts: str, bold: bool = False, page: int = 0) -> Line:
    """A line with words at the places of columns, each 40 points wide; nothing for no words."""
    parts = zip(PLACES, texts, strict=False)
    return Line([words(text, x, y, bold=bold, page=page) for x, text in parts if text])


def wide(*lines: Line) -> list[list[str]]:
    return [[each.text for each in row] for row in wide_table([each.segments for each in lines])]


def parts(*lines: Line) -> list[list[list[str]]]:
    """The rows of tables and the words of the lines between them."""
    return [
        part.rows
        if isinstance(part, Table)
        else [[each.text for each in one_line.segments] for one_line in part]
        for part in with_tables(lines)
    ]


def table(*lines: Line) -> Table | None:
    """Lines as a table; None if they are none."""
    first, *others = with_tables(lines)
    return first if isinstance(first, Table) and not others else None


FIVE = ("1", "Wax", "2", "red", "soft")


def test_rows_of_five_parts_below_each_other_are_a_table():
    above, below = line(76, "Waxes"), line(172, "1", "Rub it in.", "well")

    assert wide(above, *(line(y, *FIVE) for y in (100, 124, 148)), below) == [list(FIVE)] * 3
    assert wide(*(line(y, *FIVE[:4]) for y in (100, 124, 148))) == []


def test_one_row_of_five_parts_is_no_table():
    assert wide(line(100, *FIVE)) == []
    assert wide(line(100, *FIVE), line(112, "Rub", "it", "in"), line(124, *FIVE)) == []


@pytest.mark.parametrize(("gap", "n_rows"), [(30, 2), (30.1, 0)])
def test_rows_of_five_parts_that_are_far_from_each_other_are_no_table(gap, n_rows):
    assert wide(line(100, *FIVE), line(100 + gap, *FIVE)) == [list(FIVE)] * n_rows


@pytest.mark.parametrize(
    ("cell", "n_rows"),
    [("rub it in with cloth", 2), ("rub it in with a cloth", 0), ("7", 2), ("7.", 0), ("a)", 0)],
)
def test_rows_with_sentences_or_markers_are_no_table(cell, n_rows):
    row = (*FIVE[:4], cell)

    assert wide(line(100, *row), line(112, *row)) == [list(row)] * n_rows


def test_a_table_stands_between_the_lines_above_and_below_it():
    lines = [
        line(60, "Rub it in."), line(72, "Wait."),
        line(100, "Item", "Quantity"), line(112, "wax", "2 g"), line(124, "oil", "5 g"),
        line(136, "Polish it."), line(148, "Sit down."),
    ]  # fmt: skip

    assert parts(*lines) == [
        [["Rub it in."], ["Wait."]],
        [["Item", "Quantity"], ["wax", "2 g"], ["oil", "5 g"]],
        [["Polish it."], ["Sit down."]],
    ]
    assert parts() == []


@pytest.mark.parametrize(
    ("first", "second", "third", "is_table"),
    [
        (("Item", "Quantity"), ("wax", "2 g"), ("oil", "5 g"), True),
        (("Item", "Wax"), ("oil", "2 g"), ("resin", "5 g"), False),
        (("Wax", "red"), ("oil", "green"), ("resin", "brown"), False),
        (("Wax", "red", "soft"), ("oil", "green", "thin"), ("resin", "brown", "hard"), True),
        (("1.", "red", "soft"), ("2.", "green", "thin"), ("3.", "brown", "hard"), False),
        (("Item", "Quantity"), ("wax", "2 g"), (), False),
        (("Wax", "red", "soft"), ("oil", "green", "thin"), (), False),
        (NAMES, ("wax", "2 g", "soft"), ("oil",), True),
        (("Wax", "red", "soft"), ("oil", "green", "thin"), ("resin",), False),
        (NAMES, ("wax",), ("oil",), False),
    ],
)
def test_two_columns_are_a_table_below_the_names_of_its_columns_alone(
    first, second, third, is_table
):
    rows = [row for row in (first, second, third) if row]
    lines = [line(100 + 12 * order, *row) for order, row in enumerate(rows)]

    assert (table(*lines) is not None) == is_table


@pytest.mark.parametrize(
    ("bold", "below", "is_table"),
    [
        (True, line(112, "beeswax", "yellow"), True),
        (False, line(112, "beeswax", "yellow"), False),
        (True, line(112, "beeswax", "yellow", bold=True), False),
        (True, Line([words("beeswax", 50, 112, bold=True), words("yellow", 200, 112)]), False),
        (True, line(112, "beeswax", "yellow", "soft"), False),
    ],
)
def test_bold_words_above_as_many_that_are_not_bold_head_a_table(bold, below, is_table):
    lines = [line(100, "Kind", "Colour", bold=bold), below, line(124, "resin", "brown")]

    assert (table(*lines) is not None) == is_table


def test_a_last_line_of_two_parts_is_no_table():
    assert parts(line(60, "Rub it in."), line(72, "Wait", "an hour")) == [
        [["Rub it in."], ["Wait", "an hour"]]
    ]


WAX = [line(100, *NAMES), line(112, "wax", "2 g", "soft"), line(124, "oil", "5 g", "thin")]


@pytest.mark.parametrize(
    ("row", "n_rows"),
    [
        (line(164, "resin", "7 g"), 4),
        (line(164.1, "resin", "7 g"), 3),
        (line(138.5, "resin"), 4),
        (line(138.6, "resin"), 3),
        (Line([words("resin of pines", 50, 136, x1=210), words("hard", 300, 136)]), 3),
    ],
)
def test_a_table_ends_before_a_line_that_is_far_or_over_two_of_its_columns(row, n_rows):
    first, *others = parts(*WAX, row)

    assert len(first) == n_rows
    assert others == [[[each.text for each in row.segments]]] * (4 - n_rows)


@pytest.mark.parametrize(
    ("x0", "x1", "cells"),
    [
        (91.9, 150, ["new", "", "hard"]),
        (92, 150, ["", "new", "", "hard"]),
        (150, 198.1, ["", "new", "hard"]),
        (150, 198, ["", "new", "", "hard"]),
    ],
)
def test_words_two_points_away_from_the_columns_are_a_new_one(x0, x1, cells):
    last = Line([words("new", x0, 144, x1=x1), words("hard", 300, 144)])

    assert table(*WAX, last).rows[-1] == cells


@pytest.mark.parametrize(
    ("longer", "x0", "x1", "cells"),
    [
        ((50, 140), 141, 160, ["new", "", "hard"]),
        ((160, 220), 120, 159, ["", "new", "hard"]),
    ],
)
def test_a_column_is_as_wide_as_its_longest_words(longer, x0, x1, cells):
    wider = Line([words("resin", longer[0], 144, x1=longer[1]), words("hard", 300, 144)])
    last = Line([words("new", x0, 164, x1=x1), words("hard", 300, 164)])

    assert table(*WAX, wider, last).rows[-1] == cells


def test_a_table_reaches_from_its_first_words_to_its_last():
    head, first = line(100, *NAMES, page=2), line(112, "wax", "2 g", "soft", page=2)
    last = Line([words("oil", 40, 124), words("5 g", 200, 124), words("thin", 300, 124, x1=380)])
    printed = table(head, first, last)

    assert (printed.x0, printed.x1, printed.page) == (40, 380, 2)


@pytest.mark.parametrize(
    ("gap", "rows"),
    [
        (14.4, [["wax", "2 g cold", "soft"]]),
        (14.5, [["wax", "2 g", "soft"], ["", "cold", ""]]),
    ],
)
def test_a_close_line_without_a_first_cell_is_the_rest_of_the_row_above(gap, rows):
    lines = [line(100, *NAMES), line(120, "wax", "2 g", "soft"), line(120 + gap, "", "cold")]

    assert table(*lines, line(160, "oil", "5 g", "thin")).rows == [
        list(NAMES),
        *rows,
        ["oil", "5 g", "thin"],
    ]


def test_a_line_of_dashes_is_no_row():
    lines = [line(88, *NAMES), line(100, "----", "----", "----"), *WAX[1:]]

    assert table(*lines).rows == [list(NAMES), ["wax", "2 g", "soft"], ["oil", "5 g", "thin"]]


def test_several_words_may_stand_in_one_cell():
    last = Line([words("pine", 50, 144, x1=65), words("resin", 75, 144), words("7 g", 200, 144)])

    assert table(*WAX, last).rows[-1] == ["pine resin", "7 g", ""]


def test_nothing_may_stand_above_the_first_column():
    lines = [line(100, "", "Colour", "Feel", "Price"), line(112, "wax", "red", "soft", "5")]

    assert table(*lines, line(124, "oil", "green", "thin", "7")).rows == [
        ["", "Colour", "Feel", "Price"],
        ["wax", "red", "soft", "5"],
        ["oil", "green", "thin", "7"],
    ]
