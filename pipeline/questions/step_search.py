"""Search for the step of a document that a question is about, by its words and its meaning."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pipeline.questions.cues import cues
from pipeline.questions.question_words import classes_of, content_stems, stems_of
from pipeline.questions.time_clauses import TimeClause, split_clause
from pipeline.questions.time_expressions import split_time

__all__ = [
    "Passage",
    "Similarity",
    "Weights",
    "search_steps",
    "share_of_words",
    "state_named",
    "step_of_clause",
]

TEXTS_KEPT = 1024  # whose stems the next search need not find again
Similarity = Callable[[str, Sequence[str]], Sequence[float]]  # of a question to each text


@dataclass(frozen=True, slots=True)
class Weights:
    """What the parts of a step's score weigh; chosen on questions about the examples."""

    verb: float = 0.15
    cue: float = 0.15
    meaning: float = 0.5
    clause: float = 0.25
    order: float = 0.2
    step: float = 0.5


@dataclass(frozen=True, slots=True)
class Passage:
    """A step with its score; ``covered`` is the share of the question's words that it holds."""

    step: int
    text: str
    score: float
    covered: float


def search_steps(
    question: str,
    texts: Sequence[str],
    *,
    similarity: Similarity | None = None,
    weights: Weights = Weights(),
) -> list[Passage]:
    """All steps, best first. ``similarity`` compares meanings; without it words alone count."""
    question = question.rstrip(" ?!.")
    rest, clause = split_clause(split_time(question)[0])
    if clause is not None and not content_stems(rest):
        return _steps_by_clause(clause, texts)
    covered = share_of_words(rest, texts)
    scores = [
        share + weights.verb * verb + weights.cue * cue
        for share, verb, cue in zip(covered, _verbs(rest, texts), cues(rest, texts), strict=True)
    ]
    if similarity is not None:
        meanings = similarity(question, texts)
        scores = [
            score + weights.meaning * meaning
            for score, meaning in zip(scores, meanings, strict=True)
        ]
    for order, prior in enumerate(_priors(question, clause, texts, weights)):
        scores[order] += prior
    passages = [
        Passage(step, text, scores[step - 1], covered[step - 1])
        for step, text in enumerate(texts, 1)
    ]
    return sorted(passages, key=lambda passage: (-passage.score, passage.step))


def _steps_by_clause(clause: TimeClause, texts: Sequence[str]) -> list[Passage]:
    """The steps in order of their distance from the clause's: "What do I do after straining?"."""
    step, covered = step_of_clause(clause.words, texts), max(share_of_words(clause.words, texts))
    passages = [
        Passage(order, text, _nearness(clause.relation, order - step) if step else 0.0, covered)
        for order, text in enumerate(texts, 1)
    ]
    return sorted(passages, key=lambda passage: (-passage.score, passage.step))


def step_of_clause(
    words: str, texts: Sequence[str], *, similarity: Similarity | None = None
) -> int | None:
    """The step that a clause describes; None if no step has a word of it."""
    covered = share_of_words(words, texts)
    scores = [share + 0.3 * verb for share, verb in zip(covered, _verbs(words, texts), strict=True)]
    if similarity is not None:
        meanings = similarity(words, texts)
        scores = [score + meaning for score, meaning in zip(scores, meanings, strict=True)]
    named = [order for order, share in enumerate(covered) if share > 0.0]
    return max(named, key=lambda order: (scores[order], -order)) + 1 if named else None


def state_named(time: str, texts: Sequence[str]) -> int:
    """The state, 0 to n, that words of time name: "after step 3", "when the milk goes in".

    It is the last one if there are none, or if no step fits them.
    """
    moment = split_time(f"what is {time}")[1]
    if moment is not None:
        step = moment.step if moment.step >= 0 else len(texts) + 1 + moment.step
        return max(0, min(step, len(texts)) - (moment.relation == "before"))
    clause = split_clause(f"what is {time}")[1]
    step = step_of_clause(clause.words if clause else time, texts) or len(texts)
    return step - 1 if clause and clause.relation == "before" else step


def share_of_words(question: str, texts: Sequence[str]) -> list[float]:
    """The share of the question's content in each text; a word of few texts counts more."""
    content = content_stems(question)
    stems = [_stems_and_pairs(text) for text in texts]
    rarity = {
        word: math.log(1 + len(texts) / (1 + sum(word in each for each in stems)))
        for word in content
    }
    whole = sum(rarity.values()) or 1.0
    return [sum(rarity[word] for word in content if word in each) / whole for each in stems]


@lru_cache(maxsize=TEXTS_KEPT)
def _stems_and_pairs(text: str) -> frozenset[str]:
    """The stems of a text, and of its pairs of words, so that "hubcap" finds "hub cap"."""
    stems = stems_of(text)
    return frozenset((*stems, *(left + right for left, right in pairwise(stems))))


def _verbs(question: str, texts: Sequence[str]) -> list[float]:
    """1 for each text with a verb of a class that the question's verb has."""
    classes = classes_of(question)
    return [0.0 if classes.isdisjoint(classes_of(text)) else 1.0 for text in texts]


def _priors(
    question: str, clause: TimeClause | None, texts: Sequence[str], weights: Weights
) -> list[float]:
    """What the order of the steps adds to each: a time clause, "first", "at the end"."""
    n_steps = len(texts)
    priors = [0.0] * n_steps
    words = f" {question.lower().rstrip(' ?.!')} "
    for order in range(n_steps):
        place = order / max(1, n_steps - 1)
        if " first" in words or " start" in words or " begin" in words:
            priors[order] += weights.order * (1 - place)
        if any(mark in words for mark in (" end ", " last ", " finally", " finish")):
            priors[order] += weights.order * place
    number = split_time(question)[1]
    if number is not None and number.step > 0:
        for order in range(n_steps):
            priors[order] += weights.step * _nearness(number.relation, order + 1 - number.step)
    step = None if clause is None else step_of_clause(clause.words, texts)
    if clause is not None and step is not None:
        for order in range(n_steps):
            priors[order] += weights.clause * _nearness(clause.relation, order + 1 - step)
    return priors


def _nearness(relation: str, distance: int) -> float:
    """How well a step fits that is ``distance`` steps after the one of the time clause."""
    if relation == "at":
        return {0: 1.0, -1: 0.3, 1: 0.3}.get(distance, 0.0)
    if relation == "after":
        return {0: 0.6, 1: 1.0, 2: 0.6}.get(distance, 0.0)
    return {0: 0.6, -1: 1.0, -2: 0.6}.get(distance, 0.0)
