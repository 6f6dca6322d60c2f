"""Ingest: discover, register, then claim, read and write batches until none is left."""

from __future__ import annotations

from collections.abc import Sequence

from prefect import flow

from flows.context import current_context
from flows.process import process_batch
from pipeline.ingest.discover import scan_inputs, tracked_entities
from pipeline.ingest.progress import IngestResult
from pipeline.ingest.run import open_ingestion

__all__ = ["ingest"]


@flow(persist_result=False)
def ingest(
    inputs: list[str], entities: Sequence[str] | None = None, prune: bool = False
) -> IngestResult:
    """Store a reading of every new or changed document in the files and folders named.

    ``entities`` are tracked in documents that name none of their own; ``prune`` closes the readings
    of documents that are gone.
    """
    context = current_context()
    with open_ingestion(
        context.settings, context.reader, on_progress=context.on_progress
    ) as ingestion:
        tracked = tracked_entities(entities)
        scan_inputs(inputs, ingestion, entities=tracked, access=context.settings.access)
        ingestion.run(lambda batch: process_batch(batch, ingestion.processor))
        ingestion.find_gone(inputs, prune=prune)
        result = context.results["ingest"] = ingestion.result()
    return result
