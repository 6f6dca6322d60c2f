"""The small trained networks that read questions, and how sure they must be for an answer.

Two files hold them: ``weights.safetensors`` and ``config.json``, which has the thresholds, the
names of the features and how the networks were trained.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import CheckpointError
from pipeline.inference.checkpoints import DEFAULT_QUESTION_NETWORKS
from pipeline.questions.question_parts import INTENTS, ROLES
from pipeline.questions.step_features import FEATURES
from pipeline.questions.verdict_features import VERDICT_FEATURES

if TYPE_CHECKING:
    from kgmodel.dense_network import DenseNetwork

__all__ = ["NAMES", "QuestionNetworks", "Thresholds", "expectations", "load_question_networks"]

NAMES = ("intents", "roles", "steps", "none", "verdict")
_FIX = "make it again with 'stepgraph train-questions', or install stepgraph again"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Least probabilities: of a step quoted alone, of two quoted as alternatives, of yes or no."""

    alone: float
    either: float
    verdict: float


@dataclass(frozen=True, slots=True)
class QuestionNetworks:
    """The networks by what they decide, and the thresholds that go with them."""

    intents: DenseNetwork
    roles: DenseNetwork
    steps: DenseNetwork
    none: DenseNetwork
    verdict: DenseNetwork
    thresholds: Thresholds


def expectations() -> dict[str, list[str]]:
    """What the networks of this version of the code take and give, in order."""
    return {
        "intents": list(INTENTS),
        "roles": list(ROLES),
        "step_features": list(FEATURES),
        "verdict_features": list(VERDICT_FEATURES),
    }


@cache
def load_question_networks(folder: Path = DEFAULT_QUESTION_NETWORKS) -> QuestionNetworks:
    """Load the networks of a folder. Raises CheckpointError with a fix."""
    from kgmodel.dense_network import DenseNetwork
    from kgmodel.small_checkpoint import UnusableCheckpoint, load_small_checkpoint

    def networks_of(config: Mapping[str, Any], tensors: Mapping[str, Any]) -> QuestionNetworks:
        networks = {name: DenseNetwork.of_tensors(tensors, name) for name in NAMES}
        return QuestionNetworks(**networks, thresholds=Thresholds(**config["thresholds"]))

    try:
        return load_small_checkpoint(
            folder,
            networks_of,
            contents="networks for questions",
            expected={"expects": expectations()},
        )
    except UnusableCheckpoint as error:
        raise CheckpointError(f"{error}; {_FIX}") from error
