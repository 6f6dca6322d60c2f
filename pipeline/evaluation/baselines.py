"""Readers without learning, as rows to compare a model with: rules over mentions alone.

Each takes an annotated document and returns a grid for its entities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipeline.domain.document import AnnotatedDocument, Mention, Token
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Grid, Location, Track

__all__ = ["BASELINES", "exists_while_mentioned", "majority", "rule_based", "starts_when_mentioned"]

_PLACING = {"in", "into", "inside", "to", "on", "onto", "at", "through", "within", "under"}
_NOT_A_PLACE = _PLACING | {"and", "or", "by", "from", "where", "which", "that", "is", "are", "as"}
_ARTICLES = {"a", "an", "the", "this", "that", "its", "their"}
_LONGEST_PLACE = 3  # words


def majority(document: AnnotatedDocument) -> Grid:
    """Nothing ever changes: most steps change nothing, and most places are unknown."""
    return _grid(document, lambda mentions: (0, document.document.n_steps))


def starts_when_mentioned(document: AnnotatedDocument) -> Grid:
    """Created where first mentioned; what the first step mentions was there before."""
    return _grid(document, lambda mentions: (_first(mentions), document.document.n_steps))


def exists_while_mentioned(document: AnnotatedDocument) -> Grid:
    """Created where first mentioned and destroyed where last mentioned, but for the last step."""
    return _grid(document, lambda mentions: (_first(mentions), _last(mentions, document)))


def rule_based(document: AnnotatedDocument) -> Grid:
    """Created where first mentioned; its place follows a preposition after a mention."""
    grid = starts_when_mentioned(document)
    tracks = (
        _placed(document, track, mentions)
        for track, mentions in zip(grid.tracks, document.mentions, strict=True)
    )
    return Grid(grid.n_steps, tuple(tracks))


BASELINES: dict[str, Callable[[AnnotatedDocument], Grid]] = {
    "majority": majority,
    "starts when mentioned": starts_when_mentioned,
    "exists while mentioned": exists_while_mentioned,
    "rule based": rule_based,
}


def _grid(
    document: AnnotatedDocument, span: Callable[[Sequence[Mention]], tuple[int, int]]
) -> Grid:
    """Entities that exist, somewhere, from one state to another, both included."""
    n_steps = document.document.n_steps
    tracks = []
    for entity, mentions in zip(document.entities, document.mentions, strict=True):
        first, last = span(mentions)
        states = [SOMEWHERE if first <= state <= last else NOWHERE for state in range(n_steps + 1)]
        tracks.append(Track(entity, tuple(states)))
    return Grid(n_steps, tuple(tracks))


def _first(mentions: Sequence[Mention]) -> int:
    """The first state to exist in: 0 if the first step, or none, mentions it."""
    step = min((mention.step for mention in mentions), default=1)
    return step if step > 1 else 0


def _last(mentions: Sequence[Mention], document: AnnotatedDocument) -> int:
    """The last state to exist in: that before its last mention, which is taken to destroy it."""
    n_steps = document.document.n_steps
    steps = {mention.step for mention in mentions}
    if len(steps) < 2 or max(steps) == n_steps:
        return n_steps
    return max(steps) - 1


def _placed(document: AnnotatedDocument, track: Track, mentions: Sequence[Mention]) -> Track:
    locations = list(track.locations)
    for mention in mentions:
        place = _place_after(document, mention)
        if place is not None:
            for state in range(mention.step, len(locations)):
                if locations[state] != NOWHERE:
                    locations[state] = place
    return Track(track.entity, tuple(locations))


def _place_after(document: AnnotatedDocument, mention: Mention) -> Location | None:
    """The words after the first placing preposition behind the mention, in its sentence."""
    start = document.document.steps[mention.step - 1].char_start + mention.char_end
    behind = [token for token in document.tokens[mention.step - 1] if token.char_start >= start]
    for number, token in enumerate(behind):
        if token.text.lower() in _PLACING:
            words = _words(behind[number + 1 :])
            return Location(" ".join(words)) if words else None
    return None


def _words(tokens: Sequence[Token]) -> list[str]:
    words: list[str] = []
    for token in tokens:
        word = token.text.lower()
        if not word.isalpha() or word in _NOT_A_PLACE or len(words) == _LONGEST_PLACE:
            break
        if words or word not in _ARTICLES:
            words.append(word)
    return words
