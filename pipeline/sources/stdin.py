"""Input without a file, stored as one so that it can be read again like any other source."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["spool", "spool_record"]


def spool(content: bytes, folder: Path) -> Path:
    """Write ``content`` to ``folder`` under a name made of its hash, and return that file.

    The first character distinguishes JSON lines from text. The id of the document is the name
    without its suffix, so the same input twice is the same document.
    """
    suffix = "jsonl" if content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{") else "txt"
    path = folder / f"stdin-{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def spool_record(record: Mapping[str, Any], folder: Path, *, document_id: str) -> Path:
    """Write a document's record as a line of JSON to the document's own file in ``folder``.

    The file is named after the id, so a newer version replaces the older one.
    """
    path = folder / f"record-{hashlib.sha256(document_id.encode()).hexdigest()[:12]}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(dict(record)) + "\n", encoding="utf-8")
    return path
