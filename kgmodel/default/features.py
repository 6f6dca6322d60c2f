"""Documents as tensors for the default reader: one row a (document, entity) pair.

A document is read for each entity as ``[CLS] text [SEP]`` and then ``where is E ? [SEP]``: the text
comes first, so that positions of steps and candidate locations are the same for all its entities,
and it is kept apart, since the encoder's lower layers read it once for all of them. Text beyond the
encoder's positions is several such windows of whole steps; each step's tokens are taken from one of
them, so that nothing after the encoder knows about windows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kgmodel.device import padded_length

__all__ = ["TAGS", "DocumentFeatures", "EntityFeatures", "PairBatch", "collate", "tag_tracks"]

# changes of an entity in a step, distinguished by what came before it
TAGS = ("not yet", "gone", "stays", "moves", "created", "destroyed")

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class EntityFeatures:
    """One entity of a document: its query, where it is mentioned, and, in training, its targets.

    query: (query_length,) token ids, without special tokens. mentioned: (text_position,) bool over
    the windows' tokens laid end to end. own: (occurrence,) bool, True where a candidate location is
    part of a mention of the entity itself. tags: (step,) index into TAGS. locations: (step + 1,)
    candidate, -1 where the entity does not exist, -2 where gold's place is not a candidate.
    """

    query: IntArray
    mentioned: NDArray[np.bool_]
    own: NDArray[np.bool_]
    tags: IntArray | None = None
    locations: IntArray | None = None


@dataclass(frozen=True, slots=True)
class DocumentFeatures:
    """Tensors that all entities of a document share.

    windows: token ids of each window, without special tokens. step_tokens: for each step, its
    tokens' positions in the windows laid end to end. occurrence_*: for each occurrence of a
    candidate location its first and last token (such positions), step (from 1) and candidate (from
    1; candidate 0 is "exists, place unstated"). frequency: (candidate,) bucket of how often
    training has the candidate as a location, candidate 0 included.
    """

    windows: tuple[IntArray, ...]
    step_tokens: tuple[IntArray, ...]
    occurrence_first: IntArray
    occurrence_last: IntArray
    occurrence_step: IntArray
    occurrence_candidate: IntArray
    frequency: IntArray
    entities: tuple[EntityFeatures, ...]

    @property
    def n_steps(self) -> int:
        return len(self.step_tokens)

    @property
    def n_candidates(self) -> int:
        return len(self.frequency)

    @property
    def n_tokens(self) -> int:
        """Tokens to encode for all entities together: the cost of reading this document."""
        return sum(len(window) for window in self.windows) * max(1, len(self.entities))

    @property
    def padded_lengths(self) -> tuple[int, int]:
        """Lengths to which ``collate`` pads its texts and its queries if it is alone."""
        texts = 2 + max(map(len, self.windows))  # [CLS] and [SEP]
        queries = 1 + max((len(entity.query) for entity in self.entities), default=0)
        return padded_length(texts), padded_length(queries)


def tag_tracks(documents: Sequence[DocumentFeatures]) -> list[list[int]]:
    """The tags of every annotated entity, as ``crf.TagChain.allow`` takes them."""
    return [
        entity.tags.tolist()
        for document in documents
        for entity in document.entities
        if entity.tags is not None
    ]


@dataclass(frozen=True, slots=True)
class PairBatch:
    """Several documents, padded. An index of -1 is padding; indices into tokens are flat.

    texts: (window, text position) ids, [CLS] to [SEP]. queries: (sequence, query position) ids, to
    [SEP]. window: (sequence,) which window each sequence reads; a sequence is its text's positions,
    padding too, and then its query's. mentioned: (sequence, text position) bool.
    first_sequence: (pair,) where each pair's sequences begin, which are in the order of the pairs.
    document: (pair,) number of the pair's document within the batch. step_tokens: (pair, step,
    length). occurrence_first, occurrence_last, occurrence_step, occurrence_candidate: (pair,
    occurrence). own: (pair, occurrence) bool. frequency: (pair, candidate). tags: (pair, step).
    locations: (pair, step + 1), -1 absent, -2 unknown, -3 padding.
    """

    texts: Tensor
    window: Tensor
    queries: Tensor
    mentioned: Tensor
    first_sequence: Tensor
    document: Tensor
    step_tokens: Tensor
    occurrence_first: Tensor
    occurrence_last: Tensor
    occurrence_step: Tensor
    occurrence_candidate: Tensor
    own: Tensor
    frequency: Tensor
    tags: Tensor
    locations: Tensor

    @property
    def present(self) -> Tensor:
        """(pair, step) bool, True on real steps."""
        return self.step_tokens[:, :, 0] >= 0

    @property
    def length(self) -> int:
        """Positions of a sequence."""
        return self.texts.shape[1] + self.queries.shape[1]

    def slots(self) -> Tensor:
        """(document, entity): the pair of each document's entities, in order, -1 on padding."""
        counts = self.document.bincount()
        order = torch.arange(int(counts.max()), device=counts.device)
        slots = (counts.cumsum(0) - counts)[:, None] + order
        return slots.masked_fill(order >= counts[:, None], -1)

    def part(self, pairs: slice) -> PairBatch:
        """Return these pairs alone, with their sequences alone; the texts stay."""
        start, stop, _ = pairs.indices(len(self.document))
        first = int(self.first_sequence[start])
        last = len(self.window) if stop == len(self.document) else int(self.first_sequence[stop])
        shift = first * self.texts.shape[1]
        flat = ("step_tokens", "occurrence_first", "occurrence_last")
        parts: dict[str, Tensor] = {}
        for name in (field.name for field in fields(self)):
            value: Tensor = getattr(self, name)
            if name == "texts":
                continue
            if name in ("window", "queries", "mentioned"):
                parts[name] = value[first:last]
            elif name in flat:
                parts[name] = torch.where(value[pairs] < 0, value[pairs], value[pairs] - shift)
            else:
                parts[name] = value[pairs]
        parts["first_sequence"] = parts["first_sequence"] - first
        return replace(self, **parts)

    def to(self, device: torch.device) -> PairBatch:
        moved = {field.name: getattr(self, field.name).to(device) for field in fields(self)}
        return replace(self, **moved)


