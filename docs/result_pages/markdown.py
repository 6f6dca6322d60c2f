"""Records in, Markdown out: what every page is made with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import mean, stdev
from typing import Any

DOCS = Path(__file__).parent.parent
RECORDS = DOCS / "results" / "records"

Values = Mapping[str, str]
PLACEHOLDER = re.compile(r"\{(\w+)\}")
NOT_MEASURED = "–"
ANNOTATING = "how-to/annotate-and-fine-tune.md"  # the guide, below docs/


@cache
def record(name: str) -> Any:
    """Content of docs/results/records/NAME.json."""
    return json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))


def fill(template: str, values: Values) -> str:
    """Replace every {placeholder}. Raises KeyError if one has no value or a value has no place."""
    names = set(PLACEHOLDER.findall(template))
    if unknown := sorted(names - set(values)):
        raise KeyError(f"no value for {', '.join(unknown)}")
    if unused := sorted(set(values) - names):
        raise KeyError(f"no place for {', '.join(unused)}")
    return PLACEHOLDER.sub(lambda match: values[match[1]], template)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def commands(lines: Iterable[str]) -> str:
    """A block of commands to copy."""
    return "\n".join(["```sh", *lines, "```"])


def percent(fraction: float, digits: int = 1) -> str:
    return f"{100 * fraction:.{digits}f}"


def count(number: int) -> str:
    return f"{number:,}"


def decimal(number: float | None, digits: int = 1) -> str:
    return NOT_MEASURED if number is None else f"{number:.{digits}f}"


def spread(values: Sequence[float], digits: int = 1) -> str:
    """The mean, with the standard deviation if there is more than one value."""
    if len(values) == 1:
        return f"{values[0]:.{digits}f}"
    return f"{mean(values):.{digits}f} ± {stdev(values):.{digits}f}"


def task2_f1(scores: Mapping[str, Any], rules: str = "task2") -> float:
    """F1 in percent of one run's scores on one split."""
    return 100 * float(scores[rules]["overall"]["f1"])


def experiment(name: str, *, page: str = "../experiments.md") -> str:
    """A link to an experiment by its id."""
    return f"[{name}]({page}#{name.lower()})"
