"""Where the ingredients of our own recipes go, beside what others published on theirs."""

from __future__ import annotations

from typing import Any

from writing import percent, table

PARTS = ("precision", "recall", "f1")


def section(result: dict[str, Any], published: dict[str, Any]) -> str:
    rows = [
        [
            row["reader"],
            row["learnt"],
            row["gold"],
            " / ".join(percent(row["locations"][part]) for part in PARTS),
            percent(row["task2"]["overall"]["f1"]),
        ]
        for row in result["rows"]
    ]
    theirs = [[one["system"], f"{one['f1']:.2f}", one["source"]] for one in published["recipes"]]
    return (
        "## Recipes\n\n"
        "Recipes that we annotated ourselves; no reader learnt them. An answer is an ingredient, a "
        f"step and the place it is at from then on (`{result['command']}`).\n\n"
        + table(["", "learnt", "recipes", "new locations, P / R / F1", "task 2 F1"], rows)
        + "\n\nOn the recipes of Bosselut et al. 2018, which cannot be shipped, others published "
        "the figures below; other texts, trained on recipes, so not to be compared. "
        "`stepgraph evaluate --grids FILE` reads that data.\n\n"
        + table(["", "F1", "source"], theirs)
    )
