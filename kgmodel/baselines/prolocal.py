"""ProLocal: Dalvi et al., "Tracking State Changes in Procedural Text", NAACL 2018, section 5.1."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from kgmodel.baselines.boxes import Baseline, BaselineSettings, Sentences, SentenceVectors
from kgmodel.baselines.decisions import Decisions, StepDecisions, add_up
from kgmodel.baselines.places import PlaceTagger, place_tags
from kgmodel.baselines.text import BaselineTargets, BaselineText, StateChange

__all__ = ["LocalChanges", "ProLocal"]


class LocalChanges(nn.Module):
    """Scores of what a sentence does to an entity.

    o = Σ a_i c_i with a = softmax(c_i B h_ev + b); scores = MLP(o).
    """

    def __init__(self, width: int, *, dropout: float) -> None:
        super().__init__()
        self.attention = nn.Linear(2 * width, width)  # B, and the bias of each word's score
        self.score = nn.Sequential(
            nn.Dropout(dropout),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(width, len(StateChange)),
        )

    def forward(self, sentences: SentenceVectors) -> Tensor:
        """Return (row, change)."""
        query = self.attention(sentences.both)
        scores = (sentences.words @ query[..., None]).squeeze(-1)
        scores = scores.masked_fill(~sentences.is_word, -torch.inf)
        attended = (scores.softmax(dim=-1)[:, None, :] @ sentences.words).squeeze(1)
        scored: Tensor = self.score(attended)
        return scored


class ProLocal(Baseline):
    """Each sentence by itself, for the entities that it mentions; the rest is persistence.

    Learns P(change | sentence, entity) and the tags of the places before and after a change.
    """

    def __init__(self, word_width: int, settings: BaselineSettings) -> None:
        super().__init__(word_width, settings)
        self.sentences = Sentences(settings.width)
        self.changes = LocalChanges(self.sentences.width, dropout=settings.dropout)
        self.places = PlaceTagger(self.sentences.width, dropout=settings.dropout)

    def loss(self, text: BaselineText, targets: BaselineTargets) -> Tensor:
        sentences = self._read(text)
        mentioned = text.is_mentioned()
        gold = targets.changes.where(mentioned, -1)
        of_changes = cross_entropy(
            self.changes(sentences), gold.flatten(), ignore_index=-1, reduction="sum"
        ) / mentioned.sum().clamp(min=1)
        changed = mentioned & (targets.changes != StateChange.NONE)
        return of_changes + self.places.loss(sentences, place_tags(text, targets, changed))

    @torch.no_grad()
    def decide(self, text: BaselineText) -> Decisions:
        sentences = self._read(text)
        shape = (text.n_entities, text.n_steps)
        certainty, changes = self.changes(sentences).softmax(dim=-1).max(dim=-1)
        mentioned = text.is_mentioned()
        before, after = self.places.spans(sentences, text).unbind(dim=1)
        return add_up(
            StepDecisions(
                changes.view(shape).where(mentioned, int(StateChange.NONE)),
                before.view(*shape, 2),
                after.view(*shape, 2),
                certainty.view(shape),
            )
        )

    def _read(self, text: BaselineText) -> SentenceVectors:
        read: SentenceVectors = self.sentences(self.dropout(self.project(text.words)), text)
        return read
