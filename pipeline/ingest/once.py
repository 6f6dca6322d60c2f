"""One whole run of ``ingest`` in this process, with or without Prefect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.domain.document import Entity
from pipeline.errors import BadInput
from pipeline.ingest.batches import BatchProcessor
from pipeline.ingest.discover import scan_inputs
from pipeline.ingest.progress import IngestResult, OnProgress
from pipeline.ingest.readers import Reader
from pipeline.ingest.run import open_ingestion
from pipeline.ledger.entries import Batch
from pipeline.settings import Settings
from pipeline.sources.config_file import refuse_secrets
from pipeline.sources.shard import WHOLE, Shard

__all__ = ["ingest_once"]


def ingest_once(
    inputs: Sequence[str],
    settings: Settings,
    reader: Reader,
    *,
    entities: tuple[Entity, ...] | None = None,
    find_entities: bool = False,
    prune: bool = False,
    shard: Shard = WHOLE,
    on_progress: OnProgress | None = None,
    process: Callable[[Batch, BatchProcessor], object] | None = None,
) -> IngestResult:
    """Store a reading of every new or changed document of ``inputs``; return when none is left.

    ``entities`` are tracked in documents that name none of their own. Without them those of an
    earlier run are kept; with ``find_entities`` the model finds them anew. ``prune`` closes the
    readings of documents that are gone; only documents of ``shard`` are looked for; ``process`` is
    what processes a batch with the run's processor, such as a Prefect task. Raises BadInput for a
    URL that holds a secret or both options on entities, Unreachable if the store or the ledger is.
    """
    if entities is not None and find_entities:
        raise BadInput("give entities, or have them found; not both")
    refuse_secrets(inputs)
    with open_ingestion(settings, reader, shard=shard, on_progress=on_progress) as ingestion:
        scan_inputs(
            inputs,
            ingestion,
            entities=entities,
            find_entities=find_entities,
            access=settings.access,
        )
        if process is None:
            ingestion.run()
        else:
            ingestion.run(lambda batch: process(batch, ingestion.processor))
        ingestion.find_gone(inputs, prune=prune)
        return ingestion.result()
