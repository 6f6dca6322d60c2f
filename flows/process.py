"""Process: one stay of a worker, which claims batches from the ledger, reads and writes them."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import ProgressArtifact, show_result
from flows.context import current_context
from flows.retries import retryable
from pipeline.ingest.batches import BatchProcessor
from pipeline.ingest.worker import WorkerResult, open_worker
from pipeline.ledger.entries import Batch

__all__ = ["process", "process_batch"]


@flow(persist_result=False)
def process(stay_minutes: float = 0.0) -> WorkerResult:
    """Read and write what is due, one task a batch, until nothing is left.

    The worker stays at least ``stay_minutes`` for documents that come meanwhile. Start one for each
    GPU: it loads the model once.
    """
    context = current_context()
    progress = ProgressArtifact("processed")
    with open_worker(
        context.settings, context.reader, leaving=context.leaving, stay_seconds=60 * stay_minutes
    ) as worker:

        def run(batch: Batch) -> None:
            process_batch(batch, worker.processor)
            progress.show(worker.position)

        worker.run(run)
        result = context.results["process"] = worker.result()
        progress.show(worker.position, last=True)
    show_result(
        "processed-documents",
        [
            ("written", result.written),
            ("failed", result.failed),
            ("documents/s", round(result.rate, 2)),
            ("seconds", round(result.seconds, 1)),
        ],
        errors=result.errors,
    )
    return result


@retryable
def process_batch(batch: Batch, processor: BatchProcessor) -> None:
    """Read and write one claimed batch; a document that cannot be read fails alone."""
    processor.process(batch)
