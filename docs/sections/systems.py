"""What others published, with our reader as the last row."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean
from typing import Any

from writing import table

TASK1 = ("cat1", "cat2", "cat3", "macro", "micro")
TASK2 = ("precision", "recall", "f1")


def section(published: dict[str, Any], reader: dict[str, Any]) -> str:
    rows = [
        [
            one["system"],
            *_cells(one.get("task1", [None] * len(TASK1))),
            " / ".join(_cells(one["task2"])) if "task2" in one else "",
            one.get("rules", ""),
            one["source"],
        ]
        for one in published["systems"]
    ]
    for name, learnt in reader["compared"].items():
        configuration = next(one for one in reader["configurations"] if one["name"] == name)
        rows.append(_ours([row["test"] for row in configuration["rows"]], learnt))
    sources = "\n".join(f"- {name}: {told}" for name, told in published["sources"].items())
    return (
        "## Others' systems, as published\n\n"
        "Test. Every row but our own is as its source prints it, not run and not scored here; "
        "systems that published their predictions are scored in the next table. The two "
        "generations of task 2's rules differ by up to 2.7 F1 on the same predictions. A dash "
        "is a figure for which we have no source; of NPN we have one on recipes only (below).\n\n"
        + table(
            ["system", "cat 1", "cat 2", "cat 3", "macro", "micro", "task 2 P / R / F1"]
            + ["rules", "source"],
            rows,
        )
        + f"\n\nSources:\n\n{sources}"
    )


def _ours(tests: Sequence[dict[str, Any]], learnt: str) -> list[str]:
    scores = [100 * mean(one["task2"]["overall"][part] for one in tests) for part in TASK2]
    return [
        f"**the default reader, from {learnt}, mean of {len(tests)} seeds**",
        *_cells([mean(one["task1"][name] for one in tests) for name in TASK1]),
        " / ".join(_cells(scores)),
        "leaderboard",
        "measured here",
    ]


def _cells(values: Sequence[float | None]) -> list[str]:
    return ["–" if value is None else f"{value:.1f}" for value in values]
