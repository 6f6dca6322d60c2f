"""Tables with rules: their rows, and cells that are there for the layout alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from pipeline.sources.blocks import Table
from pipeline.sources.pdf.content import Box
from pipeline.sources.pdf.lines import Column
from pipeline.sources.pdf.page_tables import table_parts
from pipeline.sources.pdf.segments import Segment

Grid = list[list[Box | None]]


def words(text: str, x: float, y: float, *, page: int = 0) -> Segment:
    return Segment(text, x, x + 40, y - 7.5, y + 2.5, y, 10, page=page)


def grid(n_rows: int, *edges: float) -> Grid:
    """Cells between vertical edges, in rows of 100 points."""
    return [
        [(left, 100 * row, right, 100 * row + 100) for left, right in itertools.pairwise(edges)]
        for row in range(n_rows)
    ]


def inside(cells: Grid, texts: Sequence[Sequence[str]], *, page: int = 0) -> list[Segment]:
    """The words in cells, of which the lines are 12 points apart."""
    return [
        words(line, cell[0] + 4, cell[1] + 10 + 12 * order, page=page)
        for row, row_texts in zip(cells, texts, strict=True)
        for cell, text in zip(row, row_texts, strict=True)
        if cell is not None and text
        for order, line in enumerate(text.split("\n"))
    ]


def rows(cells: Grid, *texts: Sequence[str], more: Sequence[Segment] = ()) -> list[list[str]]:
    """The rows of a table; none if its cells are columns of text."""
    first, *others = table_parts(cells, [*inside(cells, texts), *more])
    return first.rows if isinstance(first, Table) and not others else []


def test_a_table_has_the_words_of_its_cells_and_its_edges():
    cells, texts = grid(2, 50, 200, 330), [("Kind", "Colour"), ("Wax", "red")]
    (table,) = table_parts(cells, inside(cells, texts, page=3))

    assert table == Table([["Kind", "Colour"], ["Wax", "red"]], 50, 330, 3)
    assert rows(grid(1, 50, 200, 330), ("Wax", "")) == [["Wax", ""]]


@pytest.mark.parametrize(
    ("texts", "is_table"),
    [
        ([("1. Rub it in.", "2. Wait."), ("Cloths", "Tins")], False),
        ([("1. Rub it in.", "2. Wait."), ("Cloths", "Tins"), ("Lids", "")], True),
        ([("3. Rub it in.", "4. Wait.")], False),
        ([("Step 1 Rub it in.", "Step 2 Wait.")], False),
        ([("1. Rub it in.", "3. Wait.")], True),
        ([("1. Rub it in.", "Wax")], True),
        ([("Rub it in.", "Wait.")], True),
    ],
)
def test_cells_that_count_up_are_no_table(texts, is_table):
    assert bool(rows(grid(len(texts), 50, 200, 330), *texts)) == is_table


@pytest.mark.parametrize(
    ("n_words", "n_rows", "is_table"), [(60, 3, True), (61, 3, False), (61, 4, True)]
)
def test_a_few_rows_with_a_long_text_are_no_table(n_words, n_rows, is_table):
    texts = [("Kind", "Colour")] * (n_rows - 1) + [("Wax", " ".join(["red"] * n_words))]

    assert bool(rows(grid(n_rows, 50, 200, 330), *texts)) == is_table


@pytest.mark.parametrize(
    ("text", "is_table"),
    [
        ("Ingredients\nWax\nOil\nSalt", False),
        ("Ingredients\nWax\nOil", True),
        ("Colours\nRed\nBlue\nPink", True),
    ],
)
def test_cells_that_hold_a_section_are_no_table(text, is_table):
    assert bool(rows(grid(1, 50, 200, 330), ("Tin", text))) == is_table


def test_a_table_within_a_cell_is_read_for_itself():
    cells, lines = grid(1, 50, 330, 450), [("Item", "Quantity"), ("wax", "2 g"), ("oil", "5 g")]
    segments = [
        words(text, x, 20 + 12 * order)
        for order, line in enumerate(lines)
        for x, text in zip((60, 200), line, strict=True)
    ]
    table, column = table_parts(cells, [*segments, words("Rub it in.", 340, 20)])

    assert isinstance(table, Table) and table.rows == [list(line) for line in lines]
    assert isinstance(column, Column)


def test_a_cell_over_several_columns_is_in_each_of_them_but_not_in_the_rows_below():
    (first, second), (third, fourth) = grid(2, 50, 200, 330)
    wide, tall, tall_last = (50, 0, 330, 100), (50, 0, 200, 200), (200, 0, 330, 200)

    assert rows([[wide, None], [third, fourth]], ("Waxes", ""), ("Wax", "red")) == [
        ["Waxes", "Waxes"],
        ["Wax", "red"],
    ]
    assert rows([[tall, second], [None, fourth]], ("Wax", "red"), ("", "blue")) == [
        ["Wax", "red"],
        ["", "blue"],
    ]
    assert rows([[first, tall_last], [third, None]], ("Wax", "red"), ("Oil", "")) == [
        ["Wax", "red"],
        ["Oil", ""],
    ]


@pytest.mark.parametrize(("edge", "cell"), [(198.9, "Oil"), (199, "")])
def test_a_cell_that_ends_within_a_point_of_the_next_column_is_not_over_it(edge, cell):
    cells = [[(50, 0, 200, 100), (edge, 0, 330, 200)], [(50, 100, 200, 200), None]]

    assert rows(cells, ("Wax", "red"), ("Oil", ""))[1] == ["Oil", cell]


def test_a_row_may_have_fewer_cells_than_the_others():
    cells = [[(50, 0, 330, 100)], grid(2, 50, 200, 330)[1]]

    assert rows(cells, ("Waxes",), ("Wax", "red")) == [["Waxes"], ["Wax", "red"]]


@pytest.mark.parametrize(
    ("texts", "n_rows"),
    [
        (("Wax\nOil\nSalt", "2 g\n3 g\n4 g"), 3),
        (("Wax\nOil", "2 g\n3 g"), 1),
        (("Wax\nOil\nSalt", "2 g"), 1),
        (("Wax", "2 g\n3 g\n4 g", "Red\nBlue\nPink"), 1),
        (("Wax\nOil\nTin\nSalt\nLid", "Red\nBlue\nPink\nGrey\nNone"), 5),
        (("Wax\noil\nTin\nSalt\nLid", "Red\nblue\nPink\nGrey\nNone"), 5),
        (("Wax\noil\ntin\nSalt\nLid", "Red\nblue\nPink\nGrey\nNone"), 1),
    ],
)
def test_lines_on_one_level_in_two_cells_are_rows_unless_they_continue(texts, n_rows):
    cells = grid(1, *(50, 200, 330, 460)[: len(texts) + 1])
    lines = [text.split("\n") for text in texts]
    expected = [list(row) for row in zip(*lines, strict=True)] if n_rows > 1 else [list(texts)]

    assert rows(cells, texts) == expected


@pytest.mark.parametrize(("lower", "n_rows"), [(2.9, 3), (3, 1)])
def test_lines_of_two_cells_that_are_on_other_levels_are_no_rows(lower, n_rows):
    amounts = [words(f"{n} g", 204, y) for n, y in ((2, 10), (3, 22), (4, 34 + lower))]

    assert len(rows(grid(1, 50, 200, 330), ("Wax\nOil\nSalt", ""), more=amounts)) == n_rows


def test_a_line_of_a_further_cell_is_in_the_row_that_it_is_level_with():
    cells = grid(1, 50, 200, 330, 460)
    texts = ("Wax\nOil\nSalt", "2 g\n3 g\n4 g", "")

    assert rows(cells, texts, more=[words("Cold", 334, 26.9)]) == [
        ["Wax", "2 g", ""],
        ["Oil", "3 g", "Cold"],
        ["Salt", "4 g", ""],
    ]


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("• Wax\n• Oil", "Wax; Oil"),
        ("Parts:\n• Wax\n• Oil", "Parts:\nWax; Oil"),
        ("Rub it in.\n- Wait.", "Rub it in.\nWait."),
        ("Wax\nand oil", "Wax\nand oil"),
        ("Take 2-\nmercaptoethanol", "Take 2-mercaptoethanol"),
        ("Take low-\nmelting wax", "Take low-\nmelting wax"),
    ],
)
def test_bullets_in_a_cell_are_set_apart_and_lines_stay_lines(lines, text):
    assert rows(grid(1, 50, 200, 330), (lines, "Tin")) == [[text, "Tin"]]


def test_words_far_from_each_other_in_a_cell_have_a_gap():
    more = [words("yellow", 140, 10)]

    assert rows(grid(1, 50, 200, 330), ("Wax", "Tin"), more=more) == [["Wax  yellow", "Tin"]]


def test_a_line_between_those_of_the_other_cells_is_not_lost():
    cells = grid(1, 50, 200, 330, 430)
    texts = [("Wax\nOil\nSalt", "2 g\n3 g\n4 g", "")]

    assert rows(cells, *texts, more=[words("Cold", 334, 16)]) == [
        ["Wax\nOil\nSalt", "2 g\n3 g\n4 g", "Cold"]
    ]
