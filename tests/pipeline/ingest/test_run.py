"""Ingestion loses nothing: every document found is written once, or failed with its reason."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pipeline.domain.document import Entity
from pipeline.errors import StoreError, Unreachable
from pipeline.ingest import run as run_module
from pipeline.ingest.run import Ingestion, Outcome, Progress, ingest, open_ingestion
from pipeline.ledger.clock import utc_now
from pipeline.ledger.ledger import LEASE, open_ledger
from pipeline.ledger.tables import State
from pipeline.retry import DOCUMENT, RetryPolicy, with_retries
from pipeline.settings import Settings, load_settings
from pipeline.sources import discover
from pipeline.stores import Store, open_store
from pipeline.stores.read import list_readings, read_graph
from tests.support.fake_reader import FakeReader

ROOT = Path(__file__).parents[3]
TWICE_AT_ONCE = RetryPolicy((0.0, 0.0))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state", batch_size=4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six documents; no model is needed to read them."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in "abcdef":
        (folder / f"{name}.txt").write_text(f"Water {name} boils. Steam rises.")
    return folder


def run(
    folder: Path,
    settings: Settings,
    *,
    reader: FakeReader | None = None,
    entities: tuple[Entity, ...] | None = None,
    watch: Callable[[Progress], None] | None = None,
    retries: RetryPolicy = DOCUMENT,
) -> Outcome:
    with open_ingestion(settings, reader or FakeReader(), watch=watch, retries=retries) as work:
        return ingest(discover([str(folder)], entities=entities), work, entities=entities)


def readings(settings: Settings) -> dict[str, list[int]]:
    """The numbers of each document's readings; the last is the only open one."""
    store = open_store(settings.store, read_only=True)
    stored = list_readings(store)
    store.close()
    found: dict[str, list[int]] = {}
    for reading in stored:  # by document and number
        found.setdefault(reading.document, []).append(reading.number)
    assert all(one.is_open == (one.number == found[one.document][-1]) for one in stored)
    return found


def states(settings: Settings) -> dict[State, int]:
    with open_ledger(settings.ledger, must_exist=True) as ledger:
        return ledger.reports.counts()


def test_every_document_of_a_folder_is_stored(folder, settings):
    outcome = run(folder, settings)

    assert (outcome.found, outcome.written, outcome.failed) == (6, 6, ())
    assert readings(settings) == {f"{name}.txt": [1] for name in "abcdef"}
    assert {"register", "fetch", "predict", "write", "close"} <= set(outcome.stages)


def test_running_twice_changes_nothing_and_reads_nothing(folder, settings):
    run(folder, settings)
    reader = FakeReader()

    outcome = run(folder, settings, reader=reader)

    assert (outcome.written, outcome.unchanged) == (0, 6)
    assert reader.batches == []
    assert readings(settings) == {f"{name}.txt": [1] for name in "abcdef"}


def test_a_changed_file_gets_a_new_reading_that_closes_the_old(folder, settings):
    run(folder, settings)
    (folder / "b.txt").write_text("Ice melts.")

    outcome = run(folder, settings)

    assert (outcome.written, outcome.unchanged) == (1, 5)
    assert readings(settings)["b.txt"] == [1, 2]
    store = open_store(settings.store, read_only=True)
    assert read_graph("b.txt", store=store).document.text == "Ice melts."
    store.close()


def test_what_never_was_a_document_and_is_gone_is_forgotten_by_the_next_run(folder, settings):
    (folder / "bad.txt").write_bytes(b"\0")
    with open_ingestion(settings, FakeReader()) as work:
        found = discover([str(folder), str(folder / "tyop.txt")])
        assert {one.document_id for one in ingest(found, work).failed} == {"bad.txt", "tyop.txt"}

    assert [one.document_id for one in run(folder, settings).failed] == ["bad.txt"]
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

    outcome = run(folder, settings, reader=FakeReader("fake 2"))

    assert outcome.written == 6
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

    outcomes = [run(folder, settings) for _ in range(4)]

    expected = error.format(folder=folder)
    assert [[one.error for one in outcome.failed] for outcome in outcomes] == [[expected]] * 4
    assert [outcome.written for outcome in outcomes] == [5, 0, 0, 0]
    assert sorted(readings(settings)) == ["a.txt", "b.txt", "d.txt", "e.txt", "f.txt"]


def test_a_document_the_reader_broke_on_is_not_tried_for_ever(folder, settings):
    (folder / "c.txt").write_text("POISON it.")
    readers = [FakeReader() for _ in range(5)]

    for reader in readers:
        run(folder, settings, reader=reader)

    assert [bool(reader.batches) for reader in readers] == [True, True, True, False, False]


def test_a_failed_document_that_was_mended_is_written(folder, settings):
    (folder / "c.txt").write_text("")
    run(folder, settings)
    (folder / "c.txt").write_text("Coal burns.")

    outcome = run(folder, settings)

    assert (outcome.written, outcome.failed) == (1, ())
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

    outcome = run(folder, settings, reader=Slow())

    assert outcome.written == 5
    assert [one.document_id for one in outcome.failed] == ["c.txt"]
    assert "c.txt does not exist" in outcome.failed[0].error


