"""Discovery of the entities to track in documents that name none.

A token classifier (`kgmodel.tagger`) gives every word its probability of naming an entity; runs of
likely words are candidates; a second network chooses among them by all that is known of each; names
of one thing become one entity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.domain.document import Document, Entity
from pipeline.errors import BadInput, CheckpointError
from pipeline.inference.checkpoints import DEFAULT_TAGGER, encoder_folder
from pipeline.inference.entity_candidates import TaggedText, candidates_in, likeliest_word
from pipeline.inference.entity_choice import EntityChoice, load_choice
from pipeline.inference.entity_names import Limits, entities_from
from pipeline.inference.windows import windows_of
from pipeline.text.names import Word, words_of

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from kgmodel.tagger import PieceTagger

__all__ = [
    "Tagger",
    "discover_entities",
    "load_network",
    "load_tagger",
    "word_probabilities",
]


@dataclass(frozen=True, slots=True)
class Tagger:
    """A loaded network and the choice among its candidates; ``checkpoint`` is its SHA-256."""

    network: PieceTagger
    tokenizer: Tokenizer
    choice: EntityChoice
    checkpoint: str


def load_tagger(
    checkpoint: Path | None = None, *, device: str = "auto", encoder: Path | None = None
) -> Tagger:
    """Load a tagger, by default the one that ships. Raises CheckpointError with a fix."""
    folder = DEFAULT_TAGGER if checkpoint is None else checkpoint
    network, tokenizer, weights = load_network(folder, device=device, encoder=encoder)
    network.freeze_for_inference()
    return Tagger(network, tokenizer, load_choice(folder), weights)


def load_network(
    folder: Path, *, device: str = "auto", encoder: Path | None = None
) -> tuple[PieceTagger, Tokenizer, str]:
    """Load a tagger's network alone, with its tokenizer and the SHA-256 of its weights.

    Raises CheckpointError with a fix.
    """
    from kgmodel.checkpoint import DamagedCheckpoint
    from kgmodel.device import choose_device
    from kgmodel.pretrained import EncoderMismatch, load_tokenizer
    from kgmodel.tagger import load_piece_tagger

    base = encoder_folder(encoder)
    try:
        network, config = load_piece_tagger(folder, base)
    except EncoderMismatch as error:
        raise CheckpointError(f"{error}; give the encoder it was trained on") from error
    except (DamagedCheckpoint, KeyError, TypeError) as error:
        raise CheckpointError(f"{error}; install stepgraph again or train it anew") from error
    try:
        chosen = choose_device(device)
    except ValueError as error:
        raise BadInput(str(error)) from error
    return network.to(chosen), load_tokenizer(base), config["weights_sha256"]


def discover_entities(
    documents: Sequence[Document], *, tagger: Tagger, threshold: float | None = None
) -> list[tuple[Entity, ...]]:
    """Return the entities of each document, in order of first mention.

    ``threshold`` is the least probability of an entity, by default the choice's own; a lower one
    finds more, right and wrong. A document without any likely name gets its likeliest word; only a
    document with no word at all has no entity, which the caller refuses, naming ``--entity``.
    """
    limits = Limits(tagger.choice.least if threshold is None else threshold)
    words = [words_of(document) for document in documents]
    chances = word_probabilities(
        documents, words, network=tagger.network, tokenizer=tagger.tokenizer
    )
    texts = [
        TaggedText.of(document, rows, likely)
        for document, rows, likely in zip(documents, words, chances, strict=True)
    ]
    candidates = [candidates_in(text) or likeliest_word(text) for text in texts]
    probabilities = tagger.choice.probabilities(texts, candidates)
    return [
        entities_from(text, names, scores, limits=limits)
        for text, names, scores in zip(texts, candidates, probabilities, strict=True)
    ]


def word_probabilities(
    documents: Sequence[Document],
    words: Sequence[Sequence[Sequence[Word]]],
    *,
    network: PieceTagger,
    tokenizer: Tokenizer,
) -> list[list[list[float]]]:
    """Return the probability that each word names an entity (document, step, word).

    It is the mean of the word's pieces.
    """
    from kgmodel.tagger import LABELS, piece_probabilities

    cut = windows_of(documents, words, tokenizer=tokenizer)
    windows = [window for each in cut for window in each.pieces]
    of_pieces = iter(piece_probabilities(network, windows))
    label = LABELS.index("entity")
    result = []
    for each in cut:
        pieces = [next(of_pieces)[:, label].tolist() for _ in each.pieces]
        result.append(
            [
                [sum(pieces[window][first:end]) / (end - first) for window, first, end in places]
                for places in each.places
            ]
        )
    return result
