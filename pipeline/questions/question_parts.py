"""The parts of an English question: what it asks, and which of its words are thing, place, time
and action. A small trained network on the base encoder's states reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kgmodel.dense_network import DenseNetwork
    from kgmodel.sentence_encoder import EncodedText

__all__ = [
    "INTENTS",
    "ROLES",
    "QuestionParts",
    "intent_features",
    "read_parts",
    "role_features",
    "words_in",
]

Array = NDArray[np.float32]
ROLES = ("none", "thing", "place", "time", "action")
# What a question asks for; the data card of the questions says what each means
INTENTS = (
    "where-at", "where-to", "where-from", "which-of", "goes-into", "contents", "made-of", "becomes",
    "with-what", "what-do", "happens", "fact", "when", "steps-using", "is-at", "is-in-order",
    "is-done", "amount", "duration", "temperature", "frequency", "materials", "how-many-steps",
    "outside",
)  # fmt: skip
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """What a question asks, and the words of each part; an empty text where there are none.

    ``intents`` are probabilities by intent. ``roles`` (word) has the role of each word of the
    question, ``spans`` their half-open offsets.
    """

    intents: Mapping[str, float]
    thing: str
    place: str
    time: str
    action: str
    roles: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    @property
    def intent(self) -> str:
        """The most probable intent."""
        return max(self.intents, key=self.intents.__getitem__)


def read_parts(
    question: str, encoded: EncodedText, *, intents: DenseNetwork, roles: DenseNetwork
) -> QuestionParts:
    """The parts of a question that the encoder has read."""
    likely = _softmax(intents.scores(intent_features(encoded)))[0]
    spans = words_in(question)
    scores = roles.scores(role_features(encoded, spans))
    return parts_of(question, dict(zip(INTENTS, map(float, likely), strict=True)), spans, scores)


def parts_of(
    question: str, intents: Mapping[str, float], spans: Sequence[tuple[int, int]], scores: Array
) -> QuestionParts:
    """The parts by the scores (word, role) of the words."""
    chosen = [ROLES[index] for index in scores.argmax(axis=1)]
    text = {role: _phrase(question, spans, chosen, role) for role in ROLES[1:]}
    return QuestionParts(intents, **text, roles=tuple(chosen), spans=tuple(spans))


def words_in(question: str) -> list[tuple[int, int]]:
    """Offsets of the words between spaces."""
    return [match.span() for match in _WORD.finditer(question)]


def intent_features(encoded: EncodedText) -> Array:
    """One row (1, 2 × width): the mean and the largest of the states."""
    states = encoded.states
    return np.concatenate([states.mean(axis=0), states.max(axis=0)])[None].astype(np.float32)


def role_features(encoded: EncodedText, spans: Sequence[tuple[int, int]]) -> Array:
    """Rows (word, 3 × width): the state of a word, and those of its neighbours."""
    own = np.stack([_state(encoded, span) for span in spans])
    ends = np.zeros((1, own.shape[1]), dtype=np.float32)
    before, after = np.concatenate([ends, own[:-1]]), np.concatenate([own[1:], ends])
    return np.concatenate([own, before, after], axis=1).astype(np.float32)


def _state(encoded: EncodedText, span: tuple[int, int]) -> Array:
    """Mean state of the pieces of a word; of the first mark, if it has none."""
    inside = [
        row
        for row, (start, end) in enumerate(encoded.pieces)
        if start < end and start < span[1] and end > span[0]
    ]
    return np.asarray(encoded.states[inside or [0]].mean(axis=0), dtype=np.float32)


def _phrase(
    question: str, spans: Sequence[tuple[int, int]], roles: Sequence[str], role: str
) -> str:
    """The longest run of words of one role, without marks at the ends; an empty text if none."""
    runs = [
        [span for span, _ in group]
        for own, group in groupby(zip(spans, roles, strict=True), key=lambda pair: pair[1])
        if own == role
    ]
    longest = max(runs, key=len, default=[])
    text = question[longest[0][0] : longest[-1][1]] if longest else ""
    return text.strip(" ,.?!\"'“”")


def _softmax(scores: Array) -> Array:
    exponents = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(exponents / exponents.sum(axis=-1, keepdims=True))
