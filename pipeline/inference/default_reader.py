"""The default reader on documents: features in, scores, and the best tracks under them out."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from kgmodel.checkpoint import load_weights
from kgmodel.default.chain import ChainScores, marginals
from kgmodel.default.decode import DecodeSettings, apply_temperatures, best_grid
from kgmodel.default.features import TAGS, collate
from kgmodel.default.model import DefaultReader, DefaultSettings, Scores
from kgmodel.default.split_encoder import freeze_for_inference
from kgmodel.default.train import restore_weights
from kgmodel.device import most_tokens
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change, Evidence, Grid, Location, Track
from pipeline.inference.candidates import PlaceTable, one_wording
from pipeline.inference.default_features import Features, features
from pipeline.inference.wordings import Wording, in_the_texts_words, one_name_each, steady

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["DefaultNetwork", "ScoredEntities", "read_features", "score_features", "tracks_of"]

_CHANGES = {
    "created": Change.CREATE,
    "moves": Change.MOVE,
    "destroyed": Change.DESTROY,
}


@dataclass(frozen=True, slots=True)
class DefaultNetwork:
    """The default reader with the tokenizer and the table of places it was trained with.

    ``decoding`` has the temperatures that make its probabilities those of being right
    (``benchmarks/calibration.py``).
    """

    reader: DefaultReader
    tokenizer: Tokenizer
    table: PlaceTable
    decoding: DecodeSettings

    @classmethod
    def load(
        cls, folder: Path, config: Mapping[str, Any], *, encoder: Path, device: torch.device
    ) -> DefaultNetwork:
        base = load_encoder(encoder, expected=config["encoder"])
        reader = DefaultReader(base, DefaultSettings(**config["settings"]))
        restore_weights(reader, load_weights(folder, config))
        table = PlaceTable.load(folder / "places.json")
        decoding = DecodeSettings.from_config(config)
        freeze_for_inference(reader.encoder, device)
        return cls(reader.eval().to(device), load_tokenizer(encoder), table, decoding)

    def read(
        self, documents: Sequence[AnnotatedDocument], *, wording: Wording = "text"
    ) -> list[Grid]:
        ready = features(documents, tokenizer=self.tokenizer, table=self.table, wording=wording)
        table = self.table if wording == "training" else None
        return read_features(ready, self.reader, table, decoding=self.decoding)


@dataclass(frozen=True, slots=True)
class ScoredEntities:
    """Some entities of one document, by their numbers, and the scores of each in that order.

    ``row`` is the document's place among the features that were scored.
    """

    row: int
    entities: tuple[int, ...]
    scores: Scores


def read_features(
    ready: Sequence[Features],
    network: DefaultReader,
    table: PlaceTable | None,
    *,
    decoding: DecodeSettings,
    n_threads: int | None = None,
) -> list[Grid]:
    """Run the network over features, bucketed by length, and decode each document.

    Places have the table's wordings, or without one the words of the text.
    """
    tracks: list[list[Track]] = [[] for _ in ready]
    for scored in score_features(ready, network, n_threads=n_threads):
        tracks[scored.row] += tracks_of(
            scored, ready[scored.row], network, table, decoding=decoding
        )
    grids = [
        Grid(document.tensors.n_steps, tuple(of_document))
        for document, of_document in zip(ready, tracks, strict=True)
    ]
    if table is not None:
        return grids
    return [
        one_name_each(grid, document.document) for grid, document in zip(grids, ready, strict=True)
    ]


def score_features(
    ready: Sequence[Features], network: DefaultReader, *, n_threads: int | None = None
) -> Iterator[ScoredEntities]:
    """Yield the network's scores: documents in no order, the entities of each in theirs.

    On a CPU each core scores buckets of its own: two cores that share one bucket's matrices wait
    for each other at every layer (15 % of the time), and documents are decoded meanwhile. Only in
    the main thread: in an ingest other stages use the other cores (9 % slower, 0.1 GB more).
    ``n_threads`` is by default as many as torch uses.
    """
    device = next(network.parameters()).device
    limits = network.limits
    buckets = [
        bucket
        for rows in _rows_by_length(ready, device)
        for bucket in _buckets(
            rows, ready, limits.max_tokens or most_tokens(device), limits.max_scores
        )
    ]
    alone = device.type == "cpu" and threading.current_thread() is threading.main_thread()
    n_threads = (n_threads or torch.get_num_threads()) if alone else 1
    if min(len(buckets), n_threads) < 2:
        for rows in buckets:
            yield from _score_bucket(rows, ready, network)
        return
    with ThreadPoolExecutor(
        n_threads, "score", initializer=torch.set_num_threads, initargs=(1,)
    ) as pool:
        score = partial(_score_bucket, ready=ready, network=network)
        for scored in pool.map(score, buckets):
            yield from scored


@torch.inference_mode()
def _score_bucket(
    rows: Sequence[int], ready: Sequence[Features], network: DefaultReader
) -> list[ScoredEntities]:
    device = next(network.parameters()).device
    batch = collate([ready[row].tensors for row in rows]).to(device)
    owners = [(row, entity) for row in rows for entity in range(len(ready[row].document.entities))]
    encoded, scored = network.read(batch), []
    for pairs in network.score_slices(batch):
        scores = network.score(encoded, batch, pairs)
        first = 0
        for row, group in groupby(owners[pairs], key=itemgetter(0)):
            entities = tuple(entity for _, entity in group)
            last = first + len(entities)
            part = _part(scores, ready[row], slice(first, last))
            scored.append(ScoredEntities(row, entities, part))
            first = last
    return scored


def _rows_by_length(ready: Sequence[Features], device: torch.device) -> list[list[int]]:
    """Group the rows that may share a bucket, the shortest documents first.

    On a CPU they are those that are padded to the lengths they have alone: then the encoder gives a
    document the same numbers in every batch; with other padding, probabilities differ by up to
    0.005 in bf16. A GPU's depend on the batch anyway, and it is faster with few large buckets.
    """
    if device.type != "cpu":
        length = [max(map(len, document.tensors.windows)) for document in ready]
        return [sorted(range(len(ready)), key=length.__getitem__)]
    lengths = [document.tensors.padded_lengths for document in ready]
    order = sorted(range(len(ready)), key=lengths.__getitem__)
    return [list(rows) for _, rows in groupby(order, key=lengths.__getitem__)]


def _buckets(
    rows: Sequence[int], ready: Sequence[Features], max_tokens: int, max_scores: int
) -> Iterator[list[int]]:
    """Cut rows into buckets within both limits; a document beyond a limit has one of its own."""
    bucket: list[int] = []
    for row in rows:
        members = [ready[member] for member in (*bucket, row)]
        if bucket and not _fit(members, max_tokens, max_scores):
            yield bucket
            bucket = []
        bucket.append(row)
    if bucket:
        yield bucket


def _fit(bucket: Sequence[Features], max_tokens: int, max_scores: int) -> bool:
    tokens = sum(document.tensors.n_tokens for document in bucket)
    pairs = sum(len(document.tensors.entities) for document in bucket)
    states = max(document.tensors.n_steps + 1 for document in bucket)
    occurrences = max(len(document.occurrences) for document in bucket)
    return tokens <= max_tokens and pairs * states * occurrences <= max_scores


def _part(scores: Scores, document: Features, pairs: slice) -> Scores:
    """The scores of some pairs of one document, without padding, in float32 on the CPU."""
    n_states = document.tensors.n_steps + 1
    return Scores(
        scores.tags[pairs, : n_states - 1].float().cpu(),
        scores.places[pairs, :n_states, : document.tensors.n_candidates].float().cpu(),
        scores.occurrences[pairs, :n_states, : len(document.occurrences) + 1].float().cpu(),
    )


@torch.inference_mode()
def tracks_of(
    scored: ScoredEntities,
    document: Features,
    network: DefaultReader,
    table: PlaceTable | None,
    *,
    decoding: DecodeSettings,
) -> list[Track]:
    """Decode some entities of a document: the best track of each, and how sure it is."""
    scores = scored.scores
    chain = ChainScores(
        scores.tags.double().numpy(),
        network.chain.start.double().cpu().numpy(),
        network.chain.transitions.double().cpu().numpy(),
        scores.places.double().numpy(),
    )
    decoded = best_grid(
        chain, unstated_cost=decoding.unstated_cost, change_weight=decoding.change_weight
    )
    certain = marginals(apply_temperatures(chain, decoding.temperatures))
    exists = certain.places.sum(axis=2).clip(0.0, 1.0)
    changes = _change_probabilities(certain.tags)
    tracks = []
    for row, entity in enumerate(scored.entities):
        places, probabilities, stated = [], [], []
        chosen = decoded.places[row].tolist()
        for state, candidate in enumerate(chosen):
            likely = (
                1.0 - exists[row, state] if candidate < 0 else certain.places[row, state, candidate]
            )
            place, evidence = _place(document, candidate, scores.occurrences[row, state], table)
            places.append(place)
            probabilities.append(float(np.clip(likely, 0.0, 1.0)))
            stated.append(evidence)
        tags = [TAGS[tag] for tag in decoded.tags[row]]
        tracks.append(
            Track(
                document.document.entities[entity],
                one_wording(places) if table is not None else tuple(steady(places, chosen)),
                tuple(probabilities),
                tuple(exists[row].tolist()),
                tuple(float(changes[_kind(tag)][row, step]) for step, tag in enumerate(tags)),
                tuple(stated),
                tuple(
                    _change_evidence(document.document, entity, step, tag, stated[step])
                    for step, tag in enumerate(tags, 1)
                ),
            )
        )
    return tracks


def _kind(tag: str) -> Change:
    return _CHANGES.get(tag, Change.NONE)


def _change_probabilities(tags: np.ndarray) -> dict[Change, np.ndarray]:
    """Sum the probabilities of tags (entity, step, tag) into those of changes (entity, step)."""
    summed = {change: np.zeros(tags.shape[:2]) for change in Change}
    for order, tag in enumerate(TAGS):
        summed[_kind(tag)] += tags[:, :, order]
    return {change: value.clip(0.0, 1.0) for change, value in summed.items()}


def _place(
    document: Features, candidate: int, scores: torch.Tensor, table: PlaceTable | None
) -> tuple[Location, Evidence | None]:
    """A candidate's location, and its likeliest occurrence; scores are "unstated", then theirs."""
    if candidate < 0:
        return NOWHERE, None
    if candidate == 0:
        return SOMEWHERE, None
    rows = document.occurrences_of[candidate]
    occurrence = document.occurrences[int(rows[int(scores[rows + 1].argmax())])]
    offset = document.document.document.steps[occurrence.step - 1].char_start
    tokens = document.document.tokens[occurrence.step - 1]
    start = tokens[occurrence.first].char_start - offset
    end = tokens[occurrence.last].char_end - offset
    if table is not None:
        text = table.wordings.get(occurrence.key, occurrence.text)
    else:
        text = in_the_texts_words(
            document.document, occurrence.step, occurrence.first, occurrence.last
        )
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
