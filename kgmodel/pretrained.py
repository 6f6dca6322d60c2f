"""The frozen base encoder, and the difference that training made to it.

The base is all-MiniLM-L6-v2 (BERT, 6 layers, width 384), unchanged and verified by its hashes. What
fine-tuning changed is kept as a difference: factors of low rank for the weight matrices (after
Aghajanyan et al. 2021 and Hu et al. 2022, fine-tuning changes weights in few directions), whole
vectors for biases and norms. Applying the difference merges it into the weights: reading costs
nothing extra.

Another BERT of one's own needs no change here: give its folder (STEPGRAPH_ENCODER) and train.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor, nn

from kgmodel.bert import Bert, BertSizes
from kgmodel.encoder_files import PACKAGED_HASHES, EncoderMismatch, encoder_config, file_hashes

__all__ = [
    "PACKAGED_HASHES",
    "EncoderMismatch",
    "apply_difference",
    "file_hashes",
    "load_encoder",
    "load_tokenizer",
    "low_rank_difference",
    "rounded",
]


def load_encoder(folder: Path, *, expected: Mapping[str, str] = PACKAGED_HASHES) -> Bert:
    """Return the base encoder in eval mode, on the CPU, in float32, without the pooler.

    Raises EncoderMismatch, naming the file, if one has another hash than ``expected`` or holds no
    BERT.
    """
    for name, sha256 in file_hashes(folder).items():
        if sha256 != expected[name]:
            raise EncoderMismatch(
                f"{str(folder / name)!r} has SHA-256 {sha256[:12]}…, "
                f"expected {expected[name][:12]}…"
            )
    try:
        sizes = BertSizes.from_config(encoder_config(folder))
    except (ValueError, TypeError) as error:
        raise EncoderMismatch(f"{str(folder / 'config.json')!r} is of no BERT: {error}") from error
    with torch.device("meta"):  # nothing is drawn at random only to be replaced
        encoder = Bert(sizes)
    # The file is mapped into memory for as long as one of its weights is in use. Of the embeddings
    # only the rows that are looked up are read; layers are copied, so that the mapping which all of
    # them were read from ends here. Without that, an encoder takes 40 MB more.
    weights = _weights_of(folder, embeddings=True)
    weights |= {
        name: value.clone() for name, value in _weights_of(folder, embeddings=False).items()
    }
    missing, _ = encoder.load_state_dict(  # a pooler may be in the file
        weights, strict=False, assign=True
    )
    if missing:
        raise EncoderMismatch(f"{str(folder / 'model.safetensors')!r} has no {missing[0]}")
    return encoder.eval()


def _weights_of(folder: Path, *, embeddings: bool) -> dict[str, Tensor]:
    """The weights of the embeddings, or all others, in float32 in a mapping of their own."""
    weights = load_file(folder / "model.safetensors")
    named = {name.removeprefix("bert."): value.float() for name, value in weights.items()}
    return {
        name: value for name, value in named.items() if name.startswith("embeddings.") is embeddings
    }


@cache
def load_tokenizer(folder: Path) -> Tokenizer:
    """The encoder's WordPiece tokenizer, without truncation or padding; one for all that use it."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def low_rank_difference(
    tuned: Mapping[str, Tensor], base: Mapping[str, Tensor], *, rank: int
) -> dict[str, Tensor]:
    """Return the change from ``base`` to ``tuned`` (state dicts), matrices cut in rank by SVD.

    Unchanged entries are left out. A matrix (out, in) becomes ``NAME.left`` (out, rank) and
    ``NAME.right`` (rank, in), in int8, and ``NAME.scale`` (rank,) of each pair of a column and a
    row: the best approximation of that rank (Eckart and Young 1936), rounded; twice the rank in
    int8 keeps more of the change than float16 does in as many bytes. All matrices together take as
    many bytes as if each had ``rank``; one that changed more has a higher rank, another a lower
    one. A vector stays whole, in float16.
    """
    changes = {name: (tuned[name] - before).float() for name, before in base.items()}
    changes = {name: change for name, change in changes.items() if change.any()}
    parts = {
        name: torch.linalg.svd(change, full_matrices=False)
        for name, change in changes.items()
        if change.ndim > 1
    }
    difference = {name: change.half() for name, change in changes.items() if change.ndim == 1}
    kept = _kept_ranks(parts, rank)
    for name, (left, singular, right) in parts.items():
        if not (own := kept[name]):
            continue
        columns, left_scale = rounded(left[:, :own], dim=0)
        rows, right_scale = rounded(right[:own], dim=1)
        difference[f"{name}.left"], difference[f"{name}.right"] = columns, rows
        difference[f"{name}.scale"] = singular[:own] * left_scale * right_scale
    return difference


def _kept_ranks(parts: Mapping[str, tuple[Tensor, Tensor, Tensor]], rank: int) -> Mapping[str, int]:
    """The rank of each matrix of these decompositions: singular values are kept by what their
    squares are worth a byte, in as many bytes as if each matrix had ``rank``."""
    if not parts:
        return {}
    sizes = {name: len(left) + right.shape[1] for name, (left, _, right) in parts.items()}
    owners = [name for name, (_, values, _) in parts.items() for _ in values]
    worth = torch.cat([values**2 / sizes[name] for name, (_, values, _) in parts.items()])
    budget = sum(min(rank, len(values)) * sizes[name] for name, (_, values, _) in parts.items())
    best_first = [owners[place] for place in worth.argsort(descending=True, stable=True).tolist()]
    spent = accumulate(sizes[name] for name in best_first)
    return Counter(name for name, so_far in zip(best_first, spent, strict=True) if so_far <= budget)


def rounded(matrix: Tensor, *, dim: int) -> tuple[Tensor, Tensor]:
    """Return a matrix in int8, and what that is to be multiplied by along the other dimension."""
    scale = (matrix.abs().amax(dim, keepdim=True) / 127).clamp(min=torch.finfo().tiny)
    return (matrix / scale).round().to(torch.int8), scale.squeeze(dim)


@torch.no_grad()
def apply_difference(module: nn.Module, difference: Mapping[str, Tensor]) -> None:
    """Add a difference made by ``low_rank_difference`` to a module's weights, in place.

    Factors in float16 without a scale, as checkpoints had them at first, are taken too. Raises
    KeyError if it names a weight that the module does not have.
    """
    weights: dict[str, Tensor] = dict(module.named_parameters())
    for name, value in difference.items():
        if name.endswith(".left"):
            matrix = name.removesuffix(".left")
            weight = weights[matrix]
            left, right = value.to(weight), difference[f"{matrix}.right"].to(weight)
            scale = difference.get(f"{matrix}.scale")
            weight += (left if scale is None else left * scale.to(weight)) @ right
        elif not name.endswith((".right", ".scale")):
            weights[name] += value.to(weights[name])
