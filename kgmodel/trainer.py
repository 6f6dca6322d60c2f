"""One epoch of training after another, for any model: order, log, and resuming after a kill."""

from __future__ import annotations

import json
import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import load_file
from torch import Tensor, nn

from kgmodel.checkpoint import save_tensors
from kgmodel.training_curves import curves_svg

__all__ = ["Epoch", "EpochTrainer", "run_epoch"]

KEPT = "resume.safetensors"
POOL = 16  # batches from which documents of like length are put together


@dataclass(frozen=True, slots=True)
class Epoch:
    """One line of the log: mean loss a batch, and the score of the weights as they would ship.

    The score is None where nothing is there to score them on.
    """

    number: int
    loss: float
    score: float | None
    seconds: float


class EpochTrainer(ABC):
    """Trains a model on documents one epoch at a time, resuming where ``folder`` left off.

    A subclass has the loss of some documents, the weights that ship, and the settings that a
    resumed run must share with the one before it.
    """

    def __init__(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        *,
        n_documents: int,
        batch: int,
        clip: float,
        seed: int,
        folder: Path,
        lengths: Sequence[int] | None = None,
    ) -> None:
        """batch: in documents. clip: largest norm of the gradient. lengths: of the documents, to
        have those of like length in one batch; without them any are together."""
        self.model, self.optimizer, self.folder = model, optimizer, folder
        self.schedule: torch.optim.lr_scheduler.LRScheduler | None = None  # steps at every update
        self.epochs_done = 0
        self._n_documents, self._batch, self._clip, self._seed = n_documents, batch, clip, seed
        self._lengths = lengths

    @abstractmethod
    def weights(self) -> dict[str, Tensor]:
        """Return what ships."""

    @abstractmethod
    def _loss(self, rows: Sequence[int]) -> Tensor:
        """Return the loss of these documents."""

    @abstractmethod
    def _run(self) -> dict[str, Any]:
        """Return, as JSON has it, what a resumed run must share: settings, and documents' hash."""

    def _trained_weights(self) -> dict[str, Tensor]:
        """Return the entries of the model's state dict that training changes."""
        return dict(self.model.state_dict())

    def _step_rates(self) -> None:
        if self.schedule is not None:
            self.schedule.step()

    def run_epoch(self) -> float:
        """Train one epoch; return the mean loss. Raises FloatingPointError if it is not finite."""
        loss = run_epoch(
            self.model,
            self.optimizer,
            self._loss,
            n_documents=self._n_documents,
            batch=self._batch,
            clip=self._clip,
            seed=self._seed,
            lengths=self._lengths,
            number=self.epochs_done + 1,
            after_update=self._step_rates,
        )
        self.epochs_done += 1
        return loss

    def save(self, log: Sequence[Epoch]) -> None:
        """Keep all that a resumed run needs, replacing the last in one move.

        The log is there to be read too: ``log.json``, and its curves in ``log.svg``.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        tensors = {
            f"model.{name}": value.detach().cpu() for name, value in self._trained_weights().items()
        }
        for row, state in self.optimizer.state_dict()["state"].items():
            for name, value in state.items():
                tensors[f"optimizer.{row}.{name}"] = torch.as_tensor(value).cpu()
        epochs = [asdict(epoch) for epoch in log]
        about = {"settings": self._run(), "log": epochs}
        unfinished = self.folder / "resume.partial"
        save_tensors(unfinished, tensors, metadata={"about": json.dumps(about)})
        os.replace(unfinished, self.folder / KEPT)
        (self.folder / "log.json").write_text(json.dumps(epochs, indent=1) + "\n")
        curves = curves_svg(
            loss=[epoch.loss for epoch in log], score=[epoch.score for epoch in log]
        )
        (self.folder / "log.svg").write_text(curves)

    def resume(self) -> list[Epoch]:
        """Continue from what ``save`` kept, if there is any; return its log, a line an epoch done.

        Raises ValueError if it was kept by a run with other settings or of other documents.
        """
        path = self.folder / KEPT
        if not path.is_file():
            return []
        with safe_open(path, framework="pt") as file:
            about = json.loads(file.metadata()["about"])
        if about["settings"] != self._run():
            raise ValueError(
                f"{str(self.folder)!r} holds a run with other settings or of other documents; "
                "give another folder, or the same to resume it"
            )
        self._restore(load_file(path))
        log = [Epoch(**epoch) for epoch in about["log"]]
        self.epochs_done = len(log)
        return log

    def _restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Put the kept weights and the optimizer's state back."""
        self.model.load_state_dict(
            {n.removeprefix("model."): t for n, t in tensors.items() if n.startswith("model.")},
            strict=False,
        )
        kept: dict[int, dict[str, Tensor]] = {}
        for name, value in tensors.items():
            if name.startswith("optimizer."):
                _, row, field = name.split(".")
                kept.setdefault(int(row), {})[field] = value
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": kept, "param_groups": groups})


def run_epoch(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_of: Callable[[list[int]], Tensor],
    *,
    n_documents: int,
    batch: int,
    clip: float,
    seed: int,
    number: int,
    lengths: Sequence[int] | None = None,
    after_update: Callable[[], None] = lambda: None,
) -> float:
    """Update the model once a batch of documents; return the mean of ``loss_of`` their rows.

    ``lengths`` is as EpochTrainer takes it. Order and dropout depend on the seed and the epoch's
    number alone, so a run that was killed and resumed ends with the weights of one that was not (on
    the CPU, same threads). Raises FloatingPointError before an update by what is not finite.
    """
    torch.manual_seed(seed * 100_003 + number)
    batches = _batches(n_documents, batch, lengths)
    model.train()
    losses = []
    for rows in batches:
        loss = loss_of(rows)
        losses.append(_finite(loss, f"the loss of epoch {number}"))
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        _finite(norm, f"the gradient's norm in epoch {number}")
        optimizer.step()
        after_update()
    return sum(losses) / len(losses)


def _batches(n_documents: int, batch: int, lengths: Sequence[int] | None) -> list[list[int]]:
    """All rows in a random order, in batches.

    With ``lengths`` POOL batches at a time are sorted by them before they are cut: long documents
    of a mixed batch would have the others padded, and a fifth more is computed.
    """
    order: list[int] = torch.randperm(n_documents).tolist()
    if lengths is None:
        return _cut(order, batch)
    pools = (sorted(pool, key=lengths.__getitem__) for pool in _cut(order, POOL * batch))
    batches = _cut(list(chain.from_iterable(pools)), batch)
    return [batches[place] for place in torch.randperm(len(batches)).tolist()]


def _cut(rows: list[int], size: int) -> list[list[int]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _finite(value: Tensor, name: str) -> float:
    number = float(value.detach())
    if not math.isfinite(number):
        raise FloatingPointError(f"{name} is {number}; lower the rates")
    return number
