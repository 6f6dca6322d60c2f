"""What a line or a sentence of a text is: a linear classifier of its words, in numpy.

Features are words, pairs of words and how a phrase begins and ends, each known by a hash. The kind
of a phrase is a softmax of the sum of their weights. That takes some forty microseconds, and
nothing has to be loaded but a fifth of a megabyte.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["KINDS", "PhraseKinds", "Scores", "phrase_features"]

Scores = NDArray[np.float32]
KINDS = ("material", "step", "remark", "description")
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[^\w\s]")
_SPEAKERS = frozenset("i me my mine we our us".split())
_LONGEST = 400  # characters that are looked at


def phrase_features(phrase: str) -> list[int]:
    """Return the hashes (CRC-32) of a phrase's features, in order and each once."""
    tokens = _TOKEN.findall(phrase[:_LONGEST].lower().replace("’", "'"))
    tokens = ["0" if token.isdigit() else token for token in tokens]
    words = [token for token in tokens if token[0].isalnum()]
    names = {f"word {token}" for token in tokens}
    names.update(
        f"pair {first} {second}" for first, second in zip(tokens, tokens[1:], strict=False)
    )
    names.update(f"place {place} {word}" for place, word in enumerate(words[:3]))
    names.update((f"first {' '.join(words[:2])}", f"first {' '.join(words[:3])}"))
    names.update(f"ending {place} {word[-2:]}" for place, word in enumerate(words[:2]))
    names.update(f"ending {word[-3:]}" for word in words[:1])
    names.update(f"last {token}" for token in tokens[-1:])
    names.add(f"length {min(len(words), 12)} {len(words) > 19}")
    if not _SPEAKERS.isdisjoint(words):
        names.add("speaker")
    return sorted({zlib.crc32(name.encode()) for name in names})


@dataclass(frozen=True, slots=True)
class PhraseKinds:
    """Scores sum(weight[feature] * scale) + bias of each of ``KINDS``.

    ``keys`` (feature) are the hashes that were learnt, rising; ``weight`` (feature, kind) are whole
    numbers of ``scale`` (kind), and ``bias`` (kind). Features that were not learnt count nothing.
    """

    keys: NDArray[np.uint32]
    weight: NDArray[np.int8]
    scale: Scores
    bias: Scores

    @classmethod
    def of_tensors(cls, tensors: Mapping[str, NDArray[np.generic]]) -> PhraseKinds:
        """The classifier in a file's tensors. Raises KeyError if one is missing."""
        return cls(
            tensors["keys"].astype(np.uint32),
            tensors["weight"].astype(np.int8),
            tensors["scale"].astype(np.float32),
            tensors["bias"].astype(np.float32),
        )

    def scores(self, phrases: Sequence[str]) -> Scores:
        """Return the score of each kind (phrase, kind), the logits of its probability."""
        total = np.tile(self.bias, (len(phrases), 1))
        for row, phrase in enumerate(phrases):
            features = np.array(phrase_features(phrase), dtype=np.uint32)
            places = np.searchsorted(self.keys, features).clip(max=len(self.keys) - 1)
            known = places[self.keys[places] == features]
            total[row] += self.weight[known].sum(axis=0, dtype=np.int32) * self.scale
        return total

    @staticmethod
    def log_odds(scores: Scores, kind: str, *, against: Sequence[str]) -> Scores:
        """Return log(p(kind) / sum of p(other)) of scores (phrase, kind), for each (phrase)."""
        others = np.logaddexp.reduce(scores[:, [KINDS.index(other) for other in against]], axis=1)
        return np.asarray(scores[:, KINDS.index(kind)] - others, dtype=np.float32)
