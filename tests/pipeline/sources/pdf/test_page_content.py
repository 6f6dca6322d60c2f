"""A page as pdfplumber has it: which words, boxes, tables and figures are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.sources.pdf.content import Box, Cells, Content
from pipeline.sources.pdf.page_content import content_of

Drawn = dict[str, Any]


@dataclass
class DrawnPage:
    """What pdfplumber has of a page, in its names."""

    chars: list[Drawn] = field(default_factory=list)
    rects: list[Drawn] = field(default_factory=list)
    curves: list[Drawn] = field(default_factory=list)
    lines: list[Drawn] = field(default_factory=list)
    images: list[Drawn] = field(default_factory=list)
    tables: Sequence[Cells] = ()
    width: float = 600.0
    height: float = 800.0
    cropbox: Box | None = None

    @property
    def bbox(self) -> Box:
        return (0.0, 0.0, self.width, self.height)

    def find_tables(self) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(rows=[SimpleNamespace(cells=row) for row in cells])
            for cells in self.tables
        ]


def words(x0: float, baseline: float, text: str) -> list[Drawn]:
    """Characters of a size of 10 points, each half as wide."""
    return [
        {
            "text": character, "x0": x0 + 5 * order, "x1": x0 + 5 * order + 5,
            "top": baseline - 7.5, "bottom": baseline + 2.5, "size": 10.0,
            "fontname": "Helvetica", "upright": True,
            "matrix": (1.0, 0.0, 0.0, 1.0, x0, 800.0 - baseline),
        }
        for order, character in enumerate(text)
    ]  # fmt: skip


def page(*lines: tuple[float, float, str], **more: Any) -> DrawnPage:
    return DrawnPage([each for line in lines for each in words(*line)], **more)


def drawn(*boxes: Box) -> list[Drawn]:
    return [dict(zip(("x0", "top", "x1", "bottom"), box, strict=True)) for box in boxes]


def grid(columns: Sequence[float], rows: Sequence[float]) -> list[list[Box | None]]:
    """The cells between edges."""
    return [
        [(left, top, right, bottom) for left, right in zip(columns, columns[1:], strict=False)]
        for top, bottom in zip(rows, rows[1:], strict=False)
    ]


def texts(content: Content) -> list[str]:
    return [each.text for each in content.segments]


def test_a_page_has_its_size_and_its_words_know_its_number():
    content = content_of(page((50, 100, "Rub it in")), 7)

    assert (content.width, content.height) == (600, 800)
    assert [(each.text, each.page) for each in content.segments] == [("Rub it in", 7)]


@pytest.mark.parametrize(
    ("x0", "baseline", "text", "is_read"),
    [
        (99, 300, "Rub it", True),
        (98.5, 300, "Rub it", False),
        (200, 99, "Rub it", True),
        (200, 98.5, "Rub it", False),
        (200, 701, "Rub it", True),
        (200, 701.5, "Rub it", False),
        (105, 300, "Rub", True),
        (104, 300, "Rub", False),
        (480, 300, "Rub", True),
        (481, 300, "Rub", False),
        (300, 300, ":", False),
    ],
)
def test_words_beyond_the_visible_part_of_a_page_and_at_its_sides_are_left_out(
    x0, baseline, text, is_read
):
    cropped = page((x0, baseline, text), cropbox=(100, 100, 500, 700))

    assert texts(content_of(cropped, 0)) == ([text] if is_read else [])


NOTE = (50, 90, 300, 140)


@pytest.mark.parametrize(("n_lines", "n_boxes"), [(3999, 1), (4000, 0)])
def test_a_page_full_of_shapes_has_words_alone(n_lines, n_boxes):
    lines = drawn(*([(10, 10, 11, 11)] * n_lines))
    full = page((60, 110, "Keep it dry"), (50, 300, "Rub it in."), rects=drawn(NOTE), lines=lines)

    content = content_of(full, 0)
    assert texts(content) == ["Keep it dry", "Rub it in."]
    assert len(content.boxes) == n_boxes


@pytest.mark.parametrize(("n_words", "n_boxes"), [(4000, 1), (4001, 0)])
def test_a_page_full_of_words_has_them_alone(n_words, n_boxes):
    line = [(30 + 30 * order, 110, "it") for order in range(n_words)]
    full = page(*line, rects=drawn(NOTE), width=30.0 * n_words + 100)

    assert len(content_of(full, 0).boxes) == n_boxes


COLUMNS = (40, 200, 300, 400)
CUT = ["2 g", "7"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([(284, 114, "2 g"), (303, 114, "7")], CUT),
        ([(284, 122, "2 g"), (303, 122, "7")], CUT),
        ([(286, 114, "2 g"), (305, 114, "7")], CUT),
        ([(45, 114, "Wax"), (205, 114, "tin"), (284, 114, "2 g"), (303, 114, "7")],
         ["Wax", "tin", *CUT]),
        ([(284, 114, "2 g"), (303, 114, "7"), (286, 134, "9"), (345, 134, "no")],
         ["9", "no", *CUT]),
        ([(290, 114, "Rub it in with a soft cloth")], ["Rub it in with a soft cloth"]),
        ([(205, 114, "2 g 7")], ["2 g 7"]),
        ([(205, 300, "2 g 7")], ["2 g 7"]),
    ],
)  # fmt: skip
def test_words_close_to_each_other_are_cut_at_the_rule_between_their_cells(lines, expected):
    table = grid(COLUMNS, (100, 120, 140))

    assert texts(content_of(page(*lines, tables=[table]), 0)) == expected


def filled(columns: int, rows: int, *places: tuple[int, int], gap: bool = False) -> DrawnPage:
    """A table with words at places; with a gap its last cell of the second row is none."""
    cells = grid(
        [50 + 100 * n for n in range(columns + 1)], [100 + 20 * n for n in range(rows + 1)]
    )
    if gap:
        cells[1][-1] = None
    lines = [(55.0 + 100 * column, 114.0 + 20 * row, "wax") for column, row in places]
    return page(*lines, tables=[cells])


@pytest.mark.parametrize(
    ("form", "is_table"),
    [
        (filled(2, 2, (0, 0), (1, 0)), True),
        (filled(2, 2, (0, 0)), False),
        (filled(2, 1, (0, 0), (1, 0)), False),
        (filled(1, 2, (0, 0), (0, 1)), False),
        (filled(2, 10, *((0, row) for row in range(7))), False),
        (filled(2, 10, *((0, row) for row in range(8))), True),
        (filled(2, 3, (0, 0), (1, 0), (0, 1), (0, 2), (1, 1), gap=True), True),
        (filled(2, 3, (0, 0), (1, 0), (0, 1), (1, 1), gap=True), False),
    ],
)
def test_a_table_has_two_rows_and_columns_and_words_in_many_cells_and_hardly_any_outside(
    form, is_table
):
    assert content_of(form, 0).tables == (list(form.tables) if is_table else [])


def manuscript(*numbers: int | None) -> list[tuple[float, float, str]]:
    """Lines of text below each other, with numbers in the margin as far as x 40."""
    lines: list[tuple[float, float, str]] = []
    for order, number in enumerate(numbers):
        y = 100.0 + 20 * order
        lines.append((60, y, "Rub the wax in"))
        if number is not None:
            lines.append((40 - 5.0 * len(str(number)), y, str(number)))
    return lines


@pytest.mark.parametrize(
    ("numbers", "are_left_out"),
    [
        ([*range(31, 43)], True),
        ([*range(31, 42)], False),
        ([*range(31, 42), 43], False),
        ([*range(31, 37), None, None, None, *range(37, 43)], True),
        ([*range(31, 37), None, None, None, None, *range(37, 43)], False),
        ([None] * 6 + [*range(31, 43)] + [None] * 6, True),
        ([None] * 14, True),
    ],
)
def test_numbers_in_the_margin_are_left_out_if_they_count_most_lines_next_to_them(
    numbers, are_left_out
):
    shown = [number for number in numbers if number is not None]
    read = texts(content_of(page(*manuscript(*numbers)), 0))

    assert read.count("Rub the wax in") == len(numbers)
    assert len(read) - len(numbers) == (0 if are_left_out else len(shown))


def test_a_number_that_ends_elsewhere_is_no_number_of_a_line():
    other = (32, 500, "99")

    read = texts(content_of(page(*manuscript(*range(31, 43)), other), 0))
    assert [each for each in read if each.isdecimal()] == ["99"]


def test_the_numbers_of_the_rows_of_a_table_are_read():
    table = grid((22, 45, 300), [86 + 20 * n for n in range(13)])

    content = content_of(page(*manuscript(*range(1, 13)), tables=[table]), 0)
    assert len(content.tables) == 1
    assert [each for each in texts(content) if each.isdecimal()] == [*map(str, range(1, 13))]


@pytest.mark.parametrize(
    ("step", "time", "x0", "baseline", "is_left_out"),
    [
        ("Rub the wax in", "10m", 145, 300, True),
        ("Rub the wax in", "1h 10m", 145, 300, True),
        ("Rub the wax in", "10ml", 145, 300, False),
        ("Rub the wax in", "see 4m", 145, 300, False),
        ("Rub the wax in", "10m", 140, 300, False),
        ("Rub the wax in", "10m", 145, 304, True),
        ("Rub the wax in", "10m", 145, 305, False),
        ("Rub the wax in", "10m", 145, 296, True),
        ("Rub the wax in", "10m", 145, 295, False),
        ("Rub all beeswax", "10m", 150, 300, False),
    ],
)
def test_a_time_at_a_distance_from_a_step_on_its_level_is_left_out(
    step, time, x0, baseline, is_left_out
):
    read = texts(content_of(page((50, 300, step), (x0, baseline, time)), 0))

    assert sorted(read) == sorted([step] if is_left_out else [step, time])


def boxes(*rects: Box, lines: Sequence[tuple[float, float, str]]) -> list[Box]:
    return content_of(page(*lines, rects=drawn(*rects)), 0).boxes


@pytest.mark.parametrize(
    ("box", "is_kept"),
    [
        ((100, 100, 160, 118), True),
        ((100, 100, 159.5, 118), False),
        ((100, 100, 160, 117.5), False),
        ((0, 0, 600, 600), True),
        ((0, 0, 600, 601), False),
        ((300, 300, 400, 350), False),
    ],
)
def test_a_box_with_words_is_neither_small_nor_the_whole_page(box, is_kept):
    lines = [(105, 112, "W"), (50, 700, "Rub it in.")]
    other = (100, 680, 200, 695)  # too low for words

    assert boxes(other, box, lines=lines) == ([box] if is_kept else [])


@pytest.mark.parametrize(
    ("inside", "outside", "is_kept"), [("solvents", "at", True), ("beeswaxes", "a", False)]
)
def test_a_box_with_nearly_all_words_of_a_page_is_its_frame(inside, outside, is_kept):
    box = (100, 100, 200, 150)
    lines = [(105, 120, inside), (300, 700, outside)]

    assert boxes(box, lines=lines) == ([box] if is_kept else [])


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ((450, 100, 550, 400), (470, 350, 540, 380)),
        ((100, 550, 450, 750), (100, 700, 430, 750)),
        ((200, 550, 400, 650), (200, 590, 400, 620)),
    ],
)
def test_of_boxes_within_each_other_the_outermost_is_kept(outer, inner):
    words_inside = (inner[0] + 5, inner[3] - 10, "Wax is hot")
    lines = [words_inside, (50, 80, "Rub it in with a cloth.")]

    assert boxes(inner, outer, lines=lines) == [outer]


def test_boxes_next_to_each_other_are_all_kept():
    upper, lower = (100, 100, 200, 150), (100, 200, 180, 250)
    lines = [(105, 120, "Wax"), (105, 220, "Tin"), (50, 400, "Rub it in with a cloth.")]

    assert boxes(lower, upper, lines=lines) == [upper, lower]


def test_markers_pictures_and_drawings_of_a_page_are_seen():
    dots = drawn((50, 92, 54, 96), (50, 112, 54, 116))
    frames = [(320, 300, 380, 340), (322, 302, 378, 338), (324, 304, 376, 336)]
    content = content_of(
        page(
            (62, 100, "Rub it in"), (62, 120, "Wait"),
            curves=dots, lines=drawn(*frames), images=drawn((100, 300, 200, 400)),
        ),
        0,
    )  # fmt: skip

    assert sorted(texts(content)) == ["Rub it in", "Wait", "•", "•"]
    assert content.figures == [(320, 300, 380, 340), (100, 300, 200, 400)]
