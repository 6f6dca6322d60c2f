"""Answers chosen from nowhere, somewhere and the document's candidate locations (EntNet, QRN)."""

from __future__ import annotations

from abc import abstractmethod

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from kgmodel.baselines.boxes import Baseline, mean_where
from kgmodel.baselines.decisions import Decisions, spans_of_candidates
from kgmodel.baselines.text import BaselineTargets, BaselineText
from kgmodel.paper.batch import Existence

__all__ = ["Answering", "PlaceAnswers", "PositionEncoder", "answer_loss", "decide_answers"]

N_WORDLESS = 2  # NOWHERE and SOMEWHERE come before the candidates


class PositionEncoder(nn.Module):
    """A sentence as s = Σ f_i ⊙ e_i, with a learned mask f for each position (EntNet, QRN)."""

    def __init__(self, width: int, *, longest: int = 100) -> None:
        """longest: words; those after it share the last mask."""
        super().__init__()
        self.masks = nn.Parameter(torch.ones(longest, width))

    def forward(self, words: Tensor, text: BaselineText) -> Tensor:
        """words: (word, width). Return (step, width)."""
        positions = text.sentences()
        order = torch.arange(positions.shape[1], device=words.device)
        masks = self.masks[order.clamp(max=len(self.masks) - 1)]
        rows = words[positions.clamp(min=0)] * (positions >= 0)[..., None]
        encoded: Tensor = (rows * masks).sum(dim=1)
        return encoded


class PlaceAnswers(nn.Module):
    """y = R z, a row of R for each answer.

    Differs from EntNet and QRN, whose answers are a fixed list: the row of a place is its words'
    mean vector, mapped, so that places that training never showed can be answered.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.wordless = nn.Parameter(torch.randn(N_WORDLESS, width) / width**0.5)
        self.place = nn.Linear(width, width)

    def forward(self, states: Tensor, words: Tensor, text: BaselineText) -> Tensor:
        """Scores (entity, state, 2 + candidate).

        states: z (entity, state, width). words: (word, width).
        """
        candidates = self.place(mean_where(words, text.of_candidates()))
        return states @ torch.cat([self.wordless, candidates]).T


def answer_loss(scores: Tensor, targets: BaselineTargets) -> Tensor:
    """Cross-entropy, a mean over entities and states; a place without a candidate is SOMEWHERE."""
    gold = targets.existence.clamp(max=int(Existence.SOMEWHERE))
    gold = torch.where(targets.candidates >= 0, targets.candidates + N_WORDLESS, gold)
    return cross_entropy(scores.flatten(0, 1), gold.flatten())


def decide_answers(scores: Tensor, text: BaselineText) -> Decisions:
    """Take the best answer in each state. scores: (entity, state, 2 + candidate)."""
    probabilities = scores.softmax(dim=-1)
    certain, best = probabilities.max(dim=-1)
    return Decisions(
        best.clamp(max=int(Existence.SPAN)),
        spans_of_candidates(text, best - N_WORDLESS),
        certain,
        1 - probabilities[..., Existence.NOWHERE],
    )


class Answering(Baseline):
    """Asks after every sentence where each entity is, and answers with a place (EntNet, QRN)."""

    @abstractmethod
    def scores(self, text: BaselineText) -> Tensor:
        """(entity, state, 2 + candidate), nowhere and somewhere first."""

    def loss(self, text: BaselineText, targets: BaselineTargets) -> Tensor:
        return answer_loss(self.scores(text), targets)

    @torch.no_grad()
    def decide(self, text: BaselineText) -> Decisions:
        return decide_answers(self.scores(text), text)
