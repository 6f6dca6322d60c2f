"""What the scripts of a page draw from: the same facts, and the same words, as everywhere else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from pipeline.domain.grid import Evidence
from pipeline.pages.reading_data import colour_orders, reading_data
from pipeline.questions.explain import explain_cell
from tests.support.examples import example
from tests.support.graphs import graphs
from tests.support.shown_readings import stored, tea


def data_of(graph):
    return reading_data(graph, stored(graph), colour_orders(graph))


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_the_grid_can_be_drawn_from_the_presences(graph):
    data = data_of(graph)

    cells = {
        (presence["thing"], state): presence["place"]
        for presence in data["presences"]
        for state in range(presence["from"], presence["until"])
    }
    for thing, track in enumerate(graph.to_grid().tracks):
        for state, location in enumerate(track.locations):
            drawn = cells.get((thing, state), "nowhere")
            expected = {"nowhere": "nowhere", "somewhere": None}.get(location.kind, location.text)
            assert (data["places"][drawn] if isinstance(drawn, int) else drawn) == expected


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_any_reading_is_valid_json(graph):
    assert json.loads(json.dumps(data_of(graph), allow_nan=False))["number"] == 1


def test_a_cell_is_explained_in_the_words_of_the_command_line():
    shown = tea()
    data = data_of(shown.graph)

    explanation = explain_cell(shown.graph, "water; H2O", 3, reading=shown.reading)

    _, change, state, following = [link.sentence for link in explanation.chain]
    (move, end) = [event for event in data["events"] if event["thing"] == 0][1:]
    (presence,) = [each for each in data["presences"] if each["thing"] == 0 and each["from"] == 3]
    assert f"In step {move['step']} {move['clause']}." == change
    assert f"After step 3 {presence['clause']}." == state
    assert f"In step {end['step']} {end['clause']}." == following
    assert (
        f"After step 4 {data['things'][0]['absent']}." == "After step 4 the water does not exist."
    )


def test_probabilities_are_the_per_cents_that_two_decimals_show():
    graph = example(
        rows={"water": ("a", "a", "b", "b", "b", "b")},
        estimates={"water": {"probabilities": (0.0, 0.004, 0.285, 0.994, 0.996, 1.0)}},
    )

    shown = [per_cent for each in data_of(graph)["presences"] for per_cent in each["probabilities"]]

    assert shown == [0, 0, 28, 99, 100, 100]
    assert [f"{p:.2f}" for p in (0.0, 0.004, 0.285, 0.994, 0.996, 1.0)] == [
        f"{per_cent / 100:.2f}" for per_cent in shown
    ]


@pytest.mark.parametrize("step", [0, 9])
def test_evidence_in_a_step_that_is_not_there_is_left_out(step):
    graph = example(
        steps=("Go.",),
        rows={"water": ("a", "b")},
        estimates={"water": {"change_evidence": (Evidence(step),)}},
    )

    assert data_of(graph)["events"][0]["evidence"] is None


def test_a_name_has_one_colour_in_both_readings_of_a_comparison():
    before = example(rows={"water": ("a",) * 6, "tea": ("a",) * 6})
    after = example(rows={"leaves": ("a",) * 6, "tea": ("a",) * 6})

    assert colour_orders(before, after) == {"water": 0, "tea": 1, "leaves": 2}
