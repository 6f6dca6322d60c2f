"""Discover: register what the sources hold now; workers read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.domain.document import Entity
from pipeline.errors import BadInput
from pipeline.ingest.progress import FailedDocument
from pipeline.ingest.readers import Reader
from pipeline.ingest.run import Ingestion, open_ingestion
from pipeline.settings import Settings
from pipeline.sources import WHOLE, Shard, discover
from pipeline.sources.access import Access

__all__ = ["Discovery", "chosen_shard", "register_sources", "scan_inputs", "tracked_entities"]


@dataclass(frozen=True, slots=True)
class Discovery:
    """Results of a scan: ``due`` documents will be read, ``failed`` ones cannot be.

    ``gone`` are documents that no longer exist at their source; ``closed`` of their readings were
    closed.
    """

    found: int
    unchanged: int
    due: int
    failed: tuple[FailedDocument, ...]
    gone: tuple[str, ...]
    closed: int
    seconds: float


def tracked_entities(names: Sequence[str] | None) -> tuple[Entity, ...] | None:
    """Return the entities to track in documents that name none; None if none. Raises BadInput."""
    try:
        return Entity.parse_all(names) if names else None
    except ValueError as error:
        raise BadInput(f"--entity: {error}") from error


def chosen_shard(text: str | None, settings: Settings) -> Shard:
    """Return the shard written as ``I/N``, else the settings'. Raises BadInput."""
    try:
        return settings.shard if text is None else Shard.parse(text)
    except ValueError as error:
        raise BadInput(f"shard={text!r}: {error}") from error


def scan_inputs(
    inputs: Sequence[str],
    ingestion: Ingestion,
    *,
    entities: tuple[Entity, ...] | None,
    find_entities: bool = False,
    access: Access,
) -> None:
    """Scan ``inputs`` for documents of the run's shard and register the results."""
    results = discover(
        inputs,
        entities=entities,
        access=access,
        source_state=ingestion.source_state(entities, find_entities=find_entities),
        shard=ingestion.shard,
    )
    ingestion.register(results, entities=entities, find_entities=find_entities)


def register_sources(
    inputs: Sequence[str],
    settings: Settings,
    reader: Reader,
    *,
    entities: tuple[Entity, ...] | None = None,
    prune: bool = False,
    shard: Shard = WHOLE,
) -> Discovery:
    """Register the new and changed documents of ``inputs``, and find those that are gone.

    Only documents of ``shard`` are looked for. ``prune`` closes the readings of those that are
    gone. Raises Unreachable if the store or the ledger is.
    """
    with open_ingestion(settings, reader, shard=shard) as ingestion:
        scan_inputs(inputs, ingestion, entities=entities, access=settings.access)
        ingestion.find_gone(inputs, prune=prune)
        result = ingestion.result()
    return Discovery(
        found=result.found,
        unchanged=result.unchanged,
        due=result.found - result.unchanged - len(result.failed),
        failed=result.failed,
        gone=result.gone,
        closed=result.closed,
        seconds=result.seconds,
    )
