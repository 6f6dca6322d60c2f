"""Ingestion loses nothing: every document found is written once, or failed with its reason."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pipeline.domain.document import Entity
from pipeline.errors import StoreError, Unreachable
from pipeline.ingest import batches, writer
from pipeline.ingest.fetchers import Fetcher, SourceFetcher
from pipeline.ingest.progress import IngestResult, OnProgress, Progress
from pipeline.ingest.run import Ingestion, ingest, open_ingestion
from pipeline.ledger.clock import utc_now
from pipeline.ledger.lease import LEASE
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.ledger.tables import State
from pipeline.retry import DOCUMENT, OUTAGE, RetryPolicy
from pipeline.settings import Settings, load_settings
from pipeline.sources import discover
from pipeline.sources.access import Access
from pipeline.stores import Store, open_store
from pipeline.stores.read import list_readings, read_graph
from tests.support.fake_reader import FakeReader
from tests.support.folders import folder_of

ROOT = Path(__file__).parents[3]
TWICE_AT_ONCE = RetryPolicy((0.0, 0.0))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state", batch_size=4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six documents; no model is needed to read them."""
    return folder_of(tmp_path / "docs", "abcdef")


def run(
    folder: Path,
    settings: Settings,
    *,
    reader: FakeReader | None = None,
    entities: tuple[Entity, ...] | None = None,
    find_entities: bool = False,
    fetcher: Fetcher | None = None,
    on_progress: OnProgress | None = None,
    document_retries: RetryPolicy = DOCUMENT,
    outage_retries: RetryPolicy = OUTAGE,
) -> IngestResult:
    with open_ingestion(
        settings,
        reader or FakeReader(),
        fetcher=fetcher,
        on_progress=on_progress,
        document_retries=document_retries,
        outage_retries=outage_retries,
    ) as ingestion:
        results = discover([str(folder)], entities=entities)
        return ingest(results, ingestion, entities=entities, find_entities=find_entities)


def readings(settings: Settings) -> dict[str, list[int]]:
    """The numbers of each document's readings; the last is the only open one."""
    store = open_store(settings.store, read_only=True)
    stored = list_readings(store)
    store.close()
    numbers: dict[str, list[int]] = {}
    for reading in stored:  # by document and number
        numbers.setdefault(reading.document, []).append(reading.number)
    for reading in stored:
        assert reading.is_open == (reading.number == numbers[reading.document][-1])
    return numbers


def states(settings: Settings) -> dict[State, int]:
    with open_ledger(settings.ledger, must_exist=True) as ledger:
        return ledger.reports.counts()


def test_every_document_of_a_folder_is_stored(folder, settings):
    result = run(folder, settings)

    assert (result.found, result.written, result.failed) == (6, 6, ())
    assert readings(settings) == {f"{name}.txt": [1] for name in "abcdef"}
    assert {"register", "fetch", "predict", "write", "close"} <= set(result.stages)


def test_running_twice_changes_nothing_and_reads_nothing(folder, settings):
    run(folder, settings)
    reader = FakeReader()

    result = run(folder, settings, reader=reader)

    assert (result.written, result.unchanged) == (0, 6)
    assert reader.batches == []
    assert readings(settings) == {f"{name}.txt": [1] for name in "abcdef"}


def test_a_changed_file_gets_a_new_reading_that_closes_the_old(folder, settings):
    run(folder, settings)
    (folder / "b.txt").write_text("Ice melts.")

    result = run(folder, settings)

    assert (result.written, result.unchanged) == (1, 5)
    assert readings(settings)["b.txt"] == [1, 2]
    store = open_store(settings.store, read_only=True)
    assert read_graph("b.txt", store=store).document.text == "Ice melts."
    store.close()


def test_what_never_was_a_document_and_is_gone_is_forgotten_by_the_next_run(folder, settings):
    (folder / "bad.txt").write_bytes(b"\0")
    with open_ingestion(settings, FakeReader()) as work:
        results = discover([str(folder), str(folder / "tyop.txt")])
        failed = ingest(results, work).failed
        assert {document.document_id for document in failed} == {"bad.txt", "tyop.txt"}

    assert [document.document_id for document in run(folder, settings).failed] == ["bad.txt"]
    (folder / "bad.txt").unlink()
    assert run(folder, settings).failed == ()
    assert states(settings)[State.FAILED] == 0


