"""A batch is fetched, read and written by parts that can be replaced one by one."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from kgmodel.cancellation import check_cancelled
from pipeline.domain.document import Document
from pipeline.inference.model_reader import untimed
from pipeline.ingest.batches import BatchProcessor
from pipeline.ingest.concurrency import Stopped
from pipeline.ingest.fetchers import DocumentFetcher
from pipeline.ingest.progress import ProgressTracker
from pipeline.ledger.clock import utc_now
from pipeline.ledger.entries import Batch, ClaimedDocument, Run
from pipeline.ledger.ledger import Ledger, open_ledger, store_key
from pipeline.ledger.tables import State
from pipeline.stores import Store
from pipeline.stores.read import list_readings
from tests.support.fake_reader import FakeReader
from tests.support.graphs import graph


@pytest.fixture
def ledger(sqlite_ledger: str) -> Iterator[Ledger]:
    with open_ledger(sqlite_ledger) as opened:
        yield opened


@pytest.fixture
def documents() -> list[Document]:
    return [graph(name).document for name in ("a", "b")]


def processor(
    store: Store,
    ledger: Ledger,
    documents: list[Document],
    reader: FakeReader | None = None,
    *,
    leaving: threading.Event | None = None,
) -> BatchProcessor:
    return BatchProcessor(
        store=store,
        ledger=ledger,
        fetcher=DocumentFetcher(documents),
        reader=reader or FakeReader(),
        tracker=ProgressTracker(),
        clock=utc_now,
        leaving=leaving,
    )


def claim(ledger: Ledger, store: Store, documents: list[Document]) -> Batch:
    run: Run = ledger.begin(store=store_key(store.url), identity=store.identity(), reader="fake 1")
    ledger.register(DocumentFetcher(documents).scan(), run=run)
    batch = ledger.claim(9, run=run)
    assert batch is not None
    return batch


def states(ledger: Ledger) -> dict[State, int]:
    return {state: number for state, number in ledger.reports.counts().items() if number}


def lengthened(document: Document) -> Document:
    steps = document.steps * 101
    numbered = tuple(replace(step, number=number) for number, step in enumerate(steps, 1))
    return replace(document, steps=numbered)


def test_a_batch_is_processed_without_a_run_around_it(ladybug_store, ledger, documents):
    batch = claim(ledger, ladybug_store, documents)
    work = processor(ladybug_store, ledger, documents)

    work.process(batch)
    work.close()

    assert [reading.id for reading in list_readings(ladybug_store)] == ["a:1", "b:1"]
    assert ledger.reports.counts()[State.WRITTEN] == 2
    assert work.batch_done.is_set()
    assert not work.in_flight.is_held


def test_a_document_that_changed_since_its_registration_gets_the_next_number(
    ladybug_store, ledger, documents
):
    batch = claim(ledger, ladybug_store, documents)
    changed = [graph("a", ("soil", "?")).document, documents[1]]
    assert changed[0].fingerprint != documents[0].fingerprint
    work = processor(ladybug_store, ledger, changed)

    work.process(batch)
    work.close()

    assert [reading.id for reading in list_readings(ladybug_store)] == ["a:2", "b:1"]


def test_no_more_than_two_batches_are_claimed_ahead_of_the_reader(ladybug_store, ledger, documents):
    work = processor(ladybug_store, ledger, documents)
    run = Run(1, "store", "fake 1")
    started, may_end, third = threading.Semaphore(0), threading.Event(), threading.Event()

    def batches() -> Iterator[Batch]:
        for number, name in enumerate("abcde", start=1):
            if number == 3:
                third.set()
            yield Batch(run, (ClaimedDocument(name, name, name, 1),))

    def process(batch: Batch) -> None:
        started.release()
        may_end.wait()

    thread = threading.Thread(target=work.run, args=(batches(), process))
    thread.start()
    assert all(started.acquire(timeout=60) for _ in range(2))
    is_ahead = third.wait(0.5)
    may_end.set()
    thread.join(60)
    work.close()

    assert (is_ahead, third.is_set(), thread.is_alive()) == (False, True, False)


def test_a_processor_that_stops_leaves_its_batch_unread(
    ladybug_store, ledger, documents, tmp_path: Path
):
    batch = claim(ledger, ladybug_store, documents)
    work = processor(ladybug_store, ledger, documents)
    work.stopping.set()

    work.run(iter([batch]))

    assert list_readings(ladybug_store) == []
    assert ledger.reports.counts()[State.CLAIMED] == 2


@pytest.mark.parametrize(("cores", "is_read_meanwhile"), [(2, False), (16, True)])
def test_the_embedded_engine_writes_while_the_model_reads_where_cores_are_left(
    ladybug_store, ledger, documents, monkeypatch, cores, is_read_meanwhile
):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    both = threading.Barrier(2, timeout=60 if is_read_meanwhile else 0.5)
    met = []

    def meets() -> bool:
        try:
            both.wait()
        except threading.BrokenBarrierError:
            return False
        return True

    class Meeting(FakeReader):
        def read(self, documents, *, stage=untimed):
            readings = super().read(documents, stage=stage)
            if len(self.batches) == 2:
                meets()
            return readings

    def close_meeting(batch, stored):
        if not met:
            met.append(meets())
        return close(batch, stored)

    close = ledger.close
    monkeypatch.setattr(ledger, "close", close_meeting)
    whole = claim(ledger, ladybug_store, documents)
    batches = [replace(whole, documents=(each,)) for each in whole.documents]
    work = processor(ladybug_store, ledger, documents, Meeting())

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work.process, batches))

    work.close()
    assert met == [is_read_meanwhile]
    assert states(ledger) == {State.WRITTEN: 2}


def test_the_collector_of_garbage_gets_back_what_it_left_out(ladybug_store, ledger, documents):
    work = processor(ladybug_store, ledger, documents)

    work.process(claim(ledger, ladybug_store, documents))
    left_out = gc.get_freeze_count()
    work.close()

    assert left_out > 0
    assert gc.get_freeze_count() == 0


def test_a_long_document_waits_until_it_is_processed_alone(ladybug_store, ledger, documents):
    long = lengthened(graph("long").document)
    batch = claim(ledger, ladybug_store, [long, *documents])
    reader = FakeReader()
    work = processor(ladybug_store, ledger, [long, *documents], reader)

    work.process(batch)
    put_off = work.next_long()

    assert put_off is not None and put_off.alone
    assert reader.batches == [["a", "b"]]
    assert states(ledger) == {State.CLAIMED: 1, State.WRITTEN: 2}
    work.process(put_off)
    work.close()
    assert reader.batches[1:] == [["long"]]
    assert work.next_long() is None


def test_a_long_document_that_is_being_read_ends_when_the_worker_leaves(
    ladybug_store, ledger, documents
):
    leaving = threading.Event()

    class Endless(FakeReader):
        def read(self, documents, *, stage=untimed):
            leaving.set()
            check_cancelled()
            raise AssertionError("read to its end")

    long = lengthened(documents[0])
    batch = replace(claim(ledger, ladybug_store, [long]), alone=True)
    work = processor(ladybug_store, ledger, [long], Endless(), leaving=leaving)

    with pytest.raises(Stopped):
        work.process(batch)

    work.close()
    assert states(ledger) == {State.CLAIMED: 1}


def test_a_worker_that_leaves_reads_short_documents_to_the_end(ladybug_store, ledger, documents):
    class Patient(FakeReader):
        def read(self, documents, *, stage=untimed):
            check_cancelled()
            return super().read(documents, stage=stage)

    leaving = threading.Event()
    leaving.set()
    work = processor(ladybug_store, ledger, documents, Patient(), leaving=leaving)

    work.process(claim(ledger, ladybug_store, documents))

    work.close()
    assert states(ledger) == {State.WRITTEN: 2}
