"""Places that a sentence names, as runs of tagged words (ProLocal, ProStruct)."""

from __future__ import annotations

from enum import IntEnum

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from kgmodel.baselines.boxes import SentenceVectors
from kgmodel.baselines.text import BaselineTargets, BaselineText, StateChange

__all__ = ["PlaceTag", "PlaceTagger", "place_tags"]


class PlaceTag(IntEnum):
    OUTSIDE = 0
    BEGINS = 1
    CONTINUES = 2


class PlaceTagger(nn.Module):
    """Tags each word of a sentence as outside a place, its first word or a further one.

    It does so twice: for the place before the sentence and for the place after it. scores_i = W c_i
    + b, where c_i was read knowing which words mention the entity.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.score = nn.Linear(width, 2 * len(PlaceTag))

    def forward(self, sentences: SentenceVectors) -> Tensor:
        """Return (row, position, 2, tag): before, after."""
        scores: Tensor = self.score(sentences.words)
        return scores.view(*scores.shape[:-1], 2, len(PlaceTag))

    def loss(self, sentences: SentenceVectors, tags: Tensor) -> Tensor:
        """tags: (row, position, 2), -1 where nothing is to be learnt."""
        n_tags = (tags >= 0).sum().clamp(min=1)
        scores = self(sentences).flatten(0, 2)
        return cross_entropy(scores, tags.flatten(), ignore_index=-1, reduction="sum") / n_tags

    def spans(self, sentences: SentenceVectors, *, sole: bool = False) -> Tensor:
        """Return the first place tagged, (row, 2, 2) half-open, -1 where there is none.

        sole: where two are tagged there is none.
        """
        tags = self(sentences).argmax(dim=-1).masked_fill(~sentences.is_word[..., None], 0)
        spans = torch.full((len(tags), 2, 2), -1)
        for row, side in (tags == PlaceTag.BEGINS).any(dim=1).nonzero().tolist():
            tagged = tags[row, :, side].tolist()
            if sole and tagged.count(PlaceTag.BEGINS) > 1:
                continue
            start = end = tagged.index(PlaceTag.BEGINS)
            while end + 1 < len(tagged) and tagged[end + 1] == PlaceTag.CONTINUES:
                end += 1
            first = int(sentences.first[row])
            spans[row, side] = torch.tensor([first + start, first + end + 1])
        return spans.to(tags.device)


def place_tags(text: BaselineText, targets: BaselineTargets, learnt: Tensor) -> Tensor:
    """Gold tags of the places before and after each step, where its sentence names them.

    Return (row, position, 2), rows over the steps of an entity first; -1 on padding and where
    ``learnt`` (entity, step) bool is False. A step that changes nothing names no places.
    """
    positions = text.sentences()
    is_word = positions >= 0
    tags = torch.full((text.n_entities, *positions.shape, 2), -1, device=positions.device)
    for entity, step in learnt.nonzero().tolist():
        tags[entity, step, is_word[step]] = int(PlaceTag.OUTSIDE)
        if targets.changes[entity, step] == StateChange.NONE:
            continue
        for side in (0, 1):
            candidate = int(targets.candidates[entity, step + side])
            for start, end in _in_step(text, candidate, step + 1):
                first = start - int(positions[step, 0])
                last = end - int(positions[step, 0])
                tags[entity, step, first:last, side] = int(PlaceTag.CONTINUES)
                tags[entity, step, first, side] = int(PlaceTag.BEGINS)
    return tags.flatten(0, 1)


def _in_step(text: BaselineText, candidate: int, step: int) -> list[list[int]]:
    """Spans of a candidate in a step; none for a negative candidate."""
    own = text.spans[text.owners == candidate]
    spans: list[list[int]] = own[text.steps[own[:, 0]] == step].tolist()
    return spans
