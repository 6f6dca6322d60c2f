"""The paper's model, its ablations and departures, compared with what the paper prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any

from result_pages.markdown import (
    NOT_MEASURED,
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
    "no-across": "no coreference across steps",
    "no-within": "no coreference within a step",
    "lstm": "a standard LSTM as graph unit",
    "sentence": "the reader alone, over the sentence",
    "paragraph": "the reader alone, over the paragraph",
    "no-graph": "the reader alone, over the prefix",
    "both-nodes": "reader conditioned on the location node too",
    "no-graph-dropout": "no dropout in the graph",
    "prefix-entities": "entity vectors of the prefix, anew at every state",
    "paragraph-entities": "entity vectors of the paragraph, the same at every state",
    "paper-contextual": "KG-MRC on frozen MiniLM (`paper-contextual`)",
    "departures": "KG-MRC with the departures",
    "departures-no-across": "the departures, no coreference across steps",
    "departures-no-within": "the departures, no coreference within a step",
    "departures-lstm": "the departures, a standard LSTM as graph unit",
    "departures-contextual": "KG-MRC with the departures, on frozen MiniLM",
}
WHOLE = ("paper", "paper-contextual", "departures", "departures-contextual")
DEPARTURES = ("both-nodes", "no-graph-dropout", "prefix-entities", "paragraph-entities")
# The ablation whose table row names the sentence: here with two readers
ALIKE = {"sentence": ("sentence", "paragraph")}
NOT_TRAINED = "Not trained yet."
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
    columns = _readings(runs, result, printed)
    ablations = printed["ablations"]
    return {
        "untrained": _untrained(runs, result["commands"]),
        "times_scored": str(result["times_scored_on_test"]),
        "weights": result["weights"],
        "test": _test(runs),
        "dev": _dev(runs),
        "distances": _distances(runs, printed["paper"]),
        "departures": _departures(runs, result["commands"]),
        "printed": _printed_table(printed),
        "changes": _changes(runs, ablations, whole="paper"),
        "order": _order(runs, ablations),
        "departures_changes": _changes(runs, ablations, whole="departures"),
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
        "settings": _settings(runs[trained(runs, "paper")][0]["training"]),
        "commands": commands(
            [*result["commands"].values(), "python benchmarks/paper.py --data DIR"]
        ),
        "commit": f"`{result['commit']}`",
    }


def by_configuration(rows: Sequence[Row]) -> dict[str, list[Row]]:
    runs = {name: [row for row in rows if row["configuration"] == name] for name in NAMES}
    return {name: configured for name, configured in runs.items() if configured}


def trained(runs: Runs, name: str) -> str:
    """The configuration, or, until it is trained, the one with the departures."""
    earlier = {"paper": "departures", "paper-contextual": "departures-contextual"}
    return name if name in runs else earlier[name]


def _untrained(runs: Runs, configurations: Mapping[str, str]) -> str:
    seeds = max(len(rows) for rows in runs.values())
    names = [
        NAMES[name] for name in NAMES if name in configurations and len(runs.get(name, ())) < seeds
    ]
    if not names:
        return "Every configuration is trained with every seed."
    return f"Not trained yet with every seed: {'; '.join(names)}."


def _settings(training: Mapping[str, Any]) -> str:
    names = [name for name in training if name not in ("seed", "epoch")]
    return table(["setting", "value"], [[f"`{name}`", str(training[name])] for name in names])


def _test(runs: Runs) -> str:
    return table(
        ["", "seeds", *TASK1_HEADER, "task 2 P", "R", "F1", "F1, rules of 2018"],
        [
            [
                NAMES[name],
                str(len(rows)),
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


def _distances(runs: Runs, main: Mapping[str, Any]) -> str:
    """The differences of the models that stand for the paper's to its main row."""
    older = _task2("test", "f1", "task2_of_2018")
    return bullets(
        f"{NAMES[name]} differs from the printed main row by "
        f"{_mean(runs[name], older) - main['task2_of_2018'][-1]:+.2f} F1 (rules of 2018) and "
        f"{_mean(runs[name], _task1('macro')) - main['task1'][MACRO]:+.2f} macro."
        for name in WHOLE
        if name in runs
    )


