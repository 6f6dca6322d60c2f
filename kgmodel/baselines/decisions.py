"""What a baseline decides about a document, and how changes add up to it."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from kgmodel.baselines.text import BaselineText, StateChange
from kgmodel.paper.batch import Existence

__all__ = ["Decisions", "StepDecisions", "add_up", "spans_of_candidates"]

UNSTATED = -1  # the start of a span that is none


@dataclass(frozen=True)
class Decisions:
    """Where each entity is in each state.

    existence: (entity, state) values of ``Existence``. spans: (entity, state, 2) half-open, of any
    value where existence is not SPAN. probabilities: (entity, state), of the decision. exists:
    (entity, state), the probability that the entity exists.
    """

    existence: Tensor
    spans: Tensor
    probabilities: Tensor
    exists: Tensor


@dataclass(frozen=True)
class StepDecisions:
    """What each step does.

    changes: (entity, step) values of ``StateChange``. before, after: (entity, step, 2) half-open
    spans of the places before and after the change, -1 where it names none. probabilities:
    (entity, step), of the change.
    """

    changes: Tensor
    before: Tensor
    after: Tensor
    probabilities: Tensor


def add_up(steps: StepDecisions) -> Decisions:
    """Let what a step does last until the next change, and what was there before it last back.

    Before its first change an entity is where that change takes it from; without any change it is
    somewhere. A place that a later change takes it from holds back to the change before, where that
    named none.
    """
    n_entities, n_steps = steps.changes.shape
    existence = torch.full((n_entities, n_steps + 1), int(Existence.SOMEWHERE))
    spans = torch.full((n_entities, n_steps + 1, 2), UNSTATED)
    probabilities = torch.ones(n_entities, n_steps + 1)
    for entity in range(n_entities):
        since = 0  # the first state that the last change holds for
        for step, change in enumerate(steps.changes[entity].tolist(), start=1):
            if change == StateChange.NONE:
                continue
            before = slice(since, step)
            if change == StateChange.CREATE:
                if since == 0:
                    existence[entity, before] = Existence.NOWHERE
            elif (
                existence[entity, since] == Existence.SOMEWHERE
                and steps.before[entity, step - 1, 0] >= 0
            ):
                existence[entity, before] = Existence.SPAN
                spans[entity, before] = steps.before[entity, step - 1].cpu()
            sure = steps.probabilities[entity, step - 1].item()
            if since == 0:
                probabilities[entity, before] = sure
            probabilities[entity, step:] = sure
            place = steps.after[entity, step - 1].cpu()
            existence[entity, step:] = _after(change, place)
            spans[entity, step:] = place
            since = step
    return Decisions(
        existence,
        spans,
        probabilities,
        torch.where(existence == Existence.NOWHERE, 1 - probabilities, probabilities),
    )


def _after(change: int, place: Tensor) -> Existence:
    if change == StateChange.DESTROY:
        return Existence.NOWHERE
    return Existence.SPAN if place[0] >= 0 else Existence.SOMEWHERE


def spans_of_candidates(text: BaselineText, candidates: Tensor) -> Tensor:
    """The words that name a candidate in each state: (entity, state, 2).

    They are the last that stand in a step so far, else the first. candidates: (entity, state),
    negative for none, which gets any words.
    """
    first_words = text.steps[text.spans[:, 0]]  # step of each occurrence
    spans = torch.zeros(*candidates.shape, 2, dtype=torch.long)
    for entity, row in enumerate(candidates.tolist()):
        for state, candidate in enumerate(row):
            if candidate < 0:
                continue
            own = (text.owners == candidate).nonzero()[:, 0]
            so_far = own[first_words[own] <= max(state, 1)]
            spans[entity, state] = text.spans[so_far[-1] if len(so_far) else own[0]].cpu()
    return spans
