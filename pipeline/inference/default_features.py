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


def features(
    documents: Sequence[AnnotatedDocument],
    *,
    tokenizer: Tokenizer,
    table: PlaceTable,
    grids: Sequence[Grid] | None = None,
) -> list[Features]:
    """Turn documents into tensors, with training targets where ``grids`` are given.

    With targets, a document's own locations are taken out of the table's counts, or training would
    read its answers there.
    """
    return [
        _features(document, tokenizer, table, None if grids is None else grids[order])
        for order, document in enumerate(documents)
    ]


def _features(
    document: AnnotatedDocument, tokenizer: Tokenizer, table: PlaceTable, grid: Grid | None
) -> Features:
    pieces = [_pieces(step.text, tokenizer) for step in document.document.steps]
    queries = [_query(entity.aliases, tokenizer) for entity in document.entities]
    room = MAX_POSITIONS - 3 - max((len(query) for query in queries), default=0)
    windows, step_tokens = _windows([ids for ids, _ in pieces], room)
    offsets = [of_step for _, of_step in pieces]
    found = [
        one
        for order, tokens in enumerate(document.tokens)
        for one in occurrences(tokens, step=order + 1)
    ]
    firsts, lasts, kept = [], [], []
    for one in found:
        tokens = document.tokens[one.step - 1]
        offset = document.document.steps[one.step - 1].char_start
        covered = _covered(
            offsets[one.step - 1],
            tokens[one.first].char_start - offset,
            tokens[one.last].char_end - offset,
        )
        if covered:
            firsts.append(step_tokens[one.step - 1][covered[0]])
            lasts.append(step_tokens[one.step - 1][covered[-1]])
            kept.append(one)
    candidates = ("", *dict.fromkeys(one.key for one in kept))
    number = {key: order for order, key in enumerate(candidates)}
    own_places = set() if grid is None else {_location_key(place) for place in _stated(grid)}
    frequency = [0] + [table.bucket(key, without=int(key in own_places)) for key in candidates[1:]]
    n_positions = sum(map(len, windows))
    entities = []
    for order, mentions in enumerate(document.mentions):
        mentioned = np.zeros(n_positions, np.bool_)
        for mention in mentions:
            covered = _covered(offsets[mention.step - 1], mention.char_start, mention.char_end)
            mentioned[[step_tokens[mention.step - 1][token] for token in covered]] = True
        tags, places = (None, None) if grid is None else targets(grid.tracks[order], number)
        entities.append(
            EntityFeatures(
                queries[order],
                mentioned,
                _own(document, kept, mentions),
                tags,
                places,
            )
        )
    tensors = DocumentFeatures(
        tuple(windows),
        tuple(step_tokens),
        np.array(firsts, np.int64),
        np.array(lasts, np.int64),
        np.array([one.step for one in kept], np.int64),
        np.array([number[one.key] for one in kept], np.int64),
        np.array(frequency, np.int64),
        tuple(entities),
    )
    return Features(document, tensors, candidates, tuple(kept), _by_candidate(tensors))


def _by_candidate(tensors: DocumentFeatures) -> tuple[NDArray[np.int64], ...]:
    order = np.argsort(tensors.occurrence_candidate, kind="stable")
    ends = np.cumsum(np.bincount(tensors.occurrence_candidate, minlength=tensors.n_candidates))
    return tuple(np.split(order, ends[:-1]))


def targets(track: Track, number: dict[str, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Tags of each step and candidate numbers of each state, as EntityFeatures describes them."""
    tags, existed = [], track.locations[0] != NOWHERE
    for step in range(1, track.n_steps + 1):
        change = track.change_at(step)
        if change is not Change.NONE:
            tags.append(_CHANGE_TAGS[change])
        elif track.locations[step] != NOWHERE:
            tags.append("stays")
        else:
            tags.append("gone" if existed else "not yet")
        existed = existed or track.locations[step] != NOWHERE
    places = [
        -1
        if place == NOWHERE
        else 0
        if place == SOMEWHERE
        else number.get(_location_key(place), -2)
        for place in track.locations
    ]
    return np.array([TAGS.index(tag) for tag in tags]), np.array(places)


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
        seen = np.minimum(left, right)
        better = seen > best[a:b]
        best[a:b][better] = seen[better]
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
    """The tokens, in order of ``offsets``, that share a character with ``[start, end)``."""
    first = bisect_right(offsets, start, key=itemgetter(1))
    return range(first, bisect_left(offsets, end, lo=first, key=itemgetter(0)))


def _own(
    document: AnnotatedDocument, found: Sequence[Occurrence], mentions: Sequence[Mention]
) -> NDArray[np.bool_]:
    by_step: dict[int, list[Mention]] = {}
    for mention in mentions:
        by_step.setdefault(mention.step, []).append(mention)
    own = np.zeros(len(found), np.bool_)
    for order, one in enumerate(found):
        tokens = document.tokens[one.step - 1]
        offset = document.document.steps[one.step - 1].char_start
        last = tokens[one.last]
        own[order] = any(
            mention.char_start < last.char_end - offset <= mention.char_end
            for mention in by_step.get(one.step, ())
        )
    return own


def _stated(grid: Grid) -> set[Location]:
    return {place for track in grid.tracks for place in track.locations if place.kind == "stated"}


def _location_key(place: Location) -> str:
    return place_key(place.text.split())
