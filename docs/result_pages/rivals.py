"""The systems that KG-MRC was compared with, trained here, each below its published row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from result_pages.markdown import (
    NOT_MEASURED,
    Values,
    bullets,
    commands,
    decimal,
    spread,
    table,
    task2_f1,
)

Row = Mapping[str, Any]
TASK1 = ("cat1", "cat2", "cat3", "macro", "micro")
TASK2 = ("precision", "recall", "f1")
HEADER = (
    "system", "learnt", "words", "cat 1", "cat 2", "cat 3", "macro", "micro", "task 2 P", "R", "F1",
    "F1, rules of 2018", "violations, %", "dev F1", "seeds",
)  # fmt: skip
HABITS = (
    "", "changes, % of test's steps that mention an entity", "dev F1", "dev F1 without its places",
)  # fmt: skip
# the name before the parenthesis of a published row
NAMES = {
    "entnet": "EntNet",
    "qrn": "QRN",
    "prolocal": "ProLocal",
    "proglobal": "ProGlobal",
    "prostruct": "ProStruct",
    "ncet": "NCET",
}


def rival_values(result: Mapping[str, Any], published: Mapping[str, Any]) -> Values:
    """The values of the section; a system that has not been trained yet has a row of dashes."""
    lines = []
    for name, title in NAMES.items():
        lines += [
            _printed(system)
            for system in published["systems"]
            if system["system"].startswith(f"{title} (")
        ]
        lines.append(_here(title, [row for row in result["rows"] if row["system"] == name]))
    return {
        "rivals": table(HEADER, lines),
        "rivals_habits": _habits(result),
        "rivals_constraints": _constraints(result["rows"]),
        "rivals_scored": str(result["times_scored_on_test"]),
        "rivals_weights": result["weights"],
        "rivals_settings": bullets(
            f"{NAMES[name]}: {_settings(row)}"
            for name in NAMES
            for row in result["rows"]
            if row["system"] == name and row["seed"] == _first_seed(result, name)
        )
        or NOT_MEASURED,
        "rivals_command": commands(
            [*result["commands"].values(), "python benchmarks/rivals.py --data DIR"]
        ),
        "rivals_commit": f"`{result['commit']}`",
    }


def _first_seed(result: Mapping[str, Any], name: str) -> int:
    return min(row["seed"] for row in result["rows"] if row["system"] == name)


def _printed(system: Mapping[str, Any]) -> list[str]:
    task1 = system.get("task1", [None] * len(TASK1))
    precision, recall, f1 = system.get("task2", [None] * len(TASK2))
    newer = system.get("rules") == "leaderboard"
    return [
        f"{system['system']}, as printed",
        NOT_MEASURED,
        NOT_MEASURED,
        *map(decimal, task1),
        decimal(precision),
        decimal(recall),
        decimal(f1 if newer else None),
        decimal(None if newer else f1),
        *[NOT_MEASURED] * 3,
    ]


def _here(title: str, rows: list[Row]) -> list[str]:
    if not rows:
        return [f"**{title}, here**", *[NOT_MEASURED] * (len(HEADER) - 1)]

    def cell(figure: Callable[[Row], float]) -> str:
        return spread([figure(row) for row in rows])

    return [
        f"**{title}, here**",
        rows[0]["learnt"],
        rows[0]["words"],
        *(cell(lambda row, part=part: float(row["test"]["task1"][part])) for part in TASK1),
        *(cell(lambda row, part=part: _task2(row, part)) for part in TASK2),
        cell(lambda row: task2_f1(row["test"], "task2_of_2018")),
        cell(lambda row: float(row["test"]["violations"]["percent"])),
        cell(lambda row: task2_f1(row["dev"])),
        str(len(rows)),
    ]


def _habits(result: Mapping[str, Any]) -> str:
    """How often each changes what a step mentions, and its F1 on dev with and without places."""
    gold = result["gold"]
    lines = [
        [
            "gold",
            decimal(gold["changed_percent"]["test"]),
            "100.0",
            decimal(task2_f1(gold["without_places"])),
        ]
    ]
    for name, percent in result["published_changed_percent"].items():
        lines.append([f"{name}, as published", decimal(percent), *[NOT_MEASURED] * 2])
    for name, title in NAMES.items():
        rows = [row for row in result["rows"] if row["system"] == name]
        figures = (
            [row["test"]["changed_percent"] for row in rows],
            [task2_f1(row["dev"]) for row in rows],
            [task2_f1(row["without_places"]) for row in rows],
        )
        lines.append(
            [f"**{title}, here**", *(spread(cell) if cell else NOT_MEASURED for cell in figures)]
        )
    return table(HABITS, lines)


def _task2(row: Row, part: str) -> float:
    return 100 * float(row["test"]["task2"]["overall"][part])


def _constraints(rows: list[Row]) -> str:
    """What ProStruct's constraints bring in decoding, on dev."""
    decoded = [row for row in rows if "without_constraints" in row]
    if not decoded:
        return NOT_MEASURED
    texts = []
    for title, key in (("with them", "dev"), ("without them", "without_constraints")):
        f1 = spread([task2_f1(row[key]) for row in decoded])
        violations = spread([float(row[key]["violations"]["percent"]) for row in decoded])
        texts.append(f"{f1} F1 and {violations} % violations {title}")
    return ", ".join(texts)


def _settings(row: Row) -> str:
    chosen = {**row["settings"], **row["training"]}
    return ", ".join(
        f"`{name}` {value}" for name, value in chosen.items() if name not in ("seed", "epoch")
    )
