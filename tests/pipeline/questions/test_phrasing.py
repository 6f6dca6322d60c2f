"""Rows as English phrases."""

import pytest

from pipeline.questions.phrasing import at, changes


@pytest.mark.parametrize(
    ("place", "phrase"),
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
def test_a_place_has_the_preposition_of_its_kind(place, phrase):
    assert at(place) == phrase


@pytest.mark.parametrize(
    ("count", "ending"),
    [(12, "."), (13, "There is 1 more change."), (14, "There are 2 more changes.")],
)
def test_changes_left_out_of_a_long_list_are_counted(count, ending):
    row = {"change": "destroy", "entity": "water", "origin": "pot"}

    assert changes([row | {"step": step} for step in range(1, count + 1)]).endswith(ending)
