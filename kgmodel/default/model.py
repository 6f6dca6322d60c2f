"""The default reader: a CRF over tags and a pointer to locations.

It is not KG-MRC, which reads every prefix and points at spans (``kgmodel.paper``). It reads the
whole document on a fine-tuned encoder, whose last layer runs once for each entity; attention lets
the entities of a step see each other; a pointer over the text's candidates gives each state a
location; ``decode`` chooses tags and locations that are consistent. With the setting ``graph`` the
paper's graph runs over the steps (soft coreference, Eq. 1 and 2; recurrent update, Eq. 3), and both
are scored again with its nodes. That gains nothing here, so what ships has no graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from kgmodel.bert import Bert
from kgmodel.cancellation import check_cancelled
from kgmodel.cores import on_one_core
from kgmodel.default.crf import TagChain, TagMarginals
from kgmodel.default.features import TAGS, PairBatch
from kgmodel.default.pointer import LocationPointer, candidate_log_probabilities
from kgmodel.default.pooling import EntityAttention, StepPooling
from kgmodel.default.split_encoder import run_layers, run_together
from kgmodel.device import most_tokens
from kgmodel.dropout import Dropout
from kgmodel.graph_update import Graph, RecurrentGraph
from kgmodel.packed_layers import can_pack, freeze_encoder

__all__ = [
    "DefaultReader",
    "DefaultSettings",
    "EncodedBatch",
    "MemoryLimits",
    "Scores",
    "SoftTargets",
]

DISTILLATION_WEIGHT = 0.5  # of the loss against soft targets; gold has the rest
UNCHANGED_WEIGHT = 0.3  # of the loss of a location that stays; one that changes has 1


@dataclass(frozen=True, slots=True)
class DefaultSettings:
    """Sizes and ablations of the default reader; kept with its weights.

    graph: whether the paper's graph runs over the steps; graph_width, graph_layers, across and
    within are of that. shared_layers: how many of the encoder's layers read a text once for all its
    entities; none of those sees the query.
    """

    step_width: int = 192
    hidden: int = 96
    pointer_width: int = 128
    heads: int = 4
    dropout: float = 0.3
    entity_attention: bool = True
    graph: bool = False
    graph_width: int = 64
    graph_layers: int = 2
    across: bool = True
    within: bool = True
    shared_layers: int = 5


@dataclass(frozen=True, slots=True)
class MemoryLimits:
    """Bounds of what is computed at once; they change no result.

    max_scores: location scores, (pair, step + 1, occurrence), each a vector before it is a number.
    max_tokens: tokens of the encoder; None for what suits the device.
    """

    max_scores: int = 2**19
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """tags (pair, step, tag) before softmax; places (pair, step + 1, candidate) as logarithms;
    occurrences (pair, step + 1, 1 + occurrence) before softmax: of the words that state a place."""

    tags: Tensor
    places: Tensor
    occurrences: Tensor


@dataclass(frozen=True, slots=True)
class SoftTargets:
    """A teacher's probabilities: of tags, and of places (pair, step + 1, candidate)."""

    tags: TagMarginals
    places: Tensor

    def to(self, device: torch.device) -> SoftTargets:
        tags = TagMarginals(self.tags.tags.to(device), self.tags.transitions.to(device))
        return SoftTargets(tags, self.places.to(device))


@dataclass(frozen=True, slots=True)
class EncodedBatch:
    """states (pair, step, width), and the text's candidate locations, (pair, occurrence, width)."""

    states: Tensor
    occurrences: Tensor


