"""What the tagger learns from: windows of annotated documents, with a target for every piece."""

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

__all__ = ["Chances", "Example", "Grids", "examples_from"]

Grids = Sequence[tuple[Document, Grid]]
Chances = Sequence[Sequence[float]]  # of one document: how likely each word of each step is named


@dataclass(frozen=True, slots=True)
class Example:
    """One window: its pieces, and (piece, label) float, 1 where a piece has the label."""

    pieces: tuple[int, ...]
    targets: Tensor


def examples_from(
    grids: Grids,
    *,
    tokenizer: Tokenizer,
    opinions: Sequence[Chances] | None = None,
    doubt: float = 0.5,
) -> list[Example]:
    """Turn annotated grids into windows with targets: what is mentioned there by a name of gold.

    With a second opinion on each document, an entity's target is (1 - doubt) gold + doubt opinion.
    """
    documents = [document for document, _ in grids]
    words = [words_of(document) for document in documents]
    cut = windows_of(documents, words, tokenizer=tokenizer)
    examples = []
    for number, ((document, grid), rows, windows) in enumerate(zip(grids, words, cut, strict=True)):
        entities = _mentioned(document, rows, [track.entity for track in grid.tracks])
        if opinions is not None:
            entities = _mixed(entities, opinions[number], doubt)
        places = _mentioned(document, rows, _places(grid))
        targets = [torch.zeros(len(window), len(LABELS)) for window in windows.pieces]
        for label, chances in (("entity", entities), ("location", places)):
            _mark(targets, windows, chances, LABELS.index(label))
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


def _mixed(gold: Chances, opinion: Chances, doubt: float) -> list[list[float]]:
    return [
        [(1 - doubt) * one + doubt * other for one, other in zip(row, others, strict=True)]
        for row, others in zip(gold, opinion, strict=True)
    ]


def _mark(targets: Sequence[Tensor], windows: Windows, chances: Chances, label: int) -> None:
    for places, row in zip(windows.places, chances, strict=True):
        for (window, first, end), chance in zip(places, row, strict=True):
            targets[window][first:end, label] = targets[window][first:end, label].clamp(min=chance)