def test_a_file_that_changes_between_finding_and_reading_is_stored_as_it_is_now(folder, settings):
    class Slow(FakeReader):
        def prepare(self) -> None:
            if "Coal" not in (folder / "c.txt").read_text():
                (folder / "c.txt").write_text("Coal burns.")

    run(folder, settings, reader=Slow())
    again = run(folder, settings)

    assert readings(settings)["c.txt"] == [2]
    assert again.unchanged == 6


def test_entities_named_for_the_run_are_tracked_and_naming_others_reads_anew(folder, settings):
    run(folder, settings, entities=(Entity.parse("steam"),))
    outcome = run(folder, settings, entities=(Entity.parse("steam"), Entity.parse("pot")))

    assert outcome.written == 6
    store = open_store(settings.store, read_only=True)
    graph = read_graph("a.txt", store=store)
    assert [entity.name for entity in graph.entities] == ["steam", "pot"]
    store.close()


KILLED = """
    import os, sys
    from pathlib import Path
    from pipeline.ingest.run import Ingestion, ingest, open_ingestion
    from pipeline.ledger.ledger import Ledger
    from pipeline.settings import load_settings
    from pipeline.sources import discover
    from tests.support.fake_reader import FakeReader

    def die(*args, **options):
        os.kill(os.getpid(), 9)

    read = FakeReader.read

    def die_of_c(reader, documents, **options):
        if any(one.id == "c.txt" for one in documents):
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

    outcome = run(folder, settings)

    assert exit_code == -9
    assert left[State.CLAIMED] >= 4
    assert left[State.CLAIMED] + left[State.PENDING] == 6
    assert outcome.seconds < 30  # the dead owner's lease was not waited for
    assert (outcome.written, outcome.failed) == (6, ())
    assert readings(settings) == {f"{name}.txt": [1] for name in "abcdef"}


def test_a_document_that_ends_every_process_that_reads_it_fails_alone_in_the_end(folder, settings):
    exit_codes = [run_killed(folder, settings, at="whenever c.txt is read") for _ in range(4)]

    outcome = run(folder, settings)

    assert exit_codes == [-9, -9, -9, 0]
    assert (outcome.written, outcome.unchanged) == (0, 5)
    (failed,) = outcome.failed
    assert failed.document_id == "c.txt"
    assert "died, 3 times; to try again: stepgraph retry" in failed.error
    assert readings(settings) == {f"{name}.txt": [1] for name in "abdef"}


def test_a_store_that_was_deleted_is_filled_again_and_the_user_is_told(folder, settings):
    run(folder, settings)
    for path in settings.state.glob("graph.lbug*"):
        path.unlink()
    seen: list[Progress] = []

    outcome = run(folder, settings, watch=seen.append)

    assert outcome.written == 6
    (note,) = (progress.note for progress in seen if progress.note)
    assert "6 documents written there will be read again" in note
    assert len(readings(settings)) == 6


def test_a_lost_ledger_doubles_nothing_and_hides_no_change(folder, settings):
    run(folder, settings)
    (folder / "b.txt").write_text("Ice melts.")
    run(folder, settings)
    for path in settings.state.glob("ledger.db*"):
        path.unlink()
    (folder / "c.txt").write_text("Coal burns.")

    outcome = run(folder, settings)

    assert outcome.written == 6
    expected = {f"{name}.txt": [1] for name in "adef"} | {"b.txt": [1, 2], "c.txt": [1, 2]}
    assert readings(settings) == expected


def test_a_refusal_by_the_store_is_tried_again_and_the_run_goes_on(folder, settings, store_errors):
    store_errors(2, "b.txt")

    outcome = run(folder, settings, retries=TWICE_AT_ONCE)

    assert (outcome.written, outcome.failed) == (6, ())


def test_a_store_that_refuses_one_document_for_good_has_all_the_others(
    folder, settings, store_errors
):
    store_errors(99, "b.txt")

    outcome = run(folder, settings, retries=TWICE_AT_ONCE)

    assert outcome.written == 5
    assert [(one.document_id, one.error) for one in outcome.failed] == [("b.txt", "it is full")]


def test_a_store_that_is_gone_leaves_the_documents_pending(folder, settings, monkeypatch):
    def gone(*args: Any, **options: Any) -> list[str]:
        raise Unreachable("no Neo4j answers")

    monkeypatch.setattr("pipeline.ingest.run.write", gone)
    monkeypatch.setattr(
        "pipeline.ingest.run.with_retries", partial(with_retries, policy=RetryPolicy((0.0,)))
    )

    with pytest.raises(Unreachable):
        run(folder, settings)

    assert states(settings)[State.PENDING] == 6


def test_what_another_process_has_claimed_is_waited_for(folder, settings):
    notes: list[str | None] = []
    run(folder, settings, reader=FakeReader("other"))  # so that there is a ledger and a store
    other = open_ledger(settings.ledger)

    def watch(now: Progress) -> None:
        notes.append(now.note)
        if now.note:
            other.close(theirs, {one.document_id: "x" for one in theirs.documents})

    with open_ingestion(settings, FakeReader(), watch=watch) as work:
        work.register(discover([str(folder)]))
        theirs = other.claim(2, run=work._run)
        assert theirs is not None
        work.run()
        outcome = work.outcome()
    other.__exit__()

    assert (outcome.written, outcome.elsewhere, outcome.failed) == (4, 2, ())
    assert any(note and note.startswith("waiting for 2 documents") for note in notes)


def test_the_next_batch_is_fetched_and_the_last_is_written_while_one_is_read(
    folder, settings, monkeypatch
):
    done = {"fetch": 0, "read": 0}
    changed = threading.Condition()
    really_write = run_module.write

    def enter(stage: str) -> int:
        with changed:
            done[stage] += 1
            changed.notify_all()
            return done[stage]

    def wait_for(stage: str, times: int) -> None:
        with changed:
            assert changed.wait_for(lambda: done[stage] >= min(times, 6), timeout=20), stage

    class Waiting(FakeReader):
        def fetch(self, claimed):
            yield from super().fetch(claimed)
            enter("fetch")

        def read(self, documents, **options):
            wait_for("fetch", enter("read") + 1)
            return super().read(documents, **options)

    def write(some, **options):
        wait_for("read", len(written) + 2)
        written.extend(really_write(some, **options))
        return written[-1:]

    written: list[str] = []
    monkeypatch.setattr(run_module, "write", write)

    outcome = run(folder, replace_batch_size(settings, 1), reader=Waiting())

    assert (outcome.written, outcome.failed) == (6, ())


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
        work.run(work.process)

    left = states(settings)
    assert left[State.CLAIMED] == 0
    assert left[State.PENDING] >= 2


def test_progress_ends_at_everything_found(folder, settings):
    (folder / "c.txt").write_text("")
    seen: list[Progress] = []

    run(folder, settings, watch=seen.append)

    assert [one.finished for one in seen] == sorted(one.finished for one in seen)
    assert (seen[-1].found, seen[-1].finished, seen[-1].failed) == (6, 6, 1)


def test_a_clock_that_steps_back_stops_nothing(folder, settings):
    run(folder, settings)
    (folder / "a.txt").write_text("Ice melts.")

    with open_ingestion(
        settings, FakeReader(), clock=lambda: utc_now() - timedelta(days=1)
    ) as work:
        outcome = ingest(discover([str(folder)]), work)

    assert outcome.written == 1
    assert readings(settings)["a.txt"] == [1, 2]


def test_both_engines_take_what_the_ledger_hands_out(
    folder: Path, store: Store, ledger_url: str
) -> None:
    for _ in range(2):
        with open_ledger(ledger_url) as ledger:
            work = Ingestion(ledger=ledger, store=store, reader=FakeReader(), batch_size=4)
            ingest(discover([str(folder)]), work)

    assert [one.id for one in list_readings(store)] == [f"{name}.txt:1" for name in "abcdef"]


def test_who_lost_its_lease_while_reading_overwrites_nothing_and_closes_nothing(
    folder: Path, ladybug_store: Store, ledger_url: str
) -> None:
    def elsewhere() -> None:
        """Another process, to which the lease has run out, reads what the file says by now."""
        (folder / "a.txt").write_text("Ice melts.")
        with open_ledger(ledger_url, clock=lambda: utc_now() + 2 * LEASE) as ledger:
            work = Ingestion(ledger=ledger, store=ladybug_store, reader=FakeReader(), batch_size=9)
            assert ingest(discover([str(folder)]), work).written == 6

    class Late(FakeReader):
        def read(self, documents, **options):
            late = super().read(documents, **options)
            elsewhere()
            return late

    with open_ledger(ledger_url) as ledger:
        work = Ingestion(ledger=ledger, store=ladybug_store, reader=Late(), batch_size=9)
        outcome = ingest(discover([str(folder)]), work)
        known = {one.document_id: one.reading for one in ledger.reports.documents()}

    open_ones = {one.document: one.id for one in list_readings(ladybug_store) if one.is_open}
    assert (outcome.written, outcome.elsewhere) == (0, 6)
    assert known == open_ones
    assert read_graph("a.txt", store=ladybug_store).document.text == "Ice melts."


def replace_batch_size(settings: Settings, batch_size: int) -> Settings:
    return settings.model_copy(update={"batch_size": batch_size})


@pytest.fixture
def store_errors(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], None]:
    """Let the store refuse a document so many times, and any batch that holds it."""
    really_write = run_module.write

    def refuse(times: int, document_id: str) -> None:
        left = [times]

        def write(some: Any, **options: Any) -> list[str]:
            if any(one.document_id == document_id for one in some):
                if len(some) > 1:
                    raise StoreError("it is full")
                if left[0]:
                    left[0] -= 1
                    raise StoreError("it is full")
            return really_write(some, **options)

        monkeypatch.setattr(run_module, "write", write)

    return refuse
