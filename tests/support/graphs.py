"""Documents and temporal graphs for tests: a small one by hand, and any that can exist."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hypothesis import strategies as st

from pipeline.domain.document import Document, Entity, Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Evidence, Grid, Location, Track
from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading

# Names that mean something to Cypher, to a shell, to a screen or to a careless format string.
HOSTILE = (
    "'}) DETACH DELETE n //",
    '"; MATCH (n) DETACH DELETE n; //',
    "`Entity` {name: $name}",
    "$rows AS row",
    "\\' OR 1=1 \\",
    "{0} %s ${HOME} $(rm -rf /)",
    "עברית \u202e reversed \u202c",
    "e\u0301 ≠ é, ﬁ, ①, İ",
    "👩‍👩‍👧‍👦 \U0001f4a7",
    "tab\tnew\nline\r\n\u2028\u0085 end",
    " leading and trailing ",
    "NULL",
    "\x01\x1f\x7f",
    "\ufeff\uffff\U0010ffff",
    "'" * 1000,
    "👍" * 1000,
    "ﷺ" * 1000,
)


def document(
    id: str = "leaf.txt", steps: tuple[str, ...] = ("Roots take water.", "It reaches the leaf.")
) -> Document:
    text = " ".join(steps)
    starts = [sum(len(step) + 1 for step in steps[:order]) for order in range(len(steps))]
    return Document(
        id=id,
        title=f"About {id}",
        text=text,
        steps=tuple(Step(n + 1, step, starts[n]) for n, step in enumerate(steps)),
        source=f"/texts/{id}",
    )


def graph(
    id: str = "leaf.txt", states: tuple[str, ...] = ("soil", "root", "leaf")
) -> TemporalGraph:
    """Water at each of ``states``, in ProPara's notation, over as many steps."""
    entities = [Entity.parse("water; H2O")]
    steps = tuple(f"Step {n}: water." for n in range(1, len(states)))
    return TemporalGraph.from_grid(document(id, steps), Grid.from_texts(entities, [states]))


def reading(of: TemporalGraph | None = None, number: int = 1) -> NumberedReading:
    return NumberedReading(of or graph(), number, "gold", "no checkpoint", "{}")


# texts that a document may contain: any but NUL and half a surrogate pair
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
names = st.one_of(
    texts.filter(lambda text: bool(text.strip(" ;\t\n\r")) and ";" not in text),
    st.sampled_from(HOSTILE),
).filter(lambda name: any(part.strip() for part in name.split(";")))
moments = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1))
probabilities = st.floats(0.0, 1.0)
places = st.one_of(
    st.sampled_from([NOWHERE, SOMEWHERE, Location("-")]),
    st.sampled_from(["leaf", "root", *HOSTILE]).map(Location),
)
evidence = st.none() | st.builds(Evidence, st.integers(0, 9), st.integers(-1, 99), st.just(100))


words = st.none() | texts.filter(bool)
materials = st.builds(Material, names, words, words, words)


numbers = st.none() | st.sampled_from([0.5, 2.0, 90.0])


@st.composite
def with_quantities(draw: st.DrawFn, of: TemporalGraph) -> TemporalGraph:
    """The graph with up to three quantities, of its materials and its steps."""
    quantities = tuple(draw(quantity_of(of, number)) for number in range(draw(st.integers(0, 3))))
    return replace(of, quantities=quantities)


@st.composite
def quantity_of(draw: st.DrawFn, of: TemporalGraph, number: int) -> Quantity:
    """Any quantity of a document; ``number`` makes its text unlike others."""
    names = [material.name for material in of.document.materials]
    material = draw(st.sampled_from(names)) if names and draw(st.booleans()) else None
    step = None if material is not None else draw(st.integers(1, of.n_steps))
    value = draw(numbers)
    return Quantity(
        kind=draw(st.sampled_from(["amount", "duration"])),
        text=f"{number} {draw(texts)}",
        value=value,
        until=draw(numbers),
        unit=draw(words),
        base_value=value,
        base_until=value,
        base_unit=draw(st.sampled_from([None, "ml", "s"])),
        step=step,
        material=material,
        entity=draw(st.sampled_from(of.entities)) if of.entities else None,
        char_start=-1 if step is None else draw(st.integers(0, 9)),
        char_end=-1 if step is None else 10,
    )


@st.composite
def tracks(draw: st.DrawFn, name: str, n_steps: int) -> Track:
    def many(of: st.SearchStrategy, size: int) -> tuple:  # type: ignore[type-arg]
        return draw(st.lists(of, min_size=size, max_size=size).map(tuple))

    return Track(
        Entity.parse(name),
        many(places, n_steps + 1),
        many(probabilities, n_steps + 1),
        many(probabilities, n_steps + 1),
        many(probabilities, n_steps),
        many(evidence, n_steps + 1),
        many(evidence, n_steps),
    )


@st.composite
def graphs(draw: st.DrawFn, id: st.SearchStrategy[str] = names) -> TemporalGraph:
    """Any temporal graph of up to 4 steps and 4 entities, none at all included."""
    n_steps = draw(st.integers(1, 4))
    times = st.none() | moments
    steps = tuple(
        Step(
            number,
            draw(texts),
            draw(st.integers(0, 10**6)),
            draw(times),
            draw(times),
            draw(words),
            draw(words),
        )
        for number in range(1, n_steps + 1)
    )
    entity_names = draw(st.lists(names, max_size=4, unique=True))
    grid = Grid(n_steps, tuple(draw(tracks(name, n_steps)) for name in entity_names))
    given_entities = tuple(track.entity for track in grid.tracks)
    graph = TemporalGraph.from_grid(
        Document(
            draw(id),
            draw(texts),
            draw(texts),
            steps,
            draw(texts),
            draw(st.sampled_from([None, given_entities])),
            tuple(draw(st.lists(materials, max_size=3))),
        ),
        grid,
    )
    return draw(with_quantities(graph))
