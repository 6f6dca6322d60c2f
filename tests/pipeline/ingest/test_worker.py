"""A worker takes whatever is due, stops when it is asked to, and leaves nothing leased."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pipeline.ingest.discover import Discovery, register_sources
from pipeline.ingest.worker import WorkerResult, open_worker
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import State
from pipeline.settings import Settings, load_settings
from pipeline.stores import open_store
from pipeline.stores.read import list_readings
from tests.support.fake_reader import FakeReader
from tests.support.folders import folder_of


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state", batch_size=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(tmp_path / "docs", "abcdefgh")


def discovered(folder: Path, settings: Settings, *, prune: bool = False) -> Discovery:
    return register_sources([str(folder)], settings, FakeReader(), prune=prune)


def work(
    settings: Settings, reader: FakeReader, leaving: threading.Event | None = None
) -> WorkerResult:
    with open_worker(settings, reader, leaving=leaving) as worker:
        worker.run()
        return worker.result()


def counts(settings: Settings) -> dict[State, int]:
    with open_ledger(settings.ledger, must_exist=True) as ledger:
        return ledger.reports.counts()


def test_what_discovery_registers_a_worker_reads(folder, settings):
    (folder / "bad.txt").write_bytes(b"\0")
    (folder / "poison.txt").write_text("POISON it.")

    discovery = discovered(folder, settings)
    assert (discovery.found, discovery.due, len(discovery.failed)) == (10, 9, 1)
    result = work(settings, FakeReader())

    assert (result.written, result.failed) == (8, 1)
    assert {group.documents for group in result.errors} == {("bad.txt",), ("poison.txt",)}
    assert counts(settings)[State.WRITTEN] == 8


def test_discovery_reads_nothing_and_finds_what_is_gone(folder, settings):
    discovered(folder, settings)
    work(settings, FakeReader())
    (folder / "a.txt").unlink()
    (folder / "b.txt").write_text("Ice melts.")

    discovery = discovered(folder, settings, prune=True)

    assert (discovery.found, discovery.unchanged, discovery.due, discovery.gone) == (
        7,
        6,
        1,
        ("a.txt",),
    )
    assert discovery.closed == 1
    store = open_store(settings.store, read_only=True)
    is_open = {reading.document: reading.is_open for reading in list_readings(store)}
    store.close()
    assert (is_open["a.txt"], is_open["b.txt"]) == (False, True)


def test_a_worker_reads_what_is_retried_though_no_run_found_it_since(folder, settings):
    discovered(folder, settings)
    work(settings, FakeReader())
    with open_ledger(settings.ledger) as ledger:
        ledger.reopen(["a.txt"], states=[State.WRITTEN], anew=True)

    assert work(settings, FakeReader()).written == 1


def test_a_worker_that_is_asked_to_leave_finishes_its_batches(folder, settings):
    discovered(folder, settings)
    leaving = threading.Event()

    class AskedMeanwhile(FakeReader):
        def read(self, documents, *, stage):
            leaving.set()
            return super().read(documents, stage=stage)

    result = work(settings, AskedMeanwhile(), leaving)

    now = counts(settings)
    assert 2 <= result.written < 8
    assert now[State.WRITTEN] == result.written
    assert (now[State.CLAIMED], now[State.PENDING]) == (0, 8 - result.written)


def test_a_worker_stays_for_what_comes_meanwhile(folder, settings):
    leaving = threading.Event()
    with open_worker(settings, FakeReader(), leaving=leaving, stay_seconds=60) as worker:
        thread = threading.Thread(target=worker.run)
        thread.start()
        with open_ledger(settings.ledger) as ledger:
            assert ledger.reports.counts()[State.PENDING] == 0
        _register_elsewhere(folder, settings)
        while counts(settings)[State.WRITTEN] < 8:
            assert thread.is_alive()
        leaving.set()
        thread.join(timeout=60)

    assert not thread.is_alive()


def _register_elsewhere(folder: Path, settings: Settings) -> None:
    """Register as another process would; this one has the embedded store open already."""
    from pipeline.ledger.entries import Run
    from pipeline.ledger.ledger import store_key
    from pipeline.sources import discover

    with open_ledger(settings.ledger) as ledger:
        run = Run(1, store_key(settings.store), FakeReader().identity)
        ledger.register(discover([str(folder)]), run=run)
