"""One run of ``ingest``: register what the sources hold, then read and write until all is done.

These are plain functions, which ``flows/ingest.py`` schedules: everything that must survive is in
the ledger and the store. Every document is written or failed when a run ends. What another process
has claimed is waited for, and taken over if that process dies or its lease expires.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from pipeline.domain.document import Entity
from pipeline.ingest.batches import BatchProcessor
from pipeline.ingest.connections import open_store_and_ledger
from pipeline.ingest.fetchers import Fetcher, SourceFetcher
from pipeline.ingest.progress import FailedDocument, IngestResult, OnProgress, ProgressTracker
from pipeline.ingest.prune import GoneDocuments, ScanLog, close_readings, gone_documents
from pipeline.ingest.readers import Reader
from pipeline.ledger.clock import Clock, utc_now
from pipeline.ledger.entries import Batch, RegistrationCounts
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.ledger.tables import State
from pipeline.retry import DOCUMENT, OUTAGE, RetryPolicy, backoff
from pipeline.settings import Settings
from pipeline.sources.results import (
    DocumentResult,
    FileScanned,
    ListingComplete,
    ScanResult,
    SourceState,
)
from pipeline.sources.shard import WHOLE, Shard
from pipeline.stores import Store
from pipeline.stores.write import refusal_of_forgotten

__all__ = ["Ingestion", "ingest", "open_ingestion"]

REPORTED_EVERY = 100  # documents, while registering


@contextmanager
def open_ingestion(
    settings: Settings,
    reader: Reader,
    *,
    fetcher: Fetcher | None = None,
    shard: Shard = WHOLE,
    on_progress: OnProgress | None = None,
    clock: Clock = utc_now,
    document_retries: RetryPolicy = DOCUMENT,
    outage_retries: RetryPolicy = OUTAGE,
) -> Iterator[Ingestion]:
    """Open the store and the ledger for one run, and renew its leases until it ends.

    ``shard`` is the part of the documents that the run looks for.
    """
    opening = open_store_and_ledger(settings, clock=clock, retries=document_retries)
    with opening as (store, ledger):
        ingestion = Ingestion(
            ledger=ledger,
            store=store,
            reader=reader,
            fetcher=fetcher or SourceFetcher(settings.access),
            batch_size=settings.batch_size,
            shard=shard,
            on_progress=on_progress,
            clock=clock,
            retries=outage_retries,
        )
        try:
            yield ingestion
        finally:
            ingestion.processor.close()


def ingest(
    results: Iterable[ScanResult],
    ingestion: Ingestion,
    *,
    entities: Sequence[Entity] | None = None,
    find_entities: bool = False,
    inputs: Sequence[str] = (),
    prune: bool = False,
) -> IngestResult:
    """Write a reading of every new or changed document; return when none is left.

    ``inputs`` are the files and folders that were scanned: documents that are gone from them are
    listed in the result; with ``prune`` their readings are closed.
    """
    ingestion.register(results, entities=entities, find_entities=find_entities)
    ingestion.run()
    ingestion.find_gone(inputs, prune=prune)
    return ingestion.result()


class Ingestion:
    """One run over one store; its batches are of the documents that it found.

    It looks for those of ``shard``, and finds only those to be gone.
    """

    def __init__(
        self,
        *,
        ledger: Ledger,
        store: Store,
        reader: Reader,
        fetcher: Fetcher,
        batch_size: int,
        shard: Shard = WHOLE,
        on_progress: OnProgress | None = None,
        clock: Clock = utc_now,
        retries: RetryPolicy = OUTAGE,
    ) -> None:
        self.shard = shard
        self._tracker = ProgressTracker(on_progress)
        self.processor = BatchProcessor(
            store=store,
            ledger=ledger,
            fetcher=fetcher,
            reader=reader,
            tracker=self._tracker,
            clock=clock,
            retries=retries,
        )
        self.ledger, self.store = ledger, store
        self._batch_size, self._clock = batch_size, clock
        self._registered = RegistrationCounts(0, 0, 0, 0)
        self._scan_log = ScanLog()
        self._gone = GoneDocuments()
        self._run = ledger.begin(
            store=store_key(store.url), identity=store.identity(), reader=reader.identity
        )
        if self._run.reopened:
            self._tracker.report(
                note=f"{store.url} is not the store that the ledger knew: the "
                f"{self._run.reopened} documents written there will be read again when found"
            )

    def source_state(
        self, entities: Sequence[Entity] | None = None, *, find_entities: bool = False
    ) -> SourceState:
        """Return the state of the sources, for a run that tracks ``entities``."""
        return self.ledger.source_state(self._run, entities=entities, find_entities=find_entities)

    def register(
        self,
        results: Iterable[ScanResult],
        *,
        entities: Sequence[Entity] | None = None,
        find_entities: bool = False,
    ) -> None:
        """Enter the results of a scan into the ledger.

        Documents that name no entities are read with ``entities``, else with those of an earlier
        run, unless ``find_entities``.
        """
        with self._tracker.stage("register"):
            counts = self.ledger.register(
                self._logged(results),
                run=self._run,
                entities=entities,
                find_entities=find_entities,
            )
            for origin in self._scan_log.listed:
                self.ledger.forget_unlisted(origin, run=self._run, shard=self.shard)
        self._registered = counts
        self._tracker.end_registering(
            n_found=counts.total,
            unchanged=counts.unchanged,
            failed=counts.failed + counts.forgotten,
        )

    def run(self, process: Callable[[Batch], object] | None = None) -> None:
        """Process every batch, some at a time, until none is left; ``process`` as for batches."""
        self.processor.run(self.batches(), process)

    def batches(self) -> Iterator[Batch]:
        """Claim until every document of the run is written or failed, by whatever process."""
        noted, pauses = False, backoff()
        while not self.processor.stopping.is_set():
            self.processor.batch_done.clear()
            with self._tracker.stage("claim"):
                batch = self.processor.retried(self._claim) or self.processor.next_long()
                left = 0 if batch else self.processor.retried(self._unfinished)
            if batch:
                pauses = backoff()
                yield batch
            elif not left:
                return
            else:
                noted = noted or self._note_waiting()
                self.processor.batch_done.wait(next(pauses))

    @property
    def reopened(self) -> int:
        """Number of documents that are pending since the store was emptied or replaced."""
        return self._run.reopened

    def read_again(self, numbers: Mapping[str, int]) -> set[str]:
        """Make these documents due in this run, each under its number; return which are.

        A document is left alone if it was not read by a model or is being read.
        """
        return self.ledger.administration.reopen_in(self._run, numbers)

    def find_gone(self, inputs: Sequence[str], *, prune: bool = False) -> None:
        """Find the documents that are gone from ``inputs``; with ``prune`` close their readings."""
        with self._tracker.stage("prune"):
            stored = self.ledger.reports.stored(self._run.store)
            run = self._run.number
            gone = list(
                gone_documents(
                    stored, inputs=inputs, scan_log=self._scan_log, run=run, shard=self.shard
                )
            )
            ids = tuple(document.document_id for document in gone)
            if not prune:
                self._gone = GoneDocuments(ids)
                return
            closed = close_readings(ids, store=self.store, ledger=self.ledger, clock=self._clock)
            n_found = sum(document.found_by >= run for document in gone)
            self._gone = GoneDocuments(ids, closed, n_found)

    def result(self) -> IngestResult:
        """Return what became of the documents that the run found."""
        failed = self.failed()
        total, unchanged = self._registered.total, self._registered.unchanged
        accounted = unchanged + self._tracker.written + len(failed) + self._gone.found_in_run
        return IngestResult(
            found=total,
            written=self._tracker.written,
            unchanged=unchanged,
            elsewhere=max(0, total - accounted),
            failed=failed,
            seconds=self._tracker.seconds,
            stages=self._tracker.stage_seconds,
            gone=self._gone.document_ids,
            closed=self._gone.closed,
            with_kept_entities=self._registered.with_kept_entities,
        )

    def failed(self) -> tuple[FailedDocument, ...]:
        """Return the documents of the run that failed, each with its error."""
        failures = self.ledger.reports.failures(run=self._run)
        forgotten = self.ledger.reports.documents(state=State.FORGOTTEN, run=self._run)
        return (
            *(FailedDocument(row.document_id, row.source, row.error or "") for row in failures),
            *(
                FailedDocument(row.document_id, "", refusal_of_forgotten(row.document_id))
                for row in forgotten
            ),
        )

    def _claim(self) -> Batch | None:
        return self.ledger.claim(self._batch_size, run=self._run)

    def _unfinished(self) -> int:
        return self.ledger.unfinished(self._run)

    def _note_waiting(self) -> bool:
        """Report documents that are not this process's to finish; return True if there are any."""
        others = self.ledger.unfinished(self._run, with_own=False)
        if others:
            self._tracker.report(
                note=f"waiting for {others} documents that another process has claimed "
                "or that will be tried again in a moment"
            )
        return bool(others)

    def _logged(self, results: Iterable[ScanResult]) -> Iterator[DocumentResult]:
        for result in results:
            self._scan_log.note(result)
            if isinstance(result, ListingComplete | FileScanned):
                continue
            if self._tracker.count_found() % REPORTED_EVERY == 0:
                self._tracker.report()
            yield result
