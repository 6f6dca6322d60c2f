"""What stands in a box, on the height of a row, in the cells of a table."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.content import (
    Content,
    around,
    by_row,
    in_cells,
    is_inside,
    overlap,
    without,
)
from pipeline.sources.pdf.segments import Segment


def words(text: str, x0: float, baseline: float, size: float = 10.0) -> Segment:
    x1 = x0 + 0.5 * size * len(text)
    return Segment(text, x0, x1, baseline - 0.75 * size, baseline + 0.25 * size, baseline, size)


CELLS = [
    [(50, 100, 150, 120), (150, 98, 250, 121)],
    [None, None],
    [(48, 120, 150, 140), None],
]


def test_the_size_of_a_page_is_that_of_most_of_its_letters():
    short = [words("Top", 50, 100, 20.0), words("Lid", 50, 130, 20.0)]

    assert Content([*short, words("Rub the wax in.", 50, 160)], 600, 800).size == 10
    assert Content(short, 600, 800).size == 20
    assert Content([], 600, 800).size == 0


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((101.5, 90, 210, 110), True),
        ((101.6, 90, 210, 110), False),
        ((90, 90, 198.5, 110), True),
        ((90, 90, 198.4, 110), False),
        ((90, 100, 210, 110), True),
        ((90, 100.1, 210, 110), False),
        ((90, 90, 210, 100), True),
        ((90, 90, 210, 99.9), False),
    ],
)
def test_words_are_in_a_box_if_their_ends_and_their_middle_are(box, expected):
    line = words("Rub the wax all over", 100, 103)  # as far as x 200, with its middle at 100

    assert is_inside(line, box) == expected


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ((198, 410, 300, 440), True),
        ((199, 410, 300, 440), False),
        ((10, 410, 102, 440), True),
        ((10, 410, 101, 440), False),
        ((120, 448, 180, 500), True),
        ((120, 449, 180, 500), False),
        ((120, 300, 180, 402), True),
        ((120, 300, 180, 401), False),
        ((250, 410, 300, 440), False),
        ((120, 500, 180, 600), False),
    ],
)
def test_boxes_overlap_by_more_than_a_point(other, expected):
    box = (100, 400, 200, 450)

    assert overlap(box, other) == overlap(other, box) == expected


def test_the_box_around_a_table_has_all_of_its_cells():
    assert around(CELLS) == (48, 98, 250, 140)


def test_words_stand_on_the_height_of_a_row_if_a_part_of_them_does():
    above, first = words("Wax", 60, 95.5), words("Tin", 60, 95.6)  # as low as 98 and a little lower
    last, below = words("Lid", 60, 128.4), words("Cap", 60, 128.5)  # as high as 121, or not quite
    (bounds, level), (others, others_level) = by_row(CELLS, [above, first, last, below])

    assert bounds == CELLS[0]
    assert level == [first, last]
    assert others == [CELLS[2][0]]
    assert others_level == [last, below]


def test_words_across_two_cells_or_outside_are_in_no_cell():
    inside = [words("Wax", 60, 114), words("Tin", 160, 114), words("Lid", 60, 134)]
    others = [words("Rub it in", 130, 114), words("Cap", 160, 134), words("Box", 60, 300)]

    assert in_cells(CELLS, [*others, *inside]) == inside


def test_words_that_stay_may_be_equal_to_those_that_are_taken():
    wax, same = words("Wax", 60, 114), words("Wax", 60, 114)

    (left,) = without([wax, same], [wax])
    assert left is same
