"""Our own procedures, which are no science paragraphs only, by what a reader learnt from."""

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
LEARNT = {"alone": "ProPara alone", "before": "what ships"}
HEADER = ["reader", "texts", "task 2 P / R / F1", "inputs / outputs / conversions / moves",
          "task 1 cat 1 / 2 / 3", "macro"]  # fmt: skip


def section(result: dict[str, Any]) -> str:
    documents = result["documents"]
    counted = {**documents, "all": sum(documents.values())}
    training = ", ".join(f"{name} {value}" for name, value in result["training"].items())
    alone, before, after = result["alone"], result["before"], result["after"]
    parts = [
        "## Other text",
        f"The {counted['all']} procedures of `examples/`, annotated by hand (`examples/grids.json`,"
        " by the rules of [annotating.md](annotating.md)), read with their entities given; no "
        "training saw them. First by readers that learnt ProPara alone "
        "(with second opinions, the last such row under What was tried); then by what ships, which "
        f"learnt {result['beside']} of `examples/annotated/` beside it; then by one of these "
        f"trained further on {sum(result['learnt'].values())} other procedures "
        f"(`examples/annotated/train.json`; {_kinds(result['learnt'])}; {training}; the last "
        f"epoch). Each is the mean of {len(alone)}, {len(before)} and {len(after)} seeds. Task 1 "
        "is by its rules, with our grids as the only annotator's answers, so not to be compared "
        "with ProPara's. What is learnt beside ProPara was written for this project too, by the "
        "same rules, and some of it is about the same things: of texts of your own expect less.",
        table(
            HEADER,
            _rows("ProPara alone", _mean([one["examples"] for one in alone]), counted)
            + _rows("what ships", _mean([one["examples"] for one in before]), counted)
            + _rows("and our twenty", _mean([one["examples"] for one in after]), counted),
        ),
        _gained(alone, before, "Procedures of our own beside ProPara"),
        _gained(before, after, "The twenty"),
        "On all that we annotated by hand, the twenty too: "
        + "; ".join(_of_both(result["both"], name, told) for name, told in LEARNT.items())
        + f". On the {result['apart']['documents']} of them that tell of nothing that the learnt "
        "procedures tell of: "
        + "; ".join(_of_both(result["apart"], name, told) for name, told in LEARNT.items())
        + ".",
    ]
    if "folds" in result:
        parts += _folds(result["folds"])
    return "\n\n".join([*parts, f"```\n{result['command']}\n```"])


def _mean(several: list[Any]) -> Any:
    """The mean of each number of structures that are alike."""
    if isinstance(several[0], dict):
        return {name: _mean([one[name] for one in several]) for name in several[0]}
    return mean(several)


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


def _gained(before: list[dict[str, Any]], after: list[dict[str, Any]], what: str) -> str:
    """What learning it brought, over the seeds, and what it cost."""

    def f1(rows: list[dict[str, Any]], *path: str) -> str:
        return _spread([100 * _at(one, *path)["task2"]["overall"]["f1"] for one in rows])

    own, dev = ("examples", "all"), ("propara_dev",)
    return (
        f"{what}: task 2 F1 on all of them goes from {f1(before, *own)} to {f1(after, *own)}, on "
        f"ProPara's dev from {f1(before, *dev)} to {f1(after, *dev)}."
    )


def _of_both(both: dict[str, Any], name: str, told: str) -> str:
    rows = both[name]
    f1 = _spread([100 * one["task2"]["overall"]["f1"] for one in rows])
    macro = _spread([one["task1"]["macro"] for one in rows])
    return f"{told} task 2 F1 {f1}, macro {macro}"


def _at(value: Any, *path: str) -> Any:
    for name in path:
        value = value[name]
    return value


def _spread(values: list[float]) -> str:
    return f"{mean(values):.1f}" + (f" ± {stdev(values):.1f}" if len(values) > 1 else "")


def _folds(folds: dict[str, Any]) -> list[str]:
    documents = {**folds["documents"], "all": sum(folds["documents"].values())}
    return [
        f"By {folds['n']} folds of all {documents['all']}, each read by a reader that learnt from "
        "the other folds:",
        table(
            HEADER,
            _rows("ProPara alone", folds["before"], documents)
            + _rows("and the other folds", folds["after"], documents),
        ),
    ]


def _kinds(learnt: dict[str, int]) -> str:
    return ", ".join(f"{count} {KINDS[kind]}" for kind, count in learnt.items() if count)
