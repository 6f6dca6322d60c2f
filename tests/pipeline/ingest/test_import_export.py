"""An export put into another store of either engine is that store again, its past included."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from pipeline.errors import BadInput, StoreError
from pipeline.exports.records import export_lines, graph_of, graph_record
from pipeline.ingest import import_export, transactions
from pipeline.ingest.import_export import ImportResult, import_lines
from pipeline.ingest.progress import IngestResult
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger.ledger import Ledger, open_ledger, store_key
from pipeline.ledger.tables import State
from pipeline.questions.catalogue import ask
from pipeline.settings import load_settings
from pipeline.sources import discover
from pipeline.stores import Store, open_store
from pipeline.stores.concepts import Attribution, decisions, merge, split_in
from pipeline.stores.erase import erase, holdings
from pipeline.stores.read import list_readings, read_graph
from pipeline.stores.restore import restore
from pipeline.stores.write import close, write
from tests.support.fake_reader import FakeReader
from tests.support.graphs import HOSTILE, graph, graphs, reading

YEARS = [datetime(year, 1, 1) for year in range(2020, 2030)]


def at(year: int) -> datetime:
    return datetime(year, 1, 1)


@pytest.fixture
def origin(tmp_path: Path) -> Iterator[Store]:
    """Documents that were read twice, closed and forgotten, and decisions about concepts."""
    store = open_store(f"ladybug:{tmp_path / 'origin'}")
    write([reading(graph("a", ("soil", "root")))], store=store, clock=lambda: at(2020))
    again = reading(graph("a", ("soil", "?", "-")), 3)
    write([again, reading(graph("b"))], store=store, clock=lambda: at(2021))
    write([reading(graph(name)) for name in HOSTILE], store=store, clock=lambda: at(2022))
    write([reading(graph("gone")), reading(graph("lost"))], store=store, clock=lambda: at(2022))
    close({"gone": "gone:1"}, store=store, clock=lambda: at(2023))
    split_in("b", "water", "brine", store=store, attribution=Attribution("Ada", at(2024), "salt"))
    merge("h2o", "water", store=store, attribution=Attribution("Ada", at(2025), ""))
    erase("lost", store=store, clock=lambda: at(2026))
    yield store
    store.close()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}") as opened:
        yield opened


def imported(lines: list[str], store: Store, ledger: Ledger) -> ImportResult:
    return import_lines(lines, store=store, ledger=ledger, name="all.jsonl")


def bulk_imported(lines: list[str], store: Store, ledger: Ledger) -> ImportResult:
    """Import two readings at a time, which is enough to fill an empty store in bulk."""
    return import_lines(lines, store=store, ledger=ledger, name="all.jsonl", at_once=2)


def test_an_imported_store_exports_the_same_lines(origin, store, ledger):
    lines = list(export_lines(origin))

    result = imported(lines, store, ledger)

    assert list(export_lines(store)) == lines
    assert (result.documents, result.written) == (3 + len(HOSTILE), 4 + len(HOSTILE))
    assert (result.decisions, result.forgotten) == (2, 1)
    assert decisions(store) == decisions(origin)
    assert holdings("lost", store=store).forgotten_at == at(2026)


def test_questions_are_answered_the_same_now_and_in_the_past(origin, store, ledger):
    imported(list(export_lines(origin)), store, ledger)

    for moment in (*YEARS, None):
        for name in ("documents", "trackers"):
            parameters = {} if name == "documents" else {"concept": "water"}
            rows = [ask(name, parameters, store=each, as_of=moment) for each in (origin, store)]
            assert sorted(map(str, rows[0])) == sorted(map(str, rows[1]))
    for document in ("a", "b", "gone"):
        assert list_readings(store, document) == list_readings(origin, document)
    assert read_graph("a", store=store, as_of=at(2020)) == graph("a", ("soil", "root"))


def test_importing_again_changes_nothing(origin, store, ledger):
    lines = list(export_lines(origin))
    imported(lines, store, ledger)

    again = imported(lines, store, ledger)

    assert (again.written, again.unchanged) == (0, 4 + len(HOSTILE))
    assert list(export_lines(store)) == lines


def test_readings_with_many_facts_are_imported_in_several_transactions(
    origin, ladybug_store, ledger, monkeypatch
):
    lines = list(export_lines(origin))
    monkeypatch.setattr(transactions, "FACTS_AT_ONCE", 1)
    sizes = []

    def noting(past, *, store):
        sizes.append(len(past))
        return restore(past, store=store)

    monkeypatch.setattr(import_export, "restore", noting)

    result = imported(lines, ladybug_store, ledger)

    assert sizes == [1] * (4 + len(HOSTILE))
    assert (result.documents, result.written) == (3 + len(HOSTILE), 4 + len(HOSTILE))
    assert list(export_lines(ladybug_store)) == lines


def test_an_empty_store_is_filled_in_bulk_and_is_then_like_any_other(
    origin, ladybug_store, ledger, monkeypatch
):
    monkeypatch.setattr("pipeline.ingest.import_export.restore", None)  # it writes in transactions
    lines, identity = list(export_lines(origin)), ladybug_store.identity()

    result = bulk_imported(lines, ladybug_store, ledger)
    monkeypatch.undo()

    assert list(export_lines(ladybug_store)) == lines
    assert (result.documents, result.written) == (3 + len(HOSTILE), 4 + len(HOSTILE))
    assert result.unchanged == 0
    assert ladybug_store.identity() == identity
    states = Counter(
        row.state for row in ledger.reports.documents(store=store_key(ladybug_store.url))
    )
    expected = {State.WRITTEN: 2 + len(HOSTILE), State.GONE: 1, State.FORGOTTEN: 1}
    assert states == expected
    again = bulk_imported(lines, ladybug_store, ledger)
    assert (again.written, again.unchanged) == (0, 4 + len(HOSTILE))
    write([reading(graph("new"))], store=ladybug_store, clock=lambda: at(2027))
    assert len(list_readings(ladybug_store)) == 5 + len(HOSTILE)


def test_a_store_that_is_filled_and_closed_is_opened_again(origin, tmp_path, ledger):
    url, lines = f"ladybug:{tmp_path / 'filled'}", list(export_lines(origin))
    with closing(open_store(url)) as store:
        bulk_imported(lines, store, ledger)

    with closing(open_store(url, read_only=True)) as store:
        assert list(export_lines(store)) == lines
    assert [path.name for path in tmp_path.glob("*filled*")] == ["filled"]


def test_a_disk_that_is_full_is_one_line_and_the_store_stays_empty(
    origin, ladybug_store, ledger, monkeypatch
):
    def full(self, rows):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pipeline.stores.ladybug_bulk.FileFilling._keep", full)
    with pytest.raises(StoreError, match="could not be filled: .*No space left"):
        bulk_imported(list(export_lines(origin)), ladybug_store, ledger)

    assert list(export_lines(ladybug_store)) == []
    assert not ledger.reports.documents(store=store_key(ladybug_store.url))


def test_nothing_is_stored_of_a_file_with_an_invalid_last_line(origin, ladybug_store, ledger):
    readings = [line for line in export_lines(origin) if "record" not in json.loads(line)]

    with pytest.raises(BadInput, match="not a line of"):
        bulk_imported([*readings, "{"], ladybug_store, ledger)

    assert list(export_lines(ladybug_store)) == []
    assert not ledger.reports.documents(store=store_key(ladybug_store.url))
    assert bulk_imported(readings, ladybug_store, ledger).written == len(readings)


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 3), (3, 2, 1, 0), (0, 1, 0, 1, 2, 3)])
def test_readings_that_are_not_sorted_or_come_twice_are_stored_once(
    origin, ladybug_store, ledger, order
):
    lines = [line for line in export_lines(origin) if "record" not in json.loads(line)][:4]
    if order[0]:  # readings of one document only in order
        lines = [line for line in lines if json.loads(line)["number"] == 1]
        order = range(len(lines) - 1, -1, -1)

    bulk_imported([lines[index] for index in order], ladybug_store, ledger)

    assert list(export_lines(ladybug_store)) == lines


def test_a_kill_before_the_new_file_is_in_place_leaves_an_empty_store(origin, tmp_path, ledger):
    url, export = f"ladybug:{tmp_path / 'filled'}", tmp_path / "all.jsonl"
    export.write_text("".join(f"{line}\n" for line in export_lines(origin)), encoding="utf-8")
    code = f"""
