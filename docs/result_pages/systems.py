"""Published systems, rules without learning, and published predictions scored here."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean
from typing import Any

from result_pages.data_card import WRITTEN
from result_pages.markdown import (
    Values,
    bullets,
    commands,
    count,
    decimal,
    experiment,
    percent,
    record,
    spread,
    table,
    task2_f1,
)
from result_pages.reader import TASK1, TASK1_HEADER, configuration, macro, scores_of
from result_pages.rivals import rival_values

TASK2 = ("precision", "recall", "f1")
TASK2_HEADER = ("task 2 P", "R", "F1")


def values() -> Values:
    published, reader, baselines = record("published"), record("reader"), record("baselines")
    shipped = configuration(reader["shipped"])
    alone = configuration(reader["from_propara_alone"])
    card = record("data_card")
    n_procedures = count(sum(card[file]["documents"] for file in WRITTEN))
    best = max(published["systems"], key=_f1_if_comparable)
    return {
        "systems": table(
            ["system", "weights", *TASK1_HEADER, *TASK2_HEADER, "rules", "source"],
            [
                *map(_published, published["systems"]),
                _ours(alone, "ProPara alone"),
                _ours(
                    shipped,
                    f"ProPara and {n_procedures} procedures written by a language model",
                ),
            ],
        ),
        "sources": bullets(f"{name}: {source}" for name, source in published["sources"].items()),
        "difference_of_rules": decimal(published["largest_difference_of_rules"]),
        "n_procedures": n_procedures,
        "alone": experiment(alone["id"]),
        "alone_f1": spread(scores_of(alone, task2_f1)),
        "shipped_f1": spread(scores_of(shipped, task2_f1)),
        "shipped_macro": spread(scores_of(shipped, macro)),
        "best_system": best["system"],
        "best_f1": decimal(best["task2"][-1]),
        "best_macro": decimal(best["task1"][TASK1.index("macro")]),
        "baselines": table(
            ["system", *TASK1_HEADER, *TASK2_HEADER, "F1, rules of 2018", "violations, %"],
            [_baseline(row) for row in baselines["rows"] if row["split"] == "test"],
        ),
        **rival_values(record("rivals"), published),
        "command": commands([baselines["command"]]),
        "commit": f"`{baselines['commit']}`",
    }


def _f1_if_comparable(system: dict[str, Any]) -> float:
    """F1 by the rules of the leaderboard; people are no system."""
    comparable = system.get("rules") == "leaderboard" and "task1" in system
    return float(system["task2"][-1]) if comparable else 0.0


def _published(system: dict[str, Any]) -> list[str]:
    return [
        system["system"],
        system.get("size", ""),
        *_cells(system.get("task1", [None] * len(TASK1))),
        *_cells(system.get("task2", [None] * len(TASK2))),
        system.get("rules", ""),
        system["source"],
    ]


def _seeds(number: int) -> str:
    return "one seed" if number == 1 else f"mean of {number} seeds"


def _ours(settings: dict[str, Any], learnt: str) -> list[str]:
    tests = [row["test"] for row in settings["rows"]]
    scores = [100 * mean(test["task2"]["overall"][part] for test in tests) for part in TASK2]
    return [
        f"**the default reader, from {learnt}; {_seeds(len(tests))}**",
        record("reader")["size"],
        *_cells([mean(test["task1"][name] for test in tests) for name in TASK1]),
        *_cells(scores),
        "leaderboard",
        experiment(settings["id"]),
    ]


def _baseline(row: dict[str, Any]) -> list[str]:
    return [
        row["system"],
        *(decimal(row["task1"][name]) for name in TASK1),
        *(percent(row["task2"]["overall"][part]) for part in TASK2),
        percent(row["task2_of_2018"]["overall"]["f1"]),
        decimal(row["violations"]["percent"]),
    ]


def _cells(scores: Sequence[float | None]) -> list[str]:
    return [decimal(score) for score in scores]
