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
    shipped = next(one for one in reader["configurations"] if one["name"] == reader["shipped"])
    ours = [row["test"] for row in shipped["rows"]]
    rows.append(
        [
            f"**the default reader, mean of {len(ours)} seeds**",
            *_cells([mean(one["task1"][name] for one in ours) for name in TASK1]),
            " / ".join(
                _cells(
                    [100 * mean(one["task2"]["overall"][part] for one in ours) for part in TASK2]
                )
            ),
            "leaderboard",
            "measured here",
        ]
    )
    sources = "\n".join(f"- {name}: {told}" for name, told in published["sources"].items())
    return (
        "## Others' systems, as published\n\n"
        "Test. Every row but the last is as its source prints it, not run and not scored here; "
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


def _cells(values: Sequence[float | None]) -> list[str]:
    return ["–" if value is None else f"{value:.1f}" for value in values]
