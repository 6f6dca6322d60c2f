"""A question as the trained networks read it: its parts, how likely each step answers it, and how
likely yes is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.questions.meaning import encoded, encoded_steps
from pipeline.questions.question_networks import QuestionNetworks, load_question_networks
from pipeline.questions.question_parts import QuestionParts, read_parts
from pipeline.questions.question_words import content_stems
from pipeline.questions.quoted_steps import LISTING, is_likely, number_quoted
from pipeline.questions.step_features import AskedText, step_features, step_probabilities
from pipeline.questions.step_search import Passage, share_of_words, state_named
from pipeline.questions.verdict_features import YesNoQuestion, verdict_features

__all__ = ["DECIDED", "QuestionReading", "read_question"]

EVEN = 0.6  # share of the best step's probability that makes another as good
YES_NO = ("is-at", "is-done", "is-in-order")
LEAST_PLAIN, MOST_PLAIN = 0.6, 0.95  # between which a plain probability is taken to be
DECIDED = YES_NO[:2]  # by the network; an order is decided by rules
_AUXILIARY = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|should|must|will|would|may)\b"
    r"(?!.*\bor\b)",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"how many\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|half"
    r"|halves|quarters?|both|once|twice|pairs?|couple|few|several|single)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """The parts of a question; ``passages`` are all steps, the likeliest first.

    ``candidates`` are those that may answer: for "how many", those that hold a number. ``chosen``
    are the first of them, which are quoted.
    """

    question: str
    parts: QuestionParts
    passages: tuple[Passage, ...]
    candidates: tuple[Passage, ...]
    chosen: tuple[Passage, ...]
    networks: QuestionNetworks

    @property
    def is_sure(self) -> bool:
        """Whether the steps chosen are likely enough to be quoted, and share a word with it.

        A question that has no word of content needs a step that is sure alone.
        """
        likely = [passage.score for passage in self.candidates]
        least = self.networks.thresholds
        if not likely:
            return False
        if not content_stems(self.question):
            return likely[0] >= least.alone
        shares_word = any(passage.covered > 0.0 for passage in self.chosen)
        return shares_word and is_likely(likely, least)

    @property
    def has_alternatives(self) -> bool:
        """Whether one of the steps answers, and not all of them together."""
        if len(self.chosen) not in (2, 3):
            return False
        is_even = self.chosen[-1].score >= EVEN * self.chosen[0].score
        return not (self.parts.intent in LISTING and is_even)

    @property
    def asks_for_steps(self) -> bool:
        """Whether the numbers of the steps are the answer."""
        return self.parts.intent in ("when", "steps-using")

    @property
    def asks_yes_or_no(self) -> bool:
        """Whether yes or no is question for, as far as the words and the network show."""
        likely = sum(self.parts.intents[intent] for intent in YES_NO)
        return likely > 0.5 and _AUXILIARY.match(self.question) is not None

    def chance_of_yes(self, texts: Sequence[str], *, state: int | None = None) -> float:
        """The probability that the answer is yes, about a state (by default the time's)."""
        question = YesNoQuestion(
            words=self.question,
            intent=max(DECIDED, key=self.parts.intents.__getitem__),
            thing=self.parts.thing,
            place=self.parts.place,
            state=state_named(self.parts.time, texts) if state is None else state,
            deciding=tuple(passage.step for passage in self.passages[:2]),
        )
        features = np.array([verdict_features(question, texts)], dtype=np.float32)
        return 1.0 / (1.0 + math.exp(-float(self.networks.verdict.scores(features)[0, 0])))

    def vote(self, chance: float) -> float:
        """The log-odds of yes in units of the least plain ones: from 1.0 on yes is plain."""
        least = self.networks.thresholds.verdict
        return _log_odds(chance) / _log_odds(min(max(least, LEAST_PLAIN), MOST_PLAIN))


def _log_odds(probability: float) -> float:
    likely = min(max(probability, 0.001), 0.999)
    return math.log(likely / (1.0 - likely))


def read_question(question: str, texts: Sequence[str]) -> QuestionReading:
    """Read a question about the steps of a text. Raises CheckpointError."""
    networks = load_question_networks()
    (own,) = encoded([question])
    parts = read_parts(question, own, intents=networks.intents, roles=networks.roles)
    features = step_features(question, own, parts, AskedText(texts, encoded_steps(texts)))
    likely = step_probabilities(features, steps=networks.steps, none=networks.none)
    covered = share_of_words(question, texts)
    passages = [
        Passage(step, text, float(likely[step - 1]), covered[step - 1])
        for step, text in enumerate(texts, 1)
    ]
    passages.sort(key=lambda passage: (-passage.score, passage.step))
    is_count = _HOW_MANY.match(question) is not None
    candidates = [each for each in passages if not is_count or _NUMBER.search(each.text)]
    likely_first = [passage.score for passage in candidates]
    chosen = candidates[: number_quoted(likely_first, parts.intent, networks.thresholds)]
    return QuestionReading(
        question, parts, tuple(passages), tuple(candidates), tuple(chosen), networks
    )
