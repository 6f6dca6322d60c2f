"""The bridge between documents and the default reader: features in, a grid out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from kgmodel.default.features import TAGS, DocumentFeatures, EntityFeatures
from pipeline.domain.document import AnnotatedDocument, Mention
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change, Grid, Location, Track
from pipeline.inference.candidates import Occurrence, PlaceTable, occurrences, place_key
from pipeline.inference.wordings import Wording

__all__ = ["Features", "features", "targets"]

MAX_POSITIONS = 512  # of the encoder
_CHANGE_TAGS = {Change.CREATE: "created", Change.MOVE: "moves", Change.DESTROY: "destroyed"}


@dataclass(frozen=True, slots=True)
class Features:
    """A document's tensors and what is needed to read a prediction back from them.

    ``candidates[c]`` is the key of candidate c, "" for candidate 0 ("exists, place unstated");
    ``occurrences_of[c]`` are the rows of ``occurrences`` that are candidate c.
    """

    document: AnnotatedDocument
    tensors: DocumentFeatures
    candidates: tuple[str, ...]
    occurrences: tuple[Occurrence, ...]
    occurrences_of: tuple[NDArray[np.int64], ...]


@dataclass(frozen=True, slots=True)
class _Text:
    """A document's text as tokens of the encoder.

    windows: ids of each window. step_tokens: for each step, its tokens' positions in the windows
    laid end to end. offsets: for each step, its tokens' characters ``[start, end)`` in the step.
    """

    windows: tuple[NDArray[np.int64], ...]
    step_tokens: tuple[NDArray[np.int64], ...]
    offsets: tuple[Sequence[tuple[int, int]], ...]

    def positions(self, step: int, start: int, end: int) -> NDArray[np.int64]:
        """Return the positions of a step's tokens that share a character with ``[start, end)``."""
        covered = _covered(self.offsets[step - 1], start, end)
        return self.step_tokens[step - 1][covered.start : covered.stop]

    def covering(
        self, step: int, starts: Sequence[int], ends: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        """Return a step's first token that ends after each start, its last that begins before each
        end."""
        offsets = np.array(self.offsets[step - 1])
        firsts = np.searchsorted(offsets[:, 1], starts, side="right")
        lasts = np.searchsorted(offsets[:, 0], ends, side="left") - 1
        return firsts.tolist(), lasts.tolist()


@dataclass(frozen=True, slots=True)
class _LocatedOccurrence:
    """A candidate location with the positions of its first and last token.

    ``char_end`` is that of its last word in the step's text.
    """

    occurrence: Occurrence
    first: int
    last: int
    char_end: int


def features(
    documents: Sequence[AnnotatedDocument],
    *,
    tokenizer: Tokenizer,
    table: PlaceTable,
    grids: Sequence[Grid] | None = None,
    wording: Wording = "training",
) -> list[Features]:
    """Turn documents into tensors, with training targets if there are ``grids``.

    ``wording`` decides which places can be candidates, as `candidates.occurrences` describes.
    With targets, a document's own locations are taken out of the table's counts, or training would
    read its answers there.
    """
    return [
        _features(document, tokenizer, table, None if grids is None else grids[order], wording)
        for order, document in enumerate(documents)
    ]


def _features(
    document: AnnotatedDocument,
    tokenizer: Tokenizer,
    table: PlaceTable,
    grid: Grid | None,
    wording: Wording,
) -> Features:
    queries = [_query(entity.aliases, tokenizer) for entity in document.entities]
    longest_query = max((len(query) for query in queries), default=0)
    text = _text(document, tokenizer, room=MAX_POSITIONS - 3 - longest_query)
    located = _locate_occurrences(document, text, wording)
    kept = tuple(item.occurrence for item in located)
    candidates = ("", *dict.fromkeys(occurrence.key for occurrence in kept))
    number = {key: order for order, key in enumerate(candidates)}
    own_places = set() if grid is None else {_location_key(place) for place in _stated(grid)}
    frequency = [0] + [
        table.bucket_of_kind(key)
        if wording == "text"
        else table.bucket(key, without=int(key in own_places))
        for key in candidates[1:]
    ]
    steps = np.array([occurrence.step for occurrence in kept], np.int64)
    char_ends = np.array([item.char_end for item in located], np.int64)
    tensors = DocumentFeatures(
        text.windows,
        text.step_tokens,
        np.array([item.first for item in located], np.int64),
        np.array([item.last for item in located], np.int64),
        steps,
        np.array([number[occurrence.key] for occurrence in kept], np.int64),
        np.array(frequency, np.int64),
        tuple(
            _entity_features(
                text,
                mentions,
                own=_own(steps, char_ends, mentions),
                query=query,
                targets=(None, None) if grid is None else targets(grid.tracks[order], number),
            )
            for order, (mentions, query) in enumerate(zip(document.mentions, queries, strict=True))
        ),
    )
    return Features(document, tensors, candidates, kept, _by_candidate(tensors))


def _text(document: AnnotatedDocument, tokenizer: Tokenizer, *, room: int) -> _Text:
    pieces = [_pieces(step.text, tokenizer) for step in document.document.steps]
    windows, step_tokens = _windows([ids for ids, _ in pieces], room)
    return _Text(tuple(windows), tuple(step_tokens), tuple(offsets for _, offsets in pieces))


def _locate_occurrences(
    document: AnnotatedDocument, text: _Text, wording: Wording
) -> list[_LocatedOccurrence]:
    """Return the document's candidate locations that the encoder has tokens for."""
    located = []
    for step, tokens in enumerate(document.tokens, 1):
        offset = document.document.steps[step - 1].char_start
        starts = [token.char_start - offset for token in tokens]
        ends = [token.char_end - offset for token in tokens]
        firsts, lasts = text.covering(step, starts, ends)
        positions = text.step_tokens[step - 1].tolist()
        for occurrence in occurrences(tokens, step=step, wording=wording):
            first, last = firsts[occurrence.first], lasts[occurrence.last]
            if first <= last:
                located.append(
                    _LocatedOccurrence(
                        occurrence, positions[first], positions[last], ends[occurrence.last]
                    )
                )
    return located


def _entity_features(
    text: _Text,
    mentions: Sequence[Mention],
    *,
    own: NDArray[np.bool_],
    query: NDArray[np.int64],
    targets: tuple[NDArray[np.int64] | None, NDArray[np.int64] | None],
) -> EntityFeatures:
    mentioned = np.zeros(sum(map(len, text.windows)), np.bool_)
    for mention in mentions:
        mentioned[text.positions(mention.step, mention.char_start, mention.char_end)] = True
    return EntityFeatures(query, mentioned, own, *targets)


def _by_candidate(tensors: DocumentFeatures) -> tuple[NDArray[np.int64], ...]:
    order = np.argsort(tensors.occurrence_candidate, kind="stable")
    ends = np.cumsum(np.bincount(tensors.occurrence_candidate, minlength=tensors.n_candidates))
    return tuple(np.split(order, ends[:-1]))


def targets(track: Track, number: dict[str, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the tag of each step and the candidate of each state, as EntityFeatures has them.

    ``number`` is that of each candidate, by its key.
    """
    tags, existed = [], track.locations[0] != NOWHERE
    for step in range(1, track.n_steps + 1):
        tags.append(TAGS.index(_tag(track, step, existed=existed)))
        existed = existed or track.locations[step] != NOWHERE
    candidates = [_target_candidate(place, number) for place in track.locations]
    return np.array(tags), np.array(candidates)


def _tag(track: Track, step: int, *, existed: bool) -> str:
    change = track.change_at(step)
    if change is not Change.NONE:
        return _CHANGE_TAGS[change]
    if track.locations[step] != NOWHERE:
        return "stays"
    return "gone" if existed else "not yet"


def _target_candidate(place: Location, number: dict[str, int]) -> int:
    """-1 where the entity does not exist, 0 for an unstated place, -2 if it is no candidate."""
    if place == NOWHERE:
        return -1
    if place == SOMEWHERE:
        return 0
    return number.get(_location_key(place), -2)


def _windows(
    steps: Sequence[NDArray[np.int64]], room: int
) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """Cut steps (token ids) into windows of at most ``room`` tokens, overlapping by a quarter.

    Returns the windows and, for each step, its tokens' positions in the windows laid end to end:
    in the window that shows most of its surroundings. A step longer than a window is cut itself.
    """
    ids = np.concatenate(steps)
    ends = np.cumsum([len(step) for step in steps])
    starts = np.concatenate([[0], ends[:-1]])
    if len(ids) <= room:
        return [ids], [np.arange(a, b) for a, b in zip(starts, ends, strict=True)]
    cuts = _window_bounds(starts, ends, room)
    sizes = np.cumsum([0] + [b - a for a, b in cuts])
    where = np.full(len(ids), -1)
    best = np.full(len(ids), -1)
    for order, (a, b) in enumerate(cuts):
        inside = np.arange(a, b)
        # how much of the surroundings the window shows; text's own ends are no loss
        left = np.where(a == 0, room, inside - a)
        right = np.where(b == len(ids), room, b - 1 - inside)
        surroundings = np.minimum(left, right)
        better = surroundings > best[a:b]
        best[a:b][better] = surroundings[better]
        where[a:b][better] = (sizes[order] + inside - a)[better]
    return [ids[a:b] for a, b in cuts], [where[a:b] for a, b in zip(starts, ends, strict=True)]


def _window_bounds(
    starts: NDArray[np.int64], ends: NDArray[np.int64], room: int
) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    n_tokens, first = int(ends[-1]), 0
    while True:
        end = min(first + room, n_tokens)
        if end < n_tokens:
            whole = ends[(ends <= end) & (ends > first)]
            end = int(whole[-1]) if len(whole) else end
        bounds.append((first, end))
        if end == n_tokens:
            return bounds
        back = end - room // 4
        whole = starts[(starts >= back) & (starts <= end) & (starts > first)]
        first = int(whole[0]) if len(whole) else end


def _pieces(text: str, tokenizer: Tokenizer) -> tuple[NDArray[np.int64], Sequence[tuple[int, int]]]:
    """Ids and offsets. A text of nothing that the encoder has pieces for is one unknown piece."""
    encoded = tokenizer.encode(text, add_special_tokens=False)
    if not encoded.ids:
        return np.array([tokenizer.token_to_id("[UNK]")]), [(0, len(text))]
    return np.array(encoded.ids), encoded.offsets


def _query(aliases: Iterable[str], tokenizer: Tokenizer) -> NDArray[np.int64]:
    """Token ids of the paper's query, "Where is E located?", in few words; long names are cut."""
    text = f"where is {' or '.join(aliases)} ?"
    return np.array(tokenizer.encode(text, add_special_tokens=False).ids[:64])


def _covered(offsets: Sequence[tuple[int, int]], start: int, end: int) -> range:
    """Return the tokens, in order of ``offsets``, that share a character with ``[start, end)``."""
    first = bisect_right(offsets, start, key=itemgetter(1))
    return range(first, bisect_left(offsets, end, lo=first, key=itemgetter(0)))


def _own(
    steps: NDArray[np.int64], char_ends: NDArray[np.int64], mentions: Sequence[Mention]
) -> NDArray[np.bool_]:
    """Return True for each occurrence that is part of a mention of the entity itself.

    steps, char_ends: (occurrence,), in order of the steps.
    """
    own = np.zeros(len(steps), np.bool_)
    for mention in mentions:
        first, last = np.searchsorted(steps, (mention.step, mention.step + 1))
        ends = char_ends[first:last]
        own[first:last] |= (mention.char_start < ends) & (ends <= mention.char_end)
    return own


def _stated(grid: Grid) -> set[Location]:
    return {place for track in grid.tracks for place in track.locations if place.kind == "stated"}


def _location_key(place: Location) -> str:
    return place_key(place.text.split())
