"""Every question of the catalogue agrees with the oracle on both engines; bad parameters fail."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence, Grid, Track, location_from_text
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.catalogue import (
    PYTHON_TYPES,
    ask,
    catalogue,
    read_parameters,
)
from pipeline.stores import LATEST, Store
from pipeline.stores.write import write
from tests.support.graphs import graph, reading
from tests.support.histories import (
    Event,
    Merging,
    Splitting,
    check_all,
    hand,
    happen,
    histories,
    moments,
    record,
)
from tests.support.oracle import ACROSS, WITHIN

DAY = datetime(2024, 5, 1)


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(history=histories(longest=4))
@example(history=hand(("soil", "leaf", "-", "-"), ("-", "?", "?", "leaf"), ("-", "-", "-", "leaf")))
@example(history=hand(("a", "-", "-", "-", "-"), ("-", "-", "b", "b", "b")))
@example(history=hand(("-", "a", "a", "a"), ("b", "b", "-", "b"), ("b", "-", "b", "-")))
@example(history=hand(("a", "-", "b", "-", "-"), ("-", "-", "-", "c", "-")))
@example(
    history=[
        *hand(("?", "-", "-", "-"), ("-", "a", "b", "b"), id="a"),
        *hand(("-", "?", "?"), ("?", "?", "-"), id="b"),
        Merging("h2o", "leaf"),
        Splitting("leaf", "a", "sap"),
        *hand(("?", "-"), ("-", "a"), id="a"),
        Splitting("h2o"),
    ]
)
@example(history=[*hand(("?", "-"), id="b"), Splitting("water", "b", "h2o")])
def test_every_question_answers_as_the_oracle_does(store: Store, history: list[Event]) -> None:
    oracle = record(history, store)

    for moment in moments(oracle):
        check_all(store, oracle, moment)


def test_at_the_moment_of_a_newer_reading_it_alone_holds(store: Store) -> None:
    first = hand(("soil", "leaf", "-", "-"), ("-", "?", "?", "leaf"), ("pot", "-", "-", "leaf"))
    second = hand(("soil", "root", "leaf", "-"), ("-", "-", "pot", "pot"), ("?", "?", "pot", "-"))
    oracle = record([*first, *hand(("?", "-"), ("-", "leaf"), id="other"), *second], store)

    check_all(store, oracle, oracle.recorded[-1].at, choices=20)


def test_the_sentence_of_a_place_is_that_of_its_evidence_or_of_the_step_from_which_it_holds(
    store: Store,
) -> None:
    places = {
        "water": ("soil", "root", "root", "leaf"),
        "leaf": ("-", "root", "?", "-"),
        "sugar": ("-", "leaf", "leaf", "root"),
    }
    evidence = {  # of no step, of the start, of a step before or after it, without words
        "water": (None, Evidence(0), Evidence(0, 0, 2), Evidence(2, 0, 4)),
        "leaf": (None, Evidence(0), Evidence(3, 1, 2), None),
        "sugar": (None, Evidence(3), Evidence(3), None),
    }
    (of,) = hand(*places.values())
    tracks = tuple(
        Track(Entity.parse(name), tuple(map(location_from_text, row)), evidence=evidence[name])
        for name, row in places.items()
    )
    graph_with_evidence = TemporalGraph.from_grid(of.document, Grid(3, tracks))

    check_all(store, record([graph_with_evidence], store), LATEST, choices=20)


def test_at_the_moment_of_a_decision_about_concepts_it_holds(store: Store) -> None:
    documents = [*hand(("?", "-"), ("-", "pot")), *hand(("-", "jar"), ("?", "-"), id="other")]
    decisions = [Merging("h2o", "leaf"), Splitting("h2o")]
    oracle = record([*documents, *decisions], store)

    assert len(oracle.decisions) == len(decisions)
    for decision in oracle.decisions:
        check_all(store, oracle, decision.at)


def test_the_oracle_has_every_question() -> None:
    assert WITHIN.keys() | ACROSS.keys() | {"reading", "entities"} == catalogue().keys()


@pytest.mark.parametrize("name", catalogue())
def test_a_question_has_a_header_and_returns_exactly_its_columns(
    name: str, ladybug_store: Store
) -> None:
    question = catalogue()[name]
    here = hand(("soil", "leaf", "-"), ("-", "leaf", "leaf"), ("-", "-", "pot"))
    record([*here, *hand(("-", "?"), ("?", "-"), id="other")], ladybug_store)
    entity = "leaf" if "created" in name else "water; H2O"
    values = {"document": "hand", "entity": entity, "step": 1, "location": "leaf",
              "concept": "leaf" if name == "producers" else "water",
              "consumed": "water", "produced": "sugar", "kind": "duration", "unit": "s",
              "value": 90.0, "words": ["step", "leaf"]}  # fmt: skip
    own = [field.name for field in question.own_parameters]

    rows = ask(name, {key: values[key] for key in own}, store=ladybug_store)

    assert question.question.endswith("?")
    assert question.parameters[-1].name == "as_of"
    assert rows
    for row in rows:
        assert list(row) == [column.name for column in question.columns]
        for column in question.columns:
            value = row[column.name]
            assert column.nullable if value is None else type(value) is PYTHON_TYPES[column.type]


@pytest.mark.parametrize("name", catalogue())
def test_a_comment_on_the_statement_is_no_part_of_the_header(name: str) -> None:
    header = takewhile(lambda line: line.startswith("//"), catalogue()[name].cypher.splitlines())

    assert [line for line in header if not re.match(r"// \w+: |//   ", line)] == []


def test_more_than_one_row_always_comes_in_a_stated_order() -> None:
    for question in catalogue().values():
        assert question.rows.startswith("one; none") or "\nORDER BY " in question.cypher


def test_a_commit_between_two_questions_changes_no_other_answer(store: Store) -> None:
    """Ladybug 0.22 answers wrongly here if it may reuse its plan of the first question."""
    first = hand(("soil", "leaf", "-", "-"), ("-", "?", "?", "leaf"), id="first")
    second = hand(("a", "a", "a", "a"), ("b", "b", "-", "b"), ("b", "-", "b", "-"), id="second")
    happening = happen([*first, *second], store)
    next(happening)
    ask("together-at", {"document": "first", "step": 1}, store=store)
    next(happening)

    rows = ask("together-at", {"document": "second", "step": 1}, store=store)

    assert rows == []


def test_a_re_created_entity_is_neither_input_nor_output(store: Store) -> None:
    graphs = hand(("soil", "-", "leaf", "-"), ("-", "leaf", "-", "leaf"))
    document = graphs[0].document.id
    record(graphs, store)

    assert ask("inputs", {"document": document}, store=store) == []
    assert ask("outputs", {"document": document}, store=store) == []


def test_a_question_about_the_past_is_answered_by_the_reading_of_that_time(store: Store) -> None:
    old, new = graph(states=("soil", "root")), graph(states=("soil", "leaf"))
    for number, version in enumerate((old, new), start=1):
        at = DAY + timedelta(days=number)
        write([reading(version, number)], store=store, clock=lambda at=at: at)  # type: ignore[misc]
    where = {"document": "leaf.txt", "entity": "water; H2O", "step": 1}

    past = ask("location-after", where, store=store, as_of=DAY + timedelta(days=1, hours=1))
    now = ask("location-after", where, store=store)

    assert [past[0]["location"], now[0]["location"]] == ["root", "leaf"]


@pytest.fixture
def leaf_store(ladybug_store: Store) -> Store:
    write([reading()], store=ladybug_store, clock=lambda: DAY)
    return ladybug_store


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("when-creatd", {}, "did you mean 'when-created'?"),
        ("when-created", {"document": "leaf.txt"}, "needs entity"),
        ("inputs", {"document": "leaf.txt", "step": 1}, "has no parameter 'step'"),
        ("inputs", {"document": 7}, "document must be STRING, not '7'"),
        ("snapshot", {"document": "leaf.txt", "step": "two"}, "step must be INT64, not 'two'"),
        ("snapshot", {"document": "leaf.txt", "step": True}, "step must be INT64"),
        ("snapshot", {"document": "leaf.txt", "step": 2**63}, "does not fit"),
        ("snapshot", {"document": "leaf.txt", "step": 3}, "has steps 1 to 2 (0 is before step 1)"),
        ("changes-at", {"document": "leaf.txt", "step": 0}, "has steps 1 to 2, not 0"),
        ("timeline", {"document": "leaf.txt", "entity": "milk"}, "tracked are water; H2O"),
        ("timeline", {"document": "leaf.txt", "entity": "a\0b"}, "contains a NUL"),
        ("timeline", {"document": "leaf.txt", "entity": "x" * 1001}, "at most 1000"),
        ("ever-at", {"document": "leaf.txt", "location": "moon"}, "places are leaf, root, soil"),
        ("inputs", {"document": "leaf.txt", "as_of": DAY}, "--as-of"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(
    leaf_store: Store, name: str, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput) as refusal:
        ask(name, parameters, store=leaf_store)

    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("as_of", [None, DAY - timedelta(days=1)])
def test_an_unknown_document_is_an_error_and_not_an_empty_answer(
    leaf_store: Store, as_of: datetime | None
) -> None:
    with pytest.raises(UnknownDocument):
        ask("inputs", {"document": "leaf.txt" if as_of else "nope"}, store=leaf_store, as_of=as_of)


def test_texts_are_converted_to_the_types_of_the_parameters() -> None:
    read = read_parameters("snapshot", {"document": "7", "step": "7"})

    assert read == {"document": "7", "step": 7}
    with pytest.raises(BadInput, match="step must be a whole number, not 'seven'"):
        read_parameters("snapshot", {"step": "seven"})
