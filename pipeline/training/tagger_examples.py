"""Training examples of the tagger: windows of annotated documents, a target for every piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from tokenizers import Tokenizer
from torch import Tensor

from kgmodel.tagger import LABELS
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.inference.windows import Windows, windows_of
from pipeline.text.annotate import annotate
from pipeline.text.names import Word, words_of

__all__ = ["Example", "Grids", "WordProbabilities", "examples_from"]

Grids = Sequence[tuple[Document, Grid]]
WordProbabilities = Sequence[Sequence[float]]  # of a document, (step, word): part of a name


@dataclass(frozen=True, slots=True)
class Example:
    """One window: its pieces, and (piece, label) float, 1 where a piece has the label."""

    pieces: tuple[int, ...]
    targets: Tensor


def examples_from(
    grids: Grids,
    *,
    tokenizer: Tokenizer,
    soft_targets: Sequence[WordProbabilities] | None = None,
    weight: float = 0.5,
) -> list[Example]:
    """Turn annotated grids into windows whose targets are the mentions of gold's names.

    With soft targets for each document, an entity's target is (1 - weight) gold + weight soft.
    """
    documents = [document for document, _ in grids]
    words = [words_of(document) for document in documents]
    cut = windows_of(documents, words, tokenizer=tokenizer)
    examples = []
    for number, ((document, grid), rows, windows) in enumerate(zip(grids, words, cut, strict=True)):
        entities = _mentioned(document, rows, [track.entity for track in grid.tracks])
        if soft_targets is not None:
            entities = _mixed(entities, soft_targets[number], weight)
        places = _mentioned(document, rows, _places(grid))
        targets = [torch.zeros(len(window), len(LABELS)) for window in windows.pieces]
        for label, probabilities in (("entity", entities), ("location", places)):
            _mark(targets, windows, probabilities, LABELS.index(label))
        examples += [
            Example(pieces, target) for pieces, target in zip(windows.pieces, targets, strict=True)
        ]
    return examples


def _places(grid: Grid) -> list[Entity]:
    texts = {place.text for track in grid.tracks for place in track.locations}
    return [Entity(text, (text,)) for text in sorted(texts) if _is_name(text)]


def _is_name(text: str) -> bool:
    return any(character.isalnum() for character in text)  # neither "-" nor "?"


def _mentioned(
    document: Document, words: Sequence[Sequence[Word]], names: Sequence[Entity]
) -> list[list[float]]:
    """1 for each word of each step that is part of a mention of one of ``names``, else 0."""
    named = [[0.0] * len(row) for row in words]
    for mentions in annotate(document, entities=names).mentions:
        for mention in mentions:
            row = words[mention.step - 1]
            for place, word in enumerate(row):
                if word.char_start < mention.char_end and mention.char_start < word.char_end:
                    named[mention.step - 1][place] = 1.0
    return named


def _mixed(gold: WordProbabilities, soft: WordProbabilities, weight: float) -> list[list[float]]:
    return [
        [(1 - weight) * hard + weight * chance for hard, chance in zip(row, chances, strict=True)]
        for row, chances in zip(gold, soft, strict=True)
    ]


def _mark(
    targets: Sequence[Tensor], windows: Windows, chances: WordProbabilities, label: int
) -> None:
    for places, row in zip(windows.places, chances, strict=True):
        for (window, first, end), chance in zip(places, row, strict=True):
            targets[window][first:end, label] = targets[window][first:end, label].clamp(min=chance)
