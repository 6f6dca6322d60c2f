"""What every section of the results writes with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results" / "records"


def load(name: str) -> Any:
    """What docs/results/records/NAME.json holds; None where nobody has measured it yet."""
    path = FOLDER / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(fraction: float) -> str:
    return f"{100 * fraction:.1f}"
