"""The example queries, compared with what the graphs themselves hold of the newest readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

import pytest

from pipeline.domain.graph import TemporalGraph
from pipeline.stores import OPEN_END, Row, Store, open_store
from pipeline.stores.statements import statement
from pipeline.stores.write import write
from tests.support.examples import example
from tests.support.graphs import reading

STEPS = tuple(f"Step {number}." for number in range(1, 7))
JUG = ("jug", "-", "jug", "-", "jug", "-", "jug")


def day(number: int) -> datetime:
    return datetime(2024, 5, number)


def graphs() -> list[TemporalGraph]:
    """Twelve documents with many places; the things of a few end before the last step."""
    made = []
    for order in (7, 2, 11, 0, 9, 4, 12, 6, 1, 10, 3, 8):
        rows = {
            f"tea {order}": (f"cup {order % 5}", "?", "pot", "pot", "?", f"tin {order}", "pot"),
            f"milk {order}": ("?", *[f"shelf {place % 3}" for place in range(order)], *"------")[
                :7
            ],
            f"air {order}": ("?", "?", "?", "?", "?", "-", "-"),
            "oil": JUG if order % 2 else ("-", "jar", "-", "jar", "-", "jar", "-"),
        }
        made.append(example(f"d{order:02}", STEPS, rows))
    return made


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(f"ladybug:{tmp_path_factory.mktemp('examples') / 'graph'}")
    for number, graph in enumerate(graphs(), start=1):
        old = {"tea 0": ("attic", "cellar") * 3 + ("attic",), "salt": ("attic",) * 7}
        first = example(graph.document.id, STEPS, old)
        write([reading(first)], store=opened, clock=lambda at=number: day(at))  # type: ignore[misc]
        write([reading(graph, 2)], store=opened, clock=lambda: day(20))
    yield opened
    opened.close()


def answer(store: Store, name: str) -> list[Row]:
    return store.ask(statement(f"examples/{name}"), {"open_end": OPEN_END})


def test_the_fullest_places_come_first_and_each_thing_counts_once(store: Store) -> None:
    things = Counter(
        place
        for graph in graphs()
        for place, _ in {
            (presence.location.text, presence.entity.name)
            for presence in graph.presences
            if presence.location.kind == "stated"
        }
    )
    expected = sorted(things.items(), key=lambda pair: (-pair[1], pair[0]))

    assert [(row["place"], row["things"]) for row in answer(store, "places")] == expected[:10]
    assert len(expected) > 11


def test_what_remains_is_what_is_somewhere_after_the_last_step(store: Store) -> None:
    expected = sorted(
        (graph.document.id, presence.entity.name, presence.location.text)
        for graph in graphs()
        for presence in graph.snapshot(graph.n_steps)
    )

    assert [tuple(row.values()) for row in answer(store, "remaining")] == expected[:10]
    assert len(expected) > 11


def test_the_steps_with_the_most_changes_come_first(store: Store) -> None:
    changes = Counter(
        (graph.document.id, event.step) for graph in graphs() for event in graph.events
    )
    expected = sorted((-count, document, step) for (document, step), count in changes.items())

    listed = [(-row["changes"], row["document"], row["step"]) for row in answer(store, "steps")]

    assert listed == expected[:10]
    assert len(expected) > 11
