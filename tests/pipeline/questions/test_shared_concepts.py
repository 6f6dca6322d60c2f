"""Concepts that documents have in common, on each engine."""

from __future__ import annotations

from datetime import datetime, timedelta

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading
from pipeline.questions.shared_concepts import SharedConcept, concepts_among, concepts_around
from pipeline.stores import Store
from pipeline.stores.concepts import Attribution, merge
from pipeline.stores.write import write

FIRST = datetime(2026, 1, 1)


def store_document(id: str, *names: str, store: Store, number: int = 1) -> None:
    step = Step(1, "All of it boils.", 0)
    document = Document(id, id, step.text, (step,), id)
    grid = Grid.from_texts([Entity.parse(name) for name in names], [["?", "?"]] * len(names))
    graph = TemporalGraph.from_grid(document, grid)
    moment = FIRST + timedelta(days=number)
    reading = NumberedReading(graph, number, "m", "c", "{}")
    write([reading], store=store, clock=lambda: moment)


def test_concepts_are_shared_under_the_names_of_each_document(store: Store) -> None:
    store_document("jam", "plums", "sugar", store=store)
    store_document("cake", "plum", "sugar", "flour", store=store)
    store_document("bread", "flour", "sugar", store=store)

    among = concepts_among(["bread", "cake", "jam"], store=store)

    assert among == [
        SharedConcept("sugar", {"bread": "sugar", "cake": "sugar", "jam": "sugar"}),
        SharedConcept("flour", {"bread": "flour", "cake": "flour"}),
        SharedConcept("plum", {"cake": "plum", "jam": "plums"}),
    ]
    assert concepts_around("jam", store=store) == [among[0], among[2]]
    assert concepts_among(["jam"], store=store) == []


def test_a_reading_that_was_replaced_shares_nothing(store: Store) -> None:
    store_document("jam", "plums", store=store)
    store_document("cake", "plums", store=store)
    store_document("jam", "cherries", store=store, number=2)

    assert concepts_among(["cake", "jam"], store=store) == []
    assert concepts_around("cake", store=store) == []


def test_names_that_people_merged_are_one_concept(store: Store) -> None:
    store_document("dip", "aubergine", store=store)
    store_document("stew", "eggplant", store=store)
    attribution = Attribution("Ann", FIRST + timedelta(days=2), "one plant")
    merge("eggplant", "aubergine", store=store, attribution=attribution)

    expected = [SharedConcept("aubergine", {"dip": "aubergine", "stew": "eggplant"})]
    assert concepts_among(["dip", "stew"], store=store) == expected
    assert concepts_around("stew", store=store) == expected
