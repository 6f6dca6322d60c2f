"""QRN: Seo et al., "Query-Reduction Networks for Question Answering", ICLR 2017."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from kgmodel.baselines.answers import Answering, PlaceAnswers, PositionEncoder
from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.text import BaselineText

__all__ = ["QRN", "QueryReduction"]

N_LAYERS = 2


class QueryReduction(nn.Module):
    """One QRN layer with a reset gate (section 2).

    z_t = σ(w_z · (x_t ∘ q_t) + b_z), r_t = σ(w_r · (x_t ∘ q_t) + b_r),
    h̃_t = tanh(W [x_t; q_t] + b), h_t = z_t r_t h̃_t + (1 - z_t) h_{t-1}, with h_0 = 0.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gates = nn.Linear(width, 2)  # update, reset
        self.candidate = nn.Linear(2 * width, width)

    def forward(self, sentences: Tensor, queries: Tensor, *, backward: bool = False) -> Tensor:
        """Return h (entity, step, width), running from the last step if ``backward``.

        sentences: x (step, width). queries: q (entity, step, width).
        """
        sentences = sentences.expand_as(queries)
        gates = torch.sigmoid(self.gates(sentences * queries))
        update, reset = gates[..., :1], gates[..., 1:]
        fresh = torch.tanh(self.candidate(torch.cat([sentences, queries], dim=-1)))
        added = update * reset * fresh
        steps = list(range(queries.shape[1]))
        reduced = torch.zeros_like(queries[:, 0])
        states = {}
        for step in reversed(steps) if backward else steps:
            reduced = added[:, step] + (1 - update[:, step]) * reduced
            states[step] = reduced
        return torch.stack([states[step] for step in steps], dim=1)


class QRN(Answering):
    """Queries reduced by each sentence; the answer at step t is read from the last layer's h_t.

    The layers below the last run in both directions, and their sum is the next layer's query. The
    last runs forward. State 0 is read from h_1 by a map of its own.
    """

    def __init__(self, word_width: int, settings: BaselineSettings) -> None:
        super().__init__(word_width, settings)
        width = settings.width
        self.encoder = PositionEncoder(width)
        self.question = nn.Linear(width, width)
        self.ahead = nn.ModuleList(QueryReduction(width) for _ in range(N_LAYERS))
        self.back = nn.ModuleList(QueryReduction(width) for _ in range(N_LAYERS - 1))
        self.before = nn.Linear(width, width)
        self.answers = PlaceAnswers(width)

    def scores(self, text: BaselineText) -> Tensor:
        words = self.read_words(text)
        sentences = self.encoder(words, text)
        queries = self.question(self.project(text.names))[:, None].expand(-1, text.n_steps, -1)
        for ahead, back in zip(self.ahead[:-1], self.back, strict=True):
            queries = ahead(sentences, queries) + back(sentences, queries, backward=True)
        reduced = self.ahead[-1](sentences, queries)
        states = torch.cat([self.before(reduced[:, :1]), reduced], dim=1)
        scored: Tensor = self.answers(self.dropout(states), words, text)
        return scored
