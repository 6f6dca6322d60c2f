"""What the embedded engine refuses, gives back and fills, beyond what every engine does."""

from __future__ import annotations

import stat
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import BadInput, QueryRefused, StoreError, Unreachable
from pipeline.questions.catalogue import ask
from pipeline.stores import OPEN_END, Store, ladybug, open_store
from pipeline.stores.answer_limit import AnswerLimit
from pipeline.stores.read import list_documents
from pipeline.stores.restore import PastReading, fill
from pipeline.stores.store import Filling
from pipeline.stores.write import write
from tests.support.graphs import graph, reading
from tests.support.histories import hand, happen

NOON = datetime(2026, 1, 1, 12)
CREATE = "CREATE (:Concept {name: $name})"
CONCEPTS = "MATCH (c:Concept) RETURN c.name AS name ORDER BY name"


def create(store: Store, *names: str) -> None:
    store.write(lambda work: [work(CREATE, {"name": name}) for name in names])


def filling_of(store: Store, *documents: str) -> Filling:
    filling = store.filling()
    assert filling is not None
    past = [PastReading(reading(graph(id)), NOON, OPEN_END, None) for id in documents]
    fill(past, filling=filling)
    return filling


def test_the_embedded_engine_names_itself_and_does_not_answer_every_shape(
    ladybug_store: Store,
) -> None:
    assert ladybug_store.engine == "ladybug"
    assert not ladybug_store.answers_every_shape


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (c:Concept {name: $name}) RETURN c.name; MATCH (c:Concept) RETURN $name",
        "MATCH (c:Concept {name: $name}) RETURN c.name AS x, count(*) AS x",
        "MATCH (c:Concept {name: $name}) RETURN count(c), count(c)",
        "MATCH (c:Concept {name: $name}) RETURN c.colour",
    ],
)
def test_a_question_is_one_statement_with_a_name_for_each_column(
    ladybug_store: Store, cypher: str
) -> None:
    create(ladybug_store, "sap")

    with pytest.raises(StoreError):
        ladybug_store.ask(cypher, {"name": "sap"})

    assert ladybug_store.ask(CONCEPTS, {}) == [{"name": "sap"}]


def test_of_several_missing_parameters_the_first_by_name_is_named(ladybug_store: Store) -> None:
    with pytest.raises(StoreError, match=r"needs \$age, which"):
        ladybug_store.ask("RETURN $size, $name, $age, $zeal, $edge", {"name": "x"})


def test_a_parameter_of_the_wrong_type_is_refused_as_the_statement_is(ladybug_store: Store) -> None:
    with pytest.raises(QueryRefused, match="the embedded engine"):
        ladybug_store.ask("RETURN $value AS value", {"value": 2**200})


def test_under_a_limit_a_wrong_statement_is_refused_as_wrong(tmp_path: Path) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}", limit=AnswerLimit(60.0, 2))
    create(store, "ice", "sap")

    with pytest.raises(QueryRefused):
        store.ask("MATCH (c:Concept RETURN c", {})
    assert len(store.ask(CONCEPTS, {})) == 2
    create(store, "tea")
    with pytest.raises(BadInput, match="more than 2 rows"):
        store.ask(CONCEPTS, {})
    store.close()


def test_maps_and_lists_come_back_as_they_were_given(ladybug_store: Store) -> None:
    values = {"map": {"a": [1, 2], "b": "x"}, "list": [{"c": 1}, {"c": 2}], "text": "_LABEL"}

    (row,) = ladybug_store.ask("RETURN $map AS map, $list AS list, $text AS text", values)

    assert row == values


@pytest.mark.parametrize(
    "rows",
    [
        [{"a": None, "b": []}, {"a": "x", "b": ["y"]}],
        [{"a": "x", "b": []}, {"a": None, "b": ["y", "z"]}, {"a": "w", "b": []}],
        [{"a": "x", "b": ["y"]}],
    ],
)
def test_rows_that_lack_a_value_in_the_first_of_them_are_taken_whole(
    ladybug_store: Store, rows: list[dict[str, Any]]
) -> None:
    cypher = "UNWIND $rows AS row RETURN row.a AS a, row.b AS b"

    taken = ladybug_store.write(lambda work: work(cypher, {"rows": rows}))

    assert taken == rows


def test_an_answer_follows_each_commit_though_the_question_is_the_same(
    ladybug_store: Store,
) -> None:
    first = hand(("soil", "leaf", "-", "-"), ("-", "?", "?", "leaf"), id="first")
    second = hand(("a", "a", "a", "a"), ("b", "b", "-", "b"), ("b", "-", "b", "-"), id="second")
    happening = happen([*first, *second], ladybug_store)
    next(happening)
    ask("together-at", {"document": "first", "step": 1}, store=ladybug_store)
    next(happening)

    rows = ask("together-at", {"document": "second", "step": 1}, store=ladybug_store)

    assert rows == []


