"""Rows of answers as English."""

import pytest

from pipeline.questions.phrasing import at, changes


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("soil", "in the soil"),
        ("rack", "on the rack"),
        ("shelves of the larder", "on the shelves of the larder"),
        ("road surface", "on the road surface"),
        ("under the table", "under the table"),
        ("a bowl", "in a bowl"),
        ("?", "at a place that is not stated"),
    ],
)
def test_a_place_has_the_preposition_of_what_it_is(place, said):
    assert at(place) == said


@pytest.mark.parametrize(
    ("count", "said"),
    [(12, "."), (13, "There is 1 more change."), (14, "There are 2 more changes.")],
)
def test_changes_that_are_not_told_are_counted(count, said):
    row = {"change": "destroy", "entity": "water", "origin": "pot"}

    assert changes([row | {"step": step} for step in range(1, count + 1)]).endswith(said)
