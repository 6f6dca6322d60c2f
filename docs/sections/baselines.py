"""Rules without learning, what any model must beat, and predictions others published."""

from __future__ import annotations

from typing import Any

from writing import percent, table

TASK1 = ("cat1", "cat2", "cat3", "macro", "micro")


def section(result: dict[str, Any]) -> str:
    rows = [
        [
            row["system"],
            *(f"{row['task1'][name]:.1f}" for name in TASK1),
            " / ".join(
                percent(row["task2"]["overall"][part]) for part in ("precision", "recall", "f1")
            ),
            percent(row["task2_of_2018"]["overall"]["f1"]),
            f"{row['violations']['percent']:.1f} %",
        ]
        for row in result["rows"]
        if row["split"] == "test"
    ]
    return (
        "## Baselines without learning, and published predictions, scored here\n\n"
        "On test, by `python benchmarks/baselines.py`: rules over mentions, and the "
        "predictions that ProStruct, ProGlobal and ProLocal published. Task 2 gives precision 1 "
        "where nothing is predicted, which is why rules score so near the early models: read "
        "task 1 beside it.\n\n"
        + table(
            ["system", "cat 1", "cat 2", "cat 3", "macro", "micro"]
            + ["task 2 P / R / F1", "F1 by the rules of 2018", "violations"],
            rows,
        )
    )
