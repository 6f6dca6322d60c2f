"""Enter into the ledger what the sources show now; reading it is a worker's business."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.domain.document import Entity
from pipeline.errors import BadInput
from pipeline.ingest.readers import Reader
from pipeline.ingest.run import Failed, Ingestion, open_ingestion
from pipeline.settings import Settings
from pipeline.sources import discover
from pipeline.sources.access import Access

__all__ = ["Discovery", "look_through", "register_sources", "tracked_entities"]


@dataclass(frozen=True, slots=True)
class Discovery:
    """What the sources showed: ``due`` are to be read, ``failed`` could not be read even now.

    ``gone`` are documents that are no longer at their source; of them ``closed`` readings were
    closed.
    """

    found: int
    unchanged: int
    due: int
    failed: tuple[Failed, ...]
    gone: tuple[str, ...]
    closed: int
    seconds: float


def tracked_entities(names: Sequence[str] | None) -> tuple[Entity, ...] | None:
    """The entities named for documents that name none; None for none. Raises BadInput."""
    try:
        return Entity.parse_all(names) if names else None
    except ValueError as error:
        raise BadInput(f"--entity: {error}") from error


def look_through(
    inputs: Sequence[str],
    work: Ingestion,
    *,
    entities: tuple[Entity, ...] | None,
    access: Access,
) -> None:
    """Enter what ``inputs`` show now into the ledger of this run."""
    found = discover(
        inputs, entities=entities, access=access, source_state=work.source_state(entities)
    )
    work.register(found, entities=entities)


def register_sources(
    inputs: Sequence[str],
    settings: Settings,
    reader: Reader,
    *,
    entities: tuple[Entity, ...] | None = None,
    prune: bool = False,
) -> Discovery:
    """Register the new and the changed documents of ``inputs``, and say which are gone.

    ``prune`` closes the readings of those. Raises Unreachable if store or ledger is.
    """
    with open_ingestion(settings, reader) as work:
        look_through(inputs, work, entities=entities, access=settings.access)
        work.find_gone(inputs, prune=prune)
        told = work.outcome()
    return Discovery(
        told.found,
        told.unchanged,
        told.found - told.unchanged - len(told.failed),
        told.failed,
        told.gone,
        told.closed,
        told.seconds,
    )
