"""BERT (Devlin et al. 2019) under the names of its published weights.

The equations and the order of operations are those of ``transformers``, whose files fit; importing
that takes a third of a short run's processor time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import torch
from torch import Tensor, nn

from kgmodel.dropout import Dropout

__all__ = ["Bert", "BertSizes", "Layer", "attention_bias"]


@dataclass(frozen=True, slots=True)
class BertSizes:
    """Sizes of a BERT, under their names in ``config.json``."""

    vocab_size: int = 30522
    hidden_size: int = 768
    num_hidden_layers: int = 12
    num_attention_heads: int = 12
    intermediate_size: int = 3072
    max_position_embeddings: int = 512
    type_vocab_size: int = 2
    pad_token_id: int = 0
    layer_norm_eps: float = 1e-12
    hidden_dropout_prob: float = 0.1
    attention_probs_dropout_prob: float = 0.1
    initializer_range: float = 0.02

    def __post_init__(self) -> None:
        if self.hidden_size % self.num_attention_heads:
            raise ValueError(
                f"{self.num_attention_heads} heads cannot share a width of {self.hidden_size}"
            )

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Self:
        """Read the sizes. Raises ValueError for a network that is no plain BERT."""
        expected = {
            "model_type": "bert",
            "hidden_act": "gelu",
            "position_embedding_type": "absolute",
        }
        for name, value in expected.items():
            if config.get(name, value) != value:
                raise ValueError(f"{name} is {config[name]!r}, expected {value!r}")
        names = [field.name for field in fields(cls)]
        return cls(**{name: config[name] for name in names if name in config})


class Bert(nn.Module):
    """The encoder without its pooler."""

    def __init__(self, sizes: BertSizes) -> None:
        """Random weights; on the device "meta" none."""
        super().__init__()
        self.sizes = sizes
        self.embeddings = _Embeddings(sizes)
        self.encoder = _Layers(sizes)
        if not self.embeddings.LayerNorm.weight.is_meta:  # drawing there imports torch's compiler
            self.apply(self._initialise)

    def join_matrices(self) -> None:
        """Multiply by query, key and value at once, which is faster; only for inference."""
        for module in list(self.encoder.modules()):
            if isinstance(module, _SelfAttention):
                module.join()

    def drop_no_attention(self) -> None:
        """Switch off dropout of attention weights."""
        for module in self.encoder.modules():
            if isinstance(module, _SelfAttention):
                module.dropout.p = 0.0

    @property
    def layers(self) -> nn.ModuleList:
        return self.encoder.layer

    def forward(self, ids: Tensor, present: Tensor | None = None) -> Tensor:
        """Return the last layer (text, position, width) of ids (text, position).

        present: (text, position) bool, True where a position is attended to; by default all.
        """
        return self.states(ids, present)[-1]

    def states(self, ids: Tensor, present: Tensor | None = None) -> list[Tensor]:
        """Return the embeddings and every layer, each (text, position, width)."""
        attended = torch.ones_like(ids, dtype=torch.bool) if present is None else present
        bias = attention_bias(attended)
        states = [self.embeddings(ids, segment=0)]
        for layer in self.layers:
            states.append(layer(states[-1], bias))
        return states

    def _initialise(self, module: nn.Module) -> None:
        if isinstance(module, nn.Linear | nn.Embedding):
            nn.init.normal_(module.weight, std=self.sizes.initializer_range)
        if isinstance(module, nn.Linear):
            nn.init.zeros_(module.bias)


def attention_bias(attended: Tensor) -> Tensor:
    """Return what is added to attention scores: (text, 1, 1, position), 0 where ``attended``."""
    bias = torch.zeros(attended.shape, device=attended.device)
    return bias.masked_fill(~attended, torch.finfo(torch.bfloat16).min)[:, None, None, :]


class _Embeddings(nn.Module):
    def __init__(self, sizes: BertSizes) -> None:
        super().__init__()
        width = sizes.hidden_size
        self.word_embeddings = _table(sizes.vocab_size, width, padding=sizes.pad_token_id)
        self.position_embeddings = _table(sizes.max_position_embeddings, width)
        self.token_type_embeddings = _table(sizes.type_vocab_size, width)
        self.LayerNorm = nn.LayerNorm(width, eps=sizes.layer_norm_eps)
        self.dropout = Dropout(sizes.hidden_dropout_prob)

    def forward(self, ids: Tensor, *, segment: int) -> Tensor:
        """Embed ids (text, position); positions are counted from each text's first."""
        positions = torch.arange(ids.shape[1], device=ids.device)[None]
        embedded = self.word_embeddings(ids) + self.token_type_embeddings(
            torch.full_like(ids, segment)
        )
        normed: Tensor = self.dropout(
            self.LayerNorm(embedded + self.position_embeddings(positions))
        )
        return normed


