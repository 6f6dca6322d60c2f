"""What speaks for a step as the answer to a question: shared words, verbs, meanings, and its place.

Every feature of a step is a number; some are also given relative to the best step of the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pipeline.questions.cues import cues
from pipeline.questions.question_parts import INTENTS, QuestionParts
from pipeline.questions.question_words import classes_of, content_stems
from pipeline.questions.step_search import search_steps, share_of_words
from pipeline.questions.time_clauses import split_clause
from pipeline.questions.time_expressions import split_time

if TYPE_CHECKING:
    from kgmodel.dense_network import DenseNetwork
    from kgmodel.sentence_encoder import EncodedText

__all__ = ["FEATURES", "AskedText", "step_features", "step_probabilities"]

Array = NDArray[np.float32]
_SENTENCE = re.compile(r"[^.;!?]+(?:[.;!?]+|$)")
# What the words of a step hold, whatever is asked
_MARKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:into|onto|inside|in|on|over|under|against)\b",
        r"\b(?:from|out of|off|away)\b",
        r"\bwith\b",
        r"\d",
        r"\b(?:s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|overnight)\b",
        r"°|\bdegrees\b|\brpm\b|%",
        r"\b(?:twice|times|every|each|again)\b",
        r"\b(?:because|so that|so|since|otherwise|or else)\b|[;:]",
        r"\b(?:until|when|once|if)\b",
        r"\b(?:no|not|never|without|don't|leave|keep)\b",
    )
)
# Features that are also given as the difference to the best step
_COMPARED = (
    "old", "covered", "sentence", "thing", "place", "action", "verb", "meaning", "part meaning",
    "late", "late thing", "late place", "late action", "at time",
)  # fmt: skip
_OWN = (
    *_COMPARED, "cue", "time before", "time after", "number", "position", "from end", "length",
    "first of thing", "last of thing", "things before", "late before", "late after",
    "thing before", "thing after", *(f"mark {number}" for number in range(len(_MARKS))),
)  # fmt: skip
FEATURES = (
    *_OWN,
    *(f"{name} to best" for name in _COMPARED),
    *(f"intent {name}" for name in INTENTS),
)


@dataclass(frozen=True, slots=True)
class AskedText:
    """The steps of a document, as words and as the base encoder reads them."""

    texts: Sequence[str]
    encoded: Sequence[EncodedText]


def step_features(
    question: str, encoded: EncodedText, parts: QuestionParts, document: AskedText
) -> Array:
    """The features (step, feature) of every step, in the order of ``FEATURES``."""
    texts = document.texts
    n_steps = len(texts)
    time = parts.time
    rest = " ".join(question.replace(time, " ").split()) if time else question
    rows: dict[str, Sequence[float]] = {}
    meanings = [float(encoded.vector @ each.vector) for each in document.encoded]

    def known_meanings(_: str, __: Sequence[str]) -> Sequence[float]:
        return meanings

    by_step = sorted(
        search_steps(question, texts, similarity=known_meanings), key=lambda passage: passage.step
    )
    rows["old"] = [passage.score for passage in by_step]
    rows["covered"] = share_of_words(rest, texts)
    rows["sentence"] = [max(share_of_words(rest, _sentences(text)), default=0.0) for text in texts]
    for role, words in (("thing", parts.thing), ("place", parts.place), ("action", parts.action)):
        rows[role] = share_of_words(words, texts) if words else [0.0] * n_steps
    classes = classes_of(parts.action or rest)
    rows["verb"] = [float(not classes.isdisjoint(classes_of(text))) for text in texts]
    rows["cue"] = cues(rest, texts)
    rows["meaning"] = meanings
    rows["part meaning"] = [_part_meaning(encoded, each, text) for each, text in
                            zip(document.encoded, texts, strict=True)]  # fmt: skip
    rows |= _late_meanings(encoded, parts, document)
    at_time = _time_shares(time, texts)
    rows["at time"], rows["time before"], rows["time after"] = (
        at_time, _shifted(at_time, 1), _shifted(at_time, -1)
    )  # fmt: skip
    rows["number"] = _nearness_to_number(question, n_steps)
    rows["position"] = [step / max(1, n_steps - 1) for step in range(n_steps)]
    rows["from end"] = [1.0 / (n_steps - step) for step in range(n_steps)]
    rows["length"] = [math.log1p(len(text.split())) for text in texts]
    rows |= _course_of(rows["thing"])
    rows["late before"], rows["late after"] = (
        _shifted(rows["late"], 1), _shifted(rows["late"], -1)
    )  # fmt: skip
    rows["thing before"], rows["thing after"] = (
        _shifted(rows["thing"], 1), _shifted(rows["thing"], -1)
    )  # fmt: skip
    for number, mark in enumerate(_MARKS):
        rows[f"mark {number}"] = [float(mark.search(text) is not None) for text in texts]
    for name in _COMPARED:
        best = max(rows[name])
        rows[f"{name} to best"] = [value - best for value in rows[name]]
    for intent in INTENTS:
        rows[f"intent {intent}"] = [parts.intents[intent]] * n_steps
    return np.array([rows[name] for name in FEATURES], dtype=np.float32).T


def step_probabilities(features: Array, *, steps: DenseNetwork, none: DenseNetwork) -> Array:
    """The probability (step + 1) that each step answers, and last that none does."""
    scores = np.append(
        steps.scores(features)[:, 0], none.scores(features.max(axis=0, keepdims=True))[:, 0]
    )
    exponents = np.exp(scores - scores.max())
    return np.asarray(exponents / exponents.sum(), dtype=np.float32)


def _sentences(text: str) -> list[str]:
    return [match[0] for match in _SENTENCE.finditer(text)]


def _part_meaning(question: EncodedText, step: EncodedText, text: str) -> float:
    """The similarity of the question and the sentence of the step that is most like it."""
    best = -1.0
    for match in _SENTENCE.finditer(text):
        inside = [
            row for row, (start, end) in enumerate(step.pieces)
            if match.start() <= start < end <= match.end()
        ]  # fmt: skip
        if inside:
            mean = step.states[inside].mean(axis=0)
            best = max(best, float(question.vector @ mean) / float(np.linalg.norm(mean)))
    return best


def _late_meanings(
    encoded: EncodedText, parts: QuestionParts, document: AskedText
) -> dict[str, list[float]]:
    """For the words of each role, how alike the most similar word of a step is, on average."""
    own = encoded.states / np.linalg.norm(encoded.states, axis=1, keepdims=True)
    roles = [_role_of(piece, parts) for piece in encoded.pieces]
    groups: dict[str, Callable[[str], bool]] = {
        "late": lambda role: role not in ("none", "time"),
        "late thing": lambda role: role == "thing",
        "late place": lambda role: role == "place",
        "late action": lambda role: role == "action",
    }
    values: dict[str, list[float]] = {name: [] for name in groups}
    for step in document.encoded:
        states = step.states / np.linalg.norm(step.states, axis=1, keepdims=True)
        inside = [row for row, (start, end) in enumerate(step.pieces) if start < end] or [0]
        closest = (own @ states[inside].T).max(axis=1)
        for name, belongs in groups.items():
            chosen = [row for row, role in enumerate(roles) if belongs(role)]
            values[name].append(float(closest[chosen].mean()) if chosen else 0.0)
    return values


def _role_of(piece: tuple[int, int], parts: QuestionParts) -> str:
    start, end = piece
    for role, (first, last) in zip(parts.roles, parts.spans, strict=True):
        if start < end and first <= start < last:
            return role
    return "none"


def _time_shares(time: str, texts: Sequence[str]) -> list[float]:
    """The share of the words of the time that each step holds."""
    return share_of_words(time, texts) if content_stems(time) else [0.0] * len(texts)


def _nearness_to_number(question: str, n_steps: int) -> list[float]:
    """How near each step is to the one that the question numbers, after it counting more."""
    time = split_time(split_clause(question.rstrip(" ?!."))[0])[1]
    if time is None or time.step == 0:
        return [0.0] * n_steps
    step = time.step if time.step > 0 else n_steps + 1 + time.step
    towards = {"before": -1, "at": 0, "after": 0}[time.relation]
    return [1.0 / (1.0 + abs(own - step - towards)) for own in range(1, n_steps + 1)]


def _course_of(shares: Sequence[float]) -> dict[str, list[float]]:
    """Whether a step names the thing first or last, and how many before it do."""
    named = [step for step, share in enumerate(shares) if share > 0.0 and share == max(shares)]
    first, last = (named[0], named[-1]) if named else (-1, -1)
    steps = range(len(shares))
    return {
        "first of thing": [float(step == first) for step in steps],
        "last of thing": [float(step == last) for step in steps],
        "things before": [math.log1p(sum(other < step for other in named)) for step in steps],
    }


def _shifted(values: Sequence[float], by: int) -> list[float]:
    """The values of the step before (1) or after (-1)."""
    return [0.0, *values[:-1]] if by == 1 else [*values[1:], 0.0]
