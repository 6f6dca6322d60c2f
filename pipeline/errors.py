"""Failures outside our own code; each message is one line that names the problem and the fix."""

from __future__ import annotations

__all__ = [
    "BadInput",
    "CheckpointError",
    "EmptyStore",
    "Interrupted",
    "NoSuchStep",
    "OutdatedStore",
    "OutputFailed",
    "QueryRefused",
    "StepgraphError",
    "StoreError",
    "UnknownDocument",
    "Unreachable",
    "one_line",
]


def one_line(error: object, *, limit: int | None = None) -> str:
    """Return the error's text on one line, cut to at most ``limit`` characters."""
    return " ".join(str(error).split())[:limit]


class StepgraphError(Exception):
    """Base of every error that is shown to a user as one line, without a traceback."""

    exit_code = 2


class BadInput(StepgraphError):
    """A document, file, name or option that cannot be used as it is."""


class NoSuchStep(BadInput, IndexError):
    """A step that the document does not have."""


class UnknownDocument(BadInput):
    """The name that the user gave fits no document, or several."""


class CheckpointError(StepgraphError):
    """The trained weights or their base encoder are missing, damaged or of another kind."""


class StoreError(StepgraphError):
    """The graph engine refused a statement; its own error is the cause."""


class QueryRefused(StoreError):
    """The graph engine refused a statement as it is written; ``reason`` is what it said."""

    def __init__(self, engine: str, reason: str) -> None:
        super().__init__(engine, reason)
        self.engine, self.reason = engine, reason

    def __str__(self) -> str:
        return f"{self.engine} refused the query: {self.reason}"


class Unreachable(StepgraphError):
    """The store or the ledger cannot be reached or opened."""

    exit_code = 3


class OutdatedStore(Unreachable):
    """The store has the schema of an older version; opening it for writing updates it."""


class EmptyStore(Unreachable):
    """The store is to be read, but nothing has ever been written to it."""


class OutputFailed(StepgraphError):
    """Standard output is closed, or its disk is full."""

    exit_code = 74  # "input/output error" in sysexits.h


class Interrupted(StepgraphError):
    """The user pressed Ctrl-C; the message states what is kept and how to resume."""

    exit_code = 130  # exit code that a shell reports for Ctrl-C
