"""KG-MRC (section 4): Das et al., "Building Dynamic Knowledge Graphs from Text using Machine
Reading Comprehension", ICLR 2019, assembled from the modules of this package.

The settings' defaults follow the text; where a module cannot, its docstring names the difference.
How the text is read where it leaves a choice:

- ν_i, "the initial entity vector", comes from "encoding the paragraph text", and is the sum over
  all mentions in it (4.1). So it is made once, of the whole paragraph, and the reader of a prefix
  knows of later steps what ν does. The encoder is the reader's, with no step as the current one;
- G_t is made "by modifying the graph G_{t-1}" (4), whose nodes are "updated across time steps":
  e^0_t is e^L_{t-1}, and ν before the first state;
- 4.4 conditions the reader "as described in §4.2", which concatenates the query with e alone;
- the paper has dropout in all recurrent layers: in the graph's LSTMs too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import torch
from torch import Tensor, nn

from kgmodel.graph_update import Graph, RecurrentGraph, StandardGraph
from kgmodel.paper.batch import Existence, PaperBatch, PaperTargets
from kgmodel.paper.encoder import (
    ContextEncoder,
    QueryEncoder,
    Reads,
    SpanEncoder,
    WordVectors,
    readable,
)
from kgmodel.paper.reader import (
    LocationReader,
    LocationVectors,
    ReaderScores,
    best_spans,
    span_scores,
)

__all__ = ["PaperAnswers", "PaperModel", "PaperSettings", "paper_decode"]

GraphUnit = Literal["recurrent", "lstm", "none"]
Condition = Literal["entity", "both"]
EntityInput = Literal["graph", "paragraph", "prefix"]


N_EXACT = 2  # DrQA's exact matches of a word: itself, its lemma


@dataclass(frozen=True)
class PaperSettings:
    """Sizes and dropout (the paper's values), ablations and departures: one setting changed each.

    width: of each LSTM's direction and of the graph. contextual_width: of the features of a
    frozen encoder in ``PaperBatch.contextual``, 0 for static word vectors alone.
    graph: "recurrent", or "lstm" for a standard LSTM as graph unit, or "none" for the reader alone.
    reads: "prefix", or "sentence" or "paragraph" for a reader over those.
    conditioned_on: "entity" for e alone, or "both" for [e; λ]; with a standard LSTM λ is ψ.
    entity_input: e^0_t is e^L_{t-1} and begins as ν of the paragraph ("graph"); or it is ν of the
    "paragraph", or of the "prefix" that is read, at every state.
    """

    width: int = 64
    n_rnn_layers: int = 2
    n_graph_layers: int = 2
    n_exact: int = N_EXACT
    contextual_width: int = 0
    dropout: float = 0.3
    dropout_recurrent: float = 0.4
    dropout_graph: float = 0.4
    longest_span: int = 10
    reads: Reads = "prefix"
    graph: GraphUnit = "recurrent"
    coreference_across: bool = True
    coreference_within: bool = True
    conditioned_on: Condition = "entity"
    entity_input: EntityInput = "graph"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("reads", self.reads, get_args(Reads)),
            ("graph", self.graph, get_args(GraphUnit)),
            ("conditioned_on", self.conditioned_on, get_args(Condition)),
            ("entity_input", self.entity_input, get_args(EntityInput)),
        ):
            if value not in known:
                raise ValueError(f"{name} is {value!r}, expected one of {', '.join(known)}")
        if self.n_exact != N_EXACT:
            raise ValueError(f"n_exact is {self.n_exact}; a word has {N_EXACT} exact matches")


class PaperModel(nn.Module):
    """Reads a document step by step, keeping a graph of where every entity is.

    At state t, for every entity at once: ask the reader, conditioned on the nodes of state t - 1;
    put its answer, or in training the gold answer, into the location node; update the graph.
    Before state 0 there is no graph: there e is ν, and λ is zero.
    """

    def __init__(self, settings: PaperSettings, words: Tensor) -> None:
        """words: (piece, width), the fixed table of word pieces' vectors."""
        super().__init__()
        self.settings = settings
        width, dropout = settings.width, settings.dropout
        self.words = WordVectors(words)
        self.context = ContextEncoder(
            self.words.width,
            width,
            n_layers=settings.n_rnn_layers,
            n_exact=settings.n_exact,
            contextual_width=settings.contextual_width,
            dropout=dropout,
            dropout_recurrent=settings.dropout_recurrent,
        )
        self.query = QueryEncoder(
            self.words.width,
            width,
            n_layers=settings.n_rnn_layers,
            dropout=settings.dropout_recurrent,
        )
        self.dropout = nn.Dropout(dropout)
        self.graph = _graph(settings)
        self.places = (
            None
            if self.graph is None
            else LocationVectors(SpanEncoder(self.context.width, width), width)
        )
        self.reader = LocationReader(
            self.context.width,
            self.query.width,
            _nodes_width(settings),
            dropout=dropout,
        )

    def forward(self, batch: PaperBatch, *, teacher: PaperTargets | None = None) -> ReaderScores:
        """Score every answer: existence (document, entity, state, 3), starts and ends (document,
        entity, state, position).

        teacher: gold that is put into the location nodes in place of the reader's own answers
        (teacher forcing). Where gold has a span that cannot be read yet, the reader's stays.
        """
        words, queries = self.words(batch.tokens), self.words(batch.queries)
        may_read = readable(batch, self.settings.reads)
        encodings = self._encode(batch, words, queries, may_read)
        is_query = (batch.queries != 0).any(dim=-1)
        query_vectors = self.query(self.dropout(queries), is_query)

        graph: Graph | None = None
        scores: list[ReaderScores] = []
        for state in range(batch.n_states):
            encoded, reads = encodings[state], may_read[:, state]
            if self.graph is None or self.places is None:
                scores.append(self.reader(encoded, reads, query_vectors, query_vectors[..., :0]))
                continue
            if self.settings.entity_input == "prefix":
                entities = _entities(self.places.spans, batch, encoded, reads)
            elif self.settings.entity_input == "graph" and graph is not None:
                entities = graph.entities
            else:
                entities = _entities(self.places.spans, batch, encodings[-1], batch.steps > 0)
            answer = self.reader(encoded, reads, query_vectors, self._condition(entities, graph))
            scores.append(answer)
            decided = self._decide(answer, batch.steps, teacher, state)
            graph = self.graph(entities, self.places(encoded, *decided), batch.present, graph)
        return ReaderScores(
            torch.stack([of_state.existence for of_state in scores], dim=2),
            torch.stack([of_state.starts for of_state in scores], dim=2),
            torch.stack([of_state.ends for of_state in scores], dim=2),
        )

    def _encode(
        self, batch: PaperBatch, words: Tensor, queries: Tensor, may_read: Tensor
    ) -> tuple[Tensor, ...]:
        """Return what each state reads, encoded; then the paragraph, if ν is of it."""
        if self.graph is not None and self.settings.entity_input != "prefix":
            may_read = torch.cat([may_read, (batch.steps > 0)[:, None]], dim=1)
        encoded: Tensor = self.context(batch, words, queries, may_read)
        return encoded.unbind(dim=2)

    def _condition(self, entities: Tensor, graph: Graph | None) -> Tensor:
        """Return the nodes that the reader is conditioned on; before the first state e is ν."""
        if graph is not None:
            entities = graph.entities
        if self.settings.conditioned_on == "entity":
            return entities
        locations = torch.zeros_like(entities) if graph is None else graph.locations
        return torch.cat([entities, locations], dim=-1)

    def _decide(
        self, answer: ReaderScores, steps: Tensor, teacher: PaperTargets | None, state: int
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the hard decision at a state (section 4.2): existence, start and end.

        Each is (document, entity).
        """
        with torch.no_grad():
            spans = best_spans(
                span_scores(answer.starts, answer.ends, steps, longest=self.settings.longest_span)
            )
        existence, starts, ends = answer.existence.argmax(dim=-1), spans[..., 0], spans[..., 1]
        if teacher is None:
            return existence, starts, ends
        gold_existence, gold_starts, gold_ends = (
            target[:, :, state] for target in (teacher.existence, teacher.starts, teacher.ends)
        )
        existence = existence.where(gold_existence < 0, gold_existence)
        starts = starts.where(gold_starts < 0, gold_starts)
        return existence, starts, ends.where(gold_starts < 0, gold_ends)


def _entities(spans: SpanEncoder, batch: PaperBatch, encoded: Tensor, reads: Tensor) -> Tensor:
    """Return ν (document, entity, width), of the mentions in what is read."""
    return spans.of_mentions(
        encoded, batch.mention_starts & reads[:, None], batch.mention_ends & reads[:, None]
    )


def _nodes_width(settings: PaperSettings) -> int:
    if settings.graph == "none":
        return 0
    return settings.width if settings.conditioned_on == "entity" else 2 * settings.width


def _graph(settings: PaperSettings) -> RecurrentGraph | StandardGraph | None:
    if settings.graph == "none":
        return None
    if settings.graph == "lstm":
        return StandardGraph(settings.width, dropout=settings.dropout_graph)
    return RecurrentGraph(
        settings.width,
        n_layers=settings.n_graph_layers,
        across=settings.coreference_across,
        within=settings.coreference_within,
        dropout=settings.dropout_graph,
    )


@dataclass(frozen=True)
class PaperAnswers:
    """Scores as probabilities, with the paper's own decision: the most likely of each.

    existence: (document, entity, state, 3) over ``Existence``, sums to 1.
    spans: (document, entity, state, position, n), of a span of n + 1 words given that there is
    one, sums to 1 over the last two; times existence's SPAN it is the probability of that answer.
    best_existence: (document, entity, state). best_spans: (document, entity, state, 2), the
    likeliest half-open span, whatever existence says.
    """

    existence: Tensor
    spans: Tensor
    best_existence: Tensor
    best_spans: Tensor

    def probabilities(self) -> Tensor:
        """Of the decision at each state: (document, entity, state)."""
        chosen = self.existence.gather(-1, self.best_existence[..., None]).squeeze(-1)
        span = self.spans.flatten(start_dim=-2).amax(dim=-1)
        return torch.where(self.best_existence == Existence.SPAN, chosen * span, chosen)


def paper_decode(scores: ReaderScores, steps: Tensor, *, longest: int) -> PaperAnswers:
    """Turn scores into probabilities. steps: (document, position); longest: words of a span."""
    every = span_scores(scores.starts, scores.ends, steps, longest=longest)
    probabilities = every.float().flatten(start_dim=-2).softmax(dim=-1).view(every.shape)
    return PaperAnswers(
        scores.existence.float().softmax(dim=-1),
        probabilities,
        scores.existence.argmax(dim=-1),
        best_spans(every),
    )
