"""BERT's first weights, its dropout, and what inference joins."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from kgmodel.bert import Bert, BertSizes

SIZES = {
    "vocab_size": 300,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 64,
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
}
IDS = torch.tensor([[5, 6, 7, 8], [9, 3, 2, 1]])


def encoder_of(**sizes: float) -> Bert:
    torch.manual_seed(0)
    return Bert(BertSizes(**{**SIZES, **sizes}))


@pytest.mark.parametrize("deviation", [0.02, 0.5])
def test_first_weights_are_drawn_with_the_deviation_of_the_sizes_and_biases_are_zero(deviation):
    encoder = encoder_of(initializer_range=deviation)

    for name, module in encoder.named_modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            assert module.weight.std().item() == pytest.approx(deviation, rel=0.2), name
        if isinstance(module, nn.Linear):
            assert not module.bias.any(), name


def test_nothing_is_drawn_where_there_are_no_weights():
    with torch.device("meta"):
        encoder = Bert(BertSizes(**SIZES))

    assert all(weight.is_meta for weight in encoder.parameters())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hidden_act", "gelu_new"),
        ("model_type", ""),
        ("position_embedding_type", "relative_key"),
    ],
)
def test_a_network_that_is_no_plain_bert_is_refused(name, value):
    with pytest.raises(ValueError, match=f"{name} is {value!r}"):
        BertSizes.from_config({**SIZES, name: value})


def test_a_plain_bert_is_accepted_by_its_name_and_other_settings_are_ignored():
    plain = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}

    sizes = BertSizes.from_config({**SIZES, **plain, "author": "somebody", "type_vocab_size": 3})

    assert sizes == BertSizes(**SIZES, type_vocab_size=3)


@torch.no_grad()
def test_the_last_state_is_the_output_and_the_first_the_embeddings():
    encoder = encoder_of().eval()

    states = encoder.states(IDS)

    assert len(states) == 3
    assert torch.equal(encoder(IDS), states[-1])
    assert torch.equal(states[0], encoder.embeddings(IDS, segment=0))
    assert not torch.equal(states[0], encoder.embeddings(IDS, segment=1))


@torch.no_grad()
def test_attention_has_dropout_of_its_own_in_training_until_it_is_switched_off():
    encoder = encoder_of(attention_probs_dropout_prob=0.5, initializer_range=0.5).train()

    assert not torch.equal(encoder(IDS), encoder(IDS))
    encoder.drop_no_attention()
    assert torch.equal(encoder(IDS), encoder(IDS))
    torch.testing.assert_close(encoder(IDS), encoder.eval()(IDS))


@torch.no_grad()
def test_other_dropout_stays_when_that_of_attention_is_switched_off():
    encoder = encoder_of(hidden_dropout_prob=0.5).train()

    encoder.drop_no_attention()

    assert not torch.equal(encoder(IDS), encoder(IDS))


@torch.no_grad()
def test_joined_matrices_give_what_the_three_gave():
    encoder = encoder_of(initializer_range=0.5).eval()
    for layer in encoder.layers:
        for part in (layer.attention.self.query, layer.attention.self.key):
            nn.init.normal_(part.bias)
    present = torch.tensor([[True, True, True, False], [True] * 4])
    expected = encoder(IDS, present)

    encoder.join_matrices()

    for layer in encoder.layers:
        assert not any(hasattr(layer.attention.self, name) for name in ("query", "key", "value"))
        assert layer.attention.self.joined.weight.shape == (96, 32)
    torch.testing.assert_close(encoder(IDS, present), expected)


@pytest.mark.parametrize("training", [True, False])
@torch.no_grad()
def test_a_position_that_is_not_attended_to_changes_no_other(training):
    encoder = encoder_of(initializer_range=0.5).train(training)
    present = torch.tensor([[True, False, True, True]])

    first, second = (encoder(torch.tensor([[5, other, 7, 8]]), present) for other in (6, 60))

    torch.testing.assert_close(first[present], second[present])
    assert not torch.allclose(encoder(IDS[:1])[0, 0], first[0, 0])
