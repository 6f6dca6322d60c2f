"""Replies about the steps of a document, and about what it lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.domain.document import Material
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.step_replies import (
    count_steps,
    describe_changes_between,
    describe_step,
    list_materials,
    list_steps_naming,
)
from pipeline.stores import Store, open_store
from pipeline.stores.write import write
from tests.support.examples import LEAF, LEAF_ROWS, Rows, example

LISTED = (
    Material("flour", "200", "g", "sifted"),
    Material("eggs", "2"),
    Material("salt", note="coarse"),
)


def scope(
    store: Store,
    steps: tuple[str, ...] = LEAF,
    rows: Rows = LEAF_ROWS,
    materials: tuple[Material, ...] = (),
) -> DocumentScope:
    graph = example("leaf.txt", steps, rows)
    graph = replace(graph, document=replace(graph.document, materials=materials))
    reading = NumberedReading(graph, 1, "default", "0abc", "{}")
    write([reading], store=store, clock=lambda: datetime(2024, 1, 1))
    return DocumentScope.open("leaf.txt", store=store, as_of=None)


@pytest.fixture(scope="module")
def leaf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentScope]:
    store = open_store(f"ladybug:{tmp_path_factory.mktemp('leaf') / 'graph'}")
    yield scope(store)
    store.close()


def asked(**parts: object) -> ParsedQuestion:
    return ParsedQuestion("", "", **parts)


def test_steps_are_counted(leaf, ladybug_store):
    assert count_steps(leaf, asked(), {}).sentence == "There are 5 steps."
    assert count_steps(scope(ladybug_store, ("Look.",), {}), asked(), {}).sentence == (
        "There is 1 step."
    )


@pytest.mark.parametrize(
    ("time", "step"),
    [
        (Time("at", 3), 3),
        (Time("after", 3), 4),
        (Time("before", 3), 2),
        (Time("after", 0), 1),
        (Time("at", -1), 5),
        (Time("before", -1), 4),
    ],
)
def test_a_step_at_before_or_after_a_step_is_quoted(leaf, time, step):
    reply = describe_step(leaf, asked(time=time), {})

    assert reply.sentence == f"Step {step}: “{LEAF[step - 1]}”."
    assert [row["step"] for row in reply.rows] == [step]


@pytest.mark.parametrize("time", [Time("after", 5), Time("before", 1), Time("at", 0)])
def test_there_is_no_step_before_the_first_or_after_the_last(leaf, time):
    reply = describe_step(leaf, asked(time=time), {})

    assert (reply.outcome, reply.sentence) == ("nothing", "There is no such step.")


@pytest.mark.parametrize(
    ("thing", "steps"),
    [
        ("the water", "Steps 1, 2 and 4 name the water"),
        ("carbon dioxide", "Step 3 names carbon dioxide"),
        ("water from soil", "Step 1 names water from soil"),  # the one with most of its words
        ("a leaf", "Steps 2, 3 and 5 name a leaf"),  # words alone decide: 5 has the verb
        ("off", None),
    ],
)
def test_steps_that_name_a_thing_are_quoted_in_order(leaf, thing, steps):
    reply = list_steps_naming(leaf, asked(thing=thing), {})

    if steps is None:
        assert (reply.outcome, reply.sentence) == ("not tracked", f"No step names {thing}.")
    else:
        numbers = [row["step"] for row in reply.rows]
        quotes = "; ".join(f"step {step}: “{LEAF[step - 1]}”" for step in numbers)
        assert reply.sentence == f"{steps}; {quotes}."
        assert numbers == sorted(numbers)
    assert reply.parameters["words"]


def test_what_is_listed_has_amounts_units_and_notes(ladybug_store):
    reply = list_materials(scope(ladybug_store, materials=LISTED), asked(), {})

    assert reply.sentence == "Listed: 2 eggs, 200 g flour (sifted) and salt (coarse)."


def test_without_a_list_what_goes_in_is_what_is_needed(leaf):
    reply = list_materials(leaf, asked(), {})

    assert reply.sentence.startswith("What goes in: the carbon dioxide")


@pytest.mark.parametrize("between", [(1, 3), (3, 1)])
def test_changes_between_two_steps_are_those_after_the_first_up_to_the_second(leaf, between):
    reply = describe_changes_between(leaf, asked(between=between), {})

    assert [row["step"] for row in reply.rows] == [2, 3]
    assert reply.sentence.startswith("In step 2 the water moves")


def test_nothing_changes_between_a_step_and_itself_and_steps_must_be_there(leaf):
    reply = describe_changes_between(leaf, asked(between=(2, 2)), {})

    assert (reply.outcome, reply.sentence) == (
        "nothing",
        "Nothing that is tracked changes after step 2 up to step 2.",
    )
    with pytest.raises(BadInput, match="has steps 1 to 5, not 6"):
        describe_changes_between(leaf, asked(between=(1, 6)), {})
