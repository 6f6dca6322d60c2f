"""Values of a document's row: common sets of columns, and text as any database can hold it."""

from __future__ import annotations

from typing import Any

from pipeline.errors import one_line
from pipeline.ledger.tables import State

__all__ = ["RELEASED", "RESET", "RowValues", "storable_error", "storable_text"]

LONGEST_ERROR = 500  # characters
RowValues = dict[str, Any]
RESET: RowValues = {
    "state": State.PENDING,
    "stage": None,
    "failure": None,
    "error": None,
    "owner": None,
    "lease_until": None,
    "retry_at": None,
}
# A released claim keeps the reason of an earlier failure: it decides how the document is read next.
RELEASED: RowValues = {name: RESET[name] for name in RESET if name not in ("failure", "error")}


def storable_error(error: str) -> str:
    """Return the error on one line, at most LONGEST_ERROR characters long."""
    line = one_line(storable_text(error))
    return line if len(line) <= LONGEST_ERROR else line[: LONGEST_ERROR - 1] + "…"


def storable_text(text: str) -> str:
    """Escape what PostgreSQL refuses (NUL) or no encoding has (halves of surrogate pairs)."""
    return text.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()
