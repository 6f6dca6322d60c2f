"""Gone documents are reported, closed with prune, and read again if their source returns."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.errors import UnknownDocument
from pipeline.ingest.progress import IngestResult
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.ledger.administration import Administration
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import State
from pipeline.settings import Settings, load_settings
from pipeline.sources import discover
from pipeline.stores import open_store
from pipeline.stores.read import StoredReading, list_readings, read_graph
from tests.support.fake_reader import FakeReader


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "inner").mkdir(parents=True)
    for name in ("a.txt", "b.txt", "inner/c.txt"):
        (folder / name).write_text(f"Water {name} boils. Steam rises.")
    (folder / "some.jsonl").write_text(line("one") + line("two"))
    return folder


def line(name: str) -> str:
    return f'{{"id": "{name}", "text": "Water {name} boils. Steam rises."}}\n'


def run(settings: Settings, *paths: Path, prune: bool = False) -> IngestResult:
    inputs = [str(path) for path in paths]
    with open_ingestion(settings, FakeReader()) as work:
        return ingest(discover(inputs), work, inputs=inputs, prune=prune)


def readings(settings: Settings, document: str) -> list[StoredReading]:
    store = open_store(settings.store, read_only=True)
    stored = list_readings(store, document)
    store.close()
    return stored


def test_what_is_gone_is_reported_and_left_open(folder, settings):
    run(settings, folder)
    (folder / "a.txt").unlink()

    result = run(settings, folder)

    assert (result.gone, result.closed) == (("a.txt",), 0)
    assert (result.found, result.unchanged, result.failed) == (4, 4, ())
    assert readings(settings, "a.txt")[-1].is_open


def test_with_prune_its_reading_is_closed_and_the_past_stays(folder, settings):
    run(settings, folder)
    (folder / "a.txt").unlink()

    result = run(settings, folder, prune=True)

    assert (result.gone, result.closed) == (("a.txt",), 1)
    (reading,) = readings(settings, "a.txt")
    assert not reading.is_open
    store = open_store(settings.store, read_only=True)
    assert read_graph("a.txt", store=store, as_of=reading.recorded_from).n_steps == 2
    with pytest.raises(UnknownDocument, match="was closed"):
        read_graph("a.txt", store=store)
    store.close()
    with open_ledger(settings.ledger) as ledger:
        assert ledger.reports.counts()[State.GONE] == 1


def test_what_was_closed_is_not_reported_again(folder, settings):
    run(settings, folder)
    (folder / "a.txt").unlink()
    run(settings, folder, prune=True)

    again = run(settings, folder, prune=True)

    assert (again.gone, again.closed) == ((), 0)


def test_a_source_that_comes_back_is_a_new_reading(folder, settings):
    run(settings, folder)
    text = (folder / "a.txt").read_text()
    (folder / "a.txt").unlink()
    run(settings, folder, prune=True)
    (folder / "a.txt").write_text(text)

    result = run(settings, folder)

    assert result.written == 1
    first, second = readings(settings, "a.txt")
    assert first.recorded_until < second.recorded_from
    assert (second.number, second.is_open) == (2, True)


def test_a_line_that_is_gone_from_its_file_is_gone(folder, settings):
    run(settings, folder)
    (folder / "some.jsonl").write_text(line("two"))

    assert run(settings, folder, prune=True).gone == ("one",)
    assert readings(settings, "two")[-1].is_open


def test_a_line_that_cannot_be_read_makes_nothing_of_its_file_gone(folder, settings):
    run(settings, folder)
    (folder / "some.jsonl").write_text('{"id": "one", "text": \n' + line("two"))

    result = run(settings, folder, prune=True)

    assert result.gone == ()
    assert len(result.failed) == 1


def test_only_what_was_scanned_can_be_gone(folder, settings):
    run(settings, folder)
    (folder / "a.txt").unlink()
    (folder / "inner" / "c.txt").unlink()
    (folder / "inner" / "d.txt").write_text("Water boils. It is gone.")

    assert run(settings, folder / "b.txt", prune=True).gone == ()
    assert run(settings, folder / "inner", prune=True).gone == ("inner/c.txt",)
    assert run(settings, folder, prune=True).gone == ("a.txt",)


def test_a_missing_file_that_is_named_is_closed_and_no_failure(folder, settings):
    run(settings, folder)
    (folder / "a.txt").unlink()

    result = run(settings, folder / "a.txt", folder / "b.txt", prune=True)

    assert (result.gone, result.closed, result.failed) == (("a.txt",), 1, ())
    assert result.elsewhere == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_cannot_be_read_makes_nothing_in_it_gone(folder, settings):
    run(settings, folder)
    (folder / "inner").chmod(0)

    result = run(settings, folder, prune=True)
    (folder / "inner").chmod(0o755)

    assert result.gone == ()


def test_a_kill_between_ledger_and_store_is_repaired_by_the_next_run(folder, settings, monkeypatch):
    run(settings, folder)
    (folder / "a.txt").unlink()

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pipeline.ingest.prune.close", killed)
    with pytest.raises(KeyboardInterrupt):
        run(settings, folder, prune=True)
    monkeypatch.undo()
    assert readings(settings, "a.txt")[-1].is_open

    assert run(settings, folder, prune=True).closed == 1


def test_a_kill_before_the_ledger_is_updated_loses_no_source_that_returns(
    folder, settings, monkeypatch
):
    run(settings, folder)
    text = (folder / "a.txt").read_text()
    (folder / "a.txt").unlink()

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Administration, "mark_closed", killed)
    with pytest.raises(KeyboardInterrupt):
        run(settings, folder, prune=True)
    monkeypatch.undo()
    (folder / "a.txt").write_text(text)
    run(settings, folder)

    assert [reading.is_open for reading in readings(settings, "a.txt")] == [False, True]


def test_without_its_ledger_a_closed_document_is_read_again(folder, settings):
    run(settings, folder)
    text = (folder / "a.txt").read_text()
    (folder / "a.txt").unlink()
    run(settings, folder, prune=True)
    (folder / "a.txt").write_text(text)
    (settings.state / "ledger.db").unlink()

    run(settings, folder)

    assert [reading.is_open for reading in readings(settings, "a.txt")] == [False, True]
    assert [reading.is_open for reading in readings(settings, "b.txt")] == [True]


def test_a_procedure_that_is_gone_from_its_file_is_gone(folder, settings):
    steps = "\n\n1. Mix it.\n2. Bake it.\n\n"
    (folder / "bakes.md").write_text(f"# Bread{steps}# Cake{steps}")
    run(settings, folder)
    assert readings(settings, "bakes.md")[-1].title == "Bread"
    assert readings(settings, "bakes.md#2")[-1].title == "Cake"
    (folder / "bakes.md").write_text(f"# Bread{steps}")

    result = run(settings, folder, prune=True)

    assert result.gone == ("bakes.md#2",)
    assert not readings(settings, "bakes.md#2")[-1].is_open
    assert readings(settings, "bakes.md")[-1].is_open
