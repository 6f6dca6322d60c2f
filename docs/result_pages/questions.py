"""Everyday questions, by kind and by how they were answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from result_pages.markdown import DOCS, Values, commands, count, percent, record, table

NETWORKS = DOCS.parent / "kgmodel" / "checkpoints" / "questions" / "config.json"

SETS = {"examples": "our examples", "real": "real texts"}
HEADER = ("of", "right", "wrong", "refused")


def values() -> Values:
    result = record("questions")
    sets: Mapping[str, Any] = result["sets"]
    learnt = json.loads(NETWORKS.read_text(encoding="utf-8"))
    training, least = learnt["training"], learnt["thresholds"]
    held_out = training["held_out"]
    return {
        "learnt": count(training["questions"]),
        "documents": count(training["documents"]),
        "folds": str(training["folds"]),
        "right_learnt": percent(held_out["right"] / held_out["of"]),
        "wrong_learnt": percent(held_out["wrong"] / held_out["of"]),
        "refused_learnt": percent(held_out["refused"] / held_out["of"]),
        "intent_learnt": percent(held_out["intent_right"] / held_out["of"]),
        "least_alone": str(least["alone"]),
        "least_either": str(least["either"]),
        "least_verdict": str(least["verdict"]),
        "intents": table(
            ["what is asked", *HEADER],
            [[intent, *_numbers(counts)] for intent, counts in held_out["by_intent"].items()],
        ),
        "n_examples": str(sets["examples"]["all"]["of"]),
        "n_real": str(sets["real"]["all"]["of"]),
        "totals": table(
            ["texts", "questions", *HEADER, "right, %"],
            [
                [SETS[name], label, *_numbers(counts[part]), _share(counts[part])]
                for name, counts in sets.items()
                for label, part in (("all", "all"), ("held out", "held_out"))
            ],
        ),
        "kinds": _parts(sets, "by_kind", "kind"),
        "ways": _parts(sets, "by_way", "answered as"),
        "seconds": table(
            ["question", "processor s", "wall s"],
            [[way, str(each["processor"]), str(each["wall"])]
             for way, each in result["seconds"].items()],
        ),
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    }  # fmt: skip


def _parts(sets: Mapping[str, Any], key: str, heading: str) -> str:
    return table(
        ["texts", heading, *HEADER],
        [
            [SETS[name], label, *_numbers(verdicts)]
            for name, counts in sets.items()
            for label, verdicts in counts[key].items()
        ],
    )


def _numbers(verdicts: Mapping[str, int]) -> list[str]:
    return [str(verdicts[name]) for name in HEADER]


def _share(verdicts: Mapping[str, int]) -> str:
    return percent(verdicts["right"] / verdicts["of"])
