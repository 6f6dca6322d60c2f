"""Whether probabilities mean something, and what leaving the unsure answers out buys."""

from __future__ import annotations

from typing import Any

from writing import percent, table

SHOWN = (0.0, 0.3, 0.5, 0.7, 0.9)  # thresholds


def section(result: dict[str, Any]) -> str:
    rows = [
        [
            f"{split}, {state.replace('_', ' ')}",
            kind,
            str(row["answers"]),
            percent(row["right"]),
            f"**{row['error']:.3f}**" if (split, state) == ("test", "calibrated") else
            f"{row['error']:.3f}",
            f"{row['by_chance']:.3f}",
            f"{row['log_loss']:.3f}",
        ]
        for split in ("dev", "test")
        for state, kinds in result[split].items()
        for kind, row in kinds.items()
    ]  # fmt: skip
    sure = [
        [f"{threshold}", *(_sure(result, kind, threshold) for kind in ("changes", "locations"))]
        for threshold in SHOWN
    ]
    temperatures = result["temperatures"]
    return (
        "## Probabilities\n\n"
        "A probability is an exact marginal of the chain of tags and locations. The tags' scores "
        f"are divided by {temperatures['tags']} and the locations' by {temperatures['places']} "
        "first: of the temperatures tried, those with the least log-loss on dev. Error is the "
        "expected calibration error in ten bins of equal count, over predicted changes other than "
        "none and over locations of entities that are predicted to exist; *by chance* is what "
        "perfect probabilities would show on so few answers, so less than that says nothing. "
        "Cross-validated: each of ten parts of dev at the temperatures the other nine choose. "
        f"Checkpoint {result['checkpoint'][:8]}.\n\n"
        + table(
            ["", "", "answers", "right, %", "error", "by chance", "log-loss"],
            rows,
        )
        + "\n\n![Reliability, and coverage against precision](images/calibration.svg)\n\n"
        "Answers below `--unsure-below` (`STEPGRAPH_UNSURE_BELOW`) say that they are unsure. On "
        "test, the share of answers that is sure, and how many of those are right:\n\n"
        + table(["threshold", "changes: sure, right", "locations: sure, right"], sure)
        + f"\n\n```\n{result['command']}\n```"
    )


def _sure(result: dict[str, Any], kind: str, threshold: float) -> str:
    rows = result["test"]["calibrated"][kind]["coverage"]
    row = next(one for one in rows if one["threshold"] == threshold)
    if row["precision"] is None:
        return "none"
    return f"{percent(row['coverage'])} %, {percent(row['precision'])} %"
