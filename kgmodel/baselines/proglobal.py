"""ProGlobal: Dalvi et al., "Tracking State Changes in Procedural Text", NAACL 2018, section 5.2."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, one_hot

from kgmodel.baselines.boxes import Baseline, BaselineSettings, BiLSTM
from kgmodel.baselines.decisions import Decisions
from kgmodel.baselines.text import BaselineTargets, BaselineText
from kgmodel.paper.batch import Existence
from kgmodel.paper.reader import best_spans, span_scores

__all__ = ["GlobalScores", "ProGlobal"]

LONGEST_SPAN = 10


@dataclass(frozen=True)
class GlobalScores:
    """existence: (entity, state, 3). starts, ends: (entity, state, word), first and last word."""

    existence: Tensor
    starts: Tensor
    ends: Tensor


class ProGlobal(Baseline):
    """The whole paragraph read anew for each entity and state.

    c = BiLSTM([word; in a mention of E; in a step before, at or after t]), o = max_i c_i;
    P_t(existence) = softmax(MLP([o; P_{t-1}(existence)])), and the span's first and last word from
    MLP([c_i; P_{t-1}(i is first); P_{t-1}(i is last)]), so each state sees what was decided in the
    one before. Differs from the paper: a word's distance to E's mention is here one bit; what it
    calls the previous location is the two distributions over words, which the gradient passes
    through, where it has small LSTMs read a vector of them.
    """

    def __init__(self, word_width: int, settings: BaselineSettings) -> None:
        super().__init__(word_width, settings)
        self.rnn = BiLSTM(settings.width + 4, settings.width)
        width = self.rnn.width
        self.existence = self._mlp(width + len(Existence), len(Existence))
        self.ends = self._mlp(width + 2, 2)

    def _mlp(self, inputs: int, outputs: int) -> nn.Sequential:
        width = self.settings.width
        return nn.Sequential(
            nn.Linear(inputs, width),
            nn.ReLU(),
            nn.Dropout(self.settings.dropout),
            nn.Linear(width, outputs),
        )

    def loss(self, text: BaselineText, targets: BaselineTargets) -> Tensor:
        scores = self.scores(text)
        last = targets.ends.where(targets.ends < 0, targets.ends - 1)
        pairs = [
            (scores.existence, targets.existence),
            (scores.starts, targets.starts),
            (scores.ends, last),
        ]
        losses = [
            cross_entropy(scored.flatten(0, 1), gold.flatten(), ignore_index=-1, reduction="sum")
            for scored, gold in pairs
        ]
        return torch.stack(losses).sum() / targets.existence.numel()

    @torch.no_grad()
    def decide(self, text: BaselineText) -> Decisions:
        scores = self.scores(text)
        every = span_scores(
            scores.starts[None], scores.ends[None], text.steps[None], longest=LONGEST_SPAN
        )[0]
        existence = scores.existence.softmax(dim=-1)
        certain, best = existence.max(dim=-1)
        span = every.flatten(start_dim=-2).softmax(dim=-1).amax(dim=-1)
        return Decisions(
            best,
            best_spans(every),
            torch.where(best == Existence.SPAN, certain * span, certain),
            1 - existence[..., Existence.NOWHERE],
        )

    def scores(self, text: BaselineText) -> GlobalScores:
        encoded = self._read(text)
        shape = encoded.shape[:1], encoded.shape[2]
        existence = encoded.new_zeros(*shape[0], len(Existence))
        ends = encoded.new_zeros(*shape[0], shape[1], 2)
        scores: list[tuple[Tensor, Tensor]] = []
        for words in encoded.unbind(dim=1):  # (entity, word, width)
            summary = words.amax(dim=1)
            of_existence = self.existence(torch.cat([summary, existence], dim=-1))
            of_ends = self.ends(torch.cat([words, ends], dim=-1))
            scores.append((of_existence, of_ends))
            existence, ends = of_existence.softmax(dim=-1), of_ends.softmax(dim=1)
        starts, lasts = torch.stack([of_ends for _, of_ends in scores], dim=1).unbind(dim=-1)
        return GlobalScores(torch.stack([state for state, _ in scores], dim=1), starts, lasts)

    def _read(self, text: BaselineText) -> Tensor:
        """c (entity, state, word, width)."""
        words = self.read_words(text)
        n_states, n_words = text.n_steps + 1, len(words)
        states = torch.arange(n_states, device=words.device)
        sides = torch.sign(text.steps - states[:, None]) + 1  # before, at, after: (state, word)
        size = (text.n_entities, n_states, n_words, -1)
        rows = torch.cat(
            [
                words.expand(size),
                text.mentions[:, None, :, None].expand(size).to(words.dtype),
                one_hot(sides, 3).expand(size).to(words.dtype),
            ],
            dim=-1,
        ).flatten(0, 1)
        lengths = torch.full((len(rows),), n_words)
        encoded: Tensor = self.rnn(rows, lengths)
        return encoded.view(*size)