import os, pathlib
from pipeline.ingest.import_export import import_lines
from pipeline.ledger.ledger import open_ledger
from pipeline.stores import open_store
pathlib.Path.replace = lambda *paths: os._exit(9)
with open_ledger({f"sqlite:///{tmp_path / 'other.db'}"!r}) as ledger:
    lines = open({str(export)!r}, encoding="utf-8")
    import_lines(lines, store=open_store({url!r}), ledger=ledger, name="x", at_once=2)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 9, done.stderr
    assert len(list(tmp_path.glob(".filled.filling-*"))) == 1

    with closing(open_store(url)) as store:
        assert list(export_lines(store)) == []
        bulk_imported(list(export_lines(origin)), store, ledger)
        assert list(export_lines(store)) == list(export_lines(origin))
    assert not list(tmp_path.glob(".filled.filling-*"))


def test_a_later_export_brings_what_is_new_and_closes_what_was_closed(origin, store, ledger):
    imported(list(export_lines(origin)), store, ledger)
    write([reading(graph("a"), 4)], store=origin, clock=lambda: at(2027))
    close({"b": "b:1"}, store=origin, clock=lambda: at(2027))

    result = imported(list(export_lines(origin)), store, ledger)

    assert result.written == 1
    assert list(export_lines(store)) == list(export_lines(origin))


