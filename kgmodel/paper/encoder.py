"""The context encoder (sections 4.1 and 4.2): DrQA's document and question encoders.

Everything here is independent of the graph, so all prefixes of all entities of a batch are
encoded in one pass, before the first step is answered.
"""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor, nn

from kgmodel.paper.batch import PaperBatch
from kgmodel.paper.prefix_lstm import Packing, StackedBiLSTM

__all__ = [
    "AlignedQuery",
    "ContextEncoder",
    "QueryEncoder",
    "Reads",
    "SpanEncoder",
    "WordVectors",
    "readable",
]

Reads = Literal["prefix", "sentence", "paragraph"]
MAX_POSITIONS = 65_536


def readable(batch: PaperBatch, reads: Reads) -> Tensor:
    """Return True for the words that each state may read: (document, state, position) bool.

    "prefix": state t reads steps 1..t. State 0, before step 1, reads step 1 as well: an empty
    prefix holds no span to point at, and step 1 often states where an entity was before it.
    States 0 and 1 differ in that state 0 has no current step.
    "sentence": state t reads step t alone, and state 0 step 1.
    "paragraph": every state reads every step.
    """
    steps = batch.steps[:, None, :]
    if reads == "paragraph":
        return (steps > 0).expand(-1, batch.n_states, -1)
    states = torch.arange(batch.n_states, device=steps.device)[None, :, None]
    if reads == "sentence":
        return steps == states.clamp(min=1)
    return (steps > 0) & (steps <= states.clamp(min=1))


class WordVectors(nn.Module):
    """A fixed vector a word: the mean of its pieces' rows in a table.

    Differs from the paper: MiniLM's input embeddings stand for FastText's, which are not
    packaged; FastText too composes a word of its parts. The table is not trained and not saved.
    """

    def __init__(self, table: Tensor) -> None:
        """table: (piece, width); piece 0 is padding."""
        super().__init__()
        self.table: Tensor
        self.register_buffer("table", table.detach(), persistent=False)

    @property
    def width(self) -> int:
        return self.table.shape[1]

    def forward(self, pieces: Tensor) -> Tensor:
        """pieces: (…, position, piece) ids. Return (…, position, width), zero on padding."""
        is_piece = (pieces != 0).unsqueeze(-1)
        total = (self.table[pieces] * is_piece).sum(dim=-2)
        return total / is_piece.sum(dim=-2).clamp(min=1)


