"""Errors of a server, and the HTTP status that each of our errors is answered with."""

from __future__ import annotations

from pipeline.errors import (
    CheckpointError,
    EmptyStore,
    StepgraphError,
    UnknownDocument,
    Unreachable,
)

__all__ = ["Busy", "Forbidden", "TooLarge", "status_of"]


class Busy(StepgraphError):
    """Too much is asked at once; the same request may succeed a little later."""


class Forbidden(StepgraphError):
    """The server was started without the permission that the request needs."""


class TooLarge(StepgraphError):
    """The request is larger than the server reads."""


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
