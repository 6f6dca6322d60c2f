"""A Neo4j that was filled by its own loader is the store that was exported."""

from __future__ import annotations

import json
import os
from contextlib import closing
from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.exports.records import export_lines
from pipeline.ingest.import_export import import_lines, write_admin_files
from pipeline.ledger.ledger import open_ledger
from pipeline.stores import open_store
from pipeline.stores.concepts import Attribution, merge, split_in
from pipeline.stores.neo4j_bulk import ARGUMENTS
from pipeline.stores.write import close, write
from tests.support.graphs import HOSTILE, document, graph, reading
from tests.support.neo4j_server import neo4j_server


def at(year: int) -> datetime:
    return datetime(year, 1, 1)


@pytest.fixture
def lines(tmp_path):
    """Documents that were read twice and closed, and decisions about concepts."""
    with closing(open_store(f"ladybug:{tmp_path / 'origin'}")) as store:
        write([reading(graph("a", ("soil", "root")))], store=store, clock=lambda: at(2020))
        again = reading(graph("a", ("soil", "?", "-")), 3)
        write([again, reading(graph("b"))], store=store, clock=lambda: at(2021))
        write([reading(graph(name)) for name in HOSTILE], store=store, clock=lambda: at(2022))
        close({"b": "b:1"}, store=store, clock=lambda: at(2023))
        split_in(
            "a", "water", "brine", store=store, attribution=Attribution("Ada", at(2024), "salt")
        )
        merge("h2o", "water", store=store, attribution=Attribution("Ada", at(2025), ""))
        yield list(export_lines(store))


@pytest.mark.neo4j
@pytest.mark.skipif("NEO4J_URI" in os.environ, reason="needs a server that may be stopped")
def test_what_the_loader_fills_is_completed_by_an_import_and_equal(lines, tmp_path):
    files = tmp_path / "the files"
    done = write_admin_files(lines, files, name="all.jsonl", at_once=3)
    assert (done.documents, done.written, done.decisions) == (2 + len(HOSTILE), 3 + len(HOSTILE), 2)

    with neo4j_server() as server:
        server.stop()
        command = ("database", "import", "full", "neo4j", "--overwrite-destination=true")
        server.administer(*command, f"@{files / ARGUMENTS}")
        server.start()
        login = {"username": server.username, "password": server.password}
        with (
            closing(open_store(server.url, **login)) as store,
            open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}") as ledger,
        ):
            imported = import_lines(lines, store=store, ledger=ledger, name="all.jsonl", at_once=3)
            stored_lines = list(export_lines(store))

    assert stored_lines == lines
    assert (imported.written, imported.unchanged) == (0, 3 + len(HOSTILE))


def test_files_of_an_export_that_ends_badly_are_not_left(lines, tmp_path):
    with pytest.raises(BadInput, match="line .*: not a line of"):
        write_admin_files([*lines, "{"], tmp_path / "files", name="all.jsonl", at_once=3)

    assert not list((tmp_path / "files").iterdir())


def test_a_folder_with_something_in_it_is_refused(lines, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")

    with pytest.raises(BadInput, match="is not empty; give a new folder"):
        write_admin_files(lines, tmp_path, name="all.jsonl", at_once=3)

    assert (tmp_path / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["file/below", "/dev/null"])
def test_a_folder_that_cannot_be_is_refused_in_one_line(lines, tmp_path, name):
    (tmp_path / "file").write_text("mine")

    with pytest.raises(BadInput, match="cannot write into .*"):
        write_admin_files(lines, tmp_path / name, name="all.jsonl", at_once=3)


def test_readings_in_another_order_are_refused(lines, tmp_path):
    readings = [line for line in lines if "record" not in json.loads(line)]

    with pytest.raises(BadInput, match="not sorted"):
        write_admin_files(readings[::-1], tmp_path / "files", name="all.jsonl", at_once=3)


def test_what_the_loader_could_not_keep_apart_is_refused(tmp_path):
    entity = Entity("water\x1fice", ("water\x1fice",))
    grid = Grid.from_texts([entity], [("soil", "root")])
    mixed = TemporalGraph.from_grid(document("a", ("Step 1: water.",)), grid)
    with closing(open_store(f"ladybug:{tmp_path / 'origin'}")) as store:
        write([reading(mixed)], store=store, clock=lambda: at(2020))
        lines = list(export_lines(store))

    with pytest.raises(BadInput, match=r"U\+001F"):
        write_admin_files(lines, tmp_path / "files", name="all.jsonl", at_once=3)


def test_a_text_longer_than_the_loader_reads_is_refused(tmp_path):
    with closing(open_store(f"ladybug:{tmp_path / 'origin'}")) as store:
        long = reading(graph("a"))
        whole = replace(long.graph.document, text=long.graph.document.text + " " * (3 << 20))
        longer = replace(long, graph=replace(long.graph, document=whole))
        write([longer], store=store, clock=lambda: at(2020))
        lines = list(export_lines(store))

    with pytest.raises(BadInput, match="longer than the loader reads"):
        write_admin_files(lines, tmp_path / "files", name="all.jsonl", at_once=3)
