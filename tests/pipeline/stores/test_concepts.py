"""Decisions about concepts hold for every question, from then on, whatever is read later."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.catalogue import ask
from pipeline.stores import Store
from pipeline.stores.concepts import (
    Attribution,
    Decision,
    decisions,
    merge,
    same_as,
    split,
    split_in,
)
from pipeline.stores.write import write

DAY = datetime(2026, 1, 1)


def ada(day: int, why: str = "I know") -> Attribution:
    return Attribution("Ada", DAY + timedelta(days=day), why)


def read(store: Store, document: str, *names: str, day: int = 0) -> None:
    """Write a reading in which all of the names are used up in one step."""
    entities = [Entity.parse(name) for name in names]
    grid = Grid.from_texts(entities, [["?", "-"] for _ in names])
    graph = TemporalGraph.from_grid(
        Document(document, document, "Use it.", (Step(1, "Use it.", 0),), document), grid
    )
    at = DAY + timedelta(days=day)
    number = day + 1
    write([NumberedReading(graph, number, "m", "c", "{}")], store=store, clock=lambda: at)


def users(store: Store, concept: str, day: int | None = None) -> list[str]:
    as_of = None if day is None else DAY + timedelta(days=day, hours=12)
    rows = ask("consumers", {"concept": concept}, store=store, as_of=as_of)
    return [row["document"] for row in rows]


@pytest.fixture
def drinks(store: Store) -> Store:
    read(store, "lemonade", "Waters")
    read(store, "soap", "aqua")
    read(store, "salt", "brine")
    return store


def test_merged_concepts_are_one_under_either_name_until_they_are_split(drinks: Store) -> None:
    assert users(drinks, "water") == ["lemonade"]

    assert merge("aqua", "water", store=drinks, attribution=ada(2)) == ["aqua"]
    merge("brine", "aqua", store=drinks, attribution=ada(3))

    assert users(drinks, "water") == users(drinks, "brine") == ["lemonade", "salt", "soap"]
    assert same_as("brine", store=drinks) == ["water", "aqua", "brine"]
    assert split("aqua", store=drinks, attribution=ada(5)) == "water"
    assert users(drinks, "water") == ["lemonade", "salt"]
    assert users(drinks, "aqua") == ["soap"]


def test_what_was_merged_goes_with_what_it_was_merged_into(drinks: Store) -> None:
    merge("aqua", "water", store=drinks, attribution=ada(2))

    assert merge("water", "brine", store=drinks, attribution=ada(3)) == ["aqua", "water"]

    assert same_as("water", store=drinks) == ["brine", "aqua", "water"]
    assert users(drinks, "aqua") == ["lemonade", "salt", "soap"]


def test_an_answer_of_the_past_is_by_what_was_said_then(drinks: Store) -> None:
    merge("aqua", "water", store=drinks, attribution=ada(2))
    split("aqua", store=drinks, attribution=ada(4))
    split_in("salt", "brine", "sea water", store=drinks, attribution=ada(6))

    assert [users(drinks, "water", day) for day in (1, 3, 5)] == [
        ["lemonade"], ["lemonade", "soap"], ["lemonade"]
    ]  # fmt: skip
    assert [users(drinks, "brine", day) for day in (5, 7)] == [["salt"], []]
    assert [users(drinks, "sea water", day) for day in (5, 7)] == [[], ["salt"]]


def test_reading_a_document_again_undoes_nothing(drinks: Store) -> None:
    merge("aqua", "water", store=drinks, attribution=ada(2))
    split_in("lemonade", "water", "lemon water", store=drinks, attribution=ada(3))

    read(drinks, "lemonade", "water", "ice", day=4)
    read(drinks, "soap", "aqua", day=4)

    assert users(drinks, "water") == ["soap"]
    assert users(drinks, "lemon water") == ["lemonade"]
    rows = ask("entities", {"document": "lemonade"}, store=drinks)
    assert [row["concept"] for row in rows] == ["ice", "lemon water"]


def test_a_split_may_be_split_again_and_is_undone_by_a_merge(drinks: Store) -> None:
    split_in("lemonade", "water", "lemon water", store=drinks, attribution=ada(2))
    split_in("lemonade", "lemon water", "juice", store=drinks, attribution=ada(3))
    read(drinks, "lemonade", "water", day=4)

    assert users(drinks, "juice") == ["lemonade"]
    assert users(drinks, "lemon water") == []

    merge("juice", "water", store=drinks, attribution=ada(5))

    assert users(drinks, "water") == ["lemonade"]


def test_all_that_was_said_is_kept_with_who_and_when_and_why(drinks: Store) -> None:
    merge("Aqua", "water", store=drinks, attribution=ada(2, "Latin"))
    split("aqua", store=drinks, attribution=ada(4, "soap is not drunk"))
    split_in("salt", "brine", "sea water", store=drinks, attribution=ada(6))

    assert decisions(drinks) == [
        Decision("merge", "aqua", "water", None, ada(2, "Latin"), ada(4, "soap is not drunk")),
        Decision("split", "sea water", "brine", "salt", ada(6)),
    ]


def test_what_makes_no_sense_is_refused_and_changes_nothing(drinks: Store) -> None:
    merge("aqua", "water", store=drinks, attribution=ada(2))
    split_in("salt", "brine", "sea water", store=drinks, attribution=ada(2))
    before = decisions(drinks)

    for message, attempt in (
        (
            "no document names 'wine'",
            lambda: merge("wine", "water", store=drinks, attribution=ada(3)),
        ),
        (
            "are one concept already",
            lambda: merge("aqua", "waters", store=drinks, attribution=ada(3)),
        ),
        (
            "is merged with nothing",
            lambda: split("brine", store=drinks, attribution=ada(3)),
        ),
        (
            "'aqua' was merged into",
            lambda: split("water", store=drinks, attribution=ada(3)),
        ),
        (
            "nothing in 'salt' is an instance of 'water'",
            lambda: split_in("salt", "water", "x", store=drinks, attribution=ada(3)),
        ),
        (
            "is 'brines' itself",
            lambda: split_in("salt", "brines", "brine", store=drinks, attribution=ada(3)),
        ),
        (
            "means 'sea water' in 'salt'",
            lambda: split_in("salt", "sea water", "brine", store=drinks, attribution=ada(3)),
        ),
        (
            "NUL",
            lambda: split_in("salt", "sea water", "a\0b", store=drinks, attribution=ada(3)),
        ),
    ):
        with pytest.raises(BadInput, match=message):
            attempt()
    with pytest.raises(UnknownDocument):
        split_in("nope", "brine", "x", store=drinks, attribution=ada(3))
    with pytest.raises(BadInput, match="--by NAME"):
        Attribution(" ", DAY, "")

    assert decisions(drinks) == before
