"""Two other ways to find quantities: patterns on spaCy's tokens, and quantulum3."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pipeline.text.numbers import numbers_in
from pipeline.text.units import unit_surfaces

__all__ = ["ALTERNATIVES", "Found", "scored_numbers"]

TOLERANCE = 1e-6  # relative


@dataclass(frozen=True, slots=True)
class Found:
    """A quantity by its place and its numbers; its unit is left aside."""

    char_start: int
    char_end: int
    value: float | None
    until: float | None


def scored_numbers(
    lines: Sequence[Mapping[str, Any]], numbers: Sequence[Sequence[Found]]
) -> dict[str, Any]:
    """Precision and recall of places and numbers, of quantities that have a number."""
    right = stated = annotated = 0
    for line, of_line in zip(lines, numbers, strict=True):
        left = [quantity for quantity in of_line if quantity.value is not None]
        golds = [gold for gold in line["quantities"] if gold["value"] is not None]
        stated, annotated = stated + len(left), annotated + len(golds)
        for gold in golds:
            match = next((quantity for quantity in left if _same(gold, quantity)), None)
            if match is not None:
                left.remove(match)
                right += 1
    return {"precision": right / stated, "recall": right / annotated, "annotated": annotated}


def _same(gold: Mapping[str, Any], quantity: Found) -> bool:
    if quantity.char_end <= gold["char_start"] or gold["char_end"] <= quantity.char_start:
        return False
    ends = gold["value"], gold["until"] or gold["value"]
    own = quantity.value or 0.0, quantity.until or quantity.value or 0.0
    return all(
        abs(one_end - other) <= TOLERANCE * max(abs(one_end), abs(other))
        for one_end, other in zip(ends, own, strict=True)
    )


def on_tokens(text: str) -> list[Found]:
    """Numbers, ranges and units by patterns on spaCy's tokens."""
    tokenized, spans = _matched(text)
    quantities: list[Found] = []
    end = 0
    for start, stop in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start < end:
            continue
        end = stop
        first, last = tokenized[start], tokenized[stop - 1]
        char_end = last.idx + len(last)
        values = [number.value for number in numbers_in(text[first.idx : char_end])]
        if values:
            until = values[1] if len(values) > 1 else None
            quantities.append(Found(first.idx, char_end, values[0], until))
    return quantities


def _matched(text: str) -> tuple[Any, list[tuple[int, int]]]:
    nlp, matcher = _token_matcher()
    tokenized = nlp(text)
    return tokenized, [(start, end) for _, start, end in matcher(tokenized)]


@cache
def _token_matcher() -> tuple[Any, Any]:
    import spacy
    from spacy.matcher import Matcher

    nlp = spacy.blank("en")
    matcher = Matcher(nlp.vocab)
    number = {"LIKE_NUM": True}
    between = {"LOWER": {"IN": ["-", "–", "to", "or"]}}
    unit = {"LOWER": {"IN": sorted({surface.lower() for surface in unit_surfaces()})}}
    hyphen = {"LOWER": "-", "OP": "?"}
    matcher.add("quantity", [[number, hyphen, unit], [number, between, number, unit]])
    return nlp, matcher


def by_quantulum(text: str) -> list[Found]:
    """quantulum3 without its classifier, which is a model of an older scikit-learn."""
    classifier = importlib.import_module("quantulum3.classifier")
    classifier.USE_CLF = False
    parser = importlib.import_module("quantulum3.parser")
    return [
        Found(*quantity.span, *_ends(quantity))
        for quantity in parser.parse(text)
        if quantity.unit.name != "dimensionless"
    ]


def _ends(quantity: Any) -> tuple[float, float | None]:
    if not quantity.uncertainty:
        return float(quantity.value), None
    value, half = float(quantity.value), float(quantity.uncertainty)
    return value - half, value + half


ALTERNATIVES: dict[str, Callable[[str], list[Found]]] = {"tokens": on_tokens}
if importlib.util.find_spec("quantulum3") is not None:
    ALTERNATIVES["quantulum"] = by_quantulum
