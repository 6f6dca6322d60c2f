"""A forgotten document leaves store, ledger and spool, and returns only if that is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import UnknownDocument
from pipeline.ingest.progress import IngestResult
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger.clock import utc_now
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import State
from pipeline.maintenance.forget import allow_again, footprint_of, forget
from pipeline.settings import Settings, load_settings
from pipeline.sources import discover, spool
from pipeline.stores import open_store
from pipeline.stores.read import list_readings
from tests.support.fake_reader import FakeReader


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("Secretword boils. Steam rises.")
    (folder / "b.txt").write_text("Water boils. Steam rises.")
    return folder


def run(settings: Settings, path: Path) -> IngestResult:
    with open_ingestion(settings, FakeReader()) as work:
        return ingest(discover([str(path)]), work, inputs=[str(path)])


def numbers(settings: Settings, document: str) -> list[int]:
    store = open_store(settings.store, read_only=True)
    stored = [reading.number for reading in list_readings(store, document)]
    store.close()
    return stored


def bytes_kept(settings: Settings) -> bytes:
    files = [path for path in settings.state.rglob("*") if path.is_file()]
    return b"".join(path.read_bytes() for path in files).lower()


def test_nothing_of_it_is_left_in_any_file_but_its_id(folder, settings):
    run(settings, folder)
    (folder / "a.txt").write_text("UNUSABLE Secretword.")
    run(settings, folder)  # fails: the ledger holds an error about it
    assert b"secretword" in bytes_kept(settings)

    forget(footprint_of("a.txt", settings), settings, clock=utc_now)

    assert b"secretword" not in bytes_kept(settings)
    assert b"docs/./a.txt" not in bytes_kept(settings)
    assert b"a.txt" in bytes_kept(settings)
    assert numbers(settings, "b.txt") == [1]


def test_it_is_refused_with_a_fix_and_the_others_are_processed(folder, settings):
    run(settings, folder)
    forget(footprint_of("a.txt", settings), settings, clock=utc_now)
    (folder / "c.txt").write_text("Milk boils. It cools.")

    result = run(settings, folder)

    (failed,) = result.failed
    assert "stepgraph forget --lift 'a.txt'" in failed.error
    assert (result.found, result.written, result.unchanged) == (3, 1, 1)
    assert b"secretword" not in bytes_kept(settings)
    with open_ledger(settings.ledger) as ledger:
        assert ledger.reports.failures() == []
        assert ledger.reports.counts()[State.FORGOTTEN] == 1


def test_a_tombstone_in_the_store_holds_without_its_ledger(folder, settings):
    run(settings, folder)
    forget(footprint_of("a.txt", settings), settings, clock=utc_now)
    (settings.state / "ledger.db").unlink()

    result = run(settings, folder)

    (failed,) = result.failed
    assert "'a.txt' was forgotten" in failed.error
    assert numbers(settings, "a.txt") == []


def test_a_tombstone_in_the_ledger_holds_without_its_store(folder, settings):
    run(settings, folder)
    forget(footprint_of("a.txt", settings), settings, clock=utc_now)
    (settings.state / "graph.lbug").unlink()

    assert [failure.document_id for failure in run(settings, folder).failed] == ["a.txt"]


def test_once_allowed_it_starts_again_as_reading_1(folder, settings):
    run(settings, folder)
    (folder / "a.txt").write_text("Milk boils. It cools.")
    run(settings, folder)
    forget(footprint_of("a.txt", settings), settings, clock=utc_now)

    allow_again(footprint_of("a.txt", settings), settings)

    assert run(settings, folder).written == 1
    assert numbers(settings, "a.txt") == [1]


def test_what_was_not_forgotten_cannot_be_allowed_again(folder, settings):
    run(settings, folder)

    with pytest.raises(UnknownDocument, match="'a.txt' was not forgotten"):
        allow_again(footprint_of("a.txt", settings), settings)


def test_a_document_that_only_the_ledger_knows_can_be_forgotten(folder, settings):
    (folder / "a.txt").write_text("UNUSABLE Secretword.")
    run(settings, folder)

    footprint = footprint_of("a.txt", settings)
    forget(footprint, settings, clock=utc_now)

    assert (footprint.readings, footprint.in_ledger) == (0, True)
    assert b"docs/./a.txt" not in bytes_kept(settings)


def test_a_document_nobody_knows_is_refused(folder, settings):
    run(settings, folder)

    with pytest.raises(UnknownDocument, match="no document 'z'"):
        footprint_of("z", settings)


def test_our_copy_of_standard_input_goes_too(settings):
    path = spool(b"Secretword boils. Steam rises.", settings.state / "stdin")
    run(settings, path)
    assert b"secretword" in bytes_kept(settings)

    forget(footprint_of(path.stem, settings), settings, clock=utc_now)

    assert not path.exists()
    assert b"secretword" not in bytes_kept(settings)


def test_forgetting_without_a_ledger_makes_none(folder, settings):
    run(settings, folder)
    (settings.state / "ledger.db").unlink()

    forget(footprint_of("a.txt", settings), settings, clock=utc_now)

    assert not (settings.state / "ledger.db").exists()
    assert numbers(settings, "a.txt") == []
