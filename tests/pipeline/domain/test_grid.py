"""The grid: states and steps, equality of locations, and the change that a step makes."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.domain.document import Entity
from pipeline.domain.grid import (
    NOWHERE,
    SOMEWHERE,
    Change,
    Evidence,
    Grid,
    Location,
    Track,
    location_from_name,
    location_from_text,
)
from pipeline.errors import BadInput
from tests.support.graphs import places

WATER = Entity.parse("water; H2O")
LEAF, ROOT = Location("leaf"), Location("root")


def track(*texts: str, entity: Entity = WATER) -> Track:
    return Track(entity, tuple(map(location_from_text, texts)))


def test_a_location_that_is_mentioned_again_is_the_same_location():
    assert Location("leaf") == LEAF
    assert hash(Location("leaf")) == hash(LEAF)
    assert track("leaf", "leaf").change_at(1) is Change.NONE


def test_a_dash_in_a_document_is_a_stated_location_and_not_nowhere():
    assert Location("-") != NOWHERE
    assert Location("?") != SOMEWHERE
    assert NOWHERE != SOMEWHERE


@pytest.mark.parametrize(
    ("text", "location"),
    [("-", NOWHERE), ("?", SOMEWHERE), ("leaf", LEAF), (" -", Location(" -")), ("", Location(""))],
)
def test_only_a_dash_and_a_question_mark_have_a_meaning_of_their_own(text, location):
    assert location_from_text(text) == location


def test_evidence_may_be_a_step_as_a_whole():
    assert Evidence(3) == Evidence(3, char_start=-1, char_end=-1)


def test_a_track_has_one_state_more_than_steps():
    water = track("soil", "root", "leaf")

    assert (water.n_steps, len(water.locations)) == (2, 3)


@pytest.mark.parametrize("n_states", [0, 1])
def test_a_track_needs_a_state_before_and_after_at_least_one_step(n_states):
    with pytest.raises(ValueError, match="'water; H2O' needs a state before and after"):
        Track(WATER, (LEAF,) * n_states)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ("-", "-", Change.NONE),
        ("?", "?", Change.NONE),
        ("leaf", "leaf", Change.NONE),
        ("-", "leaf", Change.CREATE),
        ("-", "?", Change.CREATE),
        ("leaf", "-", Change.DESTROY),
        ("?", "-", Change.DESTROY),
        ("leaf", "root", Change.MOVE),
        ("?", "leaf", Change.MOVE),
        ("leaf", "?", Change.MOVE),
    ],
)
def test_a_change_compares_the_locations_before_and_after_a_step(before, after, change):
    assert track(before, after).change_at(1) is change


def test_steps_count_from_one_and_states_from_zero():
    water = track("-", "root", "root", "leaf", "-")

    assert [water.change_at(step) for step in (1, 2, 3, 4)] == [
        Change.CREATE,
        Change.NONE,
        Change.MOVE,
        Change.DESTROY,
    ]


@pytest.mark.parametrize("step", [-1, 0, 3])
def test_a_step_that_the_document_does_not_have_is_an_index_error(step):
    with pytest.raises(IndexError, match=rf"'water; H2O' has steps 1 to 2, not {step}"):
        track("soil", "root", "leaf").change_at(step)


@pytest.mark.parametrize("step", ["1", None, 1.0])
def test_a_change_at_what_is_no_whole_number_is_refused(step):
    with pytest.raises(BadInput, match="a step must be a whole number"):
        track("soil", "root", "leaf").change_at(step)


def test_a_certain_track_has_probabilities_of_one_and_no_evidence():
    water = track("-", "?", "leaf")

    assert water.probabilities == (1.0, 1.0, 1.0)
    assert water.exists == (0.0, 1.0, 1.0)
    assert water.change_probabilities == (1.0, 1.0)
    assert water.evidence == (None, None, None)
    assert water.change_evidence == (None, None)


def test_what_a_model_gives_is_kept():
    water = Track(
        WATER,
        (ROOT, LEAF),
        (0.5, 0.25),
        (0.75, 1.0),
        (0.125,),
        (Evidence(1, 0, 4), None),
        (Evidence(1),),
    )

    assert water.probabilities == (0.5, 0.25)
    assert water.exists == (0.75, 1.0)
    assert water.change_probabilities == (0.125,)
    assert water.evidence == (Evidence(1, 0, 4), None)
    assert water.change_evidence == (Evidence(1),)


@pytest.mark.parametrize(
    ("field", "values", "expected"),
    [
        ("probabilities", (1.0, 1.0), 3),
        ("exists", (1.0,), 3),
        ("change_probabilities", (1.0, 1.0, 1.0), 2),
        ("evidence", (None, None), 3),
        ("change_evidence", (None, None, None), 2),
    ],
)
def test_a_value_for_each_state_and_for_each_step(field, values, expected):
    with pytest.raises(ValueError, match=f"has {len(values)} {field}, expected {expected}"):
        Track(WATER, (ROOT, LEAF, LEAF), **{field: values})


def test_a_track_and_a_grid_never_change():
    grid = Grid(1, (track("soil", "root"),))

    with pytest.raises(FrozenInstanceError):
        grid.n_steps = 2
    with pytest.raises(FrozenInstanceError):
        grid.tracks[0].locations = ()


def test_every_track_of_a_grid_has_its_number_of_steps():
    with pytest.raises(ValueError, match="'water; H2O' has 2 steps, the document 1"):
        Grid(1, (track("soil", "root", "leaf"),))


def test_a_grid_has_one_track_for_an_entity():
    with pytest.raises(ValueError, match="'water; H2O' is tracked twice"):
        Grid(1, (track("soil", "root"), track("leaf", "leaf")))


def test_a_grid_without_entities_is_a_grid():
    assert Grid(3, ()).tracks == ()


def test_a_grid_is_read_in_the_notation_of_propara():
    sugar = Entity.parse("sugar")

    grid = Grid.from_texts([WATER, sugar], [["soil", "root", "-"], ["-", "-", "?"]])

    assert grid.n_steps == 2
    assert [row.entity for row in grid.tracks] == [WATER, sugar]
    assert grid.tracks[0].locations == (Location("soil"), ROOT, NOWHERE)
    assert grid.tracks[1].locations == (NOWHERE, NOWHERE, SOMEWHERE)


def test_the_places_of_an_event_are_read_by_their_names():
    assert location_from_name(None) is None
    assert location_from_name("?") is SOMEWHERE
    assert location_from_name("-") == Location("-")
    assert location_from_name("root") == ROOT


def test_each_entity_has_a_row():
    with pytest.raises(ValueError, match="1 entities, but 2 rows of states"):
        Grid.from_texts([WATER], [["-", "-"], ["-", "-"]])


def test_a_grid_of_texts_has_at_least_one_entity():
    with pytest.raises(ValueError, match="no entity is tracked"):
        Grid.from_texts([], [])


@given(st.lists(places, min_size=2, max_size=6))
def test_a_change_is_none_exactly_where_two_neighbouring_states_are_equal(locations):
    water = Track(WATER, tuple(locations))

    for step in range(1, water.n_steps + 1):
        before, after = locations[step - 1], locations[step]
        change = water.change_at(step)
        assert (change is Change.NONE) == (before == after)
        assert (change is Change.CREATE) == (before == NOWHERE != after)
        assert (change is Change.DESTROY) == (after == NOWHERE != before)
