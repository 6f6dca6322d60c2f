"""NCET: Gupta and Durrett, "Tracking Discrete and Continuous Entity State for Process
Understanding", 2019."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from kgmodel.baselines.boxes import Baseline, BaselineSettings, BiLSTM, mean_where
from kgmodel.baselines.decisions import Decisions, spans_of_candidates
from kgmodel.baselines.tags import StepTag, decide_tags, exists_after, sensible_chain, tags_loss
from kgmodel.baselines.text import BaselineTargets, BaselineText
from kgmodel.paper.batch import Existence

__all__ = ["NCET", "TrackScores"]


@dataclass(frozen=True)
class TrackScores:
    """tags: (entity, step, tag). places: (entity, state, 1 + candidate), SOMEWHERE first."""

    tags: Tensor
    places: Tensor


class NCET(Baseline):
    """Entities tracked by LSTMs over the steps, their changes by a CRF.

    c = BiLSTM(words) over the paragraph; the words are a frozen encoder's features, as the paper's
    are ELMo's. x_t = [h_e; h_v], the means of c over E's mentions in step t and over the step's
    verb, zero where the step does not mention E. Tags: a CRF over BiLSTM(x_1 … x_T). Places:
    softmax over candidates l of w · LSTM([x_t; h_l]), h_l the mean of c over l's words in step t,
    zero where it has none. A place is taken where the entity is created, moves or exists from the
    start, and lasts.

    Differs from the paper: attention finds the verb (no tagger is packaged); the candidates are
    runs of words rather than noun phrases; SOMEWHERE is one more candidate, with a learned h; state
    0 is read with the words of step 1.
    """

    def __init__(self, word_width: int, settings: BaselineSettings) -> None:
        super().__init__(word_width, settings)
        width = settings.width
        self.rnn = BiLSTM(width, width)
        self.verb = nn.Linear(self.rnn.width, 1)
        self.track = BiLSTM(2 * self.rnn.width, width)
        self.tag = nn.Linear(self.track.width, len(StepTag))
        self.chain = sensible_chain()
        self.of_entity = nn.Linear(2 * self.rnn.width, width)
        self.of_place = nn.Linear(self.rnn.width + 1, width)
        self.somewhere = nn.Parameter(torch.zeros(1, self.rnn.width))
        self.follow = nn.LSTM(width, width, batch_first=True)
        self.place = nn.Linear(width, 1)

    def loss(self, text: BaselineText, targets: BaselineTargets) -> Tensor:
        scores = self.scores(text)
        gold = torch.where(targets.existence == Existence.SOMEWHERE, 0, -1)
        gold = torch.where(targets.candidates >= 0, targets.candidates + 1, gold)
        of_places = cross_entropy(
            scores.places.flatten(0, 1), gold.flatten(), ignore_index=-1, reduction="sum"
        ) / (gold >= 0).sum().clamp(min=1)
        return tags_loss(self.chain, scores.tags, targets) + of_places

    @torch.no_grad()
    def decide(self, text: BaselineText) -> Decisions:
        scores = self.scores(text)
        tags, of_tags = decide_tags(self.chain, scores.tags)
        of_tags = torch.cat([of_tags[:, :1], of_tags], dim=1)
        certain, best = scores.places.softmax(dim=-1).max(dim=-1)
        exists = exists_after(tags)
        arrives = torch.isin(tags, torch.tensor([StepTag.CREATED, StepTag.MOVES]).to(tags.device))
        since = torch.zeros_like(best)  # the state whose place still holds
        for step in range(1, text.n_steps + 1):
            since[:, step] = torch.where(arrives[:, step - 1], step, since[:, step - 1])
        best, certain = best.gather(1, since), certain.gather(1, since)
        existence = torch.where(best > 0, int(Existence.SPAN), int(Existence.SOMEWHERE))
        return Decisions(
            existence.masked_fill(~exists, int(Existence.NOWHERE)),
            spans_of_candidates(text, best - 1),
            torch.where(exists, of_tags * certain, of_tags),
            torch.where(exists, of_tags, 1 - of_tags),
        )

    def scores(self, text: BaselineText) -> TrackScores:
        words = self.read_words(text)
        lengths = torch.tensor([len(words)])
        encoded = self.dropout(self.rnn(words[None], lengths)[0])  # c (word, width)
        tracked = self._entity_steps(encoded, text)
        entities = text.n_entities
        steps = torch.full((entities,), text.n_steps)
        tags = self.tag(self.dropout(self.track(tracked, steps)))
        return TrackScores(tags, self._places(encoded, tracked, text))

    def _entity_steps(self, encoded: Tensor, text: BaselineText) -> Tensor:
        """x (entity, step, width)."""
        mentions = text.of_steps(text.mentions)  # (entity, step, word)
        entity = mean_where(encoded, mentions)
        in_step = text.of_steps(torch.ones_like(text.steps, dtype=torch.bool))  # (step, word)
        scores = self.verb(encoded).squeeze(-1).expand(len(in_step), -1)
        verb = scores.masked_fill(~in_step, -torch.inf).softmax(dim=-1) @ encoded
        both = torch.cat([entity, verb.expand_as(entity)], dim=-1)
        return both * mentions.any(dim=-1)[..., None]

    def _places(self, encoded: Tensor, tracked: Tensor, text: BaselineText) -> Tensor:
        """(entity, state, 1 + candidate); state 0 reads step 1, and is marked."""
        steps = [0, *range(text.n_steps)]
        of_entity = self.of_entity(tracked)[:, steps]  # (entity, state, width)
        named = mean_where(encoded, text.of_steps(text.of_candidates()))[:, steps]
        named = torch.cat([self.somewhere[:, None].expand(-1, len(steps), -1), named])
        first = torch.zeros(len(named), len(steps), 1, device=encoded.device)
        first[:, 0] = 1
        of_place = self.of_place(torch.cat([named, first], dim=-1))  # (candidate, state, width)
        rows = (of_entity[:, None] + of_place[None]).flatten(0, 1)
        followed = self.dropout(self.follow(rows)[0])
        scores: Tensor = self.place(followed).view(len(tracked), len(named), len(steps))
        return scores.transpose(1, 2)
