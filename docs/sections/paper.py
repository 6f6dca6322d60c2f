"""The paper's model and its ablations beside what the paper prints of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any

from writing import table

Row = dict[str, Any]
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
MACRO, MICRO = TASK1.index("macro"), TASK1.index("micro")


def section(result: dict[str, Any], published: dict[str, Any], baselines: dict[str, Any]) -> str:
    runs = {name: [row for row in result["rows"] if row["configuration"] == name] for name in NAMES}
    runs = {name: rows for name, rows in runs.items() if rows}
    printed = published["kg_mrc"]
    parts = [
        "## KG-MRC as printed, and its ablations\n\n" + _about(runs, result.get("note", "")),
        "### On test\n\n" + _test(runs),
        "### On dev\n\nTask 1 has annotators' answers for test only.\n\n" + _dev(runs),
        "### Beside the paper's figures\n\n" + _beside(runs, printed),
        "### Changes that break common sense\n\n" + _violations(runs, printed, baselines),
        f"### Where the {result['entity']} is\n\n" + _reading(runs, result, printed),
        "### Commands\n\n```\n"
        + "\n".join(result["commands"][name] for name in runs)
        + "\npython benchmarks/paper.py --data DIR\n```",
    ]
    return "\n\n".join(parts)


def _about(runs: dict[str, list[Row]], note: str) -> str:
    first = next(iter(runs.values()))[0]["training"]
    seeds = sorted({row["seed"] for rows in runs.values() for row in rows})
    left = ("seed", "epoch", "epochs")
    training = ", ".join(f"{name} {first[name]}" for name in first if name not in left)
    short = [NAMES[name] for name, rows in runs.items() if len(rows) < len(seeds)]
    return (
        f"Mean ± standard deviation of seeds {', '.join(map(str, seeds))}"
        + (f" (fewer so far for: {'; '.join(short)})" if short else "")
        + ". MiniLM's input embeddings stand in for FastText's, which are not packaged. Each run "
        "keeps the epoch that is best on dev; test is scored once a run and chooses nothing. "
        f"Training: {training}; epochs as in the commands. {note}"
    )


def _test(runs: dict[str, list[Row]]) -> str:
    return table(
        ["", "cat 1", "cat 2", "cat 3", "macro", "micro"]
        + ["task 2 P", "R", "F1", "F1 by the rules of 2018"],
        [
            [
                NAMES[name],
                *(_spread(rows, _task1(one)) for one in TASK1),
                *(_spread(rows, _task2("test", part)) for part in ("precision", "recall", "f1")),
                _spread(rows, _task2("test", "f1", "task2_of_2018")),
            ]
            for name, rows in runs.items()
        ],
    )


def _dev(runs: dict[str, list[Row]]) -> str:
    return table(
        ["", "task 2 P", "R", "F1", "F1 by the rules of 2018", "violations, %", "epochs kept"],
        [
            [
                NAMES[name],
                *(_spread(rows, _task2("dev", part)) for part in ("precision", "recall", "f1")),
                _spread(rows, _task2("dev", "f1", "task2_of_2018")),
                _spread(rows, lambda row: row["dev"]["violations"]["percent"]),
                ", ".join(str(row["training"]["epoch"]) for row in rows),
            ]
            for name, rows in runs.items()
        ],
    )


def _beside(runs: dict[str, list[Row]], printed: dict[str, Any]) -> str:
    main = printed["paper"]
    rows = [["KG-MRC, main table", *_printed(main["task1"]), f"{main['task2_of_2018'][-1]}"]]
    rows += [
        ["KG-MRC, table of ablations" if name == "paper" else NAMES[name], *_printed(figures), ""]
        for name, figures in printed["ablations"].items()
    ]
    return (
        "As printed (arXiv 1810.05682, Tables 1 to 3), where the same model has a row in each of "
        "two tables:\n\n"
        + table(["", "cat 1", "cat 2", "cat 3", "macro", "micro", "task 2 F1"], rows)
        + "\n\nThe first of the two readers alone is called that on the current sentence in the "
        "copy of the paper that these are from; here it reads the whole paragraph at every "
        "step, and learns the places told by then.\n\n"
        + "\n".join(_targets(runs, main))
        + "\n\nWhat each ablation changes in task 1, against the whole model of its own table; "
        "a difference is clear if it is more than two standard errors of the seeds:\n\n"
        + table(
            ["", "macro, printed", "here", "micro, printed", "here", "in macro"],
            list(_changes(runs, printed["ablations"])),
        )
    )


def _targets(runs: dict[str, list[Row]], main: dict[str, Any]) -> list[str]:
    """How far the two models that stand for the paper's are from its main row."""
    lines = []
    for name in ("paper", "paper-contextual"):
        if name in runs:
            older = mean(_task2("test", "f1", "task2_of_2018")(row) for row in runs[name])
            newer = mean(_task2("test", "f1")(row) for row in runs[name])
            macro = mean(_task1("macro")(row) for row in runs[name])
            lines.append(
                f"- {NAMES[name]}: task 2 F1 {older - main['task2_of_2018'][-1]:+.2f} by the rules "
                f"of 2018 and {newer - main['task2_of_2018'][-1]:+.2f} by the leaderboard's, task "
                f"1 macro {macro - main['task1'][MACRO]:+.2f} against the main row."
            )
    return lines