def test_a_document_that_was_found_once_is_not_forgotten_with_its_file(folder, settings):
    (folder / "p.txt").write_text("POISON it.")
    run(folder, settings)
    (folder / "p.txt").unlink()

    run(folder, settings)

    assert states(settings)[State.FAILED] == 1


def test_another_reader_reads_everything_anew(folder, settings):
    run(folder, settings)

    result = run(folder, settings, reader=FakeReader("fake 2"))

    assert result.written == 6
    assert set(map(tuple, readings(settings).values())) == {(1, 2)}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("POISON it.", "RuntimeError: index 7 is out of bounds for a tensor of our own making"),
        ("UNUSABLE it.", "'c.txt' cannot be used"),
        ("", "{folder}/c.txt is empty; write at least one step"),
    ],
)
def test_a_document_that_cannot_be_read_fails_alone_and_is_listed_again(
    folder, settings, text, error
):
    (folder / "c.txt").write_text(text)

    results = [run(folder, settings) for _ in range(4)]

    expected = error.format(folder=folder)
    assert [[document.error for document in result.failed] for result in results] == [
        [expected]
    ] * 4
    assert [result.written for result in results] == [5, 0, 0, 0]
    assert sorted(readings(settings)) == ["a.txt", "b.txt", "d.txt", "e.txt", "f.txt"]


def test_a_document_the_reader_broke_on_is_not_tried_for_ever(folder, settings):
    (folder / "c.txt").write_text("POISON it.")
    readers = [FakeReader() for _ in range(5)]

    for reader in readers:
        run(folder, settings, reader=reader)

    assert [bool(reader.batches) for reader in readers] == [True, True, True, False, False]


def test_a_failed_document_that_was_corrected_is_written(folder, settings):
    (folder / "c.txt").write_text("")
    run(folder, settings)
    (folder / "c.txt").write_text("Coal burns.")

    result = run(folder, settings)

    assert (result.written, result.failed) == (1, ())
    assert states(settings)[State.FAILED] == 0


def test_a_poisonous_document_costs_a_few_halvings_not_one_run_a_document(folder, settings):
    (folder / "a.txt").write_text("POISON it.")
    reader = FakeReader()

    run(folder, replace_batch_size(settings, 6), reader=reader)

    assert [len(batch) for batch in reader.batches] == [6, 3, 1, 2, 3]


def test_a_file_that_vanishes_between_finding_and_reading_fails_alone(folder, settings):
    class Slow(FakeReader):
        def prepare(self) -> None:
            (folder / "c.txt").unlink(missing_ok=True)

    result = run(folder, settings, reader=Slow())

    assert result.written == 5
    assert [document.document_id for document in result.failed] == ["c.txt"]
    assert "c.txt does not exist" in result.failed[0].error


def test_a_file_that_changes_between_finding_and_reading_is_stored_as_it_is_now(folder, settings):
    class Slow(FakeReader):
        def prepare(self) -> None:
            if "Coal" not in (folder / "c.txt").read_text():
                (folder / "c.txt").write_text("Coal burns.")

    run(folder, settings, reader=Slow())
    again = run(folder, settings)

    assert readings(settings)["c.txt"] == [2]
    assert again.unchanged == 6


def entities_of(document: str, settings: Settings) -> list[str]:
    store = open_store(settings.store, read_only=True)
    graph = read_graph(document, store=store)
    store.close()
    return [entity.name for entity in graph.entities]


def test_entities_of_an_earlier_run_are_kept_by_a_run_that_names_none(folder, settings):
    run(folder, settings, entities=(Entity.parse("steam; vapour"),))
    again = run(folder, settings)
    (folder / "a.txt").write_text("Water boils in a pot. Steam leaves it.")
    changed = run(folder, settings)

    assert (again.written, again.unchanged, again.with_kept_entities) == (0, 6, 6)
    assert (changed.written, changed.unchanged, changed.with_kept_entities) == (1, 5, 6)
    assert entities_of("a.txt", settings) == ["steam; vapour"]


def test_entities_are_found_anew_when_a_run_is_asked_to(folder, settings):
    run(folder, settings)
    own_choice = entities_of("a.txt", settings)
    run(folder, settings, entities=(Entity.parse("pot"),))

    result = run(folder, settings, find_entities=True)
    again = run(folder, settings)

    assert (result.written, result.with_kept_entities) == (6, 0)
    assert (again.written, again.with_kept_entities) == (0, 0)
    assert entities_of("a.txt", settings) == own_choice


