"""Runs of different shards leave each other's documents alone, and together they are everything."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pipeline.exports.records import export_lines
from pipeline.ingest.discover import Discovery, register_sources
from pipeline.ingest.import_export import import_lines
from pipeline.ingest.once import ingest_once
from pipeline.ingest.progress import IngestResult
from pipeline.ledger.ledger import open_ledger
from pipeline.settings import Settings, load_settings
from pipeline.sources import WHOLE, Shard
from pipeline.stores import open_store
from tests.support.fake_reader import FakeReader
from tests.support.web_server import serving

FIRST, SECOND = Shard(1, 2), Shard(2, 2)
IDS = tuple(f"r{number}" for number in range(12))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The settings of machines that share a ledger and a store."""
    return load_settings(
        state=tmp_path / "state", sources=tmp_path / "stepgraph.toml", http_private=True
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.txt").write_text(f"Water {number} boils. Steam rises.")
    write_records(folder, IDS)
    return folder


def write_records(folder: Path, ids: tuple[str, ...], more: str = "") -> None:
    records = [{"id": name, "text": f"Water {name} boils. Steam rises."} for name in ids]
    (folder / "all.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in records) + more)


def run(settings: Settings, shard: Shard, *inputs: str | Path, prune: bool = True) -> IngestResult:
    names = list(map(str, inputs))
    return ingest_once(names, settings, FakeReader(), prune=prune, shard=shard)


def exported(settings: Settings, *, current: bool) -> list[str]:
    with closing(open_store(settings.store, read_only=True)) as store:
        return sorted(export_lines(store, current=current))


def held(shard: Shard, ids: tuple[str, ...] = IDS) -> tuple[str, ...]:
    return tuple(name for name in ids if shard.holds(name))


def test_shards_of_a_shared_ledger_read_every_document_once(folder, settings):
    results = [run(settings, shard, folder) for shard in (FIRST, SECOND)]
    whole = run(settings, WHOLE, folder)

    assert sum(result.found for result in results) == whole.found == whole.unchanged == 18
    assert all(result.found == result.written > 0 for result in results)
    assert all(result.gone == () for result in (*results, whole))


def test_a_shard_finds_only_its_own_documents_to_be_gone(folder, settings):
    run(settings, WHOLE, folder)
    removed = (*held(FIRST)[:2], *held(SECOND)[:2])
    write_records(folder, tuple(name for name in IDS if name not in removed))
    (folder / "0.txt").unlink()
    files = ("0.txt",)

    first, second = (run(settings, shard, folder) for shard in (FIRST, SECOND))

    assert set(first.gone) == {*removed, *files} & {*held(FIRST), *held(FIRST, files)}
    assert set(second.gone) == {*removed, *files} & {*held(SECOND), *held(SECOND, files)}
    assert len(first.gone) + len(second.gone) == first.closed + second.closed == 5


def test_the_last_of_a_shards_documents_in_a_file_is_found_to_be_gone(folder, settings):
    run(settings, WHOLE, folder)
    write_records(folder, held(SECOND))

    assert set(run(settings, FIRST, folder).gone) == set(held(FIRST))
    assert run(settings, SECOND, folder).gone == ()


def test_a_line_that_no_shard_can_identify_makes_nothing_gone_in_any(folder, settings):
    run(settings, WHOLE, folder)
    write_records(folder, (held(FIRST)[0], held(SECOND)[0]), more='{"id": \n')

    results = [run(settings, shard, folder) for shard in (FIRST, SECOND)]

    assert [result.gone for result in results] == [(), ()]
    assert sum(len(result.failed) for result in results) == 1


def test_a_broken_record_of_another_shard_hides_nothing_from_this_one(folder, settings):
    run(settings, WHOLE, folder)
    broken = held(SECOND)[0]
    write_records(folder, held(SECOND)[1:], more=json.dumps({"id": broken, "text": ""}) + "\n")

    assert set(run(settings, FIRST, folder).gone) == set(held(FIRST))
    result = run(settings, SECOND, folder)
    assert ([failure.document_id for failure in result.failed], result.gone) == ([broken], ())


def test_rows_of_a_table_are_read_and_closed_by_their_own_shard(tmp_path, settings):
    url = f"sqlite:///{tmp_path / 'kitchen.db'}"
    settings.sources.write_text(
        f'[sql.recipes]\nurl = "{url}"\ntable = "recipes"\ntext = "body"\nwatermark = "changed"\n'
    )
    numbers = range(20)
    ids = tuple(f"recipes/{number}" for number in numbers)
    with sqlite3.connect(tmp_path / "kitchen.db") as database:
        database.execute("CREATE TABLE recipes (number INTEGER PRIMARY KEY, body, changed TEXT)")
        rows = [(number, "Water falls. It rests.", "monday") for number in numbers]
        database.executemany("INSERT INTO recipes VALUES (?, ?, ?)", rows)
    for shard in (FIRST, SECOND):
        assert run(settings, shard, "sql:recipes").written == len(held(shard, ids))

    with sqlite3.connect(tmp_path / "kitchen.db") as database:
        database.execute("DELETE FROM recipes WHERE number < 10")
        database.execute("UPDATE recipes SET body = 'Tea cools.', changed = 'tuesday'")

    for shard in (FIRST, SECOND):
        result = run(settings, shard, "sql:recipes")
        assert set(result.gone) == set(held(shard, ids[:10])) != set()
        assert result.written == result.found == len(held(shard, ids[10:]))


def test_entries_of_a_feed_are_read_and_closed_by_their_own_shard(settings):
    with serving() as site:  # its port, and so each shard's part, is another in every run
        urls = tuple(site.put(f"/{number}.txt", f"Water {number} falls.") for number in range(40))
        feed = site.put("/feed.json", json.dumps(urls), "application/json", etag='"1"')
        # the second has the list from the first: the feed is the same
        for shard in (FIRST, SECOND):
            assert run(settings, shard, feed).written == len(held(shard, urls))

        site.put("/feed.json", json.dumps(urls[20:]), "application/json", etag='"2"')

        for shard in (FIRST, SECOND):
            result = run(settings, shard, feed)
            assert set(result.gone) == set(held(shard, urls[:20])) != set()
            assert result.found == len(held(shard, urls[20:]))


def test_failures_that_a_feed_no_longer_lists_are_forgotten_by_their_own_shard(settings):
    with serving() as site:
        urls = [f"{site.url}/missing-{number}.txt" for number in range(12)]
        feed = site.put("/feed.json", json.dumps(urls), "application/json")
        run(settings, WHOLE, feed)
        site.put("/feed.json", json.dumps([site.put("/a.txt", "Water falls.")]), "application/json")

        run(settings, FIRST, feed)

    with open_ledger(settings.ledger) as ledger:
        left = {failure.document_id for failure in ledger.reports.failures()}
    assert left == set(held(SECOND, tuple(urls))) != set()


def test_a_scheduled_scan_registers_its_own_shard_alone(folder, settings):
    def scan(shard: Shard) -> Discovery:
        return register_sources([str(folder)], settings, FakeReader(), shard=shard)

    results = scan(FIRST), scan(SECOND)

    assert sum(result.due for result in results) == 18
    assert [result.gone for result in results] == [(), ()]


def test_exports_of_shards_that_share_nothing_are_imported_into_the_whole(
    folder, settings, tmp_path
):
    machines = [load_settings(state=tmp_path / f"machine-{number}") for number in (1, 2, 3)]
    merged = load_settings(state=tmp_path / "merged")
    for number, machine in enumerate(machines, start=1):
        run(machine, Shard(number, 3), folder)
    run(settings, WHOLE, folder)

    store = open_store(merged.store)
    with closing(store), open_ledger(merged.ledger) as ledger:
        for machine in machines:
            lines = exported(machine, current=False)
            imported = import_lines(lines, store=store, ledger=ledger, name="export.jsonl")
            assert imported.written == len(lines) > 0

    assert exported(merged, current=True) == exported(settings, current=True)
    before = exported(merged, current=False)
    assert run(merged, WHOLE, folder).found == 18
    assert exported(merged, current=False) == before
