"""How the search for the best grid leans, and what other leanings would score."""

from __future__ import annotations

from typing import Any

from writing import table


def section(result: dict[str, Any]) -> str:
    chosen = result["chosen"]
    return (
        "### How decoding leans\n\n"
        "What the best grid adds to the scores (logarithms): to each create, move and destroy, and "
        'then, given what happens, against "place unstated". Read by readers that never saw the '
        "document: the 391 of train in three parts, each by a reader trained without it, and dev "
        "by the one that ships; task 1 with the grid as its only annotator. Chosen for the best "
        "sum of F1 and macro over both: "
        f"{chosen['changes']:.1f} and {chosen['stated']:.1f}. Test was not looked at.\n\n"
        + table(
            ["changes", "stated", "train: P / R / F1", "macro", "dev: P / R / F1", "macro"],
            [_row(one, chosen=one["leanings"] == chosen) for one in result["rows"]],
        )
        + f"\n\n```\n{result['command']}\n```"
    )


def _row(row: dict[str, Any], *, chosen: bool) -> list[str]:
    cells = [f"{value:.1f}" for value in row["leanings"].values()]
    for split in ("train", "dev"):
        told = row[split]
        cells.append(" / ".join(f"{told[name]:.1f}" for name in ("precision", "recall", "f1")))
        cells.append(f"{told['macro']:.1f}")
    return [f"**{cell}**" for cell in cells] if chosen else cells