def test_entities_that_a_document_names_itself_replace_those_of_an_earlier_run(tmp_path, settings):
    record = {"id": "tea", "text": "Water boils. Steam rises."}
    (tmp_path / "tea.jsonl").write_text(json.dumps(record))
    run(tmp_path / "tea.jsonl", settings, entities=(Entity.parse("pot"),))

    (tmp_path / "tea.jsonl").write_text(json.dumps(record | {"entities": ["steam"]}))
    result = run(tmp_path / "tea.jsonl", settings)

    assert (result.written, result.with_kept_entities) == (1, 0)
    assert entities_of("tea", settings) == ["steam"]


def test_entities_named_for_the_run_are_tracked_and_naming_others_reads_anew(folder, settings):
    run(folder, settings, entities=(Entity.parse("steam"),))
    result = run(folder, settings, entities=(Entity.parse("steam"), Entity.parse("pot")))

    assert result.written == 6
    store = open_store(settings.store, read_only=True)
    graph = read_graph("a.txt", store=store)
    assert [entity.name for entity in graph.entities] == ["steam", "pot"]
    store.close()


KILLED = """
    import os, sys
    from pathlib import Path
    from pipeline.ingest.run import ingest, open_ingestion
    from pipeline.ledger.ledger import Ledger
    from pipeline.settings import load_settings
    from pipeline.sources import discover
    from tests.support.fake_reader import FakeReader

    def die(*args, **options):
        os.kill(os.getpid(), 9)

    read = FakeReader.read

    def die_of_c(reader, documents, **options):
        if any(document.id == "c.txt" for document in documents):
            die()
        return read(reader, documents, **options)

    at, state, folder = sys.argv[1:]
    if at == "before the store is written":
        FakeReader.read = die
    elif at == "whenever c.txt is read":
        FakeReader.read = die_of_c
    else:
        Ledger.close = die
    settings = load_settings(state=Path(state), batch_size=4)
    with open_ingestion(settings, FakeReader()) as work:
        ingest(discover([folder]), work)
"""


def run_killed(folder: Path, settings: Settings, *, at: str) -> int:
    script = [sys.executable, "-c", textwrap.dedent(KILLED), at, str(settings.state), str(folder)]
    return subprocess.run(script, cwd=ROOT, check=False).returncode


@pytest.mark.parametrize("at", ["before the store is written", "between store and ledger"])
def test_a_kill_costs_work_but_never_data(folder, settings, at):
    (folder / "c.txt").write_text("Ice melts.")
    exit_code = run_killed(folder, settings, at=at)
    left = states(settings)

    result = run(folder, settings)

    assert exit_code == -9
    assert left[State.CLAIMED] >= 4
    assert left[State.CLAIMED] + left[State.PENDING] == 6
    assert result.seconds < 30  # the dead owner's lease was not waited for
    assert (result.written, result.failed) == (6, ())
    assert readings(settings) == {f"{name}.txt": [1] for name in "abcdef"}


def test_a_document_that_ends_every_process_that_reads_it_fails_alone_in_the_end(folder, settings):
    exit_codes = [run_killed(folder, settings, at="whenever c.txt is read") for _ in range(4)]

    result = run(folder, settings)

    assert exit_codes == [-9, -9, -9, 0]
    assert (result.written, result.unchanged) == (0, 5)
    (failed,) = result.failed
    assert failed.document_id == "c.txt"
    assert "died, 3 times; to try again: stepgraph retry" in failed.error
    assert readings(settings) == {f"{name}.txt": [1] for name in "abdef"}


def test_a_store_that_was_deleted_is_filled_again_and_the_user_is_notified(folder, settings):
    run(folder, settings)
    for path in settings.state.glob("graph.lbug*"):
        path.unlink()
    reports: list[Progress] = []

    result = run(folder, settings, on_progress=reports.append)

    assert result.written == 6
    (note,) = (progress.note for progress in reports if progress.note)
    assert "6 documents written there will be read again" in note
    assert len(readings(settings)) == 6


def test_a_lost_ledger_doubles_nothing_and_hides_no_change(folder, settings):
    run(folder, settings)
    (folder / "b.txt").write_text("Ice melts.")
    run(folder, settings)
    for path in settings.state.glob("ledger.db*"):
        path.unlink()
    (folder / "c.txt").write_text("Coal burns.")

    result = run(folder, settings)

    assert result.written == 6
    expected = {f"{name}.txt": [1] for name in "adef"} | {"b.txt": [1, 2], "c.txt": [1, 2]}
    assert readings(settings) == expected