def _departures(runs: Runs, configurations: Mapping[str, str]) -> str:
    """What each departure adds to or takes from the model that follows the text."""
    figures = (_task2("dev", "f1"), _task2("test", "f1", "task2_of_2018"), _task1("macro"))
    rows = []
    for name in (*DEPARTURES, "departures"):
        if name not in configurations:
            continue
        differences = [NOT_MEASURED] * len(figures)
        if name in runs and "paper" in runs:
            differences = [
                f"{difference:+.2f}{' (clear)' if clear else ''}"
                for difference, clear in (
                    _difference(runs[name], runs["paper"], figure) for figure in figures
                )
            ]
        settings = configurations[name].partition("--architecture paper ")[2]
        n_seeds = str(len(runs.get(name, ())))
        rows.append([NAMES[name], f"`{settings}`", n_seeds, *differences])
    return table(["", "setting", "seeds", "dev F1", "test F1, rules of 2018", "test macro"], rows)


def _changes(runs: Runs, printed: Mapping[str, Sequence[float]], *, whole: str) -> str:
    """What each ablation changes in a whole model, and in the paper's."""
    if whole not in runs:
        return NOT_TRAINED
    rows = [
        _change(name, runs[name], runs[whole], figures, printed["paper"])
        for ablation, figures in printed.items()
        for name in _ablations(ablation, whole)
        if name in runs
    ]
    header = ["", "macro, printed", "macro, here", "micro, printed", "micro, here", "macro"]
    return table(header, rows)


def _ablations(ablation: str, whole: str) -> Sequence[str]:
    """The configurations that stand for an ablation; a reader alone has nothing to depart in."""
    if whole == "departures" and ablation in ("no-across", "no-within", "lstm"):
        return (f"departures-{ablation}",)
    return () if ablation == "paper" else ALIKE.get(ablation, (ablation,))


def _change(
    name: str,
    rows: list[Row],
    whole: list[Row],
    figures: Sequence[float],
    printed_whole: Sequence[float],
) -> list[str]:
    printed_changes = [figures[part] - printed_whole[part] for part in (MACRO, MICRO)]
    macro, clear = _difference(rows, whole, _task1("macro"))
    micro, _ = _difference(rows, whole, _task1("micro"))
    verdict = "not clear here" if not clear else "agrees"
    if clear and macro * printed_changes[0] < 0:
        verdict = "the opposite"
    return [
        NAMES[name],
        f"{printed_changes[0]:+.2f}",
        f"{macro:+.2f}",
        f"{printed_changes[1]:+.2f}",
        f"{micro:+.2f}",
        verdict,
    ]


def _order(runs: Runs, printed: Mapping[str, Sequence[float]]) -> str:
    """The models of the table of ablations from the highest macro to the lowest."""
    orders = {"Printed": sorted(printed, key=lambda name: -printed[name][MACRO])}
    if "paper" in runs:
        here = {name: _mean(runs[name], _task1("macro")) for name in printed if name in runs}
        orders["Here"] = sorted(here, key=lambda name: -here[name])
    return bullets(
        f"{where}, from the highest macro: {'; '.join(NAMES[name] for name in names)}."
        for where, names in orders.items()
    )


def _difference(rows: list[Row], others: list[Row], figure: Figure) -> tuple[float, bool]:
    """The difference of the means; True if it is more than two standard errors."""
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
    for name in (trained(runs, "paper"), trained(runs, "paper-contextual")):
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


def _mean(rows: list[Row], figure: Figure) -> float:
    return mean(figure(row) for row in rows)


def _spread(rows: list[Row], figure: Figure, digits: int = 1) -> str:
    return spread([figure(row) for row in rows], digits)


def _task1(name: str) -> Figure:
    return lambda row: float(row["test"]["task1"][name])


def _task2(split: str, part: str, rules: str = "task2") -> Figure:
    if part == "f1":
        return lambda row: task2_f1(row[split], rules)
    return lambda row: 100 * float(row[split][rules]["overall"][part])
