"""Many readings at once are loaded as columns where an engine can, with the same result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.errors import StoreError
from pipeline.stores import Ask, Row, Store, ladybug, open_store
from pipeline.stores.read import list_documents, read_graph
from pipeline.stores.write import write
from tests.support.graphs import HOSTILE, graph, graphs, reading
from tests.support.histories import empty

NOON = datetime(2026, 1, 1, 12)


def noon() -> datetime:
    return NOON


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladybug, "ROWS_WORTH_COLUMNS", 1)


def hostile() -> list[TemporalGraph]:
    """A document for each hostile name: as its title, text, entity and place."""
    made = []
    for order, name in enumerate(HOSTILE):
        moment = datetime(2024, 2, 29, 1, 2, 3, order)
        step = Step(1, name, order, moment, None)
        grid = Grid.from_texts(
            [Entity.parse(name), Entity.parse(f"thing {order}; x")], [("a", "b")] * 2
        )
        made.append(TemporalGraph.from_grid(Document(f"{order}", name, name, (step,), name), grid))
    return made


def test_what_is_loaded_reads_back_equal(store: Store, loading: None) -> None:
    written = [*hostile(), graph("a"), graph("b", ("?", "-", "leaf"))]

    write([reading(made) for made in written], store=store, clock=noon)

    assert len(list_documents(store)) == len(written)
    for made in written:
        assert read_graph(made.document.id, store=store) == made


@given(st.lists(graphs(), min_size=1, max_size=3, unique_by=lambda drawn: drawn.document.id))
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_graph_that_is_loaded_reads_back_equal(
    ladybug_store: Store, loading: None, drawn: list[TemporalGraph]
) -> None:
    empty(ladybug_store)

    write([reading(item) for item in drawn], store=ladybug_store, clock=noon)

    assert [read_graph(item.document.id, store=ladybug_store) for item in drawn] == drawn


def test_a_load_leaves_what_the_ordinary_way_leaves(
    ladybug_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [reading(item) for item in hostile()]
    second = [reading(graph("0", ("x", "-")), 2), reading(graph("new"))]
    for batch in (first, second):
        write(batch, store=ladybug_store, clock=noon)
    monkeypatch.setattr(ladybug, "ROWS_WORTH_COLUMNS", 1)
    other = open_store(f"ladybug:{tmp_path / 'other.ladybug'}")

    for batch in (first, second, second):
        write(batch, store=other, clock=noon)

    assert contents(other) == contents(ladybug_store)
    other.close()


def test_a_load_that_fails_leaves_nothing(
    ladybug_store: Store, loading: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    write([reading(graph("a"))], store=ladybug_store, clock=noon)
    before = contents(ladybug_store)
    load = ladybug_store.create

    def fail_after(rows: Mapping[str, Sequence[Row]], *, ask: Ask) -> None:
        load(rows, ask=ask)
        raise ValueError("stop")

    monkeypatch.setattr(ladybug_store, "create", fail_after)
    with pytest.raises(ValueError, match="stop"):
        write([reading(graph("b"))], store=ladybug_store, clock=noon)

    assert contents(ladybug_store) == before


def test_a_fault_while_a_store_is_filled_is_one_line_and_leaves_it_empty(
    ladybug_store: Store,
) -> None:
    filling = ladybug_store.filling()
    assert filling is not None
    filling.discard()  # the files that were to be copied have gone

    with pytest.raises(StoreError, match="could not be filled: ") as refusal:
        filling.finish()

    assert "\n" not in str(refusal.value)
    assert list_documents(ladybug_store) == []


@pytest.mark.parametrize("after", ["HAS_STEP", "MOVES"])
def test_a_kill_in_the_middle_of_a_load_leaves_nothing_and_the_next_one_all(
    tmp_path: Path, loading: None, after: str
) -> None:
    path = tmp_path / "graph.ladybug"
    program = f"""
        import os, signal
        from pipeline.stores import ladybug, open_store
        from pipeline.stores.write import write
        from tests.pipeline.stores.test_bulk import hostile, noon, reading
        ladybug.ROWS_WORTH_COLUMNS = 1
        run = ladybug._run
        def dying(connection, cypher, *given, **named):
            done = run(connection, cypher, *given, **named)
            if cypher.startswith("LOAD FROM") and "[:{after}" in cypher:
                os.kill(os.getpid(), signal.SIGKILL)
            return done
        store = open_store("ladybug:{path}")
        ladybug._run = dying
        write([reading(item) for item in hostile()], store=store, clock=noon)
    """
    root = str(Path(__file__).parents[3])
    killed = subprocess.run(
        [sys.executable, "-c", dedent(program)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": root},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL

    store = open_store(f"ladybug:{path}")
    assert list_documents(store) == []
    written = write([reading(item) for item in hostile()], store=store, clock=noon)

    assert len(written) == len(HOSTILE)
    for item in hostile():
        assert read_graph(item.document.id, store=store) == item
    store.close()


def contents(store: Store) -> list[str]:
    """Every node but the store's own, and every relationship, as text that can be compared."""
    nodes = store.ask("MATCH (n) RETURN n", {})
    relations = store.ask("MATCH (a)-[r]->(b) RETURN a, r, b", {})
    return sorted(repr(row) for row in nodes + relations if "schema_version" not in str(row))
