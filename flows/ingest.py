"""Ingest: discover, register, then claim, read and write batches until none is left."""

from __future__ import annotations

from collections.abc import Sequence

from prefect import flow

from flows.context import current_context
from flows.process import process_batch
from pipeline.ingest.discover import chosen_shard, tracked_entities
from pipeline.ingest.once import ingest_once
from pipeline.ingest.progress import IngestResult

__all__ = ["ingest"]


@flow(persist_result=False)
def ingest(
    inputs: list[str],
    entities: Sequence[str] | None = None,
    prune: bool = False,
    shard: str | None = None,
    find_entities: bool = False,
) -> IngestResult:
    """Store a reading of every new or changed document in the files and folders named.

    ``entities`` are tracked in documents that name none of their own. Without them those of an
    earlier run are kept; with ``find_entities`` the model finds them anew. ``prune`` closes the
    readings of documents that are gone. ``shard`` is the part of the documents to look for, as in
    ``2/8``; by default STEPGRAPH_SHARD.
    """
    context = current_context()
    result = context.results["ingest"] = ingest_once(
        inputs,
        context.settings,
        context.reader,
        entities=tracked_entities(entities),
        find_entities=find_entities,
        prune=prune,
        shard=chosen_shard(shard, context.settings),
        on_progress=context.on_progress,
        process=process_batch,
    )
    return result
