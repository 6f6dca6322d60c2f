import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.entnet import EntityMemory, EntNet


def test_the_memory_is_that_of_a_loop_over_its_equations():
    torch.manual_seed(0)
    layer = EntityMemory(5)
    sentences, keys = torch.randn(3, 5), torch.randn(2, 5)

    with torch.no_grad():
        states = layer(sentences, keys)

        for entity, key in enumerate(keys):
            memory = key
            for step, sentence in enumerate(sentences):
                gate = torch.sigmoid(sentence @ memory + sentence @ key)
                raw = (
                    layer.of_memory.weight @ memory
                    + layer.of_key.weight @ key
                    + layer.of_sentence.weight @ sentence
                    + layer.of_sentence.bias
                )
                fresh = torch.where(raw > 0, raw, layer.activation.weight * raw)
                memory = memory + gate * fresh
                memory = memory / memory.norm()
                torch.testing.assert_close(states[step, entity], memory)


def test_a_state_is_read_from_no_sentence_after_it(text):
    torch.manual_seed(0)
    model = EntNet(text.words.shape[1], BaselineSettings(width=8, dropout=0.0)).eval()
    changed = text.words.clone()
    changed[8:10] += 1  # of step 3, and part of no candidate place

    with torch.no_grad():
        scores = model.scores(text)
        others = model.scores(type(text)(changed, *list(vars(text).values())[1:]))

    torch.testing.assert_close(scores[:, :3], others[:, :3])
    assert not scores[:, 3].allclose(others[:, 3])
