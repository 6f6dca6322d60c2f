"""Epochs of training, whatever is trained: their order, their log, and going on after a kill."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from kgmodel.training_curves import curves_svg

__all__ = ["Epoch", "keep_run", "resume_run", "run_epoch"]

KEPT = "resume.safetensors"


@dataclass(frozen=True, slots=True)
class Epoch:
    """One line of the log: mean loss a batch, and the score of the weights as they would ship.

    The score is None where nothing is there to score them on.
    """

    number: int
    loss: float
    score: float | None
    seconds: float


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
    after: Callable[[], None] = lambda: None,
) -> float:
    """Update the model once a batch of documents; return the mean of ``loss_of`` their rows.

    Order and dropout depend on the seed and the epoch's number alone, so that a run that was killed
    and resumed ends with the weights of one that was not (on the CPU, same threads). ``after`` is
    called after every update. Raises FloatingPointError before an update by what is not finite.
    """
    torch.manual_seed(seed * 100_003 + number)
    order = torch.randperm(n_documents).tolist()
    model.train()
    losses = []
    for start in range(0, n_documents, batch):
        loss = loss_of(order[start : start + batch])
        losses.append(_finite(loss, f"the loss of epoch {number}"))
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        _finite(norm, f"the gradient's norm in epoch {number}")
        optimizer.step()
        after()
    return sum(losses) / len(losses)


def _finite(value: Tensor, what: str) -> float:
    number = float(value.detach())
    if not math.isfinite(number):
        raise FloatingPointError(f"{what} is {number}; lower the rates")
    return number


def keep_run(
    folder: Path,
    *,
    weights: Mapping[str, Tensor],
    optimizer: torch.optim.Optimizer,
    settings: Mapping[str, Any],
    log: Sequence[Epoch],
) -> None:
    """Keep all that a resumed run needs, replacing the last in one move.

    The log is there to be read too: ``log.json``, and its curves in ``log.svg``.

    ``weights`` are the entries of the model's state dict that training changes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {f"model.{name}": value.detach().cpu() for name, value in weights.items()}
    for row, state in optimizer.state_dict()["state"].items():
        for name, value in state.items():
            tensors[f"optimizer.{row}.{name}"] = torch.as_tensor(value).cpu()
    epochs = [asdict(one) for one in log]
    about = {"settings": settings, "log": epochs}
    unfinished = folder / "resume.partial"
    save_file(tensors, unfinished, metadata={"about": json.dumps(about)})
    os.replace(unfinished, folder / KEPT)
    (folder / "log.json").write_text(json.dumps(epochs, indent=1) + "\n")
    drawn = curves_svg(loss=[one.loss for one in log], score=[one.score for one in log])
    (folder / "log.svg").write_text(drawn)


def resume_run(
    folder: Path,
    *,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    settings: Mapping[str, Any],
) -> list[Epoch]:
    """Put back what ``keep_run`` kept, if there is any; return its log, a line an epoch done.

    Raises ValueError if it was kept by a run with other settings or of other documents.
    """
    path = folder / KEPT
    if not path.is_file():
        return []
    with safe_open(path, framework="pt") as file:
        about = json.loads(file.metadata()["about"])
    if about["settings"] != settings:
        raise ValueError(
            f"{str(folder)!r} holds a run with other settings or of other documents; "
            "give another folder, or the same to resume it"
        )
    tensors = load_file(path)
    model.load_state_dict(
        {n.removeprefix("model."): t for n, t in tensors.items() if n.startswith("model.")},
        strict=False,
    )
    kept: dict[int, dict[str, Tensor]] = {}
    for name, value in tensors.items():
        if name.startswith("optimizer."):
            _, row, field = name.split(".")
            kept.setdefault(int(row), {})[field] = value
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": kept, "param_groups": groups})
    return [Epoch(**one) for one in about["log"]]
