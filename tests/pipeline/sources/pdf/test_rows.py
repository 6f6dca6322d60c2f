"""Segments of a page in rows: what stands on one level, from left to right."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.rows import Panel, distinct, near, rows_of, sides_of
from pipeline.sources.pdf.segments import Segment


def words(
    text: str, x0: float, baseline: float, *, x1: float | None = None, size: float = 10
) -> Segment:
    x1 = x0 + 20 if x1 is None else x1
    return Segment(text, x0, x1, baseline - 0.75 * size, baseline + 0.25 * size, baseline, size)


def box(
    name: str, x0: float, top: float, x1: float, bottom: float, baseline: float | None = None
) -> Panel:
    return Panel(name, x0, x1, top, bottom, top + 10 if baseline is None else baseline, 10.0)


def names(rows: list[list[Segment]]) -> list[list[str]]:
    return [[each.text for each in row] for row in rows]


@pytest.mark.parametrize(
    ("baseline", "rows"), [(102.9, [["wax", "tin"]]), (103.0, [["wax"], ["tin"]])]
)
def test_words_are_on_one_row_if_they_are_less_than_0_3_of_their_size_lower(baseline, rows):
    assert names(rows_of([words("wax", 50, 100), words("tin", 90, baseline)])) == rows


def test_a_row_does_not_sink_with_each_word_that_is_a_little_lower():
    lower = [words("wax", 50, 100), words("tin", 90, 102), words("jar", 130, 104)]

    assert names(rows_of(lower)) == [["wax", "tin"], ["jar"]]


def test_rows_are_read_from_the_top_and_from_left_to_right_in_whatever_order_they_are_printed():
    printed = [words("jar", 90, 120), words("tin", 90, 100), words("oil", 50, 120)]

    assert names(rows_of([*printed, words("wax", 50, 101)])) == [["wax", "tin"], ["oil", "jar"]]


@pytest.mark.parametrize(
    ("baseline", "rows"),
    [
        (103.0, [["wax"], ["box"]]),
        (103.1, [["wax", "box"]]),
        (122.9, [["wax", "box"]]),
        (123.0, [["box"], ["wax"]]),
    ],
)
def test_words_are_next_to_a_box_if_their_middle_is_between_its_edges(baseline, rows):
    assert names(rows_of([words("wax", 50, baseline), box("box", 200, 100, 300, 120)])) == rows


def test_a_box_is_in_all_rows_that_stand_next_to_it_and_once_in_each():
    lines = [words("wax", 50, 100), words("tin", 50, 115), words("jar", 50, 130)]

    assert names(rows_of([box("box", 0, 106, 40, 150), *lines])) == [
        ["wax"],
        ["box", "tin"],
        ["box", "jar"],
    ]


@pytest.mark.parametrize(
    ("x0", "x1", "top", "is_one_row"),
    [
        (199, 300, 105, True),
        (198.5, 300, 105, False),
        (201.5, 300, 105, True),
        (0, 101, 105, True),
        (0, 101.5, 105, False),
        (199, 300, 139.9, True),
        (199, 300, 140, False),
        (199, 300, 145, False),
    ],
)
def test_boxes_next_to_each_other_are_one_row_if_neither_is_over_or_below_the_other(
    x0, x1, top, is_one_row
):
    rows = rows_of([box("other", x0, top, x1, top + 50), box("first", 100, 100, 200, 150)])

    assert (len(rows) == 1) is is_one_row
    assert is_one_row or names(rows) == [["first"], ["other"]]


def test_a_box_above_another_is_read_first_in_whatever_order_they_are_printed():
    low, high = box("low", 100, 130, 200, 190), box("high", 0, 100, 90, 120)

    assert names(rows_of([low, high])) == [["high"], ["low"]]


def test_a_box_below_another_of_a_row_is_no_part_of_the_row():
    row = [box("wax", 0, 100, 100, 150), box("tin", 110, 100, 200, 150)]

    assert names(rows_of([*row, box("jar", 150, 105, 250, 155)])) == [["wax", "tin"], ["jar"]]


def test_a_row_of_words_stands_where_its_highest_word_is():
    row = [words("wax", 50, 100), words("tin", 90, 102.9)]

    assert names(rows_of([*row, box("box", 200, 98, 300, 140, baseline=102)])) == [
        ["wax", "tin"],
        ["box"],
    ]


def test_words_below_a_box_are_read_after_it_if_a_taller_box_next_to_both_begins_above():
    tall, small = box("tall", 0, 100, 40, 200), box("small", 60, 120, 200, 140)

    assert names(rows_of([tall, small, words("wax", 60, 160)])) == [["small"], ["tall", "wax"]]


@pytest.mark.parametrize(
    ("size", "size_below", "distance", "are_near"),
    [
        (10, 10, 9.9, True),
        (10, 10, 10, False),
        (10, 8, 7.9, True),
        (10, 8, 8.5, False),
        (8, 10, 8.5, False),
    ],
)
def test_rows_are_near_if_they_overlap(size, size_below, distance, are_near):
    row, below = words("wax", 50, 0, size=size), words("tin", 90, distance, size=size_below)
    far = words("jar", 50, 50)

    assert near([[row], [below], [far]], 0) == ([row, below] if are_near else [row])


def test_nothing_is_near_below_the_last_row():
    rows = [[words("wax", 50, 100)], [words("tin", 50, 120)]]

    assert near(rows, 1) == rows[1]


def test_words_may_touch_the_place_that_parts_the_sides_but_not_cross_it():
    left, right = words("wax", 50, 100, x1=100), words("tin", 100, 100)
    across = words("jar", 90, 120, x1=110)

    assert sides_of([[left, right], [across]], 100) == ([left], [right])


def test_a_box_in_two_rows_is_once_on_its_side():
    tall, lines = box("box", 0, 90, 40, 130), [words("wax", 60, 100), words("tin", 60, 115)]

    assert sides_of([[tall, lines[0]], [tall, lines[1]]], 50) == ([tall], lines)


def test_words_that_are_there_twice_on_one_place_are_two():
    first, second = words("wax", 50, 100), words("wax", 50, 100)

    assert list(map(id, distinct([first, second, first]))) == [id(first), id(second)]
