"""Real procedures that stay outside the project, by kind of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from result_pages.markdown import (
    NOT_MEASURED,
    Values,
    commands,
    count,
    decimal,
    percent,
    record,
    spread,
    table,
)

KINDS = {
    "all": "all",
    "recipe": "recipes",
    "lab": "lab protocols",
    "industry": "industrial",
    "howto": "how-tos",
    "how-to": "how-tos",
    "repair": "repairs",
    "science": "science",
}
RULES = {"rule based": "rules: created where first mentioned", "majority": "nothing ever changes"}
PLACES = {
    "stated": "a place",
    "somewhere": "that the place is not stated",
    "nowhere": "that the entity does not exist",
}
PARTS = ("precision", "recall", "f1")
QUESTIONS = ("inputs", "outputs", "conversions", "moves")
CATEGORIES = ("cat1", "cat2", "cat3", "macro")


def values() -> Values:
    result = record("real")
    runs, kinds = result["runs"], result["documents"]
    discovering = [run for run in runs if "found" in run]  # by the tagger that ships
    return {
        "n_documents": str(kinds["all"]),
        "n_steps": str(result["steps"]),
        "seeds": _seeds(runs),
        "seeds_found": _seeds(discovering),
        "task2": table(
            ["texts", "n", "task 2 P", "R", "F1", *(f"{name} F1" for name in QUESTIONS)],
            [[*_texts(result, kind), *_task2(runs, "given", kind)] for kind in kinds]
            + [[name, str(kinds["all"]), *_task2_of(scores)] for name, scores in _rules(result)],
        ),
        "task1": table(
            ["texts", "n", "cat 1", "cat 2", "cat 3", "macro"],
            [[*_texts(result, kind), *_task1(runs, "given", kind)] for kind in kinds]
            + [[name, str(kinds["all"]), *_task1_of(scores)] for name, scores in _rules(result)],
        ),
        "found": table(
            ["texts", "n", "task 2 F1", "macro", "entities P", "R", "exact F1", "head word F1"],
            [[*_texts(result, kind), *_found(discovering, kind)] for kind in kinds],
        ),
        **_unsure(result["unsure"], kinds),
        "command": commands([result["command"]]),
        "commit": _commits(result),
    }


def _commits(result: Mapping[str, Any]) -> str:
    """The record's commit, and those of the seeds that were not measured with it."""
    older = [run for run in result["runs"] if "commit" in run]
    return ", ".join(
        [f"`{result['commit']}`", *(f"seed {run['seed']} at `{run['commit']}`" for run in older)]
    )


def _seeds(runs: Sequence[Mapping[str, Any]]) -> str:
    if len(runs) == 1:
        return f"one seed ({runs[0]['seed']})"
    return f"means of {len(runs)} seeds, with the spread"


def _unsure(unsure: Mapping[str, Any], kinds: Mapping[str, int]) -> Values:
    """What is stated and what of it is right, by threshold and at the one that is fitted."""
    header = ["cells", "stated, %", "right, %", "changes", "stated, %", "right, %"]
    crossed = unsure["cross_validated"]
    return {
        "threshold": decimal(unsure["threshold"], 2),
        "wanted": percent(unsure["precision"], 0),
        "thresholds": table(
            ["threshold", *header],
            [[decimal(row["threshold"], 2), *_shares(row)] for row in unsure["thresholds"]],
        ),
        "stated_by_kind": table(
            ["texts", *header],
            [[KINDS.get(kind, kind), *_shares(unsure["kinds"][kind])] for kind in kinds],
        ),
        "stated_by_place": table(
            ["the cell states", *header[:3]],
            [[PLACES[kind], *_share(unsure["places"][kind])] for kind in PLACES],
        ),
        "crossed_coverage": percent(crossed["coverage"]),
        "crossed_precision": _percent(crossed["precision"]),
        "error_cells": decimal(unsure["calibration_error"]["cells"], 3),
        "error_changes": decimal(unsure["calibration_error"]["changes"], 3),
    }


def _shares(row: Mapping[str, Any]) -> list[str]:
    return [*_share(row["cells"]), *_share(row["changes"])]


def _share(share: Mapping[str, Any]) -> list[str]:
    return [count(share["answers"]), percent(share["coverage"]), _percent(share["precision"])]


def _percent(fraction: float | None) -> str:
    return NOT_MEASURED if fraction is None else percent(fraction)


def _texts(result: Mapping[str, Any], kind: str) -> list[str]:
    return [KINDS.get(kind, kind), str(result["documents"][kind])]


def _rules(result: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(RULES[name], scores["all"]) for name, scores in result["rules"].items()]


def _task2(runs: Any, entities: str, kind: str) -> list[str]:
    scores = [run[entities][kind]["task2"] for run in runs]
    overall = [spread([100 * score["overall"][part] for score in scores]) for part in PARTS]
    return [
        *overall,
        *(spread([100 * score[name]["f1"] for score in scores]) for name in QUESTIONS),
    ]


def _task2_of(scores: Mapping[str, Any]) -> list[str]:
    task2 = scores["task2"]
    overall = [percent(task2["overall"][part]) for part in PARTS]
    return [*overall, *(percent(task2[name]["f1"]) for name in QUESTIONS)]


def _task1(runs: Any, entities: str, kind: str) -> list[str]:
    return [spread([run[entities][kind]["task1"][name] for run in runs]) for name in CATEGORIES]


def _task1_of(scores: Mapping[str, Any]) -> list[str]:
    return [f"{scores['task1'][name]:.1f}" for name in CATEGORIES]


def _found(runs: Any, kind: str) -> list[str]:
    scores = [run["found"][kind] for run in runs]
    exact, head = ([score["entities"][way] for score in scores] for way in ("exact", "head"))
    return [
        spread([100 * score["task2"]["overall"]["f1"] for score in scores]),
        spread([score["task1"]["macro"] for score in scores]),
        *(spread([100 * score[part] for score in exact]) for part in PARTS),
        spread([100 * score["f1"] for score in head]),
    ]
