"""Our BERT against the one that its weights were published with."""

from dataclasses import asdict

import pytest
import torch
from transformers import BertConfig, BertModel

from kgmodel.bert import Bert, BertSizes

SIZES = {
    "vocab_size": 50,
    "hidden_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 40,
    "max_position_embeddings": 16,
    "layer_norm_eps": 1e-6,
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
}


@pytest.fixture(scope="module")
def published():
    torch.manual_seed(0)
    return BertModel(BertConfig(**SIZES), add_pooling_layer=False).eval()


@pytest.fixture
def encoder(published):
    own = Bert(BertSizes(**SIZES))
    own.load_state_dict(published.state_dict())
    return own


@pytest.mark.parametrize("mode", ["train", "eval"])
def test_every_layer_equals_the_published_one(encoder, published, mode):
    ids = torch.randint(1, 50, (3, 9))
    present = torch.arange(9) < torch.tensor([[9], [4], [1]])

    states = encoder.train(mode == "train").states(ids, present)

    expected = published(
        input_ids=ids, attention_mask=present, output_hidden_states=True
    ).hidden_states
    for own, other in zip(states, expected, strict=True):
        torch.testing.assert_close(own[present], other[present])


def test_padding_changes_nothing(encoder):
    encoder.eval()
    ids = torch.randint(1, 50, (1, 5))
    padded = torch.cat([ids, torch.zeros(1, 3, dtype=torch.int64)], dim=1)

    together = encoder(padded, padded != 0)

    torch.testing.assert_close(together[:, :5], encoder(ids))


@pytest.mark.parametrize(("name", "value"), [("hidden_act", "relu"), ("model_type", "roberta")])
def test_another_kind_of_network_is_refused(name, value):
    with pytest.raises(ValueError, match=f"{name} is {value!r}"):
        BertSizes.from_config({**SIZES, name: value})


def test_sizes_that_a_configuration_leaves_out_are_the_published_defaults():
    published = BertConfig()

    for name, size in asdict(BertSizes.from_config({})).items():
        assert size == getattr(published, name), name


def test_heads_that_cannot_share_the_width_are_refused():
    with pytest.raises(ValueError, match="5 heads cannot share a width of 24"):
        BertSizes(hidden_size=24, num_attention_heads=5)
