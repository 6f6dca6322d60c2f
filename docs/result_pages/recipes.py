"""Where the ingredients of recipes go, and what others published on theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from result_pages.markdown import (
    NOT_MEASURED,
    Values,
    commands,
    count,
    percent,
    record,
    table,
)

PARTS = ("precision", "recall", "f1")
TITLES = {
    "paper": "KG-MRC (`paper`)",
    "default": "default reader, from the packaged encoder",
    "entnet": "EntNet",
    "qrn": "QRN",
    "prolocal": "ProLocal",
    "proglobal": "ProGlobal",
    "prostruct": "ProStruct",
    "ncet": "NCET",
}


def values() -> Values:
    return {**_read_values(), **_trained_values(record("recipe_folds"))}


def _trained_values(result: Mapping[str, Any]) -> Values:
    """The systems that learnt our recipes by folds, next to printed figures."""
    folds = result["folds"]
    printed = [
        [f"{row['system']}, as printed", NOT_MEASURED, NOT_MEASURED, f"{row['f1']:.2f}"]
        + [NOT_MEASURED] * (len(folds) + 1)
        for row in record("published")["recipes"]
    ]
    rows = [
        *(_system(TITLES[name], rows_of(result["rows"], name), folds) for name in TITLES),
        *(
            _system(f"rules without learning: {name}", rows_of(result["rules"], name), folds)
            for name in dict.fromkeys(row["system"] for row in result["rules"])
        ),
    ]
    header = ["system", "new locations P", "R", "F1", *(f"F1, {fold}" for fold in folds)]
    sizes = list(folds.values())
    return {
        "folds": table([*header, "epochs kept"], [*printed, *rows]),
        "folds_recipes": count(sum(size["test"] for size in sizes)),
        "folds_annotated": count(result["annotated"]),
        "folds_locations": count(sum(size["new_locations"] for size in sizes)),
        "folds_number": str(len(sizes)),
        "folds_learnt": " and ".join(count(size["train"]) for size in sizes),
        "folds_dev": " and ".join(count(size["dev"]) for size in sizes),
        "folds_seeds": " and ".join(sorted({str(row["seed"]) for row in result["rows"]})),
        "folds_scored": str(result["times_scored_on_test"]),
        "folds_weights": result["weights"],
        "folds_command": commands(
            [*result["commands"].values(), "python benchmarks/recipe_folds.py"]
        ),
        "folds_commit": f"`{result['commit']}`",
    }


def rows_of(rows: Sequence[Mapping[str, Any]], system: str) -> list[Mapping[str, Any]]:
    return [row for row in rows if row["system"] == system]


def _system(title: str, rows: Sequence[Mapping[str, Any]], folds: Mapping[str, Any]) -> list[str]:
    """Means over the folds, and each fold's F1; dashes for what has not been trained."""
    by_fold = {row["fold"]: row["locations"] for row in rows}
    if by_fold.keys() < folds.keys():
        return [title, "not trained", *[NOT_MEASURED] * (len(folds) + 3)]
    means = [percent(mean(scores[part] for scores in by_fold.values())) for part in PARTS]
    epochs = [str(row["training"]["epoch"]) for row in rows if "training" in row]
    each = [percent(by_fold[fold]["f1"]) for fold in folds]
    return [title, *means, *each, " and ".join(epochs) or NOT_MEASURED]


def _read_values() -> Values:
    result, published = record("recipes"), record("published")
    best, *others = result["rows"]
    alone = next(
        row for row in others if "default" in row["reader"] and row["learnt"] == "ProPara alone"
    )
    return {
        "recipes": table(
            ["reader", "learnt", "recipes", "new locations P", "R", "F1", "task 2 F1"],
            [
                [
                    row["reader"],
                    row["learnt"],
                    row["gold"],
                    *(percent(row["locations"][part]) for part in PARTS),
                    percent(row["task2"]["overall"]["f1"]),
                ]
                for row in result["rows"]
            ],
        ),
        "f1": percent(best["locations"]["f1"]),
        "f1_alone": percent(alone["locations"]["f1"]),
        "published": table(
            ["system", "F1", "source"],
            [[row["system"], f"{row['f1']:.2f}", row["source"]] for row in published["recipes"]],
        ),
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    }
