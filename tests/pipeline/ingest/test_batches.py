"""A batch is fetched, read and written by parts that can be replaced one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.domain.document import Document
from pipeline.ingest.batches import BatchProcessor
from pipeline.ingest.fetchers import DocumentFetcher
from pipeline.ingest.progress import ProgressTracker
from pipeline.ledger.clock import utc_now
from pipeline.ledger.entries import Batch, Run
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


def processor(store: Store, ledger: Ledger, documents: list[Document]) -> BatchProcessor:
    return BatchProcessor(
        store=store,
        ledger=ledger,
        fetcher=DocumentFetcher(documents),
        reader=FakeReader(),
        tracker=ProgressTracker(),
        clock=utc_now,
    )


def claim(ledger: Ledger, store: Store, documents: list[Document]) -> Batch:
    run: Run = ledger.begin(store=store_key(store.url), identity=store.identity(), reader="fake 1")
    ledger.register(DocumentFetcher(documents).scan(), run=run)
    batch = ledger.claim(9, run=run)
    assert batch is not None
    return batch


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


def test_a_processor_that_stops_leaves_its_batch_unread(
    ladybug_store, ledger, documents, tmp_path: Path
):
    batch = claim(ledger, ladybug_store, documents)
    work = processor(ladybug_store, ledger, documents)
    work.stopping.set()

    work.run(iter([batch]))

    assert list_readings(ladybug_store) == []
    assert ledger.reports.counts()[State.CLAIMED] == 2
