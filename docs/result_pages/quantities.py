"""Quantities found in our own texts and in texts that stay outside the project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from result_pages.markdown import NOT_MEASURED, Values, commands, percent, record, table

TEXTS = {"own": "our own texts", "real": "real texts"}
PARTS = {"all": "all", "kept aside": "kept aside"}
WAYS = {
    "rules": "rules for numbers, a table of units (what ships)",
    "tokens": "patterns on spaCy's tokens, the same table",
    "quantulum": "the library quantulum, without its classifier",
}


def values() -> Values:
    result = record("quantities")
    own, real, unseen = result["own"], result["real"], result["unseen"]
    return {
        "scores": table(
            ["texts", "part", "quantities", "precision", "recall", "of what"],
            [
                *(_row(TEXTS["own"], name, own[part]) for part, name in PARTS.items()),
                _row(TEXTS["real"], "two thirds", real["all"]),
                _row(TEXTS["real"], "the other third, at first", unseen["first"]["all"]),
                _row(TEXTS["real"], "the other third, now", unseen["now"]["all"]),
            ],
        ),
        "n_own": str(own["texts"]),
        "n_real": str(real["texts"]),
        "n_unseen": str(unseen["now"]["texts"]),
        "kinds": table(
            ["kind", "quantities", "precision", "recall", "of what"],
            [_figures(kind, scores) for kind, scores in own["kinds"].items()],
        ),
        "alternatives": table(
            ["way", "precision", "recall", "seconds"],
            [
                [WAYS[name], percent(way["precision"]), percent(way["recall"]), str(way["seconds"])]
                for name, way in result["alternatives"].items()
            ],
        ),
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    }


def _row(texts: str, part: str, scores: Mapping[str, Any]) -> list[str]:
    return [texts, *_figures(part, scores)]


def _figures(name: str, scores: Mapping[str, Any]) -> list[str]:
    shares = [_share(scores[key]) for key in ("precision", "recall", "entity")]
    return [name, str(scores["annotated"]), *shares]


def _share(fraction: float | None) -> str:
    return NOT_MEASURED if fraction is None else percent(fraction)
