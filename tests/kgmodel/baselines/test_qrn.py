import pytest
import torch

from kgmodel.baselines.qrn import QueryReduction


@pytest.mark.parametrize("backward", [False, True])
def test_a_layer_is_a_loop_over_its_equations(backward):
    torch.manual_seed(0)
    layer = QueryReduction(4)
    sentences, queries = torch.randn(3, 4), torch.randn(2, 3, 4)

    with torch.no_grad():
        reduced = layer(sentences, queries, backward=backward)

        for entity in range(2):
            state = torch.zeros(4)
            for step in (2, 1, 0) if backward else (0, 1, 2):
                sentence, query = sentences[step], queries[entity, step]
                update, reset = torch.sigmoid(
                    layer.gates.weight @ (sentence * query) + layer.gates.bias
                )
                both = torch.cat([sentence, query])
                fresh = torch.tanh(layer.candidate.weight @ both + layer.candidate.bias)
                state = update * reset * fresh + (1 - update) * state
                torch.testing.assert_close(reduced[entity, step], state)
