"""What may happen to a store: documents are read and read again, concepts merged and split.

Hypothesis draws it, and every question must answer as the oracle does after each event.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from typing import Any

from hypothesis import strategies as st

from pipeline.domain.document import Document, Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading
from pipeline.questions.catalogue import ask, ask_page, catalogue
from pipeline.stores import LATEST, Store
from pipeline.stores.concepts import Attribution, concepts_of, merge, split, split_in
from pipeline.stores.write import write
from tests.support.graphs import texts, tracks, with_quantities
from tests.support.oracle import Merged, Oracle, Recorded, Split, Ties

DAY = datetime(2024, 5, 1)
AMOUNTS: tuple[tuple[str | None, ...], ...] = (("2", "g", None), (None, None, "dry"))
NAMES = ("water; H2O", "Waters", "leaf", "leaves", "'}) DETACH DELETE n //", "CO₂ 👍")
CONCEPTS = ("water", "h2o", "leaf", "co2 👍", "sap")
CHOICES = 2  # of parameters, for each question and document
WIPING = (  # a label a statement, which both engines take
    "MATCH (n:Document) DETACH DELETE n",
    "MATCH (n:Reading) DETACH DELETE n",
    "MATCH (n:Step) DETACH DELETE n",
    "MATCH (n:Material) DETACH DELETE n",
    "MATCH (n:Quantity) DETACH DELETE n",
    "MATCH (n:Entity) DETACH DELETE n",
    "MATCH (n:Location) DETACH DELETE n",
    "MATCH (n:Concept) DETACH DELETE n",
)


@dataclass(frozen=True)
class Merging:
    name: str
    into: str


@dataclass(frozen=True)
class Splitting:
    """``document`` counts those of the history; None undoes a merge."""

    name: str
    document: str | None = None
    meaning: str = ""


Event = TemporalGraph | Merging | Splitting


@st.composite
def graphs_of(draw: st.DrawFn, id: str) -> TemporalGraph:
    n_steps = draw(st.integers(1, 5))
    steps = tuple(Step(number, draw(texts), 0) for number in range(1, n_steps + 1))
    names = draw(st.lists(st.sampled_from(NAMES), max_size=5, unique=True))
    grid = Grid(n_steps, tuple(draw(tracks(name, n_steps)) for name in names))
    materials = tuple(Material(name, *AMOUNTS[order % 2]) for order, name in enumerate(names))
    document = Document(id, draw(texts), "", steps, draw(texts), materials=materials)
    return draw(with_quantities(TemporalGraph.from_grid(document, grid)))


concepts = st.sampled_from(CONCEPTS)
documents = st.sampled_from("ab")
events: st.SearchStrategy[Event] = st.one_of(
    documents.flatmap(graphs_of),
    st.builds(Merging, concepts, concepts),
    st.builds(Splitting, concepts),
    st.builds(Splitting, concepts, documents, concepts),
)


def histories(longest: int) -> st.SearchStrategy[list[Event]]:
    """A reading first; decisions about concepts that do not exist do nothing."""
    return st.builds(
        lambda first, more: [first, *more],
        documents.flatmap(graphs_of),
        st.lists(events, max_size=longest - 1),
    )


def hand(*states: tuple[str, ...], id: str = "hand") -> list[TemporalGraph]:
    """One document, a row of states each for water, leaf and sugar."""
    names = ("water; H2O", "leaf", "sugar")
    text = tuple(Step(number, f"Step {number}.", 0) for number in range(1, len(states[0])))
    grid = Grid.from_texts([Entity.parse(name) for name in names[: len(states)]], states)
    materials = (Material("salt"), Material("salt", *AMOUNTS[0]))
    document = Document(id, "", "", text, "", materials=materials)
    rests = Quantity(
        "duration",
        "1-2 min",
        1.0,
        2.0,
        "min",
        60.0,
        120.0,
        "s",
        1,
        None,
        grid.tracks[0].entity,
        0,
        7,
    )
    return [TemporalGraph.from_grid(document, grid, quantities=(rests,))]


def empty(store: Store) -> None:
    """Take everything out of the store but its own node."""
    store.write(lambda work: [work(cypher, {}) for cypher in WIPING])


def happen(history: Sequence[Event], store: Store) -> Iterator[Oracle]:
    """Let the events happen in an empty store, a day apart; give the oracle after each."""
    empty(store)
    recorded: list[Recorded] = []
    decisions: list[Merged | Split] = []
    for number, event in enumerate(history, start=1):
        at = DAY + timedelta(days=number)
        if isinstance(event, TemporalGraph):
            of = NumberedReading(event, number, "model", "0abc", "{}")
            write([of], store=store, clock=lambda at=at: at)  # type: ignore[misc]
            recorded.append(Recorded(of, at))
        elif (decision := _sensible(event, Oracle(recorded, decisions), at)) is not None:
            _say(decision, store)
            decisions.append(decision)
        else:
            continue
        yield Oracle(recorded, decisions)


def record(history: Sequence[Event], store: Store) -> Oracle:
    """Let all of it happen; the oracle at the end."""
    return list(happen(history, store))[-1]


def check_all(
    store: Store,
    oracle: Oracle,
    as_of: datetime,
    *,
    choices: int = CHOICES,
    on_answer: Callable[[str], None] | None = None,
) -> None:
    """Ask every question about every document that holds; ``on_answer`` gets each question.

    Each is asked with at most so many ``choices`` of its parameters. Those across documents are
    asked page by page too, for the first document's parameters.
    """
    for order, (document, recorded) in enumerate(oracle.current(as_of).items()):
        for question in catalogue():
            for parameters in parameters_for(question, recorded.reading.graph, choices):
                rows = ask(question, parameters, store=store, as_of=as_of)

                expected = oracle.answer(question, as_of, **parameters)

                assert rows == expected, (question, document, parameters, as_of)
                if catalogue()[question].is_across and not order:
                    pages = list(pages_of(question, parameters, store=store, as_of=as_of))
                    assert [row for page in pages for row in page] == expected, question
                if on_answer is not None:
                    on_answer(question)


def pages_of(
    question: str,
    parameters: dict[str, Any],
    *,
    store: Store,
    as_of: datetime | None = None,
    limit: int = 1,
) -> Iterator[list[dict[str, Any]]]:
    """The rows of a question across documents, page by page."""
    after: str | None = ""
    while after is not None:
        page = ask_page(question, parameters, store=store, as_of=as_of, limit=limit, after=after)
        yield page.rows
        after = page.next_after


def moments(oracle: Oracle) -> list[datetime]:
    """Now, and half a day after the first and the last but one thing that happened."""
    times = sorted([happening.at for happening in [*oracle.recorded, *oracle.decisions]])
    past = {times[0], *times[-2:-1]} if len(times) > 1 else set()
    return [LATEST, *(moment + timedelta(hours=12) for moment in sorted(past))]


def parameters_for(question: str, of: TemporalGraph, most: int) -> list[dict[str, Any]]:
    """Sensible choices of the question's parameters in one document, at most so many."""
    parameters = {field.name: field for field in catalogue()[question].parameters}
    first = 1 if "step" in parameters and parameters["step"].note.startswith("1") else 0
    own = sorted({concept for entity in of.entities for concept in concepts_of(entity)})
    choices = {
        "document": [of.document.id],
        "entity": [entity.name for entity in of.entities],
        "step": list(range(first, of.n_steps + 1)),
        "location": sorted({p.location.text for p in of.presences if p.location.kind == "stated"}),
        "concept": own,
        "consumed": own,
        "produced": own,
        "kind": sorted({quantity.kind for quantity in of.quantities}),
        "unit": sorted({quantity.base_unit for quantity in of.quantities} - {None}),
        "value": [-1.0, 1.5, 90.0],
        "words": [["step", "d"], ["leaf"], ["salt", "title"], ["h2o", of.document.id]],
    }
    names = [name for name in parameters if name not in ("as_of", "documents")]
    combinations = product(*(choices[name] for name in names))
    every = [dict(zip(names, values, strict=True)) for values in combinations]
    return random.Random(str(of)).sample(every, min(most, len(every)))


