"""EntNet: Henaff et al., "Tracking the World State with Recurrent Entity Networks", ICLR 2017."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import normalize

from kgmodel.baselines.answers import Answering, PlaceAnswers, PositionEncoder
from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.text import BaselineText

__all__ = ["EntNet", "EntityMemory"]


class EntityMemory(nn.Module):
    """A memory slot an entity, its key tied to the entity's name (section 2).

    g_j = σ(s · h_j + s · w_j), h̃_j = φ(U h_j + V w_j + W s), h_j ← (h_j + g_j h̃_j) / ‖…‖,
    φ a PReLU; h_j begins as w_j.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.of_memory = nn.Linear(width, width, bias=False)  # U
        self.of_key = nn.Linear(width, width, bias=False)  # V
        self.of_sentence = nn.Linear(width, width)  # W
        self.activation = nn.PReLU(width)

    def forward(self, sentences: Tensor, keys: Tensor) -> Tensor:
        """Return h after each step: (step, entity, width).

        sentences: s (step, width). keys: w (entity, width).
        """
        memory, states = keys, []
        for sentence in sentences:
            gate = torch.sigmoid(memory @ sentence + keys @ sentence)[:, None]
            fresh = self.of_memory(memory) + self.of_key(keys) + self.of_sentence(sentence)
            memory = normalize(memory + gate * self.activation(fresh), dim=-1)
            states.append(memory)
        return torch.stack(states)


class EntNet(Answering):
    """u = Σ p_k h_k with p = softmax(q · h_k); y = R φ(q + H u), asked after every sentence.

    q is the entity's name, mapped. State 0, before the first sentence, is asked of the memory after
    it by a map H of its own: that sentence often states where an entity was.
    """

    def __init__(self, word_width: int, settings: BaselineSettings) -> None:
        super().__init__(word_width, settings)
        width = settings.width
        self.encoder = PositionEncoder(width)
        self.memory = EntityMemory(width)
        self.question = nn.Linear(width, width)
        self.output = nn.Linear(width, width)  # H
        self.output_before = nn.Linear(width, width)  # H of state 0
        self.activation = nn.PReLU(width)
        self.answers = PlaceAnswers(width)

    def scores(self, text: BaselineText) -> Tensor:
        words = self.read_words(text)
        keys = self.project(text.names)
        memory = self.memory(self.encoder(words, text), keys)  # (step, entity, width)
        questions = self.question(keys)  # (entity, width)
        attention = (questions @ memory.transpose(1, 2)).softmax(dim=-1)
        recalled = attention @ memory  # u (step, entity, width)
        heard = torch.cat([self.output_before(recalled[:1]), self.output(recalled)])
        states = self.activation((questions + heard).flatten(0, 1)).view_as(heard)
        scored: Tensor = self.answers(self.dropout(states.transpose(0, 1)), words, text)
        return scored
