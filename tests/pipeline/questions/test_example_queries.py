"""The examples that stepgraph schema prints run on both engines and count what holds now."""

from __future__ import annotations

from datetime import datetime

import pytest

from pipeline.questions.example_queries import example_queries
from pipeline.questions.own_cypher import run_cypher
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.support.graphs import graph, reading

DAY = datetime(2024, 5, 1)
ANSWERS = {
    "places": [{"place": "cup", "things": 1}, {"place": "jar", "things": 1}],
    "remaining": [{"document": "leaf.txt", "entity": "water; H2O", "place": "cup"}],
    "steps": [
        {"document": "leaf.txt", "step": 1, "sentence": "Step 1: water.", "changes": 1},
        {"document": "leaf.txt", "step": 2, "sentence": "Step 2: water.", "changes": 1},
    ],
}


def test_there_are_three_examples_and_each_has_a_question() -> None:
    assert [example.name for example in example_queries()] == list(ANSWERS)
    assert all(example.question.endswith("?") for example in example_queries())


@pytest.mark.parametrize("name", ANSWERS)
def test_an_example_answers_from_the_newest_reading_alone(store: Store, name: str) -> None:
    for number, states in enumerate([("soil", "root", "leaf"), ("-", "jar", "cup")], start=1):
        write([reading(graph(states=states), number)], store=store, clock=lambda: DAY)
    (example,) = (each for each in example_queries() if each.name == name)

    assert run_cypher(example.cypher, {}, store=store) == ANSWERS[name]
