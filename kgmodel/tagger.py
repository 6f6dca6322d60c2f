"""The tagger: a token classifier on the base encoder, for words that name tracked entities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from kgmodel.bert import Bert
from kgmodel.cancellation import check_cancelled
from kgmodel.checkpoint import DamagedCheckpoint, load_config, load_weights, save_checkpoint
from kgmodel.cores import each_on_a_core
from kgmodel.device import autocast, padded_length
from kgmodel.packed_layers import freeze_encoder
from kgmodel.parts import in_parts_that_fit
from kgmodel.pretrained import apply_difference, file_hashes, load_encoder, low_rank_difference

__all__ = [
    "LABELS",
    "PieceTagger",
    "load_piece_tagger",
    "piece_probabilities",
    "save_piece_tagger",
    "tagging_loss",
]

LABELS = ("entity", "location")  # two heads: a third of the location words name entities too


class PieceTagger(nn.Module):
    """Score every word piece for each of LABELS, independently (two sigmoids, not one softmax).

    s = W dropout(h) + b, with h the encoder's last layer.
    """

    def __init__(self, encoder: Bert, *, width: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.labels = nn.Linear(width, len(LABELS))

    def forward(self, pieces: Tensor, present: Tensor) -> Tensor:
        """Return scores (batch, piece, label) in float32.

        pieces: (batch, piece) int64 ids, at most the encoder's 512 in a row;
        present: (batch, piece) bool, False on padding.
        """
        hidden = self.encoder(pieces, present)
        scores: Tensor = self.labels(self.dropout(hidden)).float()
        return scores

    def freeze_for_inference(self) -> None:
        """Make it fast on its device; it can no longer be trained."""
        freeze_encoder(self.encoder, self.labels.weight.device)


def tagging_loss(scores: Tensor, targets: Tensor, counted: Tensor) -> Tensor:
    """Mean binary cross-entropy over the counted pieces and both labels.

    scores, targets: (batch, piece, label); counted: (batch, piece) bool, False on padding and
    on the encoder's own marks, at least one True.
    """
    losses = functional.binary_cross_entropy_with_logits(scores, targets, reduction="none")
    return losses[counted].mean()


@dataclass(frozen=True, slots=True)
class _Batch:
    rows: list[int]
    pieces: Tensor
    present: Tensor


def piece_probabilities(
    network: PieceTagger,
    windows: Sequence[Sequence[int]],
    *,
    padding: int = 0,
    pieces_per_batch: int | None = None,
) -> list[Tensor]:
    """Return for each window its probabilities (piece, label), float32 on the CPU.

    Windows are read together with others of their length, at most ``pieces_per_batch`` pieces
    at a time, padding included; by default what suits the device: a CPU's caches are small. On a
    CPU a window is padded as if it were alone, so that its probabilities are the same in every
    batch. The order of the answers is that of ``windows``.
    """
    network.eval()
    device = network.labels.weight.device
    if pieces_per_batch is None:
        pieces_per_batch = 2_048 if device.type == "cpu" else 131_072
    answers: list[Tensor] = [torch.empty(0, len(LABELS))] * len(windows)
    batches = list(
        _batches(
            windows,
            padding=padding,
            pieces_per_batch=pieces_per_batch,
            one_width=device.type == "cpu",
        )
    )
    probabilities = each_on_a_core(partial(_probabilities, network), batches, device=device)
    for batch, of_batch in zip(batches, probabilities, strict=True):
        check_cancelled()
        for row, answer in zip(batch.rows, of_batch, strict=True):
            answers[row] = answer[: len(windows[row])]
    return answers


def _probabilities(network: PieceTagger, batch: _Batch) -> list[Tensor]:
    """Return (piece, label) of each window, on the CPU."""
    return in_parts_that_fit(partial(_of_rows, network, batch), range(len(batch.rows)))


@torch.inference_mode()
def _of_rows(network: PieceTagger, batch: _Batch, rows: Sequence[int]) -> list[Tensor]:
    device = network.labels.weight.device
    part = slice(rows[0], rows[-1] + 1)
    with autocast(device):
        scores = network(batch.pieces[part].to(device), batch.present[part].to(device))
    return list(torch.sigmoid(scores).cpu())


def _batches(
    windows: Sequence[Sequence[int]], *, padding: int, pieces_per_batch: int, one_width: bool
) -> Iterator[_Batch]:
    """Cut the windows, longest first, into padded batches.

    With ``one_width`` a batch has only windows that are padded to the same width when alone.
    """
    widths = [padded_length(max(1, len(window))) for window in windows]
    by_length = sorted(range(len(windows)), key=lambda row: -len(windows[row]))
    while by_length:
        width = widths[by_length[0]]
        size = max(1, pieces_per_batch // width)
        if one_width:
            size = min(size, sum(widths[row] == width for row in by_length[:size]))
        rows, by_length = by_length[:size], by_length[size:]
        pieces = torch.full((len(rows), width), padding, dtype=torch.int64)
        present = torch.zeros(len(rows), width, dtype=torch.bool)
        for place, row in enumerate(rows):
            length = len(windows[row])
            pieces[place, :length] = torch.tensor(windows[row], dtype=torch.int64)
            present[place, :length] = True
        yield _Batch(rows, pieces, present)


def save_piece_tagger(
    network: PieceTagger,
    folder: Path,
    *,
    encoder_folder: Path,
    rank: int,
    config: Mapping[str, Any],
) -> None:
    """Write what training added to the base encoder, its matrices cut to ``rank``."""
    hashes = file_hashes(encoder_folder)
    base = load_encoder(encoder_folder, expected=hashes).state_dict()
    tuned = {name: value.cpu() for name, value in network.encoder.state_dict().items()}
    difference = low_rank_difference(tuned, base, rank=rank)
    weights = {f"encoder.{name}": value for name, value in difference.items()}
    weights |= {
        f"labels.{name}": value.cpu().float() for name, value in network.labels.state_dict().items()
    }
    described = {
        "kind": "entities",
        "labels": list(LABELS),
        "encoder_sha256": hashes,
        "rank": rank,
        **config,
    }
    save_checkpoint(folder, weights, described)


def load_piece_tagger(folder: Path, encoder_folder: Path) -> tuple[PieceTagger, dict[str, Any]]:
    """Return the network in eval mode, on the CPU, and its config.

    Raises DamagedCheckpoint, or EncoderMismatch for another base encoder.
    """
    config = load_config(folder)
    if config.get("kind") != "entities" or config.get("labels") != list(LABELS):
        raise DamagedCheckpoint(f"{str(folder)!r} holds no checkpoint that finds entities")
    weights = load_weights(folder, config)
    encoder = load_encoder(encoder_folder, expected=config["encoder_sha256"])
    network = PieceTagger(encoder, width=encoder.sizes.hidden_size)
    try:
        apply_difference(encoder, _under("encoder.", weights))
        network.labels.load_state_dict(_under("labels.", weights))
    except (KeyError, RuntimeError) as error:
        raise DamagedCheckpoint(f"{str(folder)!r} does not fit the encoder: {error}") from error
    return network.eval(), config


def _under(prefix: str, weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): value
        for name, value in weights.items()
        if name.startswith(prefix)
    }
