"""What a run of ``ingest`` tells while it goes on, and at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Failed", "Outcome", "Progress", "Watch"]


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that is not stored as its source has it, and why."""

    document_id: str
    source: str
    error: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the documents found: each is in one of the four counts.

    ``elsewhere`` counts those that another process wrote meanwhile. ``stages`` are the seconds
    spent in each, waiting for its turn not counted; they overlap, so that their sum may be more
    than ``seconds``. ``gone`` are documents that were not found because their source is no longer
    there; of them ``closed`` readings were closed.
    """

    found: int
    written: int
    unchanged: int
    elsewhere: int
    failed: tuple[Failed, ...]
    seconds: float
    stages: Mapping[str, float]
    gone: tuple[str, ...] = ()
    closed: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: ``finished`` of ``found`` documents, the failed ones among them.

    ``found`` still grows while ``registering``. ``note`` is something to tell the user, once.
    """

    found: int = 0
    finished: int = 0
    failed: int = 0
    registering: bool = False
    note: str | None = None


Watch = Callable[[Progress], None]
