"""Standard input, stored as a file so that it can be read again like any other source."""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["spool"]


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
