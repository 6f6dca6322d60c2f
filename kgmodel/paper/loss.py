"""The training loss (section 4.5)."""

from __future__ import annotations

from torch import Tensor
from torch.nn.functional import cross_entropy

from kgmodel.paper.batch import PaperTargets
from kgmodel.paper.reader import ReaderScores

__all__ = ["paper_loss"]


def paper_loss(scores: ReaderScores, targets: PaperTargets) -> Tensor:
    """The mean negative log-likelihood of the gold answers, one an entity and state.

    −log p(existence) − [the gold span is in what was read] (log p(start) + log p(last)).
    Targets of -1 count for nothing; of a batch without any target the loss is 0.

    Section 4.5 names the likelihood of the correct span tokens under the reader's output
    distribution, without a formula. Differs from it: nowhere and somewhere are answers without
    tokens, so the distribution here begins with existence.
    """
    n_answers = (targets.existence >= 0).sum().clamp(min=1)
    last = targets.ends.where(targets.ends < 0, targets.ends - 1)
    total = (
        _negative_log_likelihood(scores.existence, targets.existence)
        + _negative_log_likelihood(scores.starts, targets.starts)
        + _negative_log_likelihood(scores.ends, last)
    )
    return total / n_answers


def _negative_log_likelihood(scores: Tensor, targets: Tensor) -> Tensor:
    """Summed over (document, entity, state); scores: (document, entity, state, choice)."""
    return cross_entropy(
        scores.flatten(0, 2).float(), targets.flatten(), ignore_index=-1, reduction="sum"
    )
