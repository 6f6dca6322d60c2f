"""Words' features from the frozen encoder, for the models that do not train it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from kgmodel.bert import Bert
    from pipeline.domain.document import Token

__all__ = ["encode_paragraph", "encode_prefixes"]

MAX_POSITIONS = 512  # of the frozen encoder
N_LAYERS = 4  # of it, whose mean is a feature


def encode_paragraph(words: Sequence[Sequence[int]], tokenizer: Tokenizer, encoder: Bert) -> Tensor:
    """Return the encoder's features of a whole paragraph: (position, width).

    words: the pieces of each. A paragraph beyond the encoder's positions is read in parts.
    """
    parts, last = [torch.zeros(0, encoder.sizes.hidden_size)], 0
    while last < len(words):
        first, room = last, MAX_POSITIONS - 2
        while last < len(words) and len(words[last]) <= room:
            room -= len(words[last])
            last += 1
        parts.append(_encode(words[first:last], tokenizer, encoder))
    return torch.cat(parts)


def encode_prefixes(
    words: Sequence[Sequence[int]],
    steps: Sequence[Sequence[Token]],
    tokenizer: Tokenizer,
    encoder: Bert,
) -> Tensor:
    """Return the encoder's features of each state's prefix alone: (state, position, width).

    words: the pieces of each. steps: the tokens of each. Of a prefix beyond the encoder's positions
    the last words are encoded; those before keep what they had in the state before.
    """
    counts = [len(tokens) for tokens in steps]
    states = torch.zeros(len(counts) + 1, len(words), encoder.sizes.hidden_size)
    for state in range(len(counts) + 1):
        last = sum(counts[: max(state, 1)])
        first, room = last, MAX_POSITIONS - 2
        while first and len(words[first - 1]) <= room:
            first -= 1
            room -= len(words[first])
        if state:
            states[state] = states[state - 1]
        if any(words[first:last]):
            states[state, first:last] = _encode(words[first:last], tokenizer, encoder)
    return states


def _encode(words: Sequence[Sequence[int]], tokenizer: Tokenizer, encoder: Bert) -> Tensor:
    """Features of words that the encoder reads at once: (position, width).

    They are the mean of its last ``N_LAYERS`` layers (Devlin et al. 2019, Table 7, found four
    better than the last alone). A word is the mean of its pieces, zero without any.
    """
    begin, end = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    owner = torch.tensor([at for at, word in enumerate(words) for _ in word], dtype=torch.long)
    ids = [begin, *(piece for word in words for piece in word), end]
    with torch.inference_mode():
        device = next(encoder.parameters()).device
        layers = encoder.states(torch.tensor([ids], device=device))[-N_LAYERS:]
        encoded = torch.stack(layers).mean(dim=0)[0, 1:-1].float().cpu()
    sums = torch.zeros(len(words), encoder.sizes.hidden_size).index_add(0, owner, encoded)
    n_pieces = torch.bincount(owner, minlength=len(words))
    return sums / n_pieces[:, None].clamp(min=1)