def _sensible(event: Merging | Splitting, oracle: Oracle, at: datetime) -> Merged | Split | None:
    """The decision of the event; None where the store would rightly refuse it."""
    ties = Ties(oracle.decisions)
    known = {head for decision in oracle.decisions for head in _named(decision)} | {
        concept
        for record in oracle.recorded
        for entity in record.reading.graph.entities
        for concept in concepts_of(entity)
    }
    if isinstance(event, Merging):
        fits = {event.name, event.into} <= known
        fits = fits and ties.head_of(event.name) != ties.head_of(event.into)
        return Merged(event.name, event.into, at) if fits else None
    if event.document is None:
        merged = ties.head_of(event.name) != event.name
        return Split(event.name, at) if merged else None
    current = oracle.current(at)
    if event.document not in current or event.name == event.meaning:
        return None
    graph = current[event.document].reading.graph
    here = {concept for entity in graph.entities for concept in ties.of(entity, event.document)}
    if event.name not in here or (event.document, event.meaning) in ties.meaning:
        return None
    return Split(event.name, at, event.document, event.meaning)


def _named(decision: Merged | Split) -> set[str]:
    other = decision.into if isinstance(decision, Merged) else decision.meaning
    return {decision.name, other}


def _say(decision: Merged | Split, store: Store) -> None:
    attribution = Attribution("a test", decision.at, "")
    if isinstance(decision, Merged):
        merge(decision.name, decision.into, store=store, attribution=attribution)
    elif decision.document is None:
        split(decision.name, store=store, attribution=attribution)
    else:
        document, name = decision.document, decision.name
        split_in(document, name, decision.meaning, store=store, attribution=attribution)
