"""The default reader: scores by seed, configurations, decoding, sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import mean
from typing import Any

from kgmodel.checkpoint import load_config
from result_pages.data_card import EVERYDAY
from result_pages.markdown import (
    DOCS,
    Values,
    commands,
    count,
    decimal,
    experiment,
    record,
    spread,
    table,
    task2_f1,
)

Row = dict[str, Any]
QUESTIONS = ("inputs", "outputs", "conversions", "moves")
TASK1 = ("cat1", "cat2", "cat3", "macro", "micro")
TASK1_HEADER = ("cat 1", "cat 2", "cat 3", "macro", "micro")
SHIPPED_FILES = {
    "reader": DOCS.parent / "kgmodel" / "checkpoints" / "default",
    "entity tagger": DOCS.parent / "kgmodel" / "checkpoints" / "entities",
    "classifier of lines": DOCS.parent / "kgmodel" / "checkpoints" / "phrases",
}
GRAPH_TEXTS = {"dev": "ProPara dev", "own": "our own procedures", "real": "real text"}
CHANGES_DECIDED = {
    "best track": "tags of the best track",
    "posterior": "posterior decoding",
}


def values() -> Values:
    reader, decoding = record("reader"), record("decoding")
    shipped = configuration(reader["shipped"])
    alone = configuration(reader["from_propara_alone"])
    before, rows = configuration("E12"), shipped["rows"]
    card = record("data_card")
    return {
        "f1": spread(scores_of(shipped, task2_f1)),
        "macro": spread(scores_of(shipped, macro)),
        "n_seeds": str(len(rows)),
        "shipped_seed": str(reader["shipped_seed"]),
        "shipped": experiment(shipped["id"]),
        "alone": experiment(alone["id"]),
        "alone_f1": spread(scores_of(alone, task2_f1)),
        "alone_macro": spread(scores_of(alone, macro)),
        "before": experiment(before["id"]),
        "n_everyday": count(sum(card[file]["documents"] for file in EVERYDAY)),
        "n_procedures": count(card["procedures"]["documents"]),
        "times_scored": str(reader["times_scored_on_test"]),
        "task2_by_seed": _task2_by_seed(rows),
        "task1_by_seed": _task1_by_seed(rows),
        "command": commands(shipped["command"].split(" && ")),
        "commit": f"`{shipped['commit']}`",
        "sizes": _sizes(),
        "settings": _settings(load_config(SHIPPED_FILES["reader"])),
        "configurations": _configurations(reader["configurations"]),
        "gain_of_procedures": decimal(_mean(before, macro) - _mean(alone, macro)),
        "f1_without_graph": decimal(_mean(configuration("E13"), task2_f1)),
        "f1_with_graph": decimal(task2_f1(before["rows"][0]["test"])),
        **_graph(record("graph")),
        "decoding": _decoding(decoding),
        "cost": decimal(decoding["chosen"]["cost"], 0),
        "weight": decimal(decoding["chosen"]["weight"], 0),
        "n_readers": str(decoding["readers"]),
        "n_own": str(decoding["documents_of_our_own"]),
        "decoding_command": commands([decoding["command"]]),
        "decoding_commit": f"`{decoding['commit']}`",
        "macro_at_no_cost": decimal(_decoded(decoding, cost=0.0)["dev"]["macro"]),
        "macro_at_cost": decimal(_decoded(decoding)["dev"]["macro"]),
        "recall_at_no_weight": decimal(_decoded(decoding, weight=1.0)["dev"]["recall"]),
        "recall_at_weight": decimal(_decoded(decoding)["dev"]["recall"]),
        "f1_at_no_weight": decimal(_decoded(decoding, weight=1.0)["dev"]["f1"]),
        "f1_at_weight": decimal(_decoded(decoding)["dev"]["f1"]),
    }


def configuration(name: str) -> Row:
    """A configuration of the default reader by its id."""
    (match,) = (row for row in record("reader")["configurations"] if row["id"] == name)
    return dict(match)


def scores_of(settings: Row, figure: Callable[[Row], float]) -> list[float]:
    """A figure of each seed on test."""
    return [figure(row["test"]) for row in settings["rows"]]


def macro(scores: Row) -> float:
    return float(scores["task1"]["macro"])


def megabytes(files: str = "weights.safetensors") -> dict[str, float]:
    """Size of each checkpoint that ships: its weights, or all ``files`` that match."""
    return {
        name: sum(path.stat().st_size for path in folder.rglob(files) if path.is_file()) / 1e6
        for name, folder in SHIPPED_FILES.items()
    }


def _graph(study: Row) -> Values:
    """What heads with the graph gain over heads without all or a part of it."""
    parts = [
        line for line in study["summary"] if line["configuration"] != "graph" and line["seeds"] > 1
    ]
    measures = ("f1", "macro", "sharing", "apart")
    return {
        "graph_gains": table(
            ["texts", "the graph against", "seeds"]
            + ["task 2 F1", "task 1 macro", "cells of those that share a place", "of the others"],
            [
                [GRAPH_TEXTS[line["text"]], line["configuration"], str(line["seeds"])]
                + [
                    f"{line[name]['graph_gains']:+.2f} ± {line[name]['deviation']:.2f} "
                    f"({line[name]['seeds_with_gain']})"
                    for name in measures
                ]
                for line in parts
            ],
        ),
        "graph_propara": count(study["learnt"]["propara"]),
        "graph_everyday": str(study["learnt"]["everyday"]),
        "graph_epochs": str(study["training"]["epochs"]),
        "graph_command": commands([study["command"]]),
        "graph_commit": f"`{study['commit']}`",
    }


def _sizes() -> str:
    weights, files = megabytes(), megabytes("*")
    rows = [[name, decimal(weights[name]), decimal(files[name])] for name in weights]
    sums = [decimal(sum(sizes.values())) for sizes in (weights, files)]
    return table(
        ["part", "weights, MB", "with settings and known places, MB"],
        [*rows, ["together", *sums]],
    )


def _mean(settings: Row, figure: Callable[[Row], float]) -> float:
    return mean(scores_of(settings, figure))


def _task2_by_seed(rows: Sequence[Row]) -> str:
    columns: dict[str, Callable[[Row], float]] = {
        "dev F1": lambda row: task2_f1(row["dev"]),
        "test P": lambda row: 100 * row["test"]["task2"]["overall"]["precision"],
        "R": lambda row: 100 * row["test"]["task2"]["overall"]["recall"],
        "F1": lambda row: task2_f1(row["test"]),
        **{f"{name} F1": _question(name) for name in QUESTIONS},
        "F1, rules of 2018": lambda row: task2_f1(row["test"], "task2_of_2018"),
    }
    return _by_seed(rows, columns)


def _question(name: str) -> Callable[[Row], float]:
    return lambda row: 100 * float(row["test"]["task2"][name]["f1"])


def _task1_by_seed(rows: Sequence[Row]) -> str:
    columns: dict[str, Callable[[Row], float]] = {
        header: _category(name) for name, header in zip(TASK1, TASK1_HEADER, strict=True)
    }
    columns["violations, %"] = lambda row: float(row["test"]["violations"]["percent"])
    return _by_seed(rows, columns)


def _category(name: str) -> Callable[[Row], float]:
    return lambda row: float(row["test"]["task1"][name])


def _by_seed(rows: Sequence[Row], columns: dict[str, Callable[[Row], float]]) -> str:
    ships = record("reader")["shipped_seed"]
    kept = record("reader")["weights_of_other_seeds"]
    lines = [
        [
            str(row["training"]["seed"]),
            *(decimal(figure(row)) for figure in columns.values()),
            "ships" if row["training"]["seed"] == ships else kept,
        ]
        for row in rows
    ]
    means = ["mean", *(spread([figure(row) for row in rows]) for figure in columns.values()), ""]
    return table(["seed", *columns, "weights"], [*lines, means])


def _settings(config: Row) -> str:
    """Those of each training of the reader of instructions."""
    trainings = [*config["trained_before"], config["training"]]
    names = sorted(set().union(*trainings) - {"seed", "epoch", "opinions"})
    return table(
        ["setting", *(f"training {order}" for order in range(1, len(trainings) + 1))],
        [[f"`{name}`", *(f"{training.get(name, '')}" for training in trainings)] for name in names],
    )


def _configurations(rows: Sequence[Row]) -> str:
    header = ["id", "configuration", "learnt from", "seeds", "dev F1", "test F1"]
    return table(
        [*header, *TASK1_HEADER[:4]],
        [
            [
                experiment(row["id"]),
                row["name"],
                row["learnt"],
                str(len(row["rows"])),
                decimal(mean(task2_f1(run["dev"]) for run in row["rows"])),
                spread(scores_of(row, task2_f1)),
                *(decimal(_mean(row, _on_test(name))) for name in TASK1[:3]),
                spread(scores_of(row, macro)),
            ]
            for row in rows
        ],
    )


def _on_test(name: str) -> Callable[[Row], float]:
    return lambda scores: float(scores["task1"][name])


def _decoded(decoding: Row, **changed: float) -> Row:
    """The row of the way that ships, or of the one that differs from it in what is ``changed``."""
    way = {**decoding["chosen"], **changed}
    return next(dict(row) for row in decoding["rows"] if way.items() <= row.items())


def _decoding(decoding: Row) -> str:
    parts = ("precision", "recall", "f1", "macro")
    header = ["changes decided by", "cost", "weight", "dev P", "R", "F1", "macro"]
    return table(
        [*header, "own P", "R", "F1", "macro", ""],
        [
            [
                CHANGES_DECIDED[row["decided"]],
                decimal(row["cost"], 0),
                decimal(row["weight"]),
                *(decimal(row[split][part]) for split in ("dev", "own") for part in parts),
                "ships" if row == _decoded(decoding) else "",
            ]
            for row in decoding["rows"]
        ],
    )
