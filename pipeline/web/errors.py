"""The HTTP status that each of our errors is answered with."""

from __future__ import annotations

from pipeline.errors import (
    CheckpointError,
    EmptyStore,
    StepgraphError,
    UnknownDocument,
    Unreachable,
)
from pipeline.services.errors import Busy, Forbidden, TooLarge

__all__ = ["status_of"]


# The first class that fits counts: some are kinds of others.
STATUSES: tuple[tuple[type[StepgraphError], int], ...] = (
    (Busy, 503),
    (Forbidden, 403),
    (TooLarge, 413),
    (UnknownDocument, 404),
    (EmptyStore, 404),
    (Unreachable, 503),
    (CheckpointError, 503),
)


def status_of(error: StepgraphError) -> int:
    """The HTTP status of an error; 400 where the request itself is at fault."""
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 400)