def _changes(runs: dict[str, list[Row]], printed: dict[str, Sequence[float]]) -> Any:
    for name, figures in printed.items():
        if name == "paper" or name not in runs or "paper" not in runs:
            continue
        there = [figures[one] - printed["paper"][one] for one in (MACRO, MICRO)]
        here = [_difference(runs[name], runs["paper"], _task1(one)) for one in ("macro", "micro")]
        (macro, clear), (micro, _) = here
        verdict = "not clear here" if not clear else "agrees"
        if clear and macro * there[0] < 0:
            verdict = "the opposite"
        yield [
            NAMES[name],
            f"{there[0]:+.2f}",
            f"{macro:+.2f}",
            f"{there[1]:+.2f}",
            f"{micro:+.2f}",
            verdict,
        ]


def _difference(some: list[Row], others: list[Row], figure: Figure) -> tuple[float, bool]:
    """The difference of the means, and whether it is more than two standard errors."""
    one, other = [[figure(row) for row in rows] for rows in (some, others)]
    difference = mean(one) - mean(other)
    if min(len(one), len(other)) < 2:
        return difference, False
    error = sqrt(stdev(one) ** 2 / len(one) + stdev(other) ** 2 / len(other))
    return difference, abs(difference) > 2 * error


def _violations(
    runs: dict[str, list[Row]], printed: dict[str, Any], baselines: dict[str, Any]
) -> str:
    rows = [
        [
            NAMES[name],
            f"{mean(row['test']['violations']['predictions'] for row in found):.0f}",
            f"{mean(row['test']['violations']['violations'] for row in found):.1f}",
            _spread(found, lambda row: row["test"]["violations"]["percent"], digits=2),
        ]
        for name, found in runs.items()
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
    told = "; ".join(
        f"{name} {', '.join(f'{one:.2f}' for one in figures)} %"
        for name, figures in printed["violations"].items()
    )
    return (
        "On test: predicted changes that move or destroy what does not exist, create what "
        f"exists, or come before any mention. The paper prints: {told}.\n\n"
        + table(["", "changes", "violations", "%"], rows)
    )


def _reading(runs: dict[str, list[Row]], result: dict[str, Any], printed: dict[str, Any]) -> str:
    columns = {
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
    states = [
        [str(state), *places] for state, places in enumerate(zip(*columns.values(), strict=True))
    ]
    return (
        f"The paper's example, paragraph {result['paragraph']} of test: where each model has the "
        f"{result['entity']} before step 1 (state 0) and after every step; `?` is a place not "
        "known, `-` not existing. Of the seeds the one that is best on dev.\n\n"
        + table(["state", *columns], states)
        + "\n\n"
        + _agreement(columns)
    )


def _agreement(columns: dict[str, Sequence[str]]) -> str:
    """How many states each has as gold, where one place is part of the other's words."""
    gold = columns["gold"]

    def same(one: str, other: str) -> bool:
        return one in other or other in one

    counts = {
        name: sum(same(one, other) for one, other in zip(gold, places, strict=True))
        for name, places in columns.items()
        if name != "gold"
    }
    told = ", ".join(f"{name} {count}" for name, count in counts.items())
    return (
        f"States that agree with gold, of {len(gold)}, a longer name of the same place counted: "
        f"{told}."
    )


def _printed(values: Sequence[float]) -> list[str]:
    return [f"{value:.2f}" for value in values]


def _spread(rows: list[Row], figure: Figure, digits: int = 1) -> str:
    values = [figure(row) for row in rows]
    if len(values) == 1:
        return f"{values[0]:.{digits}f}"
    return f"{mean(values):.{digits}f} ± {stdev(values):.{digits}f}"


def _task1(name: str) -> Figure:
    return lambda row: float(row["test"]["task1"][name])


def _task2(split: str, part: str, rules: str = "task2") -> Figure:
    return lambda row: 100 * float(row[split][rules]["overall"][part])
