"""Files behind the sources in the ledger: where they are, and which document ids they own."""

from __future__ import annotations

import os

from pipeline.ledger.row_values import RowValues

__all__ = ["file_of", "is_there", "owned_elsewhere"]


def file_of(source: str) -> str:
    """Return the file that a source is, or is a line of."""
    path, separator, line = source.rpartition("#")
    return path if separator and line.isdigit() else source


def is_there(source: str) -> bool:
    """Return True if there is a file at the source, or one that it is a line of."""
    return os.path.lexists(source) or os.path.lexists(file_of(source))


def owned_elsewhere(row: RowValues, *, source: str, fingerprint: str) -> str | None:
    """Explain why a path may not take this row's id: another file has it, exists and differs.

    Only ids that were made from paths are protected. An id that the input gives is the input's
    claim to be that document, wherever it stands.
    """
    old, new = file_of(row["source"]), file_of(source)
    if row["fingerprint"] in ("", fingerprint) or not _made_from(row["document_id"], source):
        return None
    if os.path.realpath(old) == os.path.realpath(new) or not os.path.exists(old):
        return None
    return (
        f"the id {row['document_id']!r} belongs to {old}, which still exists and differs; "
        "ingest a folder that holds both, or give one an id of its own"
    )


def _made_from(document_id: str, source: str) -> bool:
    return f"/{source}".replace(os.sep, "/").endswith(f"/{document_id}")
