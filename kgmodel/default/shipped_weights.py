"""The weights of a reader as they ship.

The encoder's matrices are a difference of low rank from the base encoder (`kgmodel.pretrained`). A
matrix of the head is in int8, a scale for each row; what is small stays whole, in float16.
"""

from __future__ import annotations

from collections.abc import Mapping

from torch import Tensor

from kgmodel.default.model import DefaultReader
from kgmodel.pretrained import apply_difference, low_rank_difference, rounded

__all__ = ["restore_weights", "shipped_weights"]

_SMALL = 1024  # weights of a matrix that is not rounded


def shipped_weights(
    encoder: Mapping[str, Tensor],
    head: Mapping[str, Tensor],
    *,
    base: Mapping[str, Tensor],
    rank: int,
) -> dict[str, Tensor]:
    """Return what ships of a tuned encoder and a head (state dicts), on the CPU.

    ``base`` is the encoder before training, ``rank`` that of each matrix's difference from it.
    """
    difference = low_rank_difference(encoder, base, rank=rank)
    shipped = {f"encoder.{name}": value.cpu() for name, value in difference.items()}
    for name, value in head.items():
        if value.ndim == 2 and value.numel() >= _SMALL:
            shipped[f"{name}.rows"], scale = (part.cpu() for part in rounded(value.float(), dim=1))
            shipped[f"{name}.row_scale"] = scale
        else:
            shipped[name] = value.cpu().half() if value.is_floating_point() else value.cpu()
    return shipped


def restore_weights(model: DefaultReader, weights: Mapping[str, Tensor]) -> None:
    """Put shipped weights on a model that has the unchanged base encoder.

    A head wholly in float16, as checkpoints had it at first, is taken too. Raises KeyError or
    RuntimeError if they do not fit the model.
    """
    inside = {
        name.removeprefix("encoder."): value
        for name, value in weights.items()
        if name.startswith("encoder.")
    }
    apply_difference(model.encoder, inside)
    head: dict[str, Tensor] = {}
    for name, value in weights.items():
        if name.endswith(".rows"):
            matrix = name.removesuffix(".rows")
            head[matrix] = value.float() * weights[f"{matrix}.row_scale"].unsqueeze(1)
        elif not name.startswith("encoder.") and not name.endswith(".row_scale"):
            head[name] = value
    missing, unexpected = model.load_state_dict(head, strict=False)
    lost = [name for name in missing if not name.startswith("encoder.")]
    if lost or unexpected:
        raise KeyError(f"the weights do not fit the model: {(lost + list(unexpected))[:3]}")
