"""The union of half-open intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.domain.intervals import merge_intervals


@pytest.mark.parametrize(
    ("intervals", "union"),
    [
        ([], []),
        ([(3, 5)], [(3, 5)]),
        ([(4, 6), (0, 2)], [(0, 2), (4, 6)]),  # apart, in order
        ([(0, 2), (2, 4)], [(0, 4)]),  # they touch
        ([(0, 3), (2, 5)], [(0, 5)]),  # they overlap
        ([(0, 9), (2, 4)], [(0, 9)]),  # one lies within the other
        ([(0, 9), (2, 4), (6, 12)], [(0, 12)]),
        ([(1, 2), (1, 2)], [(1, 2)]),
    ],
)
def test_the_union_has_as_few_intervals_as_possible(intervals, union):
    assert merge_intervals(intervals) == union


pairs = st.tuples(st.integers(-9, 30), st.integers(1, 12)).map(
    lambda pair: (pair[0], pair[0] + pair[1])
)


@given(st.lists(pairs, max_size=8))
def test_the_union_covers_the_same_numbers_and_its_intervals_are_apart(intervals):
    union = merge_intervals(intervals)

    covered = {number for start, end in union for number in range(start, end)}
    assert covered == {number for start, end in intervals for number in range(start, end)}
    assert all(end < start for (_, end), (start, _) in zip(union, union[1:], strict=False))