def pair_slices(n_pairs: int, size_of_one: int, limit: int) -> list[slice]:
    """Cut pairs into slices that fit into ``limit`` together; a pair beyond it is a slice alone."""
    size = max(1, limit // max(1, size_of_one))
    return [slice(start, start + size) for start in range(0, n_pairs, size)]


class GraphOverSteps(nn.Module):
    """Runs the paper's graph over states 0..n and returns a vector of each step's nodes."""

    def __init__(self, settings: DefaultSettings, state: int) -> None:
        super().__init__()
        width = settings.graph_width
        self.entity = nn.Linear(state, width)
        self.location = nn.Linear(settings.pointer_width, width)
        self.graph = RecurrentGraph(
            width, n_layers=settings.graph_layers, across=settings.across, within=settings.within
        )
        self.outward = nn.Linear(3 * width, state)
        self.dropout = Dropout(settings.dropout)

    def forward(self, states: Tensor, spans: Tensor, slots: Tensor) -> Tensor:
        """Return (pair, step, state): entity node, its location's, and its location's before.

        states: (pair, step, state). spans: ψ of states 0..n, (pair, step + 1, pointer width).
        slots: (document, entity) pair numbers, -1 on padding.
        """
        present, pairs = slots >= 0, slots.clamp(min=0)
        padding = None if present.all() else present
        # state 0 has no step of its own: the first step's text describes it
        nodes = self.entity(torch.cat([states[:, :1], states], dim=1))[pairs]
        places = self.location(spans)[pairs]
        graph: Graph | None = None
        graphs = []
        for node, place in zip(nodes.unbind(2), places.unbind(2), strict=True):
            graph = self.graph(node, place, padding, graph)
            graphs.append(graph)
        entity = torch.stack([graph.entities for graph in graphs], dim=2)[present]
        location = torch.stack([graph.locations for graph in graphs], dim=2)[present]
        joined = torch.cat([entity[:, 1:], location[:, 1:], location[:, :-1]], dim=-1)
        outward: Tensor = self.outward(self.dropout(torch.tanh(joined)))
        return outward


class DefaultReader(nn.Module):
    """Encoder, step pooling, BiLSTM over steps, attention among entities, tags and locations."""

    def __init__(
        self, encoder: Bert, settings: DefaultSettings, limits: MemoryLimits | None = None
    ) -> None:
        """Raises ValueError for settings that do not fit each other."""
        super().__init__()
        self.limits = limits or MemoryLimits()
        width = encoder.sizes.hidden_size
        state = 2 * settings.hidden
        if state % settings.heads:
            raise ValueError(f"{settings.heads} heads cannot share {state}, twice the hidden")
        self.settings = settings
        self.encoder = encoder
        encoder.drop_no_attention()  # the states' own dropout is enough, and this one is slow
        self.mention = nn.Parameter(torch.zeros(width))
        self.pool = StepPooling(width, settings.step_width, dropout=settings.dropout)
        self.recurrent = nn.LSTM(
            settings.step_width, settings.hidden, batch_first=True, bidirectional=True
        )
        self.together = EntityAttention(state, heads=settings.heads, dropout=settings.dropout)
        self.dropout = Dropout(settings.dropout)
        self.graph = GraphOverSteps(settings, state) if settings.graph else None
        self.tag = nn.Linear(state, len(TAGS))
        self.chain = TagChain(len(TAGS))
        self.pointer = LocationPointer(
            width, state, settings.pointer_width, dropout=settings.dropout
        )

    def freeze_for_inference(self, device: torch.device) -> None:
        """Make the reader fast on a device; it can no longer be trained."""
        freeze_encoder(self.encoder, device)
        if can_pack(device):
            self.pointer.pack()

    def head(self) -> dict[str, Tensor]:
        """Return the weights on top of the encoder, by name."""
        return {
            name: value
            for name, value in self.state_dict().items()
            if not name.startswith("encoder.")
        }

    def texts(self, batch: PairBatch) -> Tensor:
        """Run the shared layers on each window: (window, text position, width)."""
        layers = slice(self.settings.shared_layers)
        n_windows, length = batch.texts.shape
        parts = []
        for windows in pair_slices(n_windows, length, self._max_tokens(batch)):
            check_cancelled()
            ids = batch.texts[windows]
            parts.append(
                run_layers(self.encoder, self.encoder.embeddings(ids, segment=0), ids != 0, layers)
            )
        return _joined(parts)

    def encode(self, batch: PairBatch, texts: Tensor) -> Tensor:
        """Return (sequence, text position, width): the text as read with the query, and with
        mentions of the entity marked."""
        parts = []
        for sequences in pair_slices(len(batch.window), batch.length, self._max_tokens(batch)):
            check_cancelled()
            parts.append(self._encode_sequences(batch, texts, sequences))
        return _joined(parts)

    def _encode_sequences(self, batch: PairBatch, texts: Tensor, sequences: slice) -> Tensor:
        shared, window = self.settings.shared_layers, batch.window[sequences]
        ids = batch.queries[sequences]
        query = self.encoder.embeddings(ids, segment=1)
        query = run_layers(self.encoder, query, ids != 0, slice(shared))
        both = self._with_query(texts[window], batch.mentioned[sequences], query)
        attended = torch.cat([batch.texts[window] != 0, ids != 0], dim=1)
        layers = slice(shared, None)
        return run_layers(self.encoder, both, attended, layers, kept=texts.shape[1])

    def encode_together(self, batches: Sequence[PairBatch]) -> list[Tensor]:
        """Return what ``encode`` does of each batch, with products of all their rows at once.

        For packed layers, and for batches that fit in memory together.
        """
        shared, encoder = self.settings.shared_layers, self.encoder
        texts = [batch.texts for batch in batches]
        queries = [batch.queries for batch in batches]
        states = run_together(
            encoder,
            [encoder.embeddings(ids, segment=0) for ids in texts]
            + [encoder.embeddings(ids, segment=1) for ids in queries],
            [ids != 0 for ids in (*texts, *queries)],
            slice(shared),
        )
        of_texts, of_queries = states[: len(batches)], states[len(batches) :]
        return run_together(
            encoder,
            [
                self._with_query(text[batch.window], batch.mentioned, query)
                for text, query, batch in zip(of_texts, of_queries, batches, strict=True)
            ],
            [torch.cat([b.texts[b.window] != 0, b.queries != 0], dim=1) for b in batches],
            slice(shared, None),
            kept=[ids.shape[1] for ids in texts],
        )

    def _with_query(self, text: Tensor, mentioned: Tensor, query: Tensor) -> Tensor:
        """Return (sequence, position, width): the text, its mentions marked, and the query."""
        text[mentioned] += self.mention.to(text.dtype)
        return torch.cat([text, query], dim=1)

    def _max_tokens(self, batch: PairBatch) -> int:
        return self.limits.max_tokens or most_tokens(batch.texts.device)

    def score_slices(self, batch: PairBatch) -> list[slice]:
        """Cut a batch's pairs into slices whose location scores fit in memory."""
        n_pairs, n_states = batch.locations.shape
        size_of_one = n_states * batch.occurrence_step.shape[1]
        return pair_slices(n_pairs, size_of_one, self.limits.max_scores)

    def read(self, batch: PairBatch, tokens: Tensor | None = None) -> EncodedBatch:
        """Encode a batch: all for which pairs of a document need each other.

        States of padding have any value. ``tokens`` is what ``encode`` returns, if it has run.
        """
        n_pairs, n_sequences = len(batch.document), len(batch.window)
        longest = batch.length * -(-n_sequences // n_pairs)
        texts = self.texts(batch) if tokens is None else None
        parts = []
        slices = pair_slices(n_pairs, longest, self._max_tokens(batch))
        for pairs in slices:
            check_cancelled()
            part = batch if len(slices) == 1 else batch.part(pairs)
            if texts is not None:
                encoded = self.encode(part, texts)
            elif tokens is not None:
                first = int(batch.first_sequence[pairs][0])
                encoded = tokens[first : first + len(part.window)]
            with self._repeatable():
                parts.append(self._pool_pairs(part, encoded))
        with self._repeatable():
            return self._relate(batch, *map(_joined, zip(*parts, strict=True)))

    def _repeatable(self) -> AbstractContextManager[None]:
        """Where a sum must have the same digits on every number of cores; training is faster."""
        return nullcontext() if self.training else on_one_core()

    def _relate(self, batch: PairBatch, steps: Tensor, keys: Tensor) -> EncodedBatch:
        """Relate steps to each other, entities within a step, and the nodes of the graph."""
        states = self._recur(steps, batch.present)
        if self.settings.entity_attention:
            states = self.together(states, batch.document)
        states = self.dropout(states)
        if self.graph is not None:
            spans = [
                self.pointer.spans(
                    self.pointer(states[pairs], keys[pairs], batch.occurrence_step[pairs]),
                    keys[pairs],
                )
                for pairs in self.score_slices(batch)
            ]
            states = states + self.graph(states, _joined(spans), batch.slots())
        return EncodedBatch(states, keys)

    def _recur(self, steps: Tensor, present: Tensor) -> Tensor:
        """Run the LSTM over the steps that are present: (pair, step, state)."""
        if present.all():
            whole: Tensor = self.recurrent(steps)[0]
            return whole
        packed = nn.utils.rnn.pack_padded_sequence(
            steps, present.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(
            self.recurrent(packed)[0], batch_first=True, total_length=steps.shape[1]
        )
        return states

    def _pool_pairs(self, batch: PairBatch, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """Return the pairs' steps (pair, step, width) and candidate locations (pair, occurrence,
        width)."""
        frequency = batch.frequency.clamp(min=0).gather(1, batch.occurrence_candidate.clamp(min=0))
        keys = self.pointer.occurrences(
            tokens, batch.occurrence_first, batch.occurrence_last, batch.own, frequency
        )
        return self.pool(tokens, batch.mentioned, batch.step_tokens), keys

    def score(self, encoded: EncodedBatch, batch: PairBatch, pairs: slice = slice(None)) -> Scores:
        """Score tags and locations of some pairs, as many as ``score_slices`` has together."""
        states = encoded.states[pairs]
        with self._repeatable():
            occurrences = self.pointer(
                states, encoded.occurrences[pairs], batch.occurrence_step[pairs]
            )
            places = candidate_log_probabilities(
                occurrences, batch.occurrence_candidate[pairs], batch.frequency.shape[1]
            )
            return Scores(self.tag(states), places, occurrences)

    def forward(self, batch: PairBatch) -> Scores:
        """Read and score every pair at once."""
        return self.score(self.read(batch), batch)

    def loss(self, scores: Scores, batch: PairBatch, soft: SoftTargets | None = None) -> Tensor:
        """Return the negative log-likelihood of tags and locations, the mean over pairs.

        The locations of state 0 and of changed states count fully, as ``chain`` uses them; those of
        unchanged states count ``UNCHANGED_WEIGHT``, which gives the pointer more to learn from.
        Soft targets count ``DISTILLATION_WEIGHT`` and gold the rest.
        """
        chain = self.chain.negative_log_likelihood(scores.tags, batch.tags, batch.present)
        gold = batch.locations
        known = gold >= 0
        chosen = scores.places.gather(2, gold.clamp(min=0)[..., None]).squeeze(2)
        changed = torch.ones_like(known)
        changed[:, 1:] = gold[:, 1:] != gold[:, :-1]
        weight = known * torch.where(changed, 1.0, UNCHANGED_WEIGHT)
        if soft is not None:
            tags = self.chain.cross_entropy(scores.tags, soft.tags, batch.present)
            chain = torch.lerp(chain, tags, DISTILLATION_WEIGHT)
            places = (soft.places * scores.places).sum(-1)
            chosen = torch.lerp(chosen, places, DISTILLATION_WEIGHT)
        return (chain - (weight * chosen).sum(1)).mean()

    def r_drop_loss(self, first: Scores, second: Scores, batch: PairBatch) -> Tensor:
        """Return R-Drop's consistency loss of two readings of a batch, the mean over pairs.

        It is half the sum of both Kullback-Leibler divergences (Liang et al. 2021, Eq. 3), of each
        step's tags (transitions left out) and, for ``UNCHANGED_WEIGHT``, of each state's locations.
        In training the two readings differ by their dropout.
        """
        tags = _divergence(first.tags.log_softmax(-1), second.tags.log_softmax(-1))
        places = _divergence(first.places, second.places)
        known = batch.locations >= 0
        return ((tags * batch.present).sum(1) + UNCHANGED_WEIGHT * (places * known).sum(1)).mean()

    @torch.no_grad()
    def soft_targets(self, batch: PairBatch) -> SoftTargets:
        """Return this reader's probabilities, as another's targets (Hinton et al. 2015)."""
        scores = self(batch)
        return SoftTargets(self.chain.marginals(scores.tags, batch.present), scores.places.exp())


def _joined(parts: Sequence[Tensor]) -> Tensor:
    """The parts below each other; one is not copied."""
    return parts[0] if len(parts) == 1 else torch.cat(list(parts))


def _divergence(first: Tensor, second: Tensor) -> Tensor:
    """Half the sum of both divergences of log-probabilities, over the last dimension."""
    return ((first - second) * (first.exp() - second.exp())).sum(-1) / 2
