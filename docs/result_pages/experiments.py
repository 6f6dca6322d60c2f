"""Every experiment by its id: what changed, what it was chosen on, scores, decision."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean
from typing import Any

from result_pages.markdown import Values, decimal, experiment, record, table, task2_f1
from result_pages.paper import by_configuration
from result_pages.reader import configuration, macro, scores_of

SPLITS = ("dev", "own", "test")
SCORES = {"f1": "task 2 F1", "macro": "task 1 macro"}
TYPED = "typed; the run was not kept"
Experiment = Mapping[str, Any]


def values() -> Values:
    experiments = [_completed(entry) for entry in record("experiments")["experiments"]]
    areas = dict.fromkeys(str(entry["area"]) for entry in experiments)
    return {
        "n": str(len(experiments)),
        "experiments": "\n\n".join(
            f"## {area}\n\n{_overview([entry for entry in experiments if entry['area'] == area])}"
            for area in areas
        ),
        "entries": "\n\n".join(map(_entry, experiments)),
    }


def _completed(entry: Experiment) -> dict[str, Any]:
    """The entry with what the records of the reader or of the paper's model hold about it."""
    scores: dict[str, dict[str, float]] = {}
    known: dict[str, Any] = {}
    if "configuration" in entry:
        settings = configuration(entry["configuration"])
        known = {name: settings[name] for name in ("name", "command", "commit")}
        known["seeds"] = len(settings["rows"])
        scores = {
            "dev": {"f1": mean(task2_f1(row["dev"]) for row in settings["rows"])},
            "test": {
                "f1": mean(scores_of(settings, task2_f1)),
                "macro": mean(scores_of(settings, macro)),
            },
        }
    elif "paper" in entry:
        rows = by_configuration(record("paper")["rows"]).get(entry["paper"], [])
        known = {"command": record("paper")["commands"][entry["paper"]], "seeds": len(rows)}
        if rows:
            known["commit"] = record("paper")["commit"]
            scores = {
                "dev": {"f1": mean(task2_f1(row["dev"]) for row in rows)},
                "test": {
                    "f1": mean(task2_f1(row["test"]) for row in rows),
                    "macro": mean(macro(row["test"]) for row in rows),
                },
            }
    for split in SPLITS:
        scores[split] = {**scores.get(split, {}), **entry.get(split, {})}
    return {**known, **entry, **scores}


def _overview(entries: list[Experiment]) -> str:
    return table(
        ["id", "date", "commit", "experiment", "chosen on", "seeds", "dev F1", "test F1"]
        + ["test macro", "decision"],
        [
            [
                experiment(entry["id"], page=""),
                entry["date"],
                f"`{entry['commit']}`" if "commit" in entry else "not known",
                entry["name"],
                entry["chosen_on"],
                str(entry.get("seeds", "")),
                _score(entry["dev"], "f1"),
                _score(entry["test"], "f1"),
                _score(entry["test"], "macro"),
                entry["decision"],
            ]
            for entry in entries
        ],
    )


def _score(scores: Mapping[str, float], name: str) -> str:
    return decimal(scores[name]) if name in scores else ""


def _entry(entry: Experiment) -> str:
    parts = [
        f"### {entry['id']}",
        f"**{entry['name']}.** {entry['changed']}",
        f"- Chosen on: {entry['chosen_on']}.\n- Decision: {entry['decision']}\n"
        f"- Source: {_source(entry)}.",
    ]
    if rows := [*_scores(entry), *_figures(entry)]:
        parts.append(table(["figure", "here", "compared", "difference", "compared with"], rows))
    if "command" in entry:
        parts.append(f"```sh\n{entry['command']}\n```")
    return "\n\n".join(parts)


def _source(entry: Experiment) -> str:
    source = str(entry["source"])
    more = {"dev", "own", "compared", "figures"} & set(_as_recorded(entry["id"]))
    if source == TYPED or not more:
        return source
    return f"{source}; figures that it does not hold were typed, and their runs were not kept"


def _as_recorded(name: str) -> Experiment:
    entries = record("experiments")["experiments"]
    return next(dict(entry) for entry in entries if entry["id"] == name)


def _scores(entry: Experiment) -> list[list[str]]:
    compared = entry.get("compared", {})
    return [
        [
            f"{_split_name(split)}, {score_name}",
            decimal(entry[split][score]),
            *_comparison(entry[split][score], compared.get(split, {}).get(score), digits=1),
            str(compared["with"]) if score in compared.get(split, {}) else "",
        ]
        for split in SPLITS
        for score, score_name in SCORES.items()
        if score in entry[split]
    ]


def _comparison(value: float, compared: float | None, *, digits: int) -> list[str]:
    """The figure that is compared, and the difference to it."""
    if compared is None:
        return ["", ""]
    difference = round(value, digits) - compared
    return [f"{compared:.{digits}f}", f"{difference:+.{digits}f}"]


def _split_name(split: str) -> str:
    if split == "own":
        return f"our own {record('decoding')['documents_of_our_own']} procedures"
    return f"ProPara {split}"


def _figures(entry: Experiment) -> list[list[str]]:
    return [
        [
            figure["measure"],
            str(figure["value"]),
            *_comparison(figure["value"], figure.get("compared"), digits=_digits(figure)),
            str(figure.get("with", "")),
        ]
        for figure in entry.get("figures", ())
    ]


def _digits(figure: Mapping[str, Any]) -> int:
    """Decimal places of the figure, or of what it is compared with, as typed."""
    figures = (figure["value"], figure.get("compared", 0))
    return max(len(str(number).partition(".")[2]) for number in figures)
