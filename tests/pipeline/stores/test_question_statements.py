"""The statement of each question, on documents whose parts are stored in no order.

One document has every kind of track, evidence and quantity, and is read three times. While its
second reading holds, concepts are merged and split.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from pipeline.domain.document import Document, Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence, Grid, Track, location_from_text
from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading
from pipeline.questions.catalogue import catalogue
from pipeline.stores import Row, Store, open_store
from pipeline.stores.concepts import Attribution, merge, split, split_in
from pipeline.stores.write import write
from tests.support.histories import parameters_for
from tests.support.oracle import ACROSS, Merged, Oracle, Recorded, Split

STATED = (  # of places: not at all, before the first step, at the first, later, without words
    None,
    Evidence(0),
    Evidence(1, 2, 5),
    Evidence(3, 0, 4),
    Evidence(0, 1, 2),
    Evidence(2, 6, 9),
)
CHANGED = (None, Evidence(0, 3, 8), Evidence(1, 0, 2), Evidence(4, 5, 7))

MILL = {
    "sugar": "- leaf leaf - leaf",
    "yeast": "- - jar jar jar",
    "water; H2O": "soil root pond leaf root",
    "oil": "- jar jar - -",
    "stone": "pit pit pit pit pit",
    "wind": "jar - jar - jar",
    "salt": "jar jar jar - -",
    "leaf": "- - ? root -",
    "mist": "- - - - -",
    "grain": "root root leaf - -",
    "air": "? - - root root",
    "dust": "? ? ? ? ?",
    "bread": "- - - leaf jar",
}
BAKERY = {
    "rye bread; bread": "? - -",
    "dough": "- bowl bowl",
    "corns": "shelf bin -",
    "corn": "bin shelf -",
    "bread": "? - -",
    "H2O; water": "tap - -",
}
POND = {
    "water; H2O": "- pond pond",
    "stone": "? ? -",
    "mud": "pond - -",
    "corns": "- pond pond",
    "corn": "- pond bank",
}
FARM = {"stone": "- field field", "seed": "sack - -", "grain": "- field barn"}
LAB = {"foam": "- tub - tub tub tub", "acid": "tub tub - - - -"}
SENTENCES = ("Fill the pot and stir.", "Wait.", "Stir the POT; salt the pot.", "Empty the pot.")
MATERIALS = (
    Material("rye"),
    Material("salt", "1", "g", "coarse"),
    Material("salt", "1", "g", "fine"),
)
WATER = Entity.parse("water; H2O")
QUANTITIES = (
    Quantity("amount", "60 g", 60.0, None, "g", 60.0, 60.0, "g", None, "salt"),
    Quantity("amount", "60 ml", 60.0, None, "ml", 60.0, 60.0, "ml", None, "rye"),
    Quantity("amount", "a pinch", None, None, "pinch", None, None, "pinch", None, "salt"),
    Quantity("duration", "100 s", 100.0, None, "s", 100.0, 100.0, "s", None, "rye"),
    Quantity("duration", "2 min", 2.0, None, "min", 120.0, 120.0, "s", 1, None),
    Quantity("duration", "1-2 min", 1.0, 2.0, "min", 60.0, 120.0, "s", 2, None, WATER, 0, 9),
    Quantity("duration", "1.5 min", 1.5, None, "min", 90.0, 90.0, "s", 2, None, None, 2, 4),
    Quantity("duration", "90 s", 90.0, None, "s", 90.0, 90.0, "s", 2, None, None, 2, 4),
    Quantity("duration", "90 sec", 90.0, None, "sec", 90.0, 90.0, "s", 2, None, None, 2, 4),
    Quantity("other", "90 s", 90.0, None, "s", 90.0, 90.0, "s", 3, None, None, 1, 3),
)

DAYS = {day: datetime(2024, 5, 1) + timedelta(days=day) for day in range(1, 21)}
SECOND_READING = DAYS[2]
DECIDED = [DAYS[day] for day in range(11, 16)]
ANY_NUMBER = 10**6
PAIRS = (
    "grain bread, corn bread, stone bread, stone stone, grain stone, seed corn, seed grain,"
    " mud water, mud h2o, water dough, h2o dough, wood ash, ash wood, acid foam, foam foam"
)
WORDS = (["salt"], ["rye", "mist"], ["leaf"], ["field"], ["mill"], ["h2o"], ["jar"], ["al"])


def track(name: str, states: list[str], order: int) -> Track:
    """A track in which no two probabilities are alike."""
    n_steps = len(states) - 1
    shift = order / 128
    return Track(
        Entity.parse(name),
        tuple(map(location_from_text, states)),
        probabilities=tuple(0.5 + shift + state / 1024 for state in range(n_steps + 1)),
        exists=tuple(0.25 + shift + state / 1024 for state in range(n_steps + 1)),
        change_probabilities=tuple(0.75 + shift + step / 1024 for step in range(n_steps)),
        evidence=tuple(STATED[(order + state) % len(STATED)] for state in range(n_steps + 1)),
        change_evidence=tuple(CHANGED[(order + step) % len(CHANGED)] for step in range(n_steps)),
    )


def procedure(id: str, states: Mapping[str, str], **own: Any) -> TemporalGraph:
    """A document with a row of states for each name."""
    rows = {name: row.split() for name, row in states.items()}
    n_steps = max((len(row) for row in rows.values()), default=2) - 1
    steps = tuple(Step(n, SENTENCES[(n - 1) % 4], 30 * n) for n in range(1, n_steps + 1))
    text = own.get("text", " ".join(step.text for step in steps))
    title, materials = own.get("title", f"About {id}"), own.get("materials", ())
    document = Document(id, title, text, steps, f"/texts/{id}", materials=materials)
    tracks = tuple(track(name, row, order) for order, (name, row) in enumerate(rows.items()))
    quantities = own.get("quantities", ())
    return TemporalGraph.from_grid(document, Grid(n_steps, tracks), quantities=quantities)


def kiln(id: str, pattern: str) -> TemporalGraph:
    """At each step wood burns (D), ash appears (C), both (B) or neither (N)."""
    states, n = {}, len(pattern)
    for step, changes in reversed([*enumerate(pattern, start=1)]):
        if changes in "DB":
            states[f"wood {step}; wood"] = "stack " * step + "- " * (n + 1 - step)
        if changes in "CB":
            states[f"ash {step}; ash"] = "- " * step + "pan " * (n + 1 - step)
    return procedure(id, states)


def another_mill(number: int) -> TemporalGraph:
    """A reading of the mill in which everything is made, moved and used up at other steps."""
    states = dict.fromkeys(MILL, f"- attic{number} hall hall hall hall -")
    quantity = replace(QUANTITIES[4], text=f"{number} h")
    material = Material("bran", str(number))
    return procedure(
        "mill", states, title=f"Mill {number}", quantities=(quantity,), materials=(material,)
    )


def mixed(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values[1::2] + values[::2]


def unordered(graph: TemporalGraph) -> TemporalGraph:
    """The same graph with all that has an order, but entities, in none."""
    document = graph.document
    return replace(
        graph,
        document=replace(
            document, steps=mixed(document.steps), materials=mixed(document.materials)
        ),
        presences=mixed(graph.presences),
        events=mixed(graph.events),
        quantities=mixed(graph.quantities),
    )


@dataclass(frozen=True)
class Library:
    store: Store
    oracle: Oracle

    def answers(self, question: str, as_of: datetime, parameters: Row) -> list[Row]:
        """Rows of the statement itself; the documents are listed from the last to the first."""
        values = {"documents": [*sorted(self.oracle.current(as_of))[::-1], "nowhere"]}
        cypher = catalogue()[question].cypher
        return self.store.ask(cypher, values | parameters | {"as_of": as_of})


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    rich = {"materials": MATERIALS, "quantities": QUANTITIES}
    others = [
        procedure("bakery", BAKERY, quantities=(replace(QUANTITIES[7], step=1),)),
        procedure("pond", POND),
        procedure("farm", FARM),
        procedure("lab", LAB),
        procedure("note", {}, title="Salt in notes"),
        kiln("kiln", "NNDDNCCNBBDBCBNDCD"),
        kiln("small kiln", "NCDC"),
    ]
    history = [
        *((graph, 1, DAYS[1]) for graph in [another_mill(1), *others]),
        (procedure("mill", MILL, title="Mill of today", **rich), 2, SECOND_READING),
        (another_mill(3), 3, DAYS[20]),
    ]
    store = open_store(f"ladybug:{tmp_path_factory.mktemp('library') / 'graph'}")
    recorded = []
    for graph, number, at in history[:-1]:
        recorded.append(_written(graph, number, at, store))
    decisions = _decide(store)
    recorded.append(_written(*history[-1], store))
    yield Library(store, Oracle(recorded, decisions))
    store.close()


def _written(graph: TemporalGraph, number: int, at: datetime, store: Store) -> Recorded:
    of = NumberedReading(graph, number, "model", "0abc", "{}")
    write([replace(of, graph=unordered(graph))], store=store, clock=lambda: at)
    return Recorded(of, at)


def _decide(store: Store) -> list[Merged | Split]:
    by = {day: Attribution("Ada", DAYS[day], "") for day in range(10, 16)}
    merge("h2o", "water", store=store, attribution=by[10])
    merge("corn", "grain", store=store, attribution=by[11])
    split("corn", store=store, attribution=by[12])
    split_in("mill", "grain", "stone", store=store, attribution=by[13])
    split_in("mill", "bread", "stone", store=store, attribution=by[14])
    split_in("mill", "h2o", "aqua", store=store, attribution=by[15])
    return [
        Merged("h2o", "water", DAYS[10]),
        Merged("corn", "grain", DAYS[11]),
        Split("corn", DAYS[12]),
        Split("grain", DAYS[13], "mill", "stone"),
        Split("bread", DAYS[14], "mill", "stone"),
        Split("h2o", DAYS[15], "mill", "aqua"),
    ]


def choices_within(question: str, of: TemporalGraph) -> list[Row]:
    """All choices of parameters in a document; in a large one only the document itself."""
    names = {field.name for field in catalogue()[question].own_parameters}
    if len(of.entities) > len(MILL) and names != {"document"}:
        return []
    choices = parameters_for(question, of, ANY_NUMBER)
    own = {"document": of.document.id}
    if "words" in names:
        choices += [own | {"words": words} for words in (["pot"], ["pot", "stir", "salt"])]
    if "location" in names:
        choices.append(own | {"location": "?"})
    return choices


@pytest.mark.parametrize("question", sorted(catalogue().keys() - ACROSS.keys()))
def test_a_question_about_a_document_is_answered_from_the_reading_that_holds(
    library: Library, question: str
) -> None:
    n_rows = 0
    for recorded in library.oracle.current(SECOND_READING).values():
        for parameters in choices_within(question, recorded.reading.graph):
            expected = library.oracle.answer(question, SECOND_READING, **parameters)

            assert library.answers(question, SECOND_READING, parameters) == expected, parameters
            n_rows += len(expected)
    assert n_rows > 1


@pytest.mark.parametrize("as_of", DECIDED)
def test_what_is_tracked_is_an_instance_of_what_its_name_means_at_the_moment(
    library: Library, as_of: datetime
) -> None:
    own = {"document": "mill"}

    assert library.answers("entities", as_of, own) == library.oracle.answer(
        "entities", as_of, **own
    )


@pytest.mark.parametrize(
    ("question", "step"),
    [
        ("location-before", 5),
        ("location-before", 0),
        ("location-after", 5),
        ("location-after", -1),
        ("exists", 5),
        ("exists", -1),
    ],
)
def test_at_a_step_that_is_not_there_an_entity_has_no_state(
    library: Library, question: str, step: int
) -> None:
    parameters = {"document": "mill", "entity": "stone", "step": step}

    assert library.answers(question, SECOND_READING, parameters) == []


def choices_across(question: str) -> list[Row]:
    names = {field.name for field in catalogue()[question].own_parameters}
    if names == {"concept"}:
        concepts = "water h2o grain corn stone bread wood".split()
        return [{"concept": concept} for concept in concepts]
    if names == {"document"}:
        return [{"document": id} for id in ("mill", "bakery", "pond", "farm", "lab", "note")]
    if names == {"words"}:
        return [{"words": words} for words in WORDS]
    if "consumed" in names:
        pairs = [pair.split() for pair in PAIRS.split(",")]
        return [{"consumed": consumed, "produced": produced} for consumed, produced in pairs]
    units = [("duration", "s"), ("amount", "g"), ("amount", "ml"), ("other", "s")]
    values = (50.0, 60.0, 90.0, 100.0, 120.0)
    compared = [
        {"kind": kind, "unit": unit, "value": value} for kind, unit in units for value in values
    ]
    return compared if "value" in names else [{}]


@pytest.mark.parametrize("question", sorted(ACROSS))
def test_a_question_about_all_documents_follows_the_decisions_of_its_moment(
    library: Library, question: str
) -> None:
    n_rows = 0
    for as_of in (SECOND_READING, *DECIDED):
        for parameters in choices_across(question):
            expected = library.oracle.answer(question, as_of, **parameters)

            assert library.answers(question, as_of, parameters) == expected, (parameters, as_of)
            n_rows += len(expected)
    assert n_rows > 1
