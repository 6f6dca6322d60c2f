"""The paper's model and its ablations, compared with what the paper prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any

from result_pages.markdown import (
    Values,
    bullets,
    commands,
    decimal,
    record,
    spread,
    table,
    task2_f1,
)

Row = dict[str, Any]
Runs = Mapping[str, list[Row]]
Figure = Callable[[Row], float]

NAMES = {
    "paper": "KG-MRC (`paper`)",
    "paper-contextual": "KG-MRC on frozen MiniLM (`paper-contextual`)",
    "no-across": "no coreference across steps",
    "no-within": "no coreference within a step",
    "lstm": "a standard LSTM as graph unit",
    "paragraph": "the reader alone, over the paragraph",
    "no-graph": "the reader alone, over the prefix",
}
TASK1 = ("cat1", "cat2", "cat3", "macro", "micro")
TASK1_HEADER = ("cat 1", "cat 2", "cat 3", "macro", "micro")
MACRO, MICRO = TASK1.index("macro"), TASK1.index("micro")


def values() -> Values:
    return page_values(record("paper"), record("published")["kg_mrc"], record("baselines"))


def page_values(
    result: Mapping[str, Any], printed: Mapping[str, Any], baselines: Mapping[str, Any]
) -> Values:
    """The values of these records; a test gives records with made-up figures."""
    runs = by_configuration(result["rows"])
    main = printed["paper"]
    columns = _readings(runs, result, printed)
    return {
        "seeds": ", ".join(str(row["seed"]) for row in runs["paper"]),
        "times_scored": str(result["times_scored_on_test"]),
        "weights": result["weights"],
        "test": _test(runs),
        "dev": _dev(runs),
        **_targets(runs, main),
        "printed": _printed_table(printed),
        "changes": table(
            ["", "macro, printed", "macro, here", "micro, printed", "micro, here", "macro"],
            list(_changes(runs, printed["ablations"])),
        ),
        "printed_lstm": f"{_printed_change(printed, 'lstm'):+.2f}",
        "here_lstm": f"{_difference(runs.get('lstm', []), runs['paper'], _task1('macro'))[0]:+.2f}",
        "violations": _violations(runs, printed, baselines),
        "entity": result["entity"],
        "paragraph": result["paragraph"],
        "states": table(
            ["state", *columns],
            [
                [str(state), *places]
                for state, places in enumerate(zip(*columns.values(), strict=True))
            ],
        ),
        "n_states": str(len(columns["gold"])),
        "agreement": _agreement(columns),
        "settings": _settings(runs["paper"][0]["training"]),
        "commands": commands(
            [*(result["commands"][name] for name in runs), "python benchmarks/paper.py --data DIR"]
        ),
        "commit": f"`{result['commit']}`",
    }


def by_configuration(rows: Sequence[Row]) -> dict[str, list[Row]]:
    runs = {name: [row for row in rows if row["configuration"] == name] for name in NAMES}
    return {name: configured for name, configured in runs.items() if configured}


def _settings(training: Mapping[str, Any]) -> str:
    names = [name for name in training if name not in ("seed", "epoch")]
    return table(["setting", "value"], [[f"`{name}`", str(training[name])] for name in names])


def _test(runs: Runs) -> str:
    return table(
        ["", *TASK1_HEADER, "task 2 P", "R", "F1", "F1, rules of 2018"],
        [
            [
                NAMES[name],
                *(_spread(rows, _task1(part)) for part in TASK1),
                *(_spread(rows, _task2("test", part)) for part in ("precision", "recall", "f1")),
                _spread(rows, _task2("test", "f1", "task2_of_2018")),
            ]
            for name, rows in runs.items()
        ],
    )


def _dev(runs: Runs) -> str:
    return table(
        ["", "task 2 P", "R", "F1", "F1, rules of 2018", "violations, %", "epoch kept (mean)"],
        [
            [
                NAMES[name],
                *(_spread(rows, _task2("dev", part)) for part in ("precision", "recall", "f1")),
                _spread(rows, _task2("dev", "f1", "task2_of_2018")),
                _spread(rows, lambda row: float(row["dev"]["violations"]["percent"])),
                decimal(mean(row["training"]["epoch"] for row in rows), 0),
            ]
            for name, rows in runs.items()
        ],
    )


def _printed_table(printed: Mapping[str, Any]) -> str:
    main = printed["paper"]
    rows = [["KG-MRC, main table", *_printed(main["task1"]), f"{main['task2_of_2018'][-1]}"]]
    rows += [
        ["KG-MRC, table of ablations" if name == "paper" else NAMES[name], *_printed(figures), ""]
        for name, figures in printed["ablations"].items()
    ]
    return table(["as printed", *TASK1_HEADER, "task 2 F1, rules of 2018"], rows)


def _targets(runs: Runs, main: Mapping[str, Any]) -> Values:
    """Difference of the two models that stand for the paper's to its main row."""
    differences = {}
    for name, key in (("paper", "plain"), ("paper-contextual", "contextual")):
        rows = runs.get(name, runs["paper"])
        older = mean(_task2("test", "f1", "task2_of_2018")(row) for row in rows)
        macro = mean(_task1("macro")(row) for row in rows)
        differences[f"{key}_f1"] = f"{older - main['task2_of_2018'][-1]:+.2f}"
        differences[f"{key}_macro"] = f"{macro - main['task1'][MACRO]:+.2f}"
    return differences


