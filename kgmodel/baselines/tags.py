"""Tags of an entity's steps and the sequences of them that make sense (ProStruct, NCET)."""

from __future__ import annotations

from enum import IntEnum

import torch
from torch import Tensor

from kgmodel.baselines.text import BaselineTargets, StateChange
from kgmodel.default.crf import TagChain

__all__ = [
    "CHANGES",
    "StepTag",
    "best_tags",
    "decide_tags",
    "exists_after",
    "sensible_chain",
    "step_tags",
    "tags_loss",
]


class StepTag(IntEnum):
    """NCET's tags; its O is divided into before and after the entity's life there too."""

    NOT_YET = 0
    STAYS = 1
    CREATED = 2
    MOVES = 3
    DESTROYED = 4
    GONE = 5


# the change that each tag is, in order
CHANGES = (
    StateChange.NONE,
    StateChange.NONE,
    StateChange.CREATE,
    StateChange.MOVE,
    StateChange.DESTROY,
    StateChange.NONE,
)
_EXISTS_BEFORE = (StepTag.STAYS, StepTag.MOVES, StepTag.DESTROYED)
_EXISTS_AFTER = (StepTag.STAYS, StepTag.MOVES, StepTag.CREATED)


def sensible_chain() -> TagChain:
    """A chain that forbids what cannot be.

    Nothing that exists is created, nothing that does not exist is moved or destroyed, and what
    once existed is never again not yet there.
    """
    chain = TagChain(len(StepTag))
    for before in StepTag:
        for after in StepTag:
            if before in _EXISTS_AFTER:
                allowed = after in _EXISTS_BEFORE
            elif before == StepTag.NOT_YET:
                allowed = after in (StepTag.NOT_YET, StepTag.CREATED)
            else:
                allowed = after in (StepTag.GONE, StepTag.CREATED)
            chain.allowed[before, after] = allowed
    chain.allowed_start[StepTag.GONE] = False
    return chain


def step_tags(targets: BaselineTargets) -> Tensor:
    """Gold tags (entity, step)."""
    exists = targets.exists()
    existed = exists.cumsum(dim=1)[:, 1:] > 0
    of_none = torch.where(existed, int(StepTag.GONE), int(StepTag.NOT_YET))
    tags = torch.where(exists[:, 1:], int(StepTag.STAYS), of_none)
    for tag in (StepTag.CREATED, StepTag.MOVES, StepTag.DESTROYED):
        tags = tags.masked_fill(targets.changes == CHANGES[tag], int(tag))
    return tags


def best_tags(chain: TagChain, scores: Tensor) -> Tensor:
    """The best sequence of tags (Viterbi): (entity, step). scores: (entity, step, tag)."""
    transitions = chain.transitions
    total, origins = chain.start + scores[:, 0], []
    for step in range(1, scores.shape[1]):
        best, origin = (total[:, :, None] + transitions).max(dim=1)
        total = best + scores[:, step]
        origins.append(origin)
    path = [total.argmax(dim=-1)]
    for origin in reversed(origins):
        path.append(origin.gather(1, path[-1][:, None]).squeeze(1))
    return torch.stack(path[::-1], dim=1)


def decide_tags(chain: TagChain, scores: Tensor) -> tuple[Tensor, Tensor]:
    """The best sequence of tags, and each tag's probability in any: both (entity, step)."""
    tags = best_tags(chain, scores)
    marginals = chain.marginals(scores, torch.ones_like(tags, dtype=torch.bool)).tags
    return tags, marginals.gather(-1, tags[..., None]).squeeze(-1)


def tags_loss(chain: TagChain, scores: Tensor, targets: BaselineTargets) -> Tensor:
    """The negative log-likelihood of the gold tags, a mean over entities and steps."""
    present = torch.ones(scores.shape[:2], dtype=torch.bool, device=scores.device)
    loss = chain.negative_log_likelihood(scores, step_tags(targets), present)
    return loss.mean() / scores.shape[1]


def exists_after(tags: Tensor) -> Tensor:
    """True for the states in which the entity exists, state 0 first: (entity, state)."""
    first = torch.isin(tags[:, :1], torch.tensor(_EXISTS_BEFORE, device=tags.device))
    later = torch.isin(tags, torch.tensor(_EXISTS_AFTER, device=tags.device))
    return torch.cat([first, later], dim=1)
