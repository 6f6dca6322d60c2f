"""A BERT encoder run in two parts: some layers on each text alone, the rest with a query.

What the lower layers make of a text is the same for all its entities, so it is computed once; only
the upper layers see the entity of the query. With five of six layers shared, a document of four
entities costs little more than a third.
"""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from kgmodel.bert import Bert, attention_bias
from kgmodel.device import autocast
from kgmodel.packed_layers import PackedLayer, TextRows, is_packed

__all__ = ["run_layers", "run_together"]


def run_layers(
    encoder: Bert, hidden: Tensor, attended: Tensor, layers: slice, *, kept: int | None = None
) -> Tensor:
    """Run some layers on (sequence, position, width), attending to what ``attended`` (sequence,
    position) marks.

    kept: the number of positions, from the first, that are returned; by default all. The result is
    in float32, or in bf16 from packed layers.
    """
    if is_packed(encoder):
        lengths = None if kept is None else [kept]
        return run_together(encoder, [hidden], [attended], layers, kept=lengths)[0]
    bias = attention_bias(attended)
    chosen = encoder.layers[layers]
    with autocast(hidden.device):
        for number, layer in enumerate(chosen, 1):
            hidden = layer(hidden, bias, kept if number == len(chosen) else None)
    # what surrounds the layers is small, and needs float32's range
    return hidden[:, :kept].float()


def run_together(
    encoder: Bert,
    hidden: Sequence[Tensor],
    attended: Sequence[Tensor],
    layers: slice,
    *,
    kept: Sequence[int] | None = None,
) -> list[Tensor]:
    """Run packed layers on texts of several lengths; each has what ``run_layers`` makes of it."""
    texts = TextRows.of(hidden)
    biases = list(map(attention_bias, attended))
    chosen = encoder.layers[layers]
    for number, layer in enumerate(chosen, 1):
        assert isinstance(layer, PackedLayer)
        texts = layer.of_rows(texts, biases, kept if number == len(chosen) else None)
    if kept is not None and len(chosen) == 0:  # the query's positions are still there
        texts = texts.first(kept)
    return texts.parts()
