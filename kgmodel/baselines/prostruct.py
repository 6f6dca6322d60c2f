"""ProStruct: Tandon et al., "Reasoning about Actions and State Changes by Injecting Commonsense
Knowledge", EMNLP 2018."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from kgmodel.baselines.boxes import Baseline, BaselineSettings, Sentences, SentenceVectors
from kgmodel.baselines.decisions import Decisions, StepDecisions, add_up
from kgmodel.baselines.places import PlaceTagger, place_tags
from kgmodel.baselines.prolocal import LocalChanges
from kgmodel.baselines.tags import CHANGES, decide_tags, sensible_chain, tags_loss
from kgmodel.baselines.text import BaselineTargets, BaselineText, StateChange
from kgmodel.default.crf import FORBIDDEN

__all__ = ["ProStruct", "ProStructSettings"]


@dataclass(frozen=True)
class ProStructSettings(BaselineSettings):
    """constraints: on the sequence that is decoded; without them each step has its best change."""

    constraints: bool = True


class ProStruct(Baseline):
    """Changes scored sentence by sentence, and the best sequence of them that makes sense.

    P(changes) ∝ exp Σ_t score(change at t) over the sequences that keep the hard constraints: what
    exists is not created, what does not exist is neither moved nor destroyed (``sensible_chain``),
    and, in decoding, nothing changes before it is mentioned. Gold breaks the last in one change of
    eleven, so training does not have it.

    Differs from the paper: its limits on how much changes (at most two creations and two
    destructions of an entity, changes in at most half of its steps, and of at most half of the
    entities in a step) are left out. What remains is on each entity by itself, so the best sequence
    is found exactly and no beam is needed. Its soft constraints (a topic's usual changes from a
    corpus of the web) are left out, since that corpus is not here. Places are tagged before a
    change as well as after it.
    """

    def __init__(self, word_width: int, settings: ProStructSettings) -> None:
        super().__init__(word_width, settings)
        self.constraints = settings.constraints
        self.sentences = Sentences(settings.width)
        self.changes = LocalChanges(self.sentences.width, dropout=settings.dropout)
        self.places = PlaceTagger(self.sentences.width)
        self.chain = sensible_chain().requires_grad_(False)

    def loss(self, text: BaselineText, targets: BaselineTargets) -> Tensor:
        sentences = self._read(text)
        scores = self._scores(sentences, text)
        of_tags = tags_loss(self.chain, scores, targets)
        changed = targets.changes != StateChange.NONE
        of_places = self.places.loss(sentences, place_tags(text, targets, changed))
        return of_tags + of_places

    @torch.no_grad()
    def decide(self, text: BaselineText) -> Decisions:
        sentences = self._read(text)
        decode = self._best_sequence if self.constraints else self._best_changes
        changes, probabilities = decode(sentences, text)
        before, after = self.places.spans(sentences).unbind(dim=1)
        size = (*changes.shape, 2)
        return add_up(StepDecisions(changes, before.view(size), after.view(size), probabilities))

    def _best_sequence(
        self, sentences: SentenceVectors, text: BaselineText
    ) -> tuple[Tensor, Tensor]:
        """Changes and their probabilities within the sequences, each (entity, step)."""
        scores = self._scores(sentences, text)
        of_tags = torch.tensor(CHANGES, device=scores.device)
        unmentioned = text.is_mentioned().cumsum(dim=1) == 0
        is_change = of_tags != StateChange.NONE
        scores = scores.masked_fill(unmentioned[..., None] & is_change, FORBIDDEN)
        tags, probabilities = decide_tags(self.chain, scores)
        return of_tags[tags], probabilities

    def _best_changes(
        self, sentences: SentenceVectors, text: BaselineText
    ) -> tuple[Tensor, Tensor]:
        """Each step's best change and its probability, each (entity, step)."""
        certain, changes = self.changes(sentences).softmax(dim=-1).max(dim=-1)
        shape = (text.n_entities, text.n_steps)
        return changes.view(shape), certain.view(shape)

    def _scores(self, sentences: SentenceVectors, text: BaselineText) -> Tensor:
        """(entity, step, tag): those of the same change share a score."""
        flat: Tensor = self.changes(sentences)
        scores = flat.view(text.n_entities, text.n_steps, len(StateChange))
        return scores[..., list(CHANGES)]

    def _read(self, text: BaselineText) -> SentenceVectors:
        everything = torch.ones_like(text.is_mentioned())
        words = self.read_words(text)
        read: SentenceVectors = self.sentences(words, text, everything)
        return read