def _printed_change(printed: Mapping[str, Any], name: str) -> float:
    ablations = printed["ablations"]
    return float(ablations[name][MACRO] - ablations["paper"][MACRO])


def _changes(runs: Runs, printed: Mapping[str, Sequence[float]]) -> Iterator[list[str]]:
    for name, figures in printed.items():
        if name == "paper" or name not in runs:
            continue
        printed_changes = [figures[part] - printed["paper"][part] for part in (MACRO, MICRO)]
        macro, clear = _difference(runs[name], runs["paper"], _task1("macro"))
        micro, _ = _difference(runs[name], runs["paper"], _task1("micro"))
        verdict = "not clear here" if not clear else "agrees"
        if clear and macro * printed_changes[0] < 0:
            verdict = "the opposite"
        yield [
            NAMES[name],
            f"{printed_changes[0]:+.2f}",
            f"{macro:+.2f}",
            f"{printed_changes[1]:+.2f}",
            f"{micro:+.2f}",
            verdict,
        ]


def _difference(rows: list[Row], others: list[Row], figure: Figure) -> tuple[float, bool]:
    """The difference of the means; True if it is more than two standard errors."""
    if not rows:
        return 0.0, False
    scores, other_scores = ([figure(row) for row in group] for group in (rows, others))
    difference = mean(scores) - mean(other_scores)
    if min(len(scores), len(other_scores)) == 1:
        return difference, False
    error = sqrt(stdev(scores) ** 2 / len(scores) + stdev(other_scores) ** 2 / len(other_scores))
    return difference, abs(difference) > 2 * error


def _violations(runs: Runs, printed: Mapping[str, Any], baselines: Mapping[str, Any]) -> str:
    rows = [
        [
            NAMES[name],
            decimal(mean(row["test"]["violations"]["predictions"] for row in runs[name]), 0),
            decimal(mean(row["test"]["violations"]["violations"] for row in runs[name])),
            _spread(runs[name], lambda row: float(row["test"]["violations"]["percent"]), digits=2),
        ]
        for name in runs
    ]
    rows += [
        [
            f"{row['system']}, its published predictions",
            str(row["violations"]["predictions"]),
            str(row["violations"]["violations"]),
            f"{row['violations']['percent']:.2f}",
        ]
        for row in baselines["rows"]
        if row["split"] == "test" and row["system"].startswith("Pro")
    ]
    rows += [
        [f"{name}, as printed", "", "", f"{figure:.2f}"]
        for name, figures in printed["violations"].items()
        for figure in figures
    ]
    return table(["", "changes", "violations", "%"], rows)


def _readings(
    runs: Runs, result: Mapping[str, Any], printed: Mapping[str, Any]
) -> dict[str, Sequence[str]]:
    columns: dict[str, Sequence[str]] = {
        "gold": result["readings"]["gold"],
        "ProGlobal, as printed": printed["readings"]["ProGlobal"],
        "ProGlobal, its predictions": result["readings"]["ProGlobal"],
        "KG-MRC, as printed": printed["readings"]["KG-MRC"],
    }
    for name in ("paper", "paper-contextual"):
        if name in runs:
            best = max(runs[name], key=_task2("dev", "f1"))
            columns[f"`{name}`, seed {best['seed']}"] = best["reading"]
    columns["the default reader"] = result["readings"]["default"]
    return columns


def _agreement(columns: Mapping[str, Sequence[str]]) -> str:
    """States of each reading that agree with gold: one place is part of the other's words."""
    gold = columns["gold"]

    def same(place: str, other: str) -> bool:
        return place in other or other in place

    return bullets(
        f"{name}: {sum(same(*pair) for pair in zip(gold, places, strict=True))}"
        for name, places in columns.items()
        if name != "gold"
    )


def _printed(figures: Sequence[float]) -> list[str]:
    return [f"{figure:.2f}" for figure in figures]


def _spread(rows: list[Row], figure: Figure, digits: int = 1) -> str:
    return spread([figure(row) for row in rows], digits)


def _task1(name: str) -> Figure:
    return lambda row: float(row["test"]["task1"][name])


def _task2(split: str, part: str, rules: str = "task2") -> Figure:
    if part == "f1":
        return lambda row: task2_f1(row[split], rules)
    return lambda row: 100 * float(row[split][rules]["overall"][part])
