"""Parquet: tables with the columns of the schema, equal to the graphs that they were made of."""

from datetime import UTC, datetime
from pathlib import Path

import pyarrow.parquet
import pytest

from pipeline.errors import BadInput
from pipeline.exports import parquet
from pipeline.exports.parquet import save_parquet
from pipeline.exports.tables import TABLES
from pipeline.stores.read import read_graph
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import TEXTS as SENTENCES
from tests.pipeline.commands.conftest import reading
from tests.support.graphs import graph
from tests.support.graphs import reading as trip
from tests.support.hostile_graph import TEXTS, hostile_graph, hostile_readings

JANUARY = datetime(2026, 1, 1)


def tables_of(store, readings, folder, *, current=False):
    write(readings, store=store, clock=lambda: JANUARY)
    save_parquet(store, folder, current=current)
    return {
        name: pyarrow.parquet.read_table(folder / f"{name}.parquet").to_pylist() for name in TABLES
    }


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_states_and_changes_have_their_probabilities_and_their_evidence(store, tmp_path):
    tables = tables_of(store, [reading("a", "Photosynthesis")], tmp_path / "out")

    sugar = [row for row in tables["states"] if row["entity"] == "sugar"]
    assert [(row["state"], row["location"], row["kind"]) for row in sugar] == [
        (0, None, "nowhere"),
        (1, None, "nowhere"),
        (2, None, "nowhere"),
        (3, "leaf", "stated"),
        (4, "fruit", "stated"),
    ]
    assert [row["probability"] for row in sugar][3:] == [0.95, 0.6]
    soil = tables["presences"][0]
    assert soil == {
        "document": "a",
        "entity": "water; H2O",
        "location": "soil",
        "kind": "stated",
        "from_step": 0,
        "until_step": 1,
        "probabilities": [0.9],
        "evidence_step": 1,
        "char_start": 28,
        "char_end": 32,
        "sentence": SENTENCES[0],
    }
    [created] = [row for row in tables["changes"] if row["change"] == "create"]
    assert created == {
        "document": "a",
        "step": 3,
        "entity": "sugar",
        "change": "create",
        "origin": None,
        "destination": "leaf",
        "probability": 1.0,
        "evidence_step": 3,
        "char_start": None,
        "char_end": None,
        "sentence": SENTENCES[2],
    }


def test_every_row_of_a_graph_is_there(ladybug_store, tmp_path):
    tables = tables_of(ladybug_store, hostile_readings(), tmp_path / "out")

    documents = len(hostile_readings())
    stored = read_graph(TEXTS[0], store=ladybug_store)
    assert {name: len(rows) for name, rows in tables.items()} == {
        "documents": documents,
        "steps": documents * len(TEXTS),
        "entities": documents * len(TEXTS),
        "locations": documents * len(TEXTS),
        "states": documents * len(TEXTS) * (len(TEXTS) + 1),
        "presences": documents * len(stored.presences),
        "changes": documents * len(stored.events),
        "materials": documents * len(TEXTS),
        "quantities": documents * len(TEXTS),
    }


def test_hostile_texts_are_values(ladybug_store, tmp_path):
    tables = tables_of(ladybug_store, [trip(hostile_graph("a", timed=True))], tmp_path / "out")

    assert [row["text"] for row in tables["steps"]] == list(TEXTS)
    assert [row["name"] for row in tables["entities"]] == list(TEXTS)
    assert {row["name"] for row in tables["locations"]} == set(TEXTS)
    assert {row["unit"] for row in tables["quantities"]} == set(TEXTS)
    assert tables["steps"][0]["starts_at"] == datetime(2025, 6, 7, 8, 1, 10, tzinfo=UTC)
    amounts = [row for row in tables["quantities"] if row["material"] is not None]
    assert {row["sentence"] for row in amounts} == {None}
    assert {row["char_start"] for row in amounts} == {None}


def test_only_readings_that_hold_are_in_the_tables(ladybug_store, tmp_path):
    write([trip()], store=ladybug_store, clock=lambda: JANUARY)
    newer = trip(graph(states=("soil", "root", "-")), 2)

    tables = tables_of(ladybug_store, [newer], tmp_path / "out")

    assert [row["number"] for row in tables["documents"]] == [2]
    assert [row["change"] for row in tables["changes"]] == ["move", "destroy"]


def test_a_table_without_rows_has_its_columns(ladybug_store, tmp_path):
    save_parquet(ladybug_store, tmp_path / "out")

    for name, table in TABLES.items():
        schema = pyarrow.parquet.read_schema(tmp_path / "out" / f"{name}.parquet")
        assert schema.names == [column.name for column in table.columns]


def test_stores_of_equal_content_give_equal_bytes_with_current(ladybug_store, tmp_path):
    from pipeline.stores import open_store

    other = open_store(f"ladybug:{tmp_path / 'other.lbug'}")
    for store, number, day in ((ladybug_store, 1, 1), (other, 2, 2)):
        write([trip(number=number)], store=store, clock=lambda day=day: datetime(2026, 1, day))
        save_parquet(store, tmp_path / f"content-{number}", current=True)
        save_parquet(store, tmp_path / f"all-{number}")
    other.close()

    assert contents(tmp_path / "content-1") == contents(tmp_path / "content-2")
    assert contents(tmp_path / "all-1") != contents(tmp_path / "all-2")


@pytest.mark.neo4j
def test_both_engines_give_the_same_bytes(ladybug_store, neo4j_store, tmp_path):
    for name, store in (("ladybug", ladybug_store), ("neo4j", neo4j_store)):
        write(hostile_readings(), store=store, clock=lambda: JANUARY)
        save_parquet(store, tmp_path / name)

    assert contents(tmp_path / "ladybug") == contents(tmp_path / "neo4j")


def test_rows_are_written_in_groups(ladybug_store, tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "ROWS_A_GROUP", 2)

    tables = tables_of(ladybug_store, [reading("a", "Photosynthesis")], tmp_path / "out")

    file = pyarrow.parquet.ParquetFile(tmp_path / "out" / "steps.parquet")
    assert file.num_row_groups == 2
    assert [row["number"] for row in tables["steps"]] == [1, 2, 3, 4]


def test_an_older_export_is_replaced_and_anything_else_is_kept(ladybug_store, tmp_path):
    save_parquet(ladybug_store, tmp_path / "out")
    save_parquet(ladybug_store, tmp_path / "out")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    (tmp_path / "file").write_text("")

    with pytest.raises(BadInput, match="holds other files .letter.txt"):
        save_parquet(ladybug_store, tmp_path / "mine")
    with pytest.raises(BadInput, match="is a file"):
        save_parquet(ladybug_store, tmp_path / "file")

    assert (tmp_path / "mine" / "letter.txt").read_text() == "dear"
    assert sorted(path.name for path in tmp_path.glob(".*.part")) == []


def test_an_export_that_fails_leaves_the_old_one(ladybug_store, tmp_path, monkeypatch):
    save_parquet(ladybug_store, tmp_path / "out")
    before = contents(tmp_path / "out")
    write([trip()], store=ladybug_store, clock=lambda: JANUARY)

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet, "rows_of_reading", fail)
    with pytest.raises(BadInput, match="No space left"):
        save_parquet(ladybug_store, tmp_path / "out")

    assert contents(tmp_path / "out") == before