def test_a_refusal_by_the_store_is_tried_again_and_the_run_continues(
    folder, settings, store_errors
):
    store_errors(2, "b.txt")

    result = run(folder, settings, document_retries=TWICE_AT_ONCE)

    assert (result.written, result.failed) == (6, ())


def test_a_store_that_refuses_one_document_for_good_has_all_the_others(
    folder, settings, store_errors
):
    store_errors(99, "b.txt")

    result = run(folder, settings, document_retries=TWICE_AT_ONCE)

    assert result.written == 5
    assert [(document.document_id, document.error) for document in result.failed] == [
        ("b.txt", "it is full")
    ]


def test_a_store_that_is_gone_leaves_the_documents_pending(folder, settings, monkeypatch):
    def gone(*args: Any, **options: Any) -> list[str]:
        raise Unreachable("no Neo4j answers")

    monkeypatch.setattr(writer, "write", gone)

    with pytest.raises(Unreachable):
        run(folder, settings, outage_retries=RetryPolicy((0.0,)))

    assert states(settings)[State.PENDING] == 6


def test_long_documents_are_read_alone_after_all_others(folder, settings):
    (folder / "aaa-long.txt").write_text("The milk is warm. " * 201)
    reader = FakeReader()

    result = run(folder, settings, reader=reader)

    assert result.written == result.found > 3
    assert reader.batches[-1] == ["aaa-long.txt"]
    assert not any("aaa-long.txt" in batch for batch in reader.batches[:-1])


def test_what_another_process_has_claimed_is_waited_for(folder, settings):
    notes: list[str | None] = []
    run(folder, settings, reader=FakeReader("other"))  # so that there is a ledger and a store
    other = open_ledger(settings.ledger)

    def on_progress(progress: Progress) -> None:
        notes.append(progress.note)
        if progress.note:
            other.close(theirs, {claim.document_id: "x" for claim in theirs.documents})

    with open_ingestion(settings, FakeReader(), on_progress=on_progress) as work:
        work.register(discover([str(folder)]))
        theirs = other.claim(2, run=work._run)
        assert theirs is not None
        work.run()
        result = work.result()
    other.__exit__()

    assert (result.written, result.elsewhere, result.failed) == (4, 2, ())
    assert any(note and note.startswith("waiting for 2 documents") for note in notes)


def test_the_next_batch_is_fetched_and_the_last_is_written_while_one_is_read(
    folder, settings, monkeypatch
):
    done = {"fetch": 0, "read": 0}
    changed = threading.Condition()
    really_write = writer.write

    def enter(stage: str) -> int:
        with changed:
            done[stage] += 1
            changed.notify_all()
            return done[stage]

    def wait_for(stage: str, times: int) -> None:
        with changed:
            assert changed.wait_for(lambda: done[stage] >= min(times, 6), timeout=20), stage

    class CountingFetcher(SourceFetcher):
        def fetch(self, claimed):
            yield from super().fetch(claimed)
            enter("fetch")

    class Waiting(FakeReader):
        def read(self, documents, **options):
            wait_for("fetch", enter("read") + 1)
            return super().read(documents, **options)

    def write(readings, **options):
        wait_for("read", len(written) + 2)
        written.extend(really_write(readings, **options))
        return written[-1:]

    written: list[str] = []
    monkeypatch.setattr(writer, "write", write)
    monkeypatch.setattr(batches, "FEW_CORES", 0)

    fetcher = CountingFetcher(settings.access)
    result = run(folder, replace_batch_size(settings, 1), reader=Waiting(), fetcher=fetcher)

    assert (result.written, result.failed) == (6, ())


def test_on_few_cores_a_batch_is_written_before_the_next_is_read(folder, settings, monkeypatch):
    done = []
    really_write = writer.write

    class Noting(FakeReader):
        def read(self, documents, **options):
            done.append("read")
            return super().read(documents, **options)

    def write(readings, **options):
        done.append("write")
        return really_write(readings, **options)

    monkeypatch.setattr(writer, "write", write)
    monkeypatch.setattr(batches, "FEW_CORES", 1_000)

    run(folder, replace_batch_size(settings, 1), reader=Noting())

    assert done == ["read", "write"] * 6


