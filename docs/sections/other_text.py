"""Our own procedures, which are no science paragraphs only, before and after fine-tuning."""

from __future__ import annotations

from statistics import mean, stdev
from typing import Any

from writing import percent, table

KINDS = {
    "all": "all",
    "science": "science paragraphs",
    "recipe": "recipes",
    "protocol": "protocols",
}
HEADER = ["reader", "texts", "task 2 P / R / F1", "inputs / outputs / conversions / moves",
          "task 1 cat 1 / 2 / 3", "macro"]  # fmt: skip


def section(result: dict[str, Any]) -> str:
    documents = result["documents"]
    counted = {**documents, "all": sum(documents.values())}
    rows = _rows("ships", result["shipped"]["examples"], counted)
    for one in result["fine_tuned"]:
        rows += _rows(f"fine-tuned, seed {one['seed']}", one["examples"], counted)
    training = ", ".join(f"{name} {value}" for name, value in result["training"].items())
    parts = [
        "## Other text",
        f"The {counted['all']} procedures of `examples/`, annotated by hand (`examples/grids.json`,"
        " by the rules of [annotating.md](annotating.md)), read with their entities given; no "
        "training of what ships saw them. Fine-tuned: the checkpoint that ships, trained"
        f" further on {sum(result['learnt'].values())} other procedures of our own "
        f"(`examples/annotated`; {_kinds(result['learnt'])}; {training}; the last epoch). Task 1 is"
        " by its rules, with our grids as the only annotator's answers, so not to be compared with "
        "ProPara's.",
        table(HEADER, rows),
        _gained(result),
    ]
    if "folds" in result:
        parts += _folds(result["folds"])
    return "\n\n".join([*parts, f"```\n{result['command']}\n```"])


def _rows(reader: str, kinds: dict[str, Any], documents: dict[str, int]) -> list[list[str]]:
    return [
        [
            reader,
            f"{KINDS[kind]} ({documents[kind]})",
            " / ".join(percent(two["overall"][part]) for part in ("precision", "recall", "f1")),
            " / ".join(
                percent(two[part]["f1"]) for part in ("inputs", "outputs", "conversions", "moves")
            ),
            " / ".join(f"{one[part]:.1f}" for part in ("cat1", "cat2", "cat3")),
            f"{one['macro']:.1f}",
        ]
        for kind, two, one in ((k, v["task2"], v["task1"]) for k, v in kinds.items())
    ]


def _gained(result: dict[str, Any]) -> str:
    """What fine-tuning brought over its seeds, and what it cost."""
    own = [100 * one["examples"]["all"]["task2"]["overall"]["f1"] for one in _readers(result)]
    dev = [100 * one["propara_dev"]["task2"]["overall"]["f1"] for one in _readers(result)]
    return (
        f"Task 2 F1 on all of them goes from {own[0]:.1f} to {_spread(own[1:])} (fine-tuned, "
        f"{len(own) - 1} seeds), on ProPara's dev from {dev[0]:.1f} to {_spread(dev[1:])}: what "
        "is forgotten, if anything."
    )


def _readers(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [result["shipped"], *result["fine_tuned"]]


def _spread(values: list[float]) -> str:
    return f"{mean(values):.1f}" + (f" ± {stdev(values):.1f}" if len(values) > 1 else "")


def _folds(folds: dict[str, Any]) -> list[str]:
    documents = {**folds["documents"], "all": sum(folds["documents"].values())}
    return [
        f"By {folds['n']} folds of all {documents['all']}, each read by a reader that learnt from "
        "the other folds:",
        table(
            HEADER,
            _rows("ships", folds["shipped"], documents)
            + _rows("fine-tuned", folds["fine_tuned"], documents),
        ),
    ]


def _kinds(learnt: dict[str, int]) -> str:
    return ", ".join(f"{count} {KINDS[kind]}" for kind, count in learnt.items() if count)
