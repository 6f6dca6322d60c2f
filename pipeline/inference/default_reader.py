"""The default reader on documents: features in, scores, and the best tracks under them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from kgmodel.cancellation import check_cancelled
from kgmodel.checkpoint import load_weights
from kgmodel.cores import each_on_a_core, on_one_core
from kgmodel.default.decode import DecodeSettings
from kgmodel.default.features import PairBatch, collate
from kgmodel.default.model import DefaultReader, DefaultSettings, Scores
from kgmodel.default.shipped_weights import restore_weights
from kgmodel.device import most_tokens
from kgmodel.packed_layers import can_pack, is_packed
from kgmodel.parts import in_parts_that_fit
from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.inference.candidates import PlaceTable
from pipeline.inference.default_features import Features, features
from pipeline.inference.default_grids import ScoredEntities, grids_of
from pipeline.inference.wordings import Wording, one_name_each

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["DefaultNetwork", "read_features", "restored_reader", "score_features"]


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
        reader = restored_reader(folder, config, encoder=encoder)
        return cls.of(reader, folder, config, tokenizer=load_tokenizer(encoder), device=device)

    @classmethod
    def of(
        cls,
        reader: DefaultReader,
        folder: Path,
        config: Mapping[str, Any],
        *,
        tokenizer: Tokenizer,
        device: torch.device,
    ) -> DefaultNetwork:
        """A reader that was not frozen yet, with the rest of what its folder holds."""
        table = PlaceTable.load(folder / "places.json")
        decoding = DecodeSettings.from_config(config)
        reader.freeze_for_inference(device)
        return cls(reader.eval().to(device), tokenizer, table, decoding)

    def read(
        self, documents: Sequence[AnnotatedDocument], *, wording: Wording = "text"
    ) -> list[Grid]:
        ready = features(documents, tokenizer=self.tokenizer, table=self.table, wording=wording)
        table = self.table if wording == "training" else None
        return read_features(ready, self.reader, table, decoding=self.decoding)


def restored_reader(folder: Path, config: Mapping[str, Any], *, encoder: Path) -> DefaultReader:
    """The reader of a checkpoint in float32, as it was trained: not frozen for inference yet."""
    base = load_encoder(encoder, expected=config["encoder"])
    reader = DefaultReader(base, DefaultSettings(**config["settings"]))
    restore_weights(reader, load_weights(folder, config))
    return reader


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
    scores = score_features(ready, network, n_threads=n_threads)
    grids = grids_of(scores, ready, network, table, decoding=decoding)
    if table is not None:
        return grids
    return [
        one_name_each(grid, document.document) for grid, document in zip(grids, ready, strict=True)
    ]


def score_features(
    ready: Sequence[Features], network: DefaultReader, *, n_threads: int | None = None
) -> Iterator[ScoredEntities]:
    """Yield the network's scores: documents in no order, the entities of each in theirs.

    ``n_threads`` is as ``each_on_a_core`` takes it.
    """
    device = next(network.parameters()).device
    limits, packed = network.limits, is_packed(network.encoder)
    buckets = [
        bucket
        for rows in _rows_by_length(ready, device, packed=packed)
        for bucket in _buckets(
            rows, ready, limits.max_tokens or most_tokens(device), limits.max_scores
        )
    ]
    score = partial(in_parts_that_fit, partial(_score_bucket, ready=ready, network=network))
    for scored in each_on_a_core(score, buckets, device=device, n_threads=n_threads):
        check_cancelled()
        yield from scored


@torch.inference_mode()
def _score_bucket(
    rows: Sequence[int], ready: Sequence[Features], network: DefaultReader
) -> list[ScoredEntities]:
    """Encode documents together, and read each alone on a CPU.

    There the encoder gives a document the same numbers in every batch, and what is above it does
    not: they differ by a millionth, which shows now and then in whatever they are rounded to. That
    costs 6 % of the time.
    """
    device = next(network.parameters()).device
    if device.type == "cpu" and can_pack(device) and len(rows) > 1:
        batches = [collate([ready[row].tensors]) for row in rows]
        if is_packed(network.encoder):
            encoded = network.encode_together(batches)
        else:
            together = collate([ready[row].tensors for row in rows])
            sizes = [len(batch.window) for batch in batches]
            encoded = list(torch.split(network.encode(together, network.texts(together)), sizes))
        return [
            part
            for row, batch, tokens in zip(rows, batches, encoded, strict=True)
            for part in _score([row], ready, network, batch, tokens)
        ]
    batch = collate([ready[row].tensors for row in rows]).to(device)
    # in float32 several cores add up a product in another order
    with nullcontext() if device.type != "cpu" or can_pack(device) else on_one_core():
        return _score(rows, ready, network, batch)


def _score(
    rows: Sequence[int],
    ready: Sequence[Features],
    network: DefaultReader,
    batch: PairBatch,
    tokens: Tensor | None = None,
) -> list[ScoredEntities]:
    owners = [(row, entity) for row in rows for entity in range(len(ready[row].document.entities))]
    encoded, scored = network.read(batch, tokens), []
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


def _rows_by_length(
    ready: Sequence[Features], device: torch.device, *, packed: bool
) -> list[list[int]]:
    """Group the rows that may share a bucket, the shortest documents first.

    With packed layers, and on a GPU, all may. With other layers in bf16 they are those that are
    padded to the lengths they have alone: with other padding, probabilities differ by up to 0.005.
    In float32 a CPU may add up a product of few rows in another order, so there each is alone.
    """
    lengths = [document.tensors.padded_lengths for document in ready]
    order = sorted(range(len(ready)), key=lengths.__getitem__)
    if packed or device.type != "cpu":
        return [order]
    if not can_pack(device):
        return [[row] for row in order]
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
