"""Process: one worker's stay. It claims batches from the ledger and reads and writes them."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import Bar, show_result
from flows.context import surroundings
from flows.retries import repeated
from pipeline.ingest.run import Ingestion
from pipeline.ingest.worker import Done, open_worker
from pipeline.ledger.entries import Batch

__all__ = ["process", "process_batch"]


@flow(persist_result=False)
def process(stay_minutes: float = 0.0) -> Done:
    """Read and write what is due, a task a batch, until nothing is left.

    It stays at least ``stay_minutes`` for what comes meanwhile. One for each GPU: the model is
    loaded once.
    """
    around = surroundings()
    bar = Bar("processed")
    with open_worker(
        around.settings, around.reader, leaving=around.leaving, stay_seconds=60 * stay_minutes
    ) as work:

        def run(batch: Batch) -> None:
            process_batch(batch, work)
            bar.show(work.standing)

        work.run(run)
        done = around.kept["process"] = work.done()
        bar.show(work.standing, last=True)
    show_result(
        "processed-documents",
        [
            ("written", done.written),
            ("failed", done.failed),
            ("documents/s", round(done.rate, 2)),
            ("seconds", round(done.seconds, 1)),
        ],
        errors=done.errors,
    )
    return done


@repeated
def process_batch(batch: Batch, work: Ingestion) -> None:
    """Read and write one claimed batch; a document that cannot be read fails alone."""
    work.process(batch)
