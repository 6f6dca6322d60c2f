"""The architectures a checkpoint can have, and what loads each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import torch

from kgmodel.baselines import BASELINES
from kgmodel.device import choose_device
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.inference.baseline_reader import BaselineNetwork
from pipeline.inference.gated_reader import load_default
from pipeline.inference.paper_reader import PaperNetwork
from pipeline.inference.wordings import Wording

__all__ = ["LOADERS", "Load", "Network", "device_of"]


class Network(Protocol):
    """A trained network with all it needs to read documents."""

    def read(
        self, documents: Sequence[AnnotatedDocument], *, wording: Wording = "text"
    ) -> list[Grid]:
        """A grid for each document, in order; every document has an entity."""


class Load(Protocol):
    """Puts a network together from a checkpoint's folder and the base encoder's."""

    def __call__(
        self, folder: Path, config: Mapping[str, Any], *, encoder: Path, device: torch.device
    ) -> Network:
        """Raises what reading files and fitting weights to a network raises."""


LOADERS: Mapping[str, Load] = {
    "default": load_default,
    "paper": PaperNetwork.load,
    **dict.fromkeys(BASELINES, BaselineNetwork.load),
}


def device_of(name: str) -> torch.device:
    """The device of that name. Raises BadInput if it is not there."""
    try:
        return choose_device(name)
    except ValueError as error:
        raise BadInput(str(error)) from error
