"""The cells of a grid as rows: every state of every entity, with its change and its evidence."""

from __future__ import annotations

from hypothesis import given, settings

from pipeline.domain.cells import CELL_COLUMNS
from pipeline.domain.grid import NOWHERE
from tests.support.graphs import graphs
from tests.support.shown_readings import tea


def rows_of(graph):
    return graph.to_frame("arrow").to_pylist()


def cell(graph, entity, step):
    (row,) = [row for row in rows_of(graph) if (row["entity"], row["step"]) == (entity, step)]
    return row


def test_a_place_comes_with_its_probability_its_change_and_the_words_that_state_it():
    graph = tea().graph

    assert cell(graph, "water; H2O", 3) == {
        "document": "tea.txt",
        "entity": "water; H2O",
        "step": 3,
        "location": "pot",
        "kind": "stated",
        "probability": 0.3,
        "unsure": True,
        "change": "move",
        "change_probability": 0.4,
        "evidence_step": 3,
        "evidence_text": "Put the leaves and the water into the pot.",
        "char_start": 38,
        "char_end": 41,
    }


def test_before_the_first_step_there_is_no_change_and_where_nothing_changes_no_probability_of_it():
    graph = tea().graph
    before, after = cell(graph, "water; H2O", 0), cell(graph, "water; H2O", 2)

    assert (before["change"], before["change_probability"]) == (None, None)
    assert (after["change"], after["change_probability"]) == ("none", None)
    assert before["evidence_text"] is None
    assert after["evidence_text"] == "Pour the water into the kettle."


def test_the_end_of_an_entity_has_the_evidence_of_the_change_and_later_states_have_none():
    graph = tea().graph
    end, later = cell(graph, "water; H2O", 4), cell(graph, "water; H2O", 5)

    assert (end["location"], end["kind"], end["change"]) == ("-", "nowhere", "destroy")
    assert (end["evidence_step"], end["char_start"]) == (4, -1)
    assert (later["change"], later["evidence_step"]) == ("none", None)


@settings(max_examples=50, deadline=None)
@given(graphs())
def test_any_graph_has_a_row_for_each_cell_of_its_grid(graph):
    rows = rows_of(graph)

    cells = [
        (track.entity.name, state, place.text, place.kind, track.probabilities[state])
        for track in graph.to_grid().tracks
        for state, place in enumerate(track.locations)
    ]
    assert cells == [
        (row["entity"], row["step"], row["location"], row["kind"], row["probability"])
        for row in rows
    ]
    assert all(list(row) == list(CELL_COLUMNS) for row in rows)
    changes = [(row["step"], row["entity"]) for row in rows if row["change"] not in (None, "none")]
    assert sorted(changes) == sorted((event.step, event.entity.name) for event in graph.events)
    assert all(row["char_start"] is None for row in rows if row["evidence_text"] is None)
    assert {row["location"] for row in rows if row["kind"] == "nowhere"} <= {NOWHERE.text}
