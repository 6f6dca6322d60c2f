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


def test_a_cell_is_explained_in_order_of_time_with_the_words_that_say_so(store):
    found = explained(store, "h2o", 2)

    assert (found.location, found.probability, found.exists) == ("leaf", 0.7, 1.0)
    assert (found.since_step, found.until_step) == (2, 3)
    assert (found.reading, found.model) == (1, "default")
    assert [(one.role, one.step, one.text[one.char_start : one.char_end]) for one in found.chain
            if one.char_start >= 0] == [("before", 1, "Roots"), ("state", 2, "leaf")]  # fmt: skip
    assert [one.sentence for one in found.chain] == [
        "After step 1 the water is in the root.",
        "In step 2 the water moves from the root to the leaf.",
        "After step 2 the water is in the leaf.",
        "In step 3 the water is destroyed in the leaf.",
    ]


def test_what_no_longer_exists_is_explained_by_the_step_that_destroyed_it(ladybug_store):
    found = explained(ladybug_store, "water", 4)

    assert (found.location, found.kind, found.probability) == ("-", "nowhere", 1.0)
    assert [(one.role, one.step) for one in found.chain] == [
        ("before", 2),
        ("change", 3),
        ("state", 3),
    ]


def test_what_does_not_exist_yet_has_no_sentence_and_says_what_will_create_it(ladybug_store):
    found = explained(ladybug_store, "sugar", 0)

    assert [(one.role, one.step) for one in found.chain] == [("state", None), ("after", 3)]
    assert found.until_step == 3


@pytest.mark.parametrize(
    ("entity", "step", "said"),
    [("milk", 1, "'milk' is not tracked here; tracked are"), ("water", 5, "steps 1 to 4")],
)
def test_an_entity_or_a_step_that_is_not_there_is_refused(ladybug_store, entity, step, said):
    with pytest.raises(BadInput, match=said):
        explained(ladybug_store, entity, step)
