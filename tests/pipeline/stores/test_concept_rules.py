"""Names and their concepts, and what a decision about them returns, refuses and keeps."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.stores import Store
from pipeline.stores.concepts import (
    Attribution,
    Decision,
    concept_of,
    concepts_of,
    decisions,
    meaning_of,
    meanings_of,
    merge,
    same_as,
    split,
    split_in,
)
from pipeline.stores.write import write
from tests.support.graphs import document, reading

DAY = datetime(2026, 1, 1)


def by(day: int, why: str = "so") -> Attribution:
    return Attribution(f"author {day}", DAY + timedelta(days=day), why)


def fill(store: Store, id: str, *names: str, number: int = 1) -> None:
    entities = [Entity.parse(name) for name in names]
    grid = Grid.from_texts(entities, [["?"] * 3] * len(names))
    of = reading(TemporalGraph.from_grid(document(id), grid), number)
    write([of], store=store, clock=lambda: DAY)


@pytest.mark.parametrize(
    ("name", "concept"),
    [
        ("The Leaves", "the leaf"),
        ("Boxes", "box"),
        ("X" * 1000, "x" * 1000),  # as long as may be
        ("ﷺ" * 1000, "ﷺ" * 1000),  # its lemma is longer
        (" ", " "),  # its lemma is empty
    ],
)
def test_the_concept_of_a_name_is_its_lemma_if_that_can_be_stored(name: str, concept: str) -> None:
    assert concept_of(name) == concept


def test_an_entity_has_the_concept_of_each_of_its_names_once() -> None:
    assert concepts_of(Entity.parse("Leaves; foliage; leaf")) == ("leaf", "foliage")


@pytest.mark.parametrize(
    ("concept", "meanings", "meaning"),
    [
        ("sap", {}, "sap"),
        ("sap", {"ice": "water"}, "sap"),
        ("sap", {"sap": "juice"}, "juice"),
        ("sap", {"sap": "juice", "juice": "wine", "wine": "must"}, "must"),
        ("sap", {"sap": "juice", "juice": "sap"}, "juice"),  # a circle ends
        ("juice", {"sap": "juice", "juice": "wine", "wine": "juice"}, "wine"),
    ],
)
def test_a_meaning_that_was_split_again_is_followed_to_its_end(
    concept: str, meanings: dict[str, str], meaning: str
) -> None:
    assert meaning_of(concept, meanings) == meaning


@pytest.mark.parametrize(
    ("author", "reason"), [("a\0b", ""), ("Ada", "a\0b"), ("", ""), ("\t", "")]
)
def test_a_decision_has_an_author_and_no_character_that_cannot_be_stored(
    author: str, reason: str
) -> None:
    with pytest.raises(BadInput, match="--by"):
        Attribution(author, DAY, reason)
    assert Attribution("Ada", DAY, "").reason == ""


def test_the_splits_of_documents_are_known_by_document_and_the_last_counts(
    ladybug_store: Store,
) -> None:
    for id in "ab":
        fill(ladybug_store, id, "sap", "ice")
    split_in("a", "sap", "juice", store=ladybug_store, attribution=by(1))
    split_in("a", "ice", "snow", store=ladybug_store, attribution=by(2))
    split_in("b", "sap", "milk", store=ladybug_store, attribution=by(3))

    def meanings(*documents: str) -> dict[str, dict[str, str]]:
        return meanings_of(documents, ask=ladybug_store.ask)

    assert meanings("a", "b", "c") == {"a": {"sap": "juice", "ice": "snow"}, "b": {"sap": "milk"}}
    assert meanings("b") == {"b": {"sap": "milk"}}
    assert meanings() == {}


def test_no_documents_have_splits_without_a_question_to_the_store() -> None:
    def refuse(cypher: str, parameters: object) -> list[dict[str, object]]:
        raise AssertionError

    assert meanings_of([], ask=refuse) == {}


def test_a_split_in_a_document_returns_how_many_things_it_concerns(ladybug_store: Store) -> None:
    fill(ladybug_store, "a", "sap", "Saps; juice", "ice")
    fill(ladybug_store, "b", "sap")

    assert split_in("a", "sap", "syrup", store=ladybug_store, attribution=by(1)) == 2
    assert split_in("a", "ice", "snow", store=ladybug_store, attribution=by(2)) == 1
    with pytest.raises(BadInput, match="nothing in 'a' is an instance of 'sap'"):
        split_in("a", "sap", "milk", store=ladybug_store, attribution=by(3))


def test_what_a_merge_moves_is_all_that_was_one_with_the_name(ladybug_store: Store) -> None:
    fill(ladybug_store, "a", "sap", "ice", "dew", "milk")

    moved = [
        merge("Ices", "dew", store=ladybug_store, attribution=by(1)),
        merge("milk", "sap", store=ladybug_store, attribution=by(2)),
        merge("ice", "milk", store=ladybug_store, attribution=by(3)),
    ]

    assert moved == [["ice"], ["milk"], ["dew", "ice"]]
    assert same_as("DEW", store=ladybug_store) == ["sap", "dew", "ice", "milk"]
    assert same_as("dew", store=ladybug_store, as_of=by(2).at) == ["dew", "ice"]
    assert same_as("nowhere", store=ladybug_store) == []
    assert decisions(ladybug_store) == [
        Decision("merge", "ice", "dew", None, by(1), by(3)),
        Decision("merge", "milk", "sap", None, by(2)),
        Decision("merge", "dew", "sap", None, by(3)),
        Decision("merge", "ice", "sap", None, by(3)),
    ]


def test_what_others_were_merged_into_is_named_with_them_and_not_split(
    ladybug_store: Store,
) -> None:
    fill(ladybug_store, "a", "sap", "ice", "dew")
    for name in ("ice", "dew"):
        merge(name, "sap", store=ladybug_store, attribution=by(1))

    with pytest.raises(BadInput, match="^'sap' is what 'dew', 'ice' was merged into;"):
        split("sap", store=ladybug_store, attribution=by(2))
    with pytest.raises(BadInput, match="no document names 'rain'"):
        split("rain", store=ladybug_store, attribution=by(2))
    with pytest.raises(BadInput, match="no document names 'rain'"):
        merge("ice", "rain", store=ladybug_store, attribution=by(2))
    assert split("Dews", store=ladybug_store, attribution=by(2)) == "sap"
    assert same_as("sap", store=ladybug_store) == ["sap", "ice"]


def test_merges_and_splits_come_by_when_they_were_made(ladybug_store: Store) -> None:
    fill(ladybug_store, "a", "sap", "ice", "dew")
    split_in("a", "dew", "rain", store=ladybug_store, attribution=by(1))
    merge("ice", "sap", store=ladybug_store, attribution=by(2))
    split_in("a", "sap", "juice", store=ladybug_store, attribution=by(3))

    kinds = [
        (decision.kind, decision.name, decision.document) for decision in decisions(ladybug_store)
    ]

    assert kinds == [("split", "rain", "a"), ("merge", "ice", None), ("split", "juice", "a")]


def test_a_decision_of_which_no_reason_was_kept_has_an_empty_one(ladybug_store: Store) -> None:
    fill(ladybug_store, "a", "sap", "ice")
    tie = (
        "MATCH (c:Concept {name: 'ice'}) MATCH (h:Concept {name: 'sap'}) CREATE (c)-[:ALIAS_OF"
        " {by: 'Ada', recorded_from: $start, recorded_until: $until, ended_by: 'Bo'}]->(h)"
    )
    mean = (
        "MATCH (d:Document {id: 'a'}) MATCH (c:Concept {name: 'ice'})"
        " CREATE (d)-[:MEANS {by: 'Ada', recorded_from: $until, concept: 'sap'}]->(c)"
    )
    times = {"start": DAY, "until": DAY + timedelta(days=1)}
    ladybug_store.write(lambda ask: [ask(tie, times), ask(mean, times)])

    merged, other = decisions(ladybug_store)

    assert merged.made == Attribution("Ada", times["start"], "")
    assert merged.ended == Attribution("Bo", times["until"], "")
    assert other.made == Attribution("Ada", times["until"], "")
