"""Where benchmarks keep what they measured: a record of JSON a topic, with the commit."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["RECORDS", "checked_out", "write_record"]

RECORDS = Path("docs/results/records")


def write_record(
    path: Path, record: Mapping[str, Any], *, commit: str | None = None, indent: int = 1
) -> None:
    """Write the record with the commit that is checked out, or that was when it was begun.

    `make results` makes the pages.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**record, "commit": commit or checked_out()}, indent=indent) + "\n")


def checked_out() -> str:
    """Return the short hash of the commit that is checked out."""
    command = ["git", "rev-parse", "--short=7", "HEAD"]
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"  # not a checkout