def test_only_an_empty_store_that_nobody_else_has_open_is_filled(tmp_path: Path) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    other = open_store(store.url)
    assert store.filling() is None
    other.close()
    filling = store.filling()
    assert filling is not None
    filling.discard()
    create(store, "sap")
    assert store.filling() is None
    store.close()
    reader = open_store(store.url, read_only=True)
    assert reader.filling() is None
    reader.close()


def test_an_empty_store_opened_for_reading_is_not_filled(tmp_path: Path) -> None:
    open_store(f"ladybug:{tmp_path / 'graph'}").close()
    reader = open_store(f"ladybug:{tmp_path / 'graph'}", read_only=True)

    assert reader.filling() is None
    reader.close()


def test_a_store_that_lost_its_identity_is_not_filled(ladybug_store: Store) -> None:
    change = "MATCH (s:Store) DELETE s CREATE (:Concept {name: 'sap'})"
    ladybug_store.write(lambda work: work(change, {}))

    with pytest.raises(Unreachable, match="no longer holds a graph"):
        ladybug_store.filling()


@pytest.mark.parametrize("finished", [True, False])
def test_a_filling_leaves_no_file_of_its_own_and_takes_those_of_a_killed_one(
    tmp_path: Path, finished: bool
) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    for name in (".graph.filling-old", ".other.filling-old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Step.arrow").touch()

    filling = filling_of(store, "a", "b")
    assert len([*tmp_path.glob(".graph.filling-*")]) == 1
    filling.finish() if finished else filling.discard()
    filling.discard()

    assert {file.name for file in tmp_path.glob(".*")} == {".other.filling-old"}
    documents = [each.document for each in list_documents(store)]
    assert documents == (["a", "b"] if finished else [])
    store.close()


def test_a_filled_store_stays_as_private_and_the_same_store_and_is_written_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "graph"
    store = open_store(f"ladybug:{path}")
    identity = store.identity()
    path.chmod(0o640)

    filling_of(store, "a").finish()

    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert store.identity() == identity
    assert write([reading(graph("b"))], store=store, clock=lambda: NOON) == ["b:1"]
    store.close()
    store = open_store(store.url, read_only=True)
    assert [each.document for each in list_documents(store)] == ["a", "b"]
    store.close()


def test_a_store_that_was_filled_meanwhile_keeps_what_it_has(ladybug_store: Store) -> None:
    filling = filling_of(ladybug_store, "a")
    create(ladybug_store, "sap")

    with pytest.raises(StoreError, match="was filled by another program meanwhile"):
        filling.finish()

    filling.discard()
    assert ladybug_store.ask(CONCEPTS, {}) == [{"name": "sap"}]
    assert list_documents(ladybug_store) == []


def test_a_store_that_was_opened_elsewhere_meanwhile_is_not_replaced(ladybug_store: Store) -> None:
    filling = filling_of(ladybug_store, "a")
    other = open_store(ladybug_store.url)

    with pytest.raises(StoreError, match="in use elsewhere"):
        filling.finish()

    filling.discard()
    other.close()
    assert list_documents(ladybug_store) == []


def test_a_store_is_closed_for_good_only_once(tmp_path: Path) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    create(store, "sap")
    store.close_rewritten()
    store.close()

    again = open_store(store.url)
    assert again.ask(CONCEPTS, {}) == [{"name": "sap"}]
    again.close()


def fill_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the engine refuse a question twice, as it does when its memory is full."""
    refusals = [StoreError("the buffer pool is full")] * 2
    run = ladybug._run

    def failing(*arguments: Any, **keywords: Any) -> Any:
        if refusals:
            raise refusals.pop()
        return run(*arguments, **keywords)

    monkeypatch.setattr(ladybug, "_run", failing)


def test_the_small_pool_of_an_ingest_is_enlarged_before_it_has_written_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    create(store, "sap")
    store.close()
    store = open_store(store.url, small_transactions=True)

    fill_pool(monkeypatch)

    assert store.ask(CONCEPTS, {}) == [{"name": "sap"}]
    create(store, "tea")
    assert len(store.ask(CONCEPTS, {})) == 2
    store.close()


def test_a_store_that_is_only_read_gets_no_larger_pool_and_answers_the_next_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    create(store, "sap")
    store.close()
    reader = open_store(store.url, read_only=True, small_transactions=True)

    fill_pool(monkeypatch)

    with pytest.raises(StoreError, match="ran out of memory"):
        reader.ask(CONCEPTS, {})
    assert reader.ask(CONCEPTS, {}) == [{"name": "sap"}]
    reader.close()


def test_a_copy_that_is_not_complete_does_not_take_the_place_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    create(store, "sap")

    with monkeypatch.context() as within:
        within.setattr(ladybug, "_pasted", lambda _path: (1, 0))
        with pytest.raises(StoreError, match="could not be copied completely"):
            store.close_rewritten()

    assert store.ask(CONCEPTS, {}) == [{"name": "sap"}]
    assert [file.name for file in tmp_path.iterdir() if file.is_dir()] == []
    store.close()
