"""How sure the networks for questions must be, and how often they are right, on held-out ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pipeline.questions.question_networks import Thresholds
from pipeline.questions.quoted_steps import LISTING, is_likely, number_quoted
from pipeline.training.question_examples import QuestionExample
from pipeline.training.question_training import HeldOut

__all__ = ["held_out_report", "least_verdict", "thresholds_of_steps"]

LEAST_RIGHT_ALONE = 0.97  # share of the steps that are quoted alone
MOST_WRONG = 0.12  # share of all questions that may be answered by wrong steps
LEAST_RIGHT_VERDICTS = 0.8  # share of the verdicts that are given


def thresholds_of_steps(
    examples: Sequence[QuestionExample], held_out: Sequence[HeldOut]
) -> dict[str, float]:
    """The least probabilities of quotations, by held-out questions.

    A step is quoted alone from the probability on from which ``LEAST_RIGHT_ALONE`` of the steps
    quoted so answer. Two are quoted as alternatives as often as they can be with at most
    ``MOST_WRONG`` of all questions answered by wrong steps.
    """
    pairs = list(zip(examples, held_out, strict=True))
    sure = Thresholds(alone=0.0, either=0.0, verdict=0.0)
    singles = [(each.ranked[0][0], _is_right(example, each, sure)) for example, each in pairs]
    alone = _lowest(singles, lambda right, wrong: right >= LEAST_RIGHT_ALONE * (right + wrong))
    least = Thresholds(alone=alone, either=0.0, verdict=0.0)
    quotations = [
        (_sureness(each, least), _is_right(example, each, least)) for example, each in pairs
    ]
    either = _lowest(quotations, lambda _, wrong: wrong <= MOST_WRONG * len(pairs))
    return {"alone": alone, "either": either}


def least_verdict(examples: Sequence[QuestionExample], held_out: Sequence[HeldOut]) -> float:
    """The least probability of a yes or no, by held-out questions."""
    verdicts = [
        (max(each.verdict, 1 - each.verdict), (each.verdict > 0.5) == _is_yes(example))
        for example, each in zip(examples, held_out, strict=True)
        if each.verdict is not None
    ]
    return _lowest(verdicts, lambda right, wrong: right >= LEAST_RIGHT_VERDICTS * (right + wrong))


def _lowest(answers: Sequence[tuple[float, bool]], is_good: Callable[[int, int], bool]) -> float:
    """The least probability from which on the answers, right and wrong, are good; 1 if none is."""
    lowest, right, wrong = 1.0, 0, 0
    ranked = sorted(answers, reverse=True)
    following = [probability for probability, _ in ranked[1:]] + [-1.0]
    for (probability, is_right), after in zip(ranked, following, strict=True):
        right, wrong = right + is_right, wrong + (not is_right)
        if after < probability and is_good(right, wrong):
            lowest = probability
    return math.floor(1000 * lowest) / 1000


def _is_yes(example: QuestionExample) -> bool:
    return example.key_words[0][0] == "yes"


def _is_right(example: QuestionExample, held_out: HeldOut, least: Thresholds) -> bool:
    """Whether the steps that would be quoted answer; of alternatives, one of them is enough."""
    ranked = held_out.ranked
    number = number_quoted([likely for likely, _ in ranked], held_out.parts.intent, least)
    steps = {step for _, step in ranked[:number]}
    answering = {*example.steps, *example.also}
    if held_out.parts.intent in LISTING:
        return bool(example.steps) and (
            steps.issuperset(example.steps) or not steps.isdisjoint(example.also)
        )
    return not steps.isdisjoint(answering)


def _sureness(held_out: HeldOut, least: Thresholds) -> float:
    """That of a quotation: 1 for a step that is sure enough alone, else that of the two best."""
    likely = [likely for likely, _ in held_out.ranked]
    return 1.0 if likely[0] >= least.alone else sum(likely[:2])


def held_out_report(
    examples: Sequence[QuestionExample], held_out: Sequence[HeldOut], least: Mapping[str, float]
) -> dict[str, Any]:
    """Counts of the held-out questions: quoted rightly, wrongly, refused; by intent too."""
    intents = dict.fromkeys(example.intent for example in examples)
    pairs = list(zip(examples, held_out, strict=True))
    return {
        **_counts(pairs, Thresholds(**least)),
        "intent_right": sum(each.parts.intent == example.intent for example, each in pairs),
        "by_intent": {
            intent: _counts(
                [pair for pair in pairs if pair[0].intent == intent], Thresholds(**least)
            )
            for intent in intents
        },
        "thresholds": dict(least),
    }


def _counts(pairs: Sequence[tuple[QuestionExample, HeldOut]], least: Thresholds) -> dict[str, int]:
    quoted = [
        _is_right(example, each, least)
        for example, each in pairs
        if is_likely([likely for likely, _ in each.ranked], least)
    ]
    return {
        "of": len(pairs),
        "right": sum(quoted),
        "wrong": len(quoted) - sum(quoted),
        "refused": len(pairs) - len(quoted),
    }
