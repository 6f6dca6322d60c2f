"""Segments of a long document, which are read one after the other.

A document is read whole if it is short: the network then sees all of it, but the memory for that
grows with its steps times its candidate locations. A long one is cut between steps. Each segment is
shown with the steps around it, as far as the network looks for places, and only for the entities
that it mentions; nothing is left out, and time grows with the length.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import attrgetter

from pipeline.domain.document import AnnotatedDocument, Document, Mention

__all__ = ["Segment", "is_long", "segments_of"]

MAX_STEPS = 200  # of a document that is read whole, and of a segment
MAX_WORDS = 3_000
AROUND_STEPS = 20  # shown before and after a segment: the reach of the network's pointer
AROUND_WORDS = 600
MAX_PAIRS = 2**18  # (entity, token) of what is read at once


@dataclass(frozen=True, slots=True)
class Segment:
    """Steps ``first`` to ``last`` of a document, for some of its entities, by their numbers.

    ``document`` has these and the steps around them, renumbered from 1; its step 1 is the step
    ``offset + 1`` of the whole.
    """

    document: AnnotatedDocument
    first: int
    last: int
    offset: int
    entities: tuple[int, ...]


def is_long(document: Document) -> bool:
    """Return True if the document is read in segments."""
    return document.n_steps > MAX_STEPS or document.n_words > MAX_WORDS


def segments_of(document: AnnotatedDocument) -> Iterator[Segment]:
    """Cut a document between its steps; yield a segment once for each group of its entities.

    An entity that is never mentioned is read with the first segment; "it" may be one of the step
    before, even if that is too long to be shown. Segments without entities are left out.
    """
    words = [len(tokens) for tokens in document.tokens]
    total = [0, *accumulate(words)]
    for first, last in _cuts(words):
        shown_first, shown_last = _surroundings(first, last, words)
        entities = [
            entity
            for entity, mentions in enumerate(document.mentions)
            if _within(mentions, min(shown_first, first - 1), shown_last)
            or (first == 1 and not mentions)
        ]
        n_words = max(1, total[shown_last] - total[shown_first - 1])
        size = max(1, MAX_PAIRS // n_words)
        for start in range(0, len(entities), size):
            group = tuple(entities[start : start + size])
            shown = _part(document, shown_first, shown_last, group)
            yield Segment(shown, first, last, shown_first - 1, group)


def _cuts(words: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last step of each segment; ``words`` are the number in each step."""
    first, n_words = 1, 0
    for step, in_step in enumerate(words, 1):
        full = step - first == MAX_STEPS or n_words + in_step > MAX_WORDS
        if full and step > first:
            yield first, step - 1
            first, n_words = step, 0
        n_words += in_step
    yield first, len(words)


def _surroundings(first: int, last: int, words: Sequence[int]) -> tuple[int, int]:
    """Return the first and the last step to show with steps ``first`` to ``last``."""
    before, after = words[: first - 1][::-1], words[last:]
    return first - _n_shown(before), last + _n_shown(after)


def _n_shown(words: Sequence[int]) -> int:
    """Return how many of these steps, the nearest first, are shown."""
    nearest = accumulate(words[:AROUND_STEPS])
    return sum(n_words <= AROUND_WORDS for n_words in nearest)


def _part(
    document: AnnotatedDocument, first: int, last: int, entities: Sequence[int]
) -> AnnotatedDocument:
    """Return steps ``first`` to ``last``, renumbered from 1, with some of the entities."""
    whole = document.document.steps[first - 1 : last]
    steps = tuple(replace(step, number=number) for number, step in enumerate(whole, 1))
    return AnnotatedDocument(
        replace(document.document, steps=steps),
        document.tokens[first - 1 : last],
        tuple(document.entities[entity] for entity in entities),
        tuple(
            tuple(
                replace(mention, step=mention.step - first + 1)
                for mention in _within(document.mentions[entity], first, last)
            )
            for entity in entities
        ),
    )


def _within(mentions: Sequence[Mention], first: int, last: int) -> Sequence[Mention]:
    """Return the mentions in steps ``first`` to ``last``; mentions are in order of appearance."""
    step = attrgetter("step")
    start = bisect_left(mentions, first, key=step)
    return mentions[start : bisect_right(mentions, last, lo=start, key=step)]