def _table(n_rows: int, width: int, *, padding: int | None = None) -> nn.Embedding:
    """An embedding of any values, as ``Bert`` initialises it."""
    return nn.Embedding(n_rows, width, padding_idx=padding, _weight=torch.empty(n_rows, width))


class _Layers(nn.Module):
    def __init__(self, sizes: BertSizes) -> None:
        super().__init__()
        self.layer = nn.ModuleList(Layer(sizes) for _ in range(sizes.num_hidden_layers))


class Layer(nn.Module):
    def __init__(self, sizes: BertSizes) -> None:
        super().__init__()
        self.attention = _Attention(sizes)
        self.intermediate = _Intermediate(sizes)
        self.output = _Output(sizes.intermediate_size, sizes)

    def forward(self, hidden: Tensor, bias: Tensor, kept: int | None = None) -> Tensor:
        """Return the layer's output (text, kept, width) of ``hidden`` (text, position, width).

        bias: as ``attention_bias`` returns it. kept: the number of positions, from the first, whose
        output is wanted; by default all.
        """
        attended = self.attention(hidden, bias)
        output: Tensor = self.output(self.intermediate(attended), attended)
        return output[:, :kept]


class _Attention(nn.Module):
    def __init__(self, sizes: BertSizes) -> None:
        super().__init__()
        self.self = _SelfAttention(sizes)
        self.output = _Output(sizes.hidden_size, sizes)

    def forward(self, hidden: Tensor, bias: Tensor) -> Tensor:
        output: Tensor = self.output(self.self(hidden, bias), hidden)
        return output


class _SelfAttention(nn.Module):
    """Attention with plain matrices in training, and fused for inference.

    Measured on a CPU: the backward pass of the fused one takes as long as all other layers'
    together.
    """

    def __init__(self, sizes: BertSizes) -> None:
        super().__init__()
        width = sizes.hidden_size
        self.heads = sizes.num_attention_heads
        self.joined: nn.Linear | None = None  # in place of the next three
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.dropout = Dropout(sizes.attention_probs_dropout_prob)

    def forward(self, hidden: Tensor, bias: Tensor) -> Tensor:
        query, key, value = (self._of_heads(states) for states in self._projected(hidden))
        if self.training:
            scores = query @ key.transpose(2, 3) * query.shape[-1] ** -0.5 + bias
            weights = nn.functional.softmax(scores, dim=-1)
            mixed = self.dropout(weights) @ value
        else:
            mixed = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        joined: Tensor = mixed.transpose(1, 2).reshape(hidden.shape)
        return joined

    def _projected(self, hidden: Tensor) -> tuple[Tensor, ...]:
        """Query, key and value, each like ``hidden``."""
        if self.joined is None:
            return self.query(hidden), self.key(hidden), self.value(hidden)
        parts: tuple[Tensor, ...] = self.joined(hidden).chunk(3, dim=-1)
        return parts

    def join(self) -> None:
        """Make the three matrices one, which is multiplied faster; for inference alone."""
        parts = (self.query, self.key, self.value)
        width = self.query.in_features
        with torch.device("meta"):
            joined = nn.Linear(width, 3 * width)
        joined.weight = nn.Parameter(torch.cat([part.weight for part in parts]))
        joined.bias = nn.Parameter(torch.cat([part.bias for part in parts]))
        self.joined = joined
        del self.query, self.key, self.value

    def _of_heads(self, states: Tensor) -> Tensor:
        """(text, head, position, width of a head)."""
        n_texts, n_positions, width = states.shape
        divided = states.view(n_texts, n_positions, self.heads, width // self.heads)
        return divided.transpose(1, 2)


class _Intermediate(nn.Module):
    def __init__(self, sizes: BertSizes) -> None:
        super().__init__()
        self.dense = nn.Linear(sizes.hidden_size, sizes.intermediate_size)

    def forward(self, hidden: Tensor) -> Tensor:
        return nn.functional.gelu(self.dense(hidden))


class _Output(nn.Module):
    def __init__(self, width: int, sizes: BertSizes) -> None:
        super().__init__()
        self.dense = nn.Linear(width, sizes.hidden_size)
        self.LayerNorm = nn.LayerNorm(sizes.hidden_size, eps=sizes.layer_norm_eps)
        self.dropout = Dropout(sizes.hidden_dropout_prob)

    def forward(self, inner: Tensor, residual: Tensor) -> Tensor:
        output: Tensor = self.LayerNorm(self.dropout(self.dense(inner)) + residual)
        return output
