"""A step's tokens become one vector in four ways; entities of one document attend to each other."""

import pytest
import torch

from kgmodel.default.pooling import EntityAttention, StepPooling, gather_tokens

WIDTH, OUT = 3, 5


def pooling(**options):
    torch.manual_seed(0)
    return StepPooling(WIDTH, OUT, dropout=0.0, **options).eval()


def inputs():
    """Two sequences of four tokens; two pairs of two steps, the second of which is padding."""
    torch.manual_seed(1)
    tokens = torch.randn(2, 4, WIDTH)
    mentioned = torch.tensor([[False, True, False, True], [False, False, False, False]])
    positions = torch.tensor([[[1, 2, 3], [0, 3, -1]], [[5, 6, -1], [-1, -1, -1]]])
    return tokens, mentioned, positions


def test_rows_are_gathered_and_padding_is_zero():
    flat = torch.arange(6.0).view(3, 2)

    rows = gather_tokens(flat, torch.tensor([[2, -1], [0, 1]]))

    assert rows.tolist() == [[[4, 5], [0, 0]], [[0, 1], [2, 3]]]


@pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
def test_a_step_is_its_attended_and_mentioned_and_mean_tokens_and_its_sequences_first(training):
    layer = pooling().train(training)
    tokens, mentioned, positions = inputs()

    steps = layer(tokens, mentioned, positions)

    flat, flags = tokens.view(-1, WIDTH), mentioned.view(-1)
    for pair in range(2):
        for step in range(2):
            own = [int(at) for at in positions[pair, step] if at >= 0]
            if not own:
                continue
            rows = flat[own]
            attended = layer.attention(rows).squeeze(-1).softmax(0) @ rows
            named = [at for at in own if flags[at]]
            mention = flat[named].mean(0) if named else torch.zeros(WIDTH)
            parts = [attended, mention, rows.mean(0), tokens[own[0] // 4, 0]]
            expected = torch.tanh(layer.project(torch.cat(parts)))
            torch.testing.assert_close(steps[pair, step], expected)


@pytest.mark.parametrize("at_once", [1, 2, 64])
def test_steps_pooled_a_few_at_once_are_the_same(at_once):
    torch.testing.assert_close(pooling(steps_at_once=at_once)(*inputs()), pooling()(*inputs()))


def test_an_entity_attends_to_those_of_its_document_alone():
    torch.manual_seed(0)
    layer = EntityAttention(4, heads=2, dropout=0.0).eval()
    states = torch.randn(3, 2, 4)
    changed = states.clone()
    changed[2] += 1.0
    document = torch.tensor([0, 0, 1])

    before, after = layer(states, document), layer(changed, document)

    torch.testing.assert_close(before[:2], after[:2])
    assert not torch.allclose(
        layer(states, torch.zeros(3, dtype=torch.long))[:2],
        layer(changed, torch.zeros(3, dtype=torch.long))[:2],
    )


def test_attention_among_entities_is_that_of_its_equation():
    torch.manual_seed(0)
    layer = EntityAttention(4, heads=2, dropout=0.0).eval()
    states = torch.randn(2, 1, 4)

    blended = layer(states, torch.zeros(2, dtype=torch.long))

    query, key, value = layer.inward(states[:, 0]).view(2, 3, 2, 2).unbind(1)
    mixed = torch.zeros(2, 4)
    for head in range(2):
        scores = query[:, head] @ key[:, head].T / 2**0.5
        mixed[:, 2 * head : 2 * head + 2] = scores.softmax(-1) @ value[:, head]
    torch.testing.assert_close(blended[:, 0], layer.norm(states[:, 0] + layer.outward(mixed)))
