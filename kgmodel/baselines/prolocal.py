"""ProLocal: Dalvi et al., "Tracking State Changes in Procedural Text", NAACL 2018, section 5.1."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from kgmodel.baselines.boxes import Baseline, BaselineSettings, Sentences, SentenceVectors, attended
from kgmodel.baselines.decisions import Decisions, StepDecisions, add_up
from kgmodel.baselines.places import PlaceTagger, place_tags
from kgmodel.baselines.text import BaselineTargets, BaselineText, StateChange

__all__ = ["LocalChanges", "ProLocal"]


class LocalChanges(nn.Module):
    """Scores of what a sentence does to an entity.

    o = Σ a_i c_i with a = softmax(c_i B h_ev + b); scores = W o + b.
    """

    def __init__(self, width: int, *, dropout: float) -> None:
        super().__init__()
        self.attention = nn.Linear(2 * width, width)  # B, and the bias of each word's score
        self.score = nn.Sequential(nn.Dropout(dropout), nn.Linear(width, len(StateChange)))

    def forward(self, sentences: SentenceVectors) -> Tensor:
        """Return (row, change)."""
        query = self.attention(sentences.both)
        scores = (sentences.words @ query[..., None]).squeeze(-1)
        scored: Tensor = self.score(attended(sentences.words, scores, sentences.is_word))
        return scored


class ProLocal(Baseline):
    """Each sentence by itself, for the entities that it mentions; the rest is persistence.

    Learns P(change | sentence, entity) and the tags of the places before and after a change, of
    which a sentence without a change has none. Where a sentence has two places for one side of a
    change, neither counts. Nothing else joins the sentences: there are no constraints.

    Differs from the paper: its LSTM has two layers and it trains its word vectors; a side of the
    change has tags of its own here, where the paper's share one softmax.
    """

    def __init__(self, word_width: int, settings: BaselineSettings) -> None:
        super().__init__(word_width, settings)
        self.sentences = Sentences(settings.width)
        self.changes = LocalChanges(self.sentences.width, dropout=settings.dropout)
        self.places = PlaceTagger(self.sentences.width)

    def loss(self, text: BaselineText, targets: BaselineTargets) -> Tensor:
        mentioned = text.is_mentioned()
        sentences = self._read(text, mentioned)
        of_changes = cross_entropy(
            self.changes(sentences), targets.changes[mentioned], reduction="sum"
        ) / mentioned.sum().clamp(min=1)
        tags = place_tags(text, targets, mentioned)[mentioned.flatten()]
        return of_changes + self.places.loss(sentences, tags)

    @torch.no_grad()
    def decide(self, text: BaselineText) -> Decisions:
        mentioned = text.is_mentioned()
        sentences = self._read(text, mentioned)
        certain, best = self.changes(sentences).softmax(dim=-1).max(dim=-1)
        changes = torch.full_like(mentioned, int(StateChange.NONE), dtype=torch.long)
        certainty = torch.ones(changes.shape, device=certain.device)
        spans = torch.full((*changes.shape, 2, 2), -1, device=best.device)
        changes[mentioned], certainty[mentioned] = best, certain
        spans[mentioned] = self.places.spans(sentences, sole=True)
        before, after = spans.unbind(dim=2)
        return add_up(StepDecisions(changes, before, after, certainty))

    def _read(self, text: BaselineText, mentioned: Tensor) -> SentenceVectors:
        words = self.read_words(text)
        read: SentenceVectors = self.sentences(words, text, mentioned)
        return read
