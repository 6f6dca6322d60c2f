"""Our own procedures by kind of text, and by what a reader learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from result_pages.markdown import (
    Values,
    commands,
    count,
    experiment,
    percent,
    record,
    spread,
    table,
)

KINDS = {
    "all": "all",
    "science": "science paragraphs",
    "recipe": "recipes",
    "protocol": "protocols",
}
READERS = {
    "alone": "from ProPara alone",
    "before": "without everyday procedures",
    "after": "the same, trained further by hand annotations",
    "ships": "what ships",
}
QUESTIONS = ("inputs", "outputs", "conversions", "moves")
PARTS = ("precision", "recall", "f1")
Runs = Sequence[dict[str, Any]]


def values() -> Values:
    result = record("other_text")
    kinds = dict(result["documents"])
    kinds["all"] = sum(kinds.values())
    return {
        "n_examples": str(kinds["all"]),
        "n_own": str(_n_own(result)),
        "n_learnt": count(record("data_card")["procedures"]["documents"]),
        "n_more": str(sum(result["learnt"].values())),
        "n_seeds": str(len(result["before"])),
        "n_shipped": str(len(result["ships"])),
        "experiment": experiment("E28"),
        "alone": experiment("E09"),
        "before": experiment("E12"),
        "task2": table(
            ["reader", "texts", "n", "task 2 P", "R", "F1", *(f"{name} F1" for name in QUESTIONS)],
            _rows(result, kinds, _task2),
        ),
        "task1": table(
            ["reader", "texts", "n", "cat 1", "cat 2", "cat 3", "macro"],
            _rows(result, kinds, _task1),
        ),
        "f1": _f1(result["ships"], "examples", "all"),
        "f1_before": _f1(result["before"], "examples", "all"),
        "f1_alone": _f1(result["alone"], "examples", "all"),
        "f1_after": _f1(result["after"], "examples", "all"),
        "all_own": table(
            ["reader", "texts", "n", "task 2 F1", "macro"],
            [
                [READERS[name], texts, str(n), *_both(result[key][name])]
                for key, texts, n in (
                    ("both", "all that we annotated by hand", _n_own(result)),
                    ("apart", "those about other subjects", result["apart"]["documents"]),
                )
                for name in ("alone", "before", "ships")
            ],
        ),
        "n_apart": str(result["apart"]["documents"]),
        "dev": table(
            ["reader", "ProPara dev F1"],
            [[name, _f1(result[key], "propara_dev")] for key, name in READERS.items()],
        ),
        "commands": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    }


def _n_own(result: Mapping[str, Any]) -> int:
    return int(sum(result["documents"].values()) + sum(result["learnt"].values()))


def _rows(result: Mapping[str, Any], kinds: Mapping[str, int], figures: Any) -> list[list[str]]:
    return [
        [name, text, str(kinds[kind]), *figures([run["examples"][kind] for run in result[key]])]
        for key, name in READERS.items()
        for kind, text in KINDS.items()
    ]


def _task2(runs: Runs) -> list[str]:
    parts = [percent(mean(run["task2"]["overall"][part] for run in runs)) for part in PARTS]
    questions = [percent(mean(run["task2"][name]["f1"] for run in runs)) for name in QUESTIONS]
    return [*parts, *questions]


def _task1(runs: Runs) -> list[str]:
    names = ("cat1", "cat2", "cat3", "macro")
    return [f"{mean(run['task1'][name] for run in runs):.1f}" for name in names]


def _f1(runs: Runs, *path: str) -> str:
    scores = []
    for run in runs:
        for name in path:
            run = run[name]
        scores.append(100 * run["task2"]["overall"]["f1"])
    return spread(scores)


def _both(runs: Runs) -> list[str]:
    return [_f1(runs), spread([run["task1"]["macro"] for run in runs])]
