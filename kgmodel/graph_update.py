"""The graph update (section 4.4, Eq. 3): entities and locations inform each other at each step."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from kgmodel.coreference import SoftCoreference, coreference_within

__all__ = ["Graph", "GraphUpdate", "RecurrentGraph", "StandardGraph"]

Memory = tuple[tuple[Tensor, Tensor], ...]  # hidden and cell of each layer


@dataclass(frozen=True)
class Graph:
    """G_t. entities: e^L, locations: λ^L, both (document, entity, width), and the LSTMs' memory."""

    entities: Tensor
    locations: Tensor
    memory: Memory


class GraphUpdate(nn.Module):
    """L residual recurrent layers over the bipartite graph (Eq. 3).

    h^l_t = LSTM([e^{l-1}_t; λ^{l-1}_t], h^l_{t-1}),
    e^l = e^{l-1} + h^l and λ^l = U (λ^{l-1} + h^l), U the coreference of Eq. 2.

    Each layer has its own LSTM, whose memory runs over the steps. Dropout is on what an LSTM
    gives to the nodes, not on its memory.
    """

    def __init__(self, width: int, *, n_layers: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.cells = nn.ModuleList(nn.LSTMCell(2 * width, width) for _ in range(n_layers))

    def forward(
        self, entities: Tensor, locations: Tensor, within: Tensor | None, memory: Memory | None
    ) -> Graph:
        """entities, locations: e^0 and λ^0 (document, entity, width); within: U (document, entity,
        entity), or None for no pooling; memory: of the step before, None at the first.
        """
        kept = []
        for number, cell in enumerate(self.cells):
            before = None if memory is None else memory[number]
            hidden, remembered = _each_entity(cell, entities, locations, before)
            kept.append((hidden, remembered))
            added = self.dropout(hidden)
            entities, locations = entities + added, locations + added
            if within is not None:
                locations = within @ locations
        return Graph(entities, locations, tuple(kept))


class RecurrentGraph(nn.Module):
    """G_t from G_{t-1} and the reader's answers: Eq. 1, then 2, then 3.

    In an empty graph nothing can be coreferent across steps: there λ' = ψ, as the paper says.
    """

    def __init__(
        self, width: int, *, n_layers: int, across: bool, within: bool, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.across = SoftCoreference(width) if across else None
        self.within = within
        self.update = GraphUpdate(width, n_layers=n_layers, dropout=dropout)

    def forward(
        self, entities: Tensor, spans: Tensor, present: Tensor | None, before: Graph | None
    ) -> Graph:
        """entities: e^0_t; spans: ψ_t (document, entity, width); present: (document, entity), None
        if all are."""
        locations, memory = spans, None if before is None else before.memory
        if self.across is not None and before is not None:
            locations = self.across(spans, before.locations, present)
        within = None
        if self.within:
            within = coreference_within(locations, present)
            locations = within @ locations
        graph: Graph = self.update(entities, locations, within, memory)
        return graph


class StandardGraph(nn.Module):
    """The paper's ablation "standard LSTM as graph unit": e_t = h_t = LSTM([e^0_t; ψ_t], h_{t-1}).

    Nothing passes between the nodes of a step: no coreference, no residual, one layer. Dropout is
    on e_t, not on the LSTM's memory.
    """

    def __init__(self, width: int, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.cell = nn.LSTMCell(2 * width, width)

    def forward(
        self, entities: Tensor, spans: Tensor, present: Tensor | None, before: Graph | None
    ) -> Graph:
        """As of ``RecurrentGraph``; present is not needed, since no entity sees another."""
        memory = None if before is None else before.memory[0]
        hidden, remembered = _each_entity(self.cell, entities, spans, memory)
        return Graph(self.dropout(hidden), spans, ((hidden, remembered),))


def _each_entity(
    cell: nn.Module, entities: Tensor, locations: Tensor, memory: tuple[Tensor, Tensor] | None
) -> tuple[Tensor, Tensor]:
    """Run an LSTM cell on [e; λ] of every entity: hidden and cell (document, entity, width)."""
    inputs = torch.cat([entities, locations], dim=-1)
    flat = None if memory is None else tuple(state.flatten(0, 1) for state in memory)
    hidden, remembered = cell(inputs.flatten(0, 1), flat)
    shape = entities.shape[:2]
    return hidden.unflatten(0, shape), remembered.unflatten(0, shape)
