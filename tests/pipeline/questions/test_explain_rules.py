"""The chain of statements that explains a cell: each with its probability and its sentence."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence
from pipeline.errors import BadInput
from pipeline.questions.explain import Explanation, explain_cell, place_evidence, state_clause
from pipeline.stores.read import StoredReading
from tests.support.examples import example

DAY = datetime(2024, 1, 1)
READING = StoredReading("tea", "tea:7", 7, "T", "s", "0", "m", "c", "{}", 5, DAY, DAY)
STEPS = ("Fill the pot.", "Pour the tea.", "Drink the tea.", "Wait.", "Brew more tea.")
ROWS = {
    "tea; chai": ("pot", "pot", "cup", "-", "-", "?"),
    "lid": ("pot",) * 6,
    "steam": ("-",) * 6,
}
ESTIMATES = {
    "tea; chai": {
        "probabilities": (0.9, 0.8, 0.7, 0.1, 0.2, 0.6),
        "exists": (1.0, 0.95, 0.85, 0.25, 0.15, 0.75),
        "change_probabilities": (1.0, 0.65, 0.55, 1.0, 0.45),
        "evidence": (None, None, Evidence(2, 9, 12), None, None, None),
        "change_evidence": (None, Evidence(2, 0, 4), Evidence(3, 0, 5), None, None),
    }
}
GRAPH = example("tea", STEPS, ROWS, title="All about tea", estimates=ESTIMATES)


def explained(
    step: int, entity: str = "tea; chai", graph: TemporalGraph = GRAPH, below: float = 0.5
) -> Explanation:
    return explain_cell(replace(graph, unsure_below=below), entity, step, reading=READING)


@pytest.mark.parametrize(
    ("step", "location", "kind", "probability", "exists", "since", "until"),
    [
        (0, "pot", "stated", 0.9, 1.0, 0, 2),
        (1, "pot", "stated", 0.8, 0.95, 0, 2),
        (2, "cup", "stated", 0.7, 0.85, 2, 3),
        (3, "-", "nowhere", 0.75, 0.25, 3, 5),
        (4, "-", "nowhere", 0.85, 0.15, 3, 5),
        (5, "?", "somewhere", 0.6, 0.75, 5, 6),
    ],
)
def test_a_cell_has_its_place_its_probabilities_and_the_states_over_which_it_holds(
    step, location, kind, probability, exists, since, until
):
    own = explained(step)

    assert (own.location, own.step, own.entity) == (location, step, "tea; chai")
    assert own.kind == GRAPH.to_grid().tracks[0].locations[step].kind
    assert (own.kind == "nowhere") == (kind == "nowhere")
    assert own.probability == pytest.approx(probability)
    assert (own.exists, own.since_step, own.until_step) == (exists, since, until)
    assert (own.document, own.title, own.reading) == ("tea", "All about tea", 7)
    assert (own.model, own.checkpoint, own.recorded_from) == ("m", "c", DAY)


def chain(step: int, entity: str = "tea; chai") -> list[tuple[Any, ...]]:
    links = explained(step, entity).chain
    return [
        (link.role, link.sentence, link.probability, link.step, link.char_start, link.char_end)
        for link in links
    ]


START = ("state", "At the start the tea is in the pot.", 0.9, None, -1, -1)
MOVE = "In step 2 the tea moves from the pot to the cup."
END = "In step 3 the tea is destroyed in the cup."
AGAIN = "In step 5 the tea is created at a place that is not stated."


def test_at_the_start_the_first_change_follows():
    assert chain(0) == [START, ("after", MOVE, 0.65, 2, 0, 4)]


def test_a_place_follows_from_the_one_before_and_the_move():
    assert chain(2) == [
        ("before", "After step 1 the tea is in the pot.", 0.8, None, -1, -1),
        ("change", MOVE, 0.65, 2, 0, 4),
        ("state", "After step 2 the tea is in the cup.", 0.7, 2, 9, 12),
        ("after", END, 0.55, 3, 0, 5),
    ]


def test_an_absence_follows_from_the_last_place_and_has_the_evidence_of_the_end():
    assert chain(4) == [
        ("before", "After step 2 the tea is in the cup.", 0.7, 2, 9, 12),
        ("change", END, 0.55, 3, 0, 5),
        ("state", "After step 4 the tea does not exist.", pytest.approx(0.85), 3, 0, 5),
        ("after", AGAIN, 0.45, 5, -1, -1),
    ]


def test_a_second_life_follows_from_the_last_place_of_the_first():
    assert [link[:2] for link in chain(5)] == [
        ("before", "After step 2 the tea is in the cup."),
        ("change", AGAIN),
        ("state", "After step 5 the tea is at a place that is not stated."),
    ]
    assert chain(5)[2][3:] == (5, -1, -1)  # the step that led to it


@pytest.mark.parametrize(
    ("entity", "sentence"),
    [
        ("lid", "After step 3 the lid is in the pot."),
        ("steam", "After step 3 the steam does not exist."),
    ],
)
def test_what_never_changes_has_a_chain_of_one(entity, sentence):
    assert chain(3, entity) == [("state", sentence, 1.0, None, -1, -1)]


def test_a_link_has_the_text_of_its_step():
    texts = [link.text for link in explained(2).chain]

    assert texts == [None, STEPS[1], STEPS[1], STEPS[2]]


@pytest.mark.parametrize(
    ("below", "cell", "links"),
    [
        (0.5, False, [False, False, False, False]),
        (0.6, False, [False, False, False, True]),
        (0.7, False, [False, True, False, True]),
        (0.75, True, [False, True, True, True]),
    ],
)
def test_a_cell_and_each_link_are_unsure_below_the_threshold(below, cell, links):
    own = explained(2, below=below)

    assert own.unsure is cell
    assert [link.unsure for link in own.chain] == links


@pytest.mark.parametrize(
    ("evidence", "step"), [(Evidence(0), None), (Evidence(5), 5), (Evidence(6), None)]
)
def test_evidence_of_no_step_of_the_text_is_none(evidence, step):
    estimates = {"lid": {"evidence": (evidence, *[None] * 5)}}
    graph = example("tea", STEPS, {"lid": ROWS["lid"]}, estimates=estimates)

    (link,) = explained(1, "lid", graph).chain

    assert (link.step, link.text) == (step, None if step is None else STEPS[4])


@pytest.mark.parametrize("step", [-1, 6])
def test_a_step_that_is_not_there_is_refused(step):
    with pytest.raises(BadInput):
        explained(step)


def test_the_evidence_of_a_place_is_its_own_or_the_step_that_led_to_it():
    first, second, third = (each for each in GRAPH.presences if each.entity.name == "tea; chai")

    assert place_evidence(first) is None
    assert place_evidence(second) == Evidence(2, 9, 12)
    assert place_evidence(third) == Evidence(5)


def test_a_state_is_a_clause():
    assert state_clause("leaves", None) == "the leaves do not exist"
    assert state_clause("leaves", GRAPH.presences[0]) == "the leaves are in the pot"
