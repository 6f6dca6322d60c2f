"""The spaces between columns: what is free of words over several rows."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.gutters import Run, runs_with_gutter
from pipeline.sources.pdf.segments import Segment

BOTH = ((50, 100), (120, 150))
LEFT, RIGHT = BOTH[:1], BOTH[1:]
WIDE = ((50, 150),)  # over both columns


def row(baseline: float, *places: tuple[float, ...]) -> list[Segment]:
    """Words from x0 to x1 each, and in a size if it is not 10."""
    return [
        Segment("wax", x0, x1, baseline - 7.5, baseline + 2.5, baseline, *(size or [10.0]))
        for x0, x1, *size in places
    ]


def runs(*rows: tuple[tuple[float, ...], ...]) -> list[Run]:
    """The runs of rows that are 12 points apart."""
    return list(
        runs_with_gutter([row(100 + 12 * order, *places) for order, places in enumerate(rows)])
    )


@pytest.mark.parametrize(("gap", "expected"), [(9.5, [(0, 2, 104.75)]), (9.4, [])])
def test_a_space_between_columns_is_at_least_0_95_of_the_size_of_the_words(gap, expected):
    places = ((50, 100), (100 + gap, 150))

    assert runs(places, places) == expected


def test_the_space_is_what_all_rows_leave_free():
    narrowed = [BOTH, ((50, 90), (130, 150)), ((50, 104), (118, 150))]

    assert runs(*narrowed) == [(0, 3, 111.0)]
    assert runs(BOTH, ((50, 109), (118, 150))) == []


def test_columns_may_have_several_words_apart_from_each_other():
    assert runs(BOTH, ((50, 60), (70, 105), (115, 130), (140, 150))) == [(0, 2, 110.0)]


def test_next_to_small_words_a_space_may_be_narrower_than_next_to_large_words():
    assert runs(BOTH, ((50, 100, 20), (112, 150))) == [(0, 2, 106.0)]


@pytest.mark.parametrize("across", [WIDE, ((50, 130), (140, 150))])
def test_words_across_the_space_end_a_run_and_another_may_follow_below(across):
    assert runs(BOTH, BOTH, across, BOTH, BOTH) == [(3, 5, 110.0), (0, 2, 110.0)]


def test_one_row_with_words_on_both_sides_makes_no_columns():
    assert runs(BOTH, LEFT, LEFT) == []
    assert runs(WIDE, BOTH, WIDE) == []


def test_what_stands_right_above_and_below_in_one_column_is_part_of_the_run():
    assert runs(LEFT, BOTH, BOTH, RIGHT) == [(0, 4, 110.0)]


def test_three_columns_have_two_spaces_between_them():
    places = ((50, 60), (63, 100), (120, 170), (190, 250))

    assert runs(places, places) == [(0, 2, 180.0), (0, 2, 110.0)]


def test_the_run_of_the_most_rows_is_first():
    long = ((50, 80), (100, 150))

    assert [run[:2] for run in runs(BOTH, BOTH, WIDE, long, long, long)] == [(3, 6), (0, 2)]
    assert [run[:2] for run in runs(long, long, long, WIDE, BOTH, BOTH)] == [(0, 3), (4, 6)]


def test_columns_may_have_their_lines_on_other_levels():
    rows = [row(100, *RIGHT), row(105, *LEFT), row(116, *RIGHT), row(121, *LEFT)]

    assert list(runs_with_gutter(rows)) == [(0, 4, 110.0)]


@pytest.mark.parametrize(("distance", "end"), [(35, 3), (36, 2)])
def test_a_line_more_than_3_5_sizes_below_both_columns_is_no_part_of_them(distance, end):
    rows = [row(100, *BOTH), row(112, *BOTH), row(112 + distance, *LEFT)]

    assert list(runs_with_gutter(rows)) == [(0, end, 110.0)]


@pytest.mark.parametrize(("n_below", "end"), [(3, 2), (4, 6)])
def test_more_than_three_lines_below_both_columns_are_a_part_of_one(n_below, end):
    rows = [row(100, *BOTH), row(112, *BOTH)]
    rows += [row(150 + 12 * order, *LEFT) for order in range(n_below)]

    assert list(runs_with_gutter(rows)) == [(0, end, 110.0)]


def test_lines_far_apart_in_both_columns_are_parts_of_them():
    rows = [row(100, *BOTH), row(140, *BOTH)]

    assert list(runs_with_gutter(rows)) == [(0, 2, 110.0)]


def test_a_line_is_far_below_if_what_stands_above_it_in_its_own_column_is_far():
    rows = [row(100, *BOTH), row(112, *BOTH)]
    rows += [row(baseline, *RIGHT) for baseline in (124, 136, 148)]

    assert list(runs_with_gutter([*rows, row(160, *LEFT)])) == [(0, 5, 110.0)]
