"""Windows of a document: as many whole steps as the encoder can take at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.domain.document import Document
from pipeline.text.names import Word

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["MAX_PIECES", "Place", "Windows", "windows_of"]

MAX_PIECES = 512  # the encoder's positions, its two marks included

Place = tuple[int, int, int]  # of a word's pieces: window, first, end


@dataclass(frozen=True, slots=True)
class Windows:
    """One document: whole steps, as many as fit, in each window; nothing is left out.

    ``pieces`` holds the ids of each window, the encoder's two marks included. ``places[i][j]`` is
    where word j of step i + 1 is. Only a step too long for one window is cut, between two pieces;
    a word there counts where it begins.
    """

    pieces: tuple[tuple[int, ...], ...]
    places: tuple[tuple[Place, ...], ...]


def windows_of(
    documents: Sequence[Document],
    words: Sequence[Sequence[Sequence[Word]]],
    *,
    tokenizer: Tokenizer,
) -> list[Windows]:
    """Cut each document into windows; ``words`` are those of each document's steps."""
    texts = [step.text for document in documents for step in document.steps]
    encoded = iter(tokenizer.encode_batch(texts, add_special_tokens=False))
    opening, closing = tokenizer.encode("").ids  # [CLS] and [SEP]
    result = []
    for steps in words:
        windows: list[list[int]] = [[opening]]
        places = []
        for step_words in steps:
            step = next(encoded)
            where = _append(windows, step.ids, opening=opening)
            starts = [start for start, _ in step.offsets]
            places.append(tuple(_place(word, starts, where) for word in step_words))
        pieces = tuple((*window, closing) for window in windows)
        result.append(Windows(pieces, tuple(places)))
    return result


def _append(
    windows: list[list[int]], pieces: Sequence[int], *, opening: int
) -> list[tuple[int, int]]:
    """Add a step's pieces to the last window or to new ones; return where each one is."""
    full = MAX_PIECES - 1  # one is kept for the closing mark
    if len(windows[-1]) > 1 and len(windows[-1]) + len(pieces) > full:
        windows.append([opening])
    where = []
    for piece in pieces:
        if len(windows[-1]) == full:
            windows.append([opening])
        where.append((len(windows) - 1, len(windows[-1])))
        windows[-1].append(piece)
    return where


def _place(word: Word, starts: Sequence[int], where: Sequence[tuple[int, int]]) -> Place:
    """The pieces of a word, or the one it is part of: the encoder reads "☃salt" as one unknown."""
    first = max(0, bisect_right(starts, word.char_start) - 1)
    end = max(first + 1, bisect_left(starts, word.char_end))
    window, place = where[first]
    return window, place, place + sum(other == window for other, _ in where[first:end])
