"""Counts of how an annotated document uses its words."""

from __future__ import annotations

from collections import Counter

from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.inference.entity_candidates import Span, TaggedText, spans_of
from pipeline.inference.entity_features import END, START, neighbour_after, neighbour_before
from pipeline.inference.word_habits import Uses
from pipeline.text.names import head, key_of, words_of

__all__ = ["uses_in"]


def uses_in(document: Document, grid: Grid) -> dict[str, Uses]:
    """Count the uses of every word of an annotated document, by lemma."""
    words = words_of(document)
    text = TaggedText.of(document, words, [[0.0] * len(row) for row in words])
    keys = {key_of(alias) for track in grid.tracks for alias in track.entity.aliases}
    heads = {head(key) for key in keys}
    modifiers = {word for key in keys for word in key} - heads
    places = {head(key_of(place)) for place in _places(grid)}
    times, openings = _times(text)
    spans = _outermost([span for each in spans_of(keys, text).values() for span in each])
    after = Counter(neighbour_before(text, span) for span in spans)
    before = Counter(neighbour_after(text, span) for span in spans)
    return {
        word: Uses(
            documents=1,
            heads=int(word in heads),
            modifiers=int(word in modifiers),
            places=int(word in places),
            uses=uses,
            openings=openings[word],
            entities_after=after[word],
            entities_before=before[word],
        )
        for word, uses in times.items()
    }


def _places(grid: Grid) -> set[str]:
    return {
        place.text for track in grid.tracks for place in track.locations if place.kind == "stated"
    }


def _times(text: TaggedText) -> tuple[Counter[str], Counter[str]]:
    """Return how often each word and mark occurs, and how often it begins a sentence."""
    times: Counter[str] = Counter()
    openings: Counter[str] = Counter()
    for step in text.steps:
        times.update((START, END))
        for gap in step.gaps:
            times.update(set(gap.strip()))
        for place, (word, key) in enumerate(zip(step.words, step.keys, strict=True)):
            forms = {word.text.lower(), *key}
            times.update(forms)
            if step.begins_sentence(place):
                openings.update(forms)
    return times, openings


def _outermost(spans: list[Span]) -> list[Span]:
    """Leave out each span that lies within another."""
    return [
        span
        for span in spans
        if not any(
            other != span and other[0] == span[0] and other[1] <= span[1] and span[2] <= other[2]
            for other in spans
        )
    ]
