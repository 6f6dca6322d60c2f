"""One cell of the grid, explained: the chain of what the reading says, with its sentences."""

from datetime import datetime

import pytest

from pipeline.errors import BadInput
from pipeline.questions.explain import Explanation, explain
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import reading


def explained(store: Store, entity: str, step: int) -> Explanation:
    write([reading("a.txt", "A")], store=store, clock=lambda: datetime(2024, 1, 1))
    return explain("a.txt", entity, step, store=store)


def test_a_cell_is_explained_in_order_of_time_with_its_sentences(store):
    explanation = explained(store, "h2o", 2)

    assert (explanation.location, explanation.probability, explanation.exists) == ("leaf", 0.7, 1.0)
    assert (explanation.since_step, explanation.until_step) == (2, 3)
    assert (explanation.reading, explanation.model) == (1, "default")
    assert [
        (link.role, link.step, link.text[link.char_start : link.char_end])
        for link in explanation.chain
        if link.char_start >= 0
    ] == [("before", 1, "Roots"), ("state", 2, "leaf")]
    assert [link.sentence for link in explanation.chain] == [
        "After step 1 the water is in the root.",
        "In step 2 the water moves from the root to the leaf.",
        "After step 2 the water is in the leaf.",
        "In step 3 the water is destroyed in the leaf.",
    ]


def test_a_destroyed_entity_is_explained_by_the_step_that_destroyed_it(ladybug_store):
    explanation = explained(ladybug_store, "water", 4)

    assert (explanation.location, explanation.kind, explanation.probability) == (
        "-",
        "nowhere",
        1.0,
    )
    assert [(link.role, link.step) for link in explanation.chain] == [
        ("before", 2),
        ("change", 3),
        ("state", 3),
    ]


def test_an_entity_that_does_not_exist_yet_is_explained_by_its_creation(ladybug_store):
    explanation = explained(ladybug_store, "sugar", 0)

    assert [(link.role, link.step) for link in explanation.chain] == [("state", None), ("after", 3)]
    assert explanation.until_step == 3


@pytest.mark.parametrize(
    ("entity", "step", "message"),
    [("milk", 1, "'milk' is not tracked here; tracked are"), ("water", 5, "steps 1 to 4")],
)
def test_an_unknown_entity_or_step_is_refused(ladybug_store, entity, step, message):
    with pytest.raises(BadInput, match=message):
        explained(ladybug_store, entity, step)