def test_another_history_of_a_document_is_refused_and_nothing_of_it_is_changed(
    origin, store, ledger
):
    write([reading(graph("a"))], store=store, clock=lambda: at(2019))
    before = list(export_lines(store))

    with pytest.raises(BadInput, match="other readings of 'a'.* empty store"):
        imported(list(export_lines(origin)), store, ledger)

    assert list(export_lines(store)) == before


def test_a_forgotten_document_is_left_out_and_all_others_are_imported(origin, store, ledger):
    erase("b", store=store, clock=lambda: at(2027))
    lines = list(export_lines(origin))

    result = imported(lines, store, ledger)

    assert result.left_out == ["b"]
    assert (result.documents, result.written) == (2 + len(HOSTILE), 3 + len(HOSTILE))
    assert holdings("b", store=store).forgotten_at == at(2027)
    of_b = [line for line in lines if json.loads(line).get("document") == "b"]
    kept = [line for line in export_lines(store) if json.loads(line).get("document") != "b"]
    assert kept == [line for line in lines if line not in of_b]
    assert len(of_b) == 2  # its reading, and a decision about a concept in it
    assert ledger.reports.document(store_key(store.url), "b") is None


def broken(**changed: object) -> str:
    store = json.loads(json.dumps(graph_record(graph())))
    history = {"model": "m", "checkpoint": "", "settings": "{}", "source": "", "number": 1}
    times = {"recorded_from": "2020-01-01T00:00:00", "recorded_until": None}
    return json.dumps({**store, **history, **times, **changed})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not a line of 'stepgraph export'"),
        ("[1]", "not a line of"),
        ('{"document": "a"}', "with --current"),
        (broken(text="another"), "does not have the SHA-256"),
        (broken(recorded_from="soon"), "soon"),
        (broken(steps=[{}]), "lacks 'number'"),
        (broken(instances=[{"entity": "x", "concept": "y"}]), "'x' is not among"),
        ('{"record": "dream"}', "lacks 'name'"),
    ],
)
def test_a_line_that_was_not_exported_is_rejected_by_number(ladybug_store, ledger, line, message):
    with pytest.raises(BadInput, match=r"all.jsonl, line 2: ") as raised:
        imported([broken(), line], ladybug_store, ledger)

    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs())
def test_any_graph_is_the_same_after_its_record(made):
    assert (
        graph_of(json.loads(json.dumps(graph_record(made) | {"source": made.document.source})))
        == made
    )


def run(
    folder: Path, state: Path, store: str | None = None, identity: str = "fake 1"
) -> IngestResult:
    with open_ingestion(load_settings(state=state, store=store), FakeReader(identity)) as work:
        return ingest(discover([str(folder)]), work)


@pytest.fixture
def moved(tmp_path: Path) -> tuple[Path, Path, str]:
    """A folder that was ingested, its state, and another store that has the export."""
    folder, state, other = tmp_path / "docs", tmp_path / "state", f"ladybug:{tmp_path / 'other'}"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.txt").write_text(f"Water {name} boils. Steam rises.")
    run(folder, state)
    source = open_store(load_settings(state=state).store, read_only=True)
    target = open_store(other)
    with open_ledger(load_settings(state=state).ledger) as ledger:
        imported(list(export_lines(source)), target, ledger)
    source.close()
    target.close()
    return folder, state, other


def test_what_was_moved_is_not_read_again(moved):
    folder, state, other = moved

    result = run(folder, state, other)

    assert (result.found, result.unchanged, result.written) == (3, 3, 0)


def test_with_a_ledger_that_never_knew_it_the_moved_is_read_but_not_written_again(moved, tmp_path):
    folder, state, other = moved
    source = open_store(load_settings(state=state).store, read_only=True)
    fresh = open_store(f"ladybug:{tmp_path / 'fresh'}")
    with open_ledger(f"sqlite:///{tmp_path / 'new' / 'ledger.db'}") as ledger:
        imported(list(export_lines(source)), fresh, ledger)
        rows = ledger.reports.documents(store=store_key(fresh.url))
        assert {row.state for row in rows} == {State.WRITTEN}
    source.close()
    fresh.close()

    first = run(folder, tmp_path / "new", fresh.url)
    second = run(folder, tmp_path / "new", fresh.url)

    assert (first.written, second.unchanged) == (3, 3)
    store = open_store(fresh.url, read_only=True)
    assert [stored.number for stored in list_readings(store)] == [1, 1, 1]
    store.close()


def test_another_reader_reads_the_moved_anew(moved):
    folder, state, other = moved

    assert run(folder, state, other, identity="fake 2").written == 3

    store = open_store(other, read_only=True)
    assert [stored.number for stored in list_readings(store, "a.txt")] == [1, 2]
    store.close()
