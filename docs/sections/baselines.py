"""Rules without learning, what any model must beat, and predictions others published."""

from __future__ import annotations

from typing import Any

from writing import percent, table


def section(result: dict[str, Any]) -> str:
    rows = [
        [
            row["system"],
            " / ".join(
                percent(row["task2"]["overall"][part]) for part in ("precision", "recall", "f1")
            ),
            percent(row["task2_of_2018"]["overall"]["f1"]),
            f"{row['task1']['macro']:.1f}" if "task1" in row else "",
        ]
        for row in result["rows"]
        if row["split"] == "test"
    ]
    return (
        "## Baselines without learning, and published predictions\n\n"
        "Scored here, on test (`python benchmarks/baselines.py`): rules over mentions, and the "
        "predictions that ProStruct, ProGlobal and ProLocal published. Task 2 gives precision 1 "
        "where nothing is predicted, which is why rules score so near the early models: read "
        "task 1 beside it.\n\n"
        + table(["system", "task 2 P / R / F1", "rules of 2018", "task 1 macro"], rows)
    )