class AlignedQuery(nn.Module):
    """The query aligned with each word of the document (DrQA's aligned question embedding).

    f(p_j) = Σ_k a_jk q_k with a_jk = softmax_k(α(p_j) · α(q_k)), α one ReLU layer.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.project = nn.Linear(width, width)

    def forward(self, words: Tensor, queries: Tensor, is_query: Tensor) -> Tensor:
        """Return (document, entity, position, width).

        words: (document, position, width); queries: (document, entity, query position, width);
        is_query: (document, entity, query position) bool, False on padding.
        """
        of_words = torch.relu(self.project(words))[:, None]
        of_queries = torch.relu(self.project(queries))
        scores = of_words @ of_queries.transpose(-1, -2)
        scores = scores.masked_fill(~is_query[:, :, None, :], torch.finfo(scores.dtype).min)
        return scores.softmax(dim=-1) @ queries


class QueryEncoder(nn.Module):
    """The query "Where is E located?" as one vector.

    q = Σ_k b_k q_k with b = softmax(w · q_k), q_k the outputs of a BiLSTM of its own.
    """

    def __init__(self, word_width: int, width: int, *, n_layers: int, dropout: float) -> None:
        super().__init__()
        self.rnn = StackedBiLSTM([word_width], width, n_layers=n_layers, dropout=dropout)
        self.attention = nn.Linear(self.rnn.width, 1)
        self.width = self.rnn.width

    def forward(self, queries: Tensor, is_query: Tensor) -> Tensor:
        """Return (document, entity, width); zero for an absent entity.

        queries: (document, entity, position, word width); is_query: (document, entity, position).
        """
        is_present = is_query.any(dim=-1)
        if not is_present.any():
            return queries.new_zeros(*is_present.shape, self.width)
        document, entity = is_present.nonzero(as_tuple=True)
        lengths = is_query.sum(dim=-1)[document, entity]
        order = lengths.argsort(descending=True, stable=True)
        document, entity = document[order], entity[order]
        packing = Packing.of(lengths[order])
        words = queries[document[packing.row], entity[packing.row], packing.position]
        encoded = self.rnn(self.rnn.inputs[0](words), packing)
        padded = encoded.new_zeros(*is_query.shape, self.width)
        padded = padded.index_put(
            (document[packing.row], entity[packing.row], packing.position), encoded
        )
        scores = self.attention(padded).squeeze(-1)
        scores = scores.masked_fill(~is_query, torch.finfo(scores.dtype).min)
        vectors: Tensor = (scores.softmax(dim=-1)[..., None, :] @ padded).squeeze(2)
        return vectors


class ContextEncoder(nn.Module):
    """Contextual vectors c of the words that each state reads, for one entity (sections 4.1, 4.2).

    c = BiLSTM(x_1 … x_n) over the words of the prefix, a sequence for each entity and state (the
    backward LSTM of one prefix says nothing about the next), where
    x_j = [word; contextual; aligned query; exact matches; in a mention of E; in step t].

    Differs from DrQA: no part of speech, entity type or term frequency (no tagger is packaged;
    few words come twice in a text this short). Differs from the paper: it conditions on the current
    sentence s_t without giving a form; here the words of step t are marked.
    """

    def __init__(
        self,
        word_width: int,
        width: int,
        *,
        n_layers: int,
        n_exact: int,
        contextual_width: int,
        dropout: float,
        dropout_recurrent: float,
        max_positions: int = MAX_POSITIONS,
    ) -> None:
        """max_positions: of one LSTM call, which bounds its memory, whatever the batch."""
        super().__init__()
        self.max_positions = max_positions
        self.align = AlignedQuery(word_width)
        # what belongs to a document, to an entity, to a state
        parts = [word_width, word_width + n_exact + 1, contextual_width + 1]
        self.rnn = StackedBiLSTM(parts, width, n_layers=n_layers, dropout=dropout_recurrent)
        self.dropout = nn.Dropout(dropout)
        self.width = self.rnn.width

    def forward(
        self, batch: PaperBatch, words: Tensor, queries: Tensor, may_read: Tensor
    ) -> Tensor:
        """Return (document, entity, state, position, width), zero where nothing is read.

        words: (document, position, width); queries: (document, entity, query position, width);
        may_read: (document, state, position) bool, in each state one run of words. It may have one
        state more than the batch: that one has no current step, and its contextual features are
        those of the document's last.
        """
        is_query = (batch.queries != 0).any(dim=-1)
        aligned = self.align(words, queries, is_query)
        inside = batch.mention_starts.cumsum(-1) - batch.mention_ends.cumsum(-1)
        is_mention = (inside > 0) | batch.mention_ends
        of_word, of_entity, of_state = self.rnn.inputs
        known = of_word(self.dropout(words))[:, None] + of_entity(
            torch.cat(
                [
                    self.dropout(aligned),
                    batch.exact.to(words.dtype),
                    is_mention.to(words.dtype)[..., None],
                ],
                dim=-1,
            )
        )  # (document, entity, position, gates): what does not depend on the state
        n_states = may_read.shape[1]
        states = torch.arange(n_states, device=words.device)
        is_current = (batch.steps[:, None, :] == states[None, :, None]).to(words.dtype)[..., None]
        if batch.contextual is None:
            changing = of_state(is_current)
        else:
            documents = torch.arange(len(words), device=words.device)
            last = batch.contextual[documents, batch.n_steps][:, None]
            contextual = torch.cat([batch.contextual, last], dim=1)[:, :n_states]
            contextual = self.dropout(contextual.to(words.dtype))
            changing = of_state(torch.cat([contextual, is_current], dim=-1))

        has_state = torch.cat([batch.has_state(), batch.present[..., None]], dim=-1)[..., :n_states]
        first = may_read.int().argmax(dim=-1)
        document, entity, state = has_state.nonzero(as_tuple=True)
        lengths = may_read.sum(dim=-1)[document, state].clamp(min=1)
        order = lengths.argsort(descending=True, stable=True)
        encoded = words.new_zeros(*has_state.shape, words.shape[1], self.width)
        for start, stop in _chunks(lengths[order].tolist(), max_positions=self.max_positions):
            chunk = order[start:stop]
            packing = Packing.of(lengths[chunk])
            d, e, s = (index[chunk][packing.row] for index in (document, entity, state))
            position = first[d, s] + packing.position
            gates = known[d, e, position] + changing[d, s, position]
            encoded = encoded.index_put(
                (d, e, s, position), self.rnn(gates, packing).to(encoded.dtype)
            )
        return encoded


class SpanEncoder(nn.Module):
    """One vector for a mention or an answer: v = W [c_start; c_last] + b (section 4.1)."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.project = nn.Linear(2 * inputs, width)

    def forward(self, encoded: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
        """Return ψ (document, entity, width) of the half-open spans ``[start, end)``.

        encoded: (document, entity, position, inputs); starts, ends: (document, entity).
        """
        first, last = _at(encoded, starts), _at(encoded, ends - 1)
        vectors: Tensor = self.project(torch.cat([first, last], dim=-1))
        return vectors

    def of_mentions(self, encoded: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
        """Return ν (document, entity, width), the sum over mentions; zero where there is none.

        starts, ends: (document, entity, position) bool, first and last words of the mentions in
        what is read. The projection is linear, so it is applied once, to the sums:
        Σ (W [c_start; c_last] + b) = W [Σ c_start; Σ c_last] + n b.
        """
        marks = torch.stack([starts, ends], dim=2).to(encoded.dtype)  # (…, 2, position)
        sums = (marks @ encoded).flatten(start_dim=2)
        n_mentions = starts.sum(dim=-1, keepdim=True).to(encoded.dtype)
        summed: Tensor = sums @ self.project.weight.T + n_mentions * self.project.bias
        return summed


def _at(encoded: Tensor, positions: Tensor) -> Tensor:
    """Return the vector at one position a row; positions: (document, entity)."""
    index = positions[:, :, None, None].expand(-1, -1, 1, encoded.shape[-1])
    return encoded.gather(2, index).squeeze(2)


def _chunks(lengths: list[int], *, max_positions: int) -> list[tuple[int, int]]:
    """Cut sequences, longest first, so that no chunk has more words."""
    chunks, start, words = [], 0, 0
    for at, length in enumerate(lengths):
        if at > start and words + length > max_positions:
            chunks.append((start, at))
            start, words = at, 0
        words += length
    return [*chunks, (start, len(lengths))] if lengths else []
