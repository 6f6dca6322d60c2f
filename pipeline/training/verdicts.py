"""Training of yes or no, from what the words of the steps say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kgmodel.dense_trainer import DenseBag, fit_bags
from pipeline.questions.question_parts import QuestionParts
from pipeline.questions.question_reader import DECIDED
from pipeline.questions.step_search import state_named
from pipeline.questions.verdict_features import YesNoQuestion, verdict_features
from pipeline.training.question_examples import QuestionExample

__all__ = ["fit_verdicts", "verdict_rows"]

Array = NDArray[np.float32]
HIDDEN, NETWORKS, EPOCHS, BATCH = 8, 3, 60, 32
DROPOUT, RATE, WEIGHT_DECAY = 0.3, 5e-3, 0.5


def verdict_rows(
    examples: Sequence[QuestionExample], parts: Sequence[QuestionParts], likely: Sequence[Array]
) -> tuple[Tensor, Tensor, list[int]]:
    """Features (question, feature) of those for yes or no, 1.0 for yes, and their rows.

    ``parts`` and ``likely``, the probability of each step and of none, are by networks that have
    not learnt the question.
    """
    chosen = [row for row, example in enumerate(examples) if example.intent in DECIDED]
    features = [_features(examples[row], parts[row], likely[row]) for row in chosen]
    is_yes = [float(examples[row].key_words[0][0] == "yes") for row in chosen]
    return torch.tensor(features), torch.tensor(is_yes), chosen


def fit_verdicts(features: Tensor, is_yes: Tensor) -> DenseBag:
    """The network that learns from ``verdict_rows``."""
    bag = DenseBag(features.shape[1], 1, hidden=HIDDEN, networks=NETWORKS, dropout=DROPOUT)
    bag.standardise(features)

    def loss(batch: Tensor) -> Tensor:
        scores = bag(features[batch])[..., 0]
        return functional.binary_cross_entropy_with_logits(scores, is_yes[batch].expand_as(scores))

    fit_bags(
        [bag], len(features), loss,
        epochs=EPOCHS, batch=BATCH, rate=RATE, weight_decay=WEIGHT_DECAY,
    )  # fmt: skip
    return bag


def _features(example: QuestionExample, parts: QuestionParts, likely: Array) -> list[float]:
    order = np.argsort(-likely[:-1], kind="stable")
    question = YesNoQuestion(
        words=example.question,
        intent=example.intent,
        thing=parts.thing,
        place=parts.place,
        state=state_named(parts.time, example.texts),
        deciding=tuple(int(step) + 1 for step in order[:2]),
    )
    return verdict_features(question, example.texts)
