"""EntNet's scores against a loop over entities and states."""

from __future__ import annotations

import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.entnet import EntNet


@torch.no_grad()
def test_each_state_asks_the_memory_after_its_step_and_state_0_that_after_step_1(text):
    torch.manual_seed(0)
    model = EntNet(text.words.shape[1], BaselineSettings(width=6)).eval()
    words, keys = model.project(text.words), model.project(text.names)
    memory = model.memory(model.encoder(words, text), keys)

    scores = model.scores(text)

    states = torch.zeros(2, 4, 6)
    for entity, key in enumerate(keys):
        question = model.question(key)
        for state in range(4):
            slots = memory[max(state - 1, 0)]
            weights = torch.stack([question @ slot for slot in slots]).softmax(dim=0)
            recalled = weights[0] * slots[0] + weights[1] * slots[1]
            raw = question + (model.output if state else model.output_before)(recalled)
            states[entity, state] = torch.where(raw > 0, raw, model.activation.weight * raw)
    torch.testing.assert_close(scores, model.answers(states, words, text))