def test_the_embedded_engine_of_an_ingest_has_little_memory(settings):
    with open_ingestion(settings, FakeReader()) as work:
        assert work.store._shared.pool_bytes == 128 << 20


def test_an_error_of_one_batch_ends_the_run_without_waiting_for_more(folder, settings):
    class Broken(FakeReader):
        def read(self, documents, **options):
            if documents[0].id == "b.txt":
                raise Unreachable("the store is gone")
            return super().read(documents, **options)

    with (
        open_ingestion(replace_batch_size(settings, 1), Broken()) as work,
        pytest.raises(Unreachable, match="the store is gone"),
    ):
        work.register(discover([str(folder)]))
        work.run(work.processor.process)

    left = states(settings)
    assert left[State.CLAIMED] == 0
    assert left[State.PENDING] >= 2


def test_progress_ends_at_everything_found(folder, settings):
    (folder / "c.txt").write_text("")
    reports: list[Progress] = []

    run(folder, settings, on_progress=reports.append)

    finished = [progress.finished for progress in reports]
    assert finished == sorted(finished)
    assert (reports[-1].found, reports[-1].finished, reports[-1].failed) == (6, 6, 1)


def test_a_clock_that_steps_back_stops_nothing(folder, settings):
    run(folder, settings)
    (folder / "a.txt").write_text("Ice melts.")

    with open_ingestion(
        settings, FakeReader(), clock=lambda: utc_now() - timedelta(days=1)
    ) as work:
        result = ingest(discover([str(folder)]), work)

    assert result.written == 1
    assert readings(settings)["a.txt"] == [1, 2]


def test_both_engines_take_what_the_ledger_hands_out(
    folder: Path, store: Store, ledger_url: str
) -> None:
    for _ in range(2):
        with open_ledger(ledger_url) as ledger:
            ingest(discover([str(folder)]), ingestion(ledger, store, FakeReader(), batch_size=4))

    assert [reading.id for reading in list_readings(store)] == [
        f"{name}.txt:1" for name in "abcdef"
    ]


def test_who_lost_its_lease_while_reading_overwrites_nothing_and_closes_nothing(
    folder: Path, ladybug_store: Store, ledger_url: str
) -> None:
    def elsewhere() -> None:
        """Another process, to which the lease has run out, reads what the file says by now."""
        (folder / "a.txt").write_text("Ice melts.")
        with open_ledger(ledger_url, clock=lambda: utc_now() + 2 * LEASE) as ledger:
            work = ingestion(ledger, ladybug_store, FakeReader(), batch_size=9)
            assert ingest(discover([str(folder)]), work).written == 6

    class Late(FakeReader):
        def read(self, documents, **options):
            late = super().read(documents, **options)
            elsewhere()
            return late

    with open_ledger(ledger_url) as ledger:
        work = ingestion(ledger, ladybug_store, Late(), batch_size=9)
        result = ingest(discover([str(folder)]), work)
        known = {entry.document_id: entry.reading for entry in ledger.reports.documents()}

    open_readings = {
        reading.document: reading.id for reading in list_readings(ladybug_store) if reading.is_open
    }
    assert (result.written, result.elsewhere) == (0, 6)
    assert known == open_readings
    assert read_graph("a.txt", store=ladybug_store).document.text == "Ice melts."


def ingestion(ledger: Ledger, store: Store, reader: FakeReader, *, batch_size: int) -> Ingestion:
    return Ingestion(
        ledger=ledger,
        store=store,
        reader=reader,
        fetcher=SourceFetcher(Access()),
        batch_size=batch_size,
    )


def replace_batch_size(settings: Settings, batch_size: int) -> Settings:
    return settings.model_copy(update={"batch_size": batch_size})


@pytest.fixture
def store_errors(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], None]:
    """Let the store refuse a document so many times, and any batch that holds it."""
    really_write = writer.write

    def refuse(times: int, document_id: str) -> None:
        left = [times]

        def write(readings: Any, **options: Any) -> list[str]:
            if any(reading.document_id == document_id for reading in readings):
                if len(readings) > 1:
                    raise StoreError("it is full")
                if left[0]:
                    left[0] -= 1
                    raise StoreError("it is full")
            return really_write(readings, **options)

        monkeypatch.setattr(writer, "write", write)

    return refuse
