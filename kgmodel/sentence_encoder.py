"""The base encoder's forward pass in numpy, for the few short texts of a question.

Loading torch takes two seconds of processor time, more than a question may; this takes a tenth of
that. Equations of Devlin et al. 2019 (BERT, layer norm after each sublayer), with
the weights of the packaged encoder; the vectors equal those of ``pretrained.load_encoder``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Encoding, Tokenizer

from kgmodel.encoder_files import PACKAGED_HASHES, EncoderMismatch, encoder_config, file_hashes

__all__ = ["EncodedText", "SentenceEncoder", "load_sentence_encoder"]

Array = NDArray[np.float32]
LONGEST = 512  # word pieces that the encoder has positions for
BATCH = 16  # texts that are encoded together


@dataclass(frozen=True, slots=True)
class EncodedText:
    """A text's ``states`` (piece, width), with the marks at both ends, and ``pieces``.

    ``pieces`` are the half-open offsets of each row into the text; those of a mark are equal.
    """

    states: Array
    pieces: tuple[tuple[int, int], ...]

    @property
    def vector(self) -> Array:
        """Mean of the states (width), of length 1."""
        mean = self.states.mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class SentenceEncoder:
    """A BERT's weights by their names in the file, its tokenizer and its sizes."""

    weights: Mapping[str, Array]
    tokenizer: Tokenizer
    layers: int
    heads: int
    epsilon: float

    def encode(self, texts: Sequence[str]) -> list[EncodedText]:
        """Encode texts in batches of similar length; the order of the answers is that of texts."""
        encodings = self.tokenizer.encode_batch(list(texts))
        by_length = sorted(range(len(texts)), key=lambda row: len(encodings[row].ids))
        encoded: dict[int, EncodedText] = {}
        for first in range(0, len(by_length), BATCH):
            rows = by_length[first : first + BATCH]
            states = self._states([encodings[row] for row in rows])
            for row, own in zip(rows, states, strict=True):
                offsets = tuple(encodings[row].offsets[:LONGEST])
                encoded[row] = EncodedText(own[: len(offsets)], offsets)
        return [encoded[row] for row in range(len(texts))]

    def _states(self, encodings: Sequence[Encoding]) -> Array:
        """Last layer (text, piece, width) of texts that are padded to the longest."""
        lengths = [min(len(encoding.ids), LONGEST) for encoding in encodings]
        pieces = np.zeros((len(encodings), max(lengths)), dtype=np.int64)
        bias = np.full(pieces.shape, -1e9, dtype=np.float32)  # on padding, before the softmax
        for row, (encoding, length) in enumerate(zip(encodings, lengths, strict=True)):
            pieces[row, :length] = encoding.ids[:length]
            bias[row, :length] = 0.0
        states = self._embedded(pieces)
        for layer in range(self.layers):
            states = self._layer(states, bias[:, None, None, :], f"encoder.layer.{layer}")
        return states

    def _embedded(self, pieces: NDArray[np.int64]) -> Array:
        positions = self.weights["embeddings.position_embeddings.weight"][: pieces.shape[1]]
        summed = self.weights["embeddings.word_embeddings.weight"][pieces] + positions
        summed = summed + self.weights["embeddings.token_type_embeddings.weight"][0]
        return self._normalised(summed, "embeddings.LayerNorm")

    def _layer(self, states: Array, bias: Array, name: str) -> Array:
        attended = self._attention(states, bias, f"{name}.attention.self")
        attended = self._linear(attended, f"{name}.attention.output.dense")
        states = self._normalised(states + attended, f"{name}.attention.output.LayerNorm")
        wide = _gelu(self._linear(states, f"{name}.intermediate.dense"))
        narrow = self._linear(wide, f"{name}.output.dense")
        return self._normalised(states + narrow, f"{name}.output.LayerNorm")

    def _attention(self, states: Array, bias: Array, name: str) -> Array:
        """Attention of every head; ``bias`` (text, 1, 1, piece) is added to the scores."""
        texts, length, width = states.shape
        query, key, value = (
            self._linear(states, f"{name}.{part}")
            .reshape(texts, length, self.heads, width // self.heads)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(np.float32(width // self.heads))
        attended = _softmax(scores + bias) @ value
        return np.asarray(attended.transpose(0, 2, 1, 3).reshape(texts, length, width))

    def _linear(self, states: Array, name: str) -> Array:
        return np.asarray(states @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"])

    def _normalised(self, states: Array, name: str) -> Array:
        centred = states - states.mean(axis=-1, keepdims=True)
        deviation = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + self.epsilon)
        scaled = centred / deviation * self.weights[f"{name}.weight"]
        return np.asarray(scaled + self.weights[f"{name}.bias"], dtype=np.float32)


def load_sentence_encoder(
    folder: Path, *, expected: Mapping[str, str] = PACKAGED_HASHES
) -> SentenceEncoder:
    """Load an encoder folder. Raises EncoderMismatch if a file has another hash than expected."""
    for name, sha256 in file_hashes(folder).items():
        if sha256 != expected[name]:
            raise EncoderMismatch(f"{str(folder / name)!r} is not the file of the base encoder")
    config = encoder_config(folder)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return SentenceEncoder(
        weights=load_file(folder / "model.safetensors"),
        tokenizer=tokenizer,
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        epsilon=config["layer_norm_eps"],
    )


def _softmax(scores: Array) -> Array:
    exponents = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(exponents / exponents.sum(axis=-1, keepdims=True))


def _gelu(values: Array) -> Array:
    return np.asarray(0.5 * values * (1.0 + _erf(values / np.float32(np.sqrt(2.0)))))


def _erf(values: Array) -> Array:
    """The error function, to 1.5e-7 (Abramowitz and Stegun 1964, 7.1.26)."""
    inverse = 1.0 / (1.0 + 0.3275911 * np.abs(values))
    polynomial: Any = np.float32(0.0)
    for coefficient in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        polynomial = (polynomial + np.float32(coefficient)) * inverse
    return np.asarray(np.sign(values) * (1.0 - polynomial * np.exp(-values * values)))
