"""The default reader's scores of entities, decoded to grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import torch

from kgmodel.default.chain import (
    BestTracks,
    ChainScores,
    Floats,
    Marginals,
    joined,
    marginals,
)
from kgmodel.default.decode import DecodeSettings, apply_temperatures, best_grid
from kgmodel.default.features import TAGS
from kgmodel.default.model import DefaultReader, Scores
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change, Evidence, Grid, Location, Track
from pipeline.inference.candidates import PlaceTable, one_wording
from pipeline.inference.default_features import Features
from pipeline.inference.wordings import in_the_texts_words, steady

__all__ = ["ScoredEntities", "grids_of"]

MOST_GATHERED = 2**20  # scores of places that are kept until they are decoded together
MOST_CELLS = 2**18  # (entity, state, candidate) decoded in one go: what a processor's caches hold

_CHANGES = {
    "created": Change.CREATE,
    "moves": Change.MOVE,
    "destroyed": Change.DESTROY,
}
_KINDS = tuple(_CHANGES.get(tag, Change.NONE) for tag in TAGS)


@dataclass(frozen=True, slots=True)
class ScoredEntities:
    """Some entities of one document, by their numbers, and the scores of each in that order.

    ``row`` is the document's place among the features that were scored.
    """

    row: int
    entities: tuple[int, ...]
    scores: Scores

    @property
    def n_states(self) -> int:
        return int(self.scores.places.shape[1])

    @property
    def n_candidates(self) -> int:
        return int(self.scores.places.shape[2])


@dataclass(frozen=True, slots=True)
class _Decoded:
    """What decoding makes of some entities: the best tracks, and the probabilities."""

    best: BestTracks
    certain: Marginals
    exists: Floats
    changes: dict[Change, Floats]

    def part(self, rows: slice) -> _Decoded:
        return _Decoded(
            BestTracks(self.best.tags[rows], self.best.places[rows]),
            Marginals(self.certain.tags[rows], self.certain.places[rows]),
            self.exists[rows],
            {change: values[rows] for change, values in self.changes.items()},
        )


def grids_of(
    scores: Iterable[ScoredEntities],
    ready: Sequence[Features],
    network: DefaultReader,
    table: PlaceTable | None,
    *,
    decoding: DecodeSettings,
) -> list[Grid]:
    """Decode each document: the best track of each entity, and how sure it is.

    ``ready`` are the features that were scored. Places have the table's wordings, or without one
    the words of the text.
    """
    tracks: list[list[Track]] = [[] for _ in ready]
    for gathered in _gathered(scores):
        for scored, decoded in _decode(gathered, network, decoding):
            tracks[scored.row] += _tracks(scored, decoded, ready[scored.row], table)
    return [
        Grid(document.tensors.n_steps, tuple(of_document))
        for document, of_document in zip(ready, tracks, strict=True)
    ]


def _gathered(scores: Iterable[ScoredEntities]) -> Iterator[list[ScoredEntities]]:
    """Gather entities to decode at once, which is faster than one document after the other."""
    gathered, n_scores = [], 0
    for scored in scores:
        gathered.append(scored)
        n_scores += scored.scores.occurrences.numel()
        if n_scores > MOST_GATHERED:
            yield gathered
            gathered, n_scores = [], 0
    yield gathered


@torch.inference_mode()
def _decode(
    scored: Sequence[ScoredEntities], network: DefaultReader, decoding: DecodeSettings
) -> list[tuple[ScoredEntities, _Decoded]]:
    """Decode documents of one length together; the entities of each document in their order."""
    start = network.chain.start.double().cpu().numpy()
    transitions = network.chain.transitions.double().cpu().numpy()
    result = []
    for together in _of_one_length(scored):
        chain = joined(
            [
                ChainScores(
                    each.scores.tags.double().numpy(),
                    start,
                    transitions,
                    each.scores.places.double().numpy(),
                )
                for each in together
            ]
        )
        decoded, first = _decode_chain(chain, decoding), 0
        for each in together:
            last = first + len(each.entities)
            result.append((each, decoded.part(slice(first, last))))
            first = last
    return sorted(result, key=lambda pair: (pair[0].row, pair[0].entities))


def _of_one_length(scored: Sequence[ScoredEntities]) -> Iterator[list[ScoredEntities]]:
    """Yield those with as many states, similar in their number of candidates."""
    order = sorted(scored, key=lambda each: (each.n_states, each.n_candidates))
    for n_states, of_length in groupby(order, key=lambda each: each.n_states):
        together: list[ScoredEntities] = []
        n_entities = 0
        for each in of_length:
            n_entities += len(each.entities)
            if together and n_entities * n_states * each.n_candidates > MOST_CELLS:
                yield together
                together, n_entities = [], len(each.entities)
            together.append(each)
        yield together


def _decode_chain(chain: ChainScores, decoding: DecodeSettings) -> _Decoded:
    best = best_grid(
        chain, unstated_cost=decoding.unstated_cost, change_weight=decoding.change_weight
    )
    certain = marginals(apply_temperatures(chain, decoding.temperatures))
    exists = certain.places.sum(axis=2).clip(0.0, 1.0)
    return _Decoded(best, certain, exists, _change_probabilities(certain.tags))


def _change_probabilities(tags: Floats) -> dict[Change, Floats]:
    """Sum the probabilities of tags (entity, step, tag) into those of changes (entity, step)."""
    summed = {change: np.zeros(tags.shape[:2]) for change in Change}
    for order, change in enumerate(_KINDS):
        summed[change] += tags[:, :, order]
    return {change: value.clip(0.0, 1.0) for change, value in summed.items()}


def _tracks(
    scored: ScoredEntities, decoded: _Decoded, document: Features, table: PlaceTable | None
) -> list[Track]:
    named = _NamedPlaces(document, table)
    occurrences = scored.scores.occurrences.numpy()
    likely = _location_probabilities(decoded)
    tracks = []
    for row, entity in enumerate(scored.entities):
        chosen, tags = decoded.best.places[row].tolist(), decoded.best.tags[row].tolist()
        named_states = [
            named.place(candidate, occurrences[row, state])
            for state, candidate in enumerate(chosen)
        ]
        places = [place for place, _ in named_states]
        stated = tuple(evidence for _, evidence in named_states)
        tracks.append(
            Track(
                document.document.entities[entity],
                one_wording(places) if table is not None else tuple(steady(places, chosen)),
                tuple(likely[row].tolist()),
                tuple(decoded.exists[row].tolist()),
                tuple(
                    float(decoded.changes[_KINDS[tag]][row, step]) for step, tag in enumerate(tags)
                ),
                stated,
                tuple(
                    _change_evidence(document.document, entity, step, TAGS[tag], stated[step])
                    for step, tag in enumerate(tags, 1)
                ),
            )
        )
    return tracks


def _location_probabilities(decoded: _Decoded) -> Floats:
    """The probability of each chosen location, or of not existing: (entity, state)."""
    places = decoded.best.places
    chosen = np.take_along_axis(decoded.certain.places, places.clip(0)[:, :, None], axis=2)
    likely = np.where(places < 0, 1.0 - decoded.exists, chosen.squeeze(2))
    return likely.clip(0.0, 1.0)


class _NamedPlaces:
    """The names of a document's candidate locations, each made once."""

    def __init__(self, document: Features, table: PlaceTable | None) -> None:
        self._document, self._table = document, table
        self._stated: dict[int, tuple[Location, Evidence]] = {}

    def place(self, candidate: int, scores: Floats) -> tuple[Location, Evidence | None]:
        """A candidate's location, and its likeliest occurrence; scores are "unstated", then
        theirs."""
        if candidate < 0:
            return NOWHERE, None
        if candidate == 0:
            return SOMEWHERE, None
        rows = self._document.occurrences_of[candidate]
        occurrence = int(rows[int(scores[rows + 1].argmax())])
        if occurrence not in self._stated:
            self._stated[occurrence] = self._named(occurrence)
        return self._stated[occurrence]

    def _named(self, number: int) -> tuple[Location, Evidence]:
        occurrence = self._document.occurrences[number]
        document = self._document.document
        offset = document.document.steps[occurrence.step - 1].char_start
        tokens = document.tokens[occurrence.step - 1]
        start = tokens[occurrence.first].char_start - offset
        end = tokens[occurrence.last].char_end - offset
        if self._table is not None:
            text = self._table.wordings.get(occurrence.key, occurrence.text)
        else:
            text = in_the_texts_words(document, occurrence.step, occurrence.first, occurrence.last)
        return Location(text), Evidence(occurrence.step, start, end)


def _change_evidence(
    document: AnnotatedDocument, entity: int, step: int, tag: str, stated: Evidence | None
) -> Evidence | None:
    """The evidence of a move is its destination, where this step states it; of any other change it
    is a mention of the entity."""
    if tag not in _CHANGES:
        return None
    if tag == "moves" and stated is not None and stated.step == step:
        return stated
    for mention in document.mentions[entity]:
        if mention.step == step:
            return Evidence(step, mention.char_start, mention.char_end)
    return Evidence(step)
