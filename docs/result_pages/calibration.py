"""How far probabilities are those of being right, and what leaving out unsure answers gains."""

from __future__ import annotations

from typing import Any

from result_pages.markdown import NOT_MEASURED, Values, commands, decimal, percent, record, table

THRESHOLDS = (0.0, 0.3, 0.5, 0.7, 0.9)
KINDS = ("changes", "locations")
NAMES = {
    "dev": "ProPara dev",
    "test": "ProPara test",
    "own": "our own procedures",
    "real": "real text",
}


def values() -> Values:
    result = record("calibration")
    splits = result["splits"]
    test, real = (splits[name]["calibrated"] for name in ("test", "real"))
    half = _at(result, "changes", 0.5)
    return {
        "temperatures": table(
            ["reader of", "tags", "locations"],
            [
                [reader, str(each["tags"]), str(each["places"])]
                for reader, each in result["temperatures"].items()
            ],
        ),
        "errors": table(
            ["texts", "temperatures", "of", "answers", "right, %", "error", "by chance"]
            + ["together", "log-loss"],
            [
                [NAMES[split], state.replace("_", " "), kind, *_figures(row)]
                for split in NAMES
                for state, kinds in splits[split].items()
                for kind, row in kinds.items()
            ],
        ),
        "error_changes": f"{test['changes']['error']:.3f}",
        "error_locations": f"{test['locations']['error']:.3f}",
        "chance_changes": f"{test['changes']['by_chance']:.3f}",
        "chance_locations": f"{test['locations']['by_chance']:.3f}",
        "chance_together": f"{test['locations']['by_chance_together']:.3f}",
        "real_changes": f"{real['changes']['error']:.3f}",
        "real_locations": f"{real['locations']['error']:.3f}",
        "coverage": table(
            ["threshold"]
            + [f"{kind}: {part}, %" for kind in KINDS for part in ("stated", "right")],
            [
                [str(threshold)]
                + [cell for kind in KINDS for cell in _coverage(result, kind, threshold)]
                for threshold in THRESHOLDS
            ],
        ),
        "half": str(half["threshold"]),
        "stated_at_half": percent(half["coverage"], 0),
        "right_at_half": percent(half["precision"], 0),
        "right_of_locations": percent(test["locations"]["right"], 0),
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
        "checkpoint": f"`{result['checkpoint'][:8]}`",
    }


def _figures(row: dict[str, Any]) -> list[str]:
    return [
        str(row["answers"]),
        percent(row["right"]),
        decimal(row["error"], 3),
        decimal(row["by_chance"], 3),
        decimal(row["by_chance_together"], 3),
        decimal(row["log_loss"], 3),
    ]


def _at(result: dict[str, Any], kind: str, threshold: float) -> dict[str, Any]:
    rows = result["splits"]["test"]["calibrated"][kind]["coverage"]
    return next(dict(row) for row in rows if row["threshold"] == threshold)


def _coverage(result: dict[str, Any], kind: str, threshold: float) -> list[str]:
    row = _at(result, kind, threshold)
    if row["precision"] is None:
        return [percent(row["coverage"]), NOT_MEASURED]
    return [percent(row["coverage"]), percent(row["precision"])]