def collate(documents: Sequence[DocumentFeatures], *, cls: int = 101, sep: int = 102) -> PairBatch:
    """Pad documents to one batch; ``cls`` and ``sep`` are the encoder's special tokens."""
    queries: list[IntArray] = []
    mentions: list[NDArray[np.bool_]] = []
    windows: list[int] = []
    rows: dict[str, list[NDArray[np.generic]]] = {field.name: [] for field in fields(PairBatch)}
    texts = _rectangle(
        [
            np.concatenate([[cls], window, [sep]])
            for document in documents
            for window in document.windows
        ]
    )
    ended = _rectangle(
        [np.append(entity.query, sep) for document in documents for entity in document.entities]
    )
    first_window, n_queries = 0, 0
    for number, document in enumerate(documents):
        for entity in document.entities:
            flat = _flat_positions(
                document.windows, first_sequence=len(windows), width=texts.shape[1]
            )
            rows["first_sequence"].append(np.array(len(windows)))
            start = 0
            for order, window in enumerate(document.windows):
                mention = np.zeros(texts.shape[1], np.bool_)
                mention[1 : 1 + len(window)] = entity.mentioned[start : start + len(window)]
                mentions.append(mention)
                queries.append(ended[n_queries])
                windows.append(first_window + order)
                start += len(window)
            n_queries += 1
            rows["document"].append(np.array(number))
            rows["step_tokens"].append(_ragged([flat[tokens] for tokens in document.step_tokens]))
            rows["occurrence_first"].append(flat[document.occurrence_first])
            rows["occurrence_last"].append(flat[document.occurrence_last])
            rows["occurrence_step"].append(document.occurrence_step)
            rows["occurrence_candidate"].append(document.occurrence_candidate)
            rows["own"].append(entity.own)
            rows["frequency"].append(document.frequency)
            unknown_tags = np.full(document.n_steps, -1)
            unknown_places = np.full(document.n_steps + 1, -2)
            rows["tags"].append(unknown_tags if entity.tags is None else entity.tags)
            rows["locations"].append(
                unknown_places if entity.locations is None else entity.locations
            )
        first_window += len(document.windows)
    padding = {"own": False, "locations": -3}
    tensors = {
        name: torch.from_numpy(_stack(values, padding.get(name, -1)))
        for name, values in rows.items()
        if values
    }
    return PairBatch(
        texts=torch.from_numpy(texts),
        window=torch.tensor(windows),
        queries=torch.from_numpy(np.stack(queries)),
        mentioned=torch.from_numpy(np.stack(mentions)),
        **tensors,
    )


def _flat_positions(windows: Sequence[IntArray], *, first_sequence: int, width: int) -> IntArray:
    """Return the flat (sequence, position) of each token of the windows laid end to end."""
    return np.concatenate(
        [
            (first_sequence + order) * width + 1 + np.arange(len(window))
            for order, window in enumerate(windows)
        ]
    )


def _rectangle(rows: Sequence[IntArray]) -> IntArray:
    """Ids, padded with 0."""
    padded = np.zeros((len(rows), padded_length(max(map(len, rows)))), np.int64)
    for order, row in enumerate(rows):
        padded[order, : len(row)] = row
    return padded


def _ragged(rows: Sequence[IntArray]) -> IntArray:
    padded = np.full((len(rows), max(map(len, rows))), -1, np.int64)
    for order, row in enumerate(rows):
        padded[order, : len(row)] = row
    return padded


def _stack(arrays: Sequence[NDArray[np.generic]], padding: int | bool) -> NDArray[np.generic]:
    shape = tuple(max(sizes) for sizes in zip(*(array.shape for array in arrays), strict=True))
    stacked = np.full((len(arrays), *shape), padding, arrays[0].dtype)
    for order, array in enumerate(arrays):
        corner: tuple[int | slice, ...] = (order, *(slice(size) for size in array.shape))
        stacked[corner] = array
    return stacked
