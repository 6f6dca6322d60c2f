"""Structured logs of unattended work: JSON lines, or readable ones on a terminal.

Our code logs with Python's own ``logging``, to the logger ``stepgraph``, with the details of an
event in ``extra``. Programs that embed Stepgraph see it like any other log. This module sets up
what the commands print of it.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, TextIO

from pipeline.errors import BadInput
from pipeline.redaction import redact_text

__all__ = ["LEVELS", "log", "note_failed", "note_written", "print_warnings", "set_up_logs"]

LEVELS = ("debug", "info", "warning", "error")
log = logging.getLogger("stepgraph")
log.addHandler(logging.NullHandler())  # otherwise Python itself prints warnings


class _Printed(logging.StreamHandler[TextIO]):
    """The handler that this module adds."""


def set_up_logs(level: str = "info", *, stream: TextIO | None = None) -> None:
    """Print events of ``level`` and above, on stderr by default. Raises BadInput."""
    import structlog

    if level not in LEVELS:
        raise BadInput(f"the log level {level!r} is not one of {', '.join(LEVELS)}")
    stream = stream or sys.stderr
    readable = stream.isatty()
    renderer: Any = (
        structlog.dev.ConsoleRenderer() if readable else structlog.processors.JSONRenderer()
    )
    printed = _Printed(stream)
    printed.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                structlog.contextvars.merge_contextvars,
                structlog.stdlib.add_log_level,
                structlog.stdlib.ExtraAdder(),
                structlog.processors.TimeStamper(fmt="iso", utc=True),
            ],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _without_secrets,
                renderer,
            ],
        )
    )
    _replace_printed(printed)
    log.setLevel(level.upper())
    log.propagate = False  # Prefect's and others' handlers of the root would print it again


def print_warnings() -> Callable[[], None]:
    """Print warnings on stderr as plain lines, until ``set_up_logs`` or the result is called.

    Those on one document are left out: the command reports them itself.
    """
    printed = _Printed(sys.stderr)
    printed.setLevel(logging.WARNING)
    printed.addFilter(lambda record: not hasattr(record, "document"))
    _replace_printed(printed)
    return lambda: log.removeHandler(printed)


def _replace_printed(printed: _Printed) -> None:
    for old in [handler for handler in log.handlers if isinstance(handler, _Printed)]:
        log.removeHandler(old)
    log.addHandler(printed)


def note_written(readings: Mapping[str, str], *, run: int) -> None:
    """Log the readings that were stored, by document: each at level debug, their number at info.

    ``run`` is the number of the ledger's run.
    """
    if log.isEnabledFor(logging.DEBUG):
        for document, reading in readings.items():
            about = {"document": document, "reading": reading, "run": run}
            log.debug("document written", extra=about)
    log.info("batch written", extra={"documents": len(readings), "run": run})


def note_failed(document: str, error: str, state: str | None, *, run: int) -> None:
    """Log that a document could not be stored; ``state`` is the new one, None if not ours."""
    about = {"document": document, "error": error, "run": run}
    if state == "failed":
        log.warning("document failed", extra=about)
    elif state == "pending":
        log.info("document will be tried again", extra=about)


def _without_secrets(
    _logger: Any, _name: str, event: MutableMapping[str, Any]
) -> Mapping[str, Any]:
    """Return the event without the passwords in its texts."""
    return {
        name: redact_text(value) if isinstance(value, str) else value
        for name, value in event.items()
    }
