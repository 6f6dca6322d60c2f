"""Folders that hold no base encoder, and how the difference to it is divided."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn

from kgmodel.bert import Bert
from kgmodel.encoder_files import EncoderMismatch, encoder_config, file_hashes
from kgmodel.pretrained import (
    apply_difference,
    load_encoder,
    load_tokenizer,
    low_rank_difference,
    rounded,
)
from tests.support.train_alone import make_encoder

WEIGHTS = "model.safetensors"


@pytest.fixture
def folder(tmp_path):
    make_encoder(tmp_path / "encoder")
    return tmp_path / "encoder"


def load(folder: Path) -> Bert:
    return load_encoder(folder, expected=file_hashes(folder))


@pytest.mark.parametrize("name", ["config.json", WEIGHTS, "tokenizer.json"])
def test_a_file_that_is_missing_is_named(folder, name):
    (folder / name).unlink()

    with pytest.raises(EncoderMismatch, match=f"has no {name}"):
        file_hashes(folder)


@pytest.mark.parametrize("name", ["config.json", WEIGHTS, "tokenizer.json"])
def test_a_file_with_another_hash_is_refused(folder, name):
    expected = {**file_hashes(folder), name: "0" * 64}

    with pytest.raises(EncoderMismatch, match=name.replace(".", r"\.")):
        load_encoder(folder, expected=expected)


@pytest.mark.parametrize(
    "change", [{"model_type": "t5"}, {"hidden_size": 17}, {"hidden_size": "x"}]
)
def test_the_config_of_another_network_is_refused(folder, change):
    config = {**encoder_config(folder), **change}
    (folder / "config.json").write_text(json.dumps(config))

    with pytest.raises(EncoderMismatch, match="is of no BERT"):
        load(folder)


def test_a_file_that_lacks_a_weight_is_refused(folder):
    weights = load_file(folder / WEIGHTS)
    del weights["encoder.layer.0.output.dense.bias"]
    save_file(weights, folder / WEIGHTS)

    with pytest.raises(EncoderMismatch, match=r"has no encoder\.layer\.0\.output\.dense\.bias"):
        load(folder)


def test_weights_under_the_published_prefix_in_float16_and_a_pooler_are_taken(folder):
    expected = load_file(folder / WEIGHTS)
    published = {f"bert.{name}": value.half() for name, value in expected.items()}
    published["bert.pooler.dense.bias"] = torch.zeros(16)
    save_file(published, folder / WEIGHTS)

    encoder = load(folder)

    assert not encoder.training
    assert encoder.state_dict().keys() == expected.keys()
    for name, value in encoder.state_dict().items():
        assert value.dtype == torch.float32
        assert torch.equal(value, expected[name].half().float()), name


def test_a_tokenizer_neither_cuts_a_text_nor_pads_it(folder):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=8, pad_token="[UNK]")
    tokenizer.save(str(folder / "tokenizer.json"))

    loaded = load_tokenizer(folder)

    assert loaded.truncation is None and loaded.padding is None
    assert load_tokenizer(folder) is loaded


class Layers(nn.Module):
    def __init__(self, **weights):
        super().__init__()
        for name, value in weights.items():
            self.register_parameter(name, nn.Parameter(value))


@pytest.fixture
def base():
    torch.manual_seed(0)
    return {"wide": torch.randn(6, 4), "bias": torch.randn(5), "same": torch.randn(3)}


def test_a_vector_that_changed_ships_whole_and_is_added_again(base):
    tuned = {**base, "bias": base["bias"] + torch.tensor([1.0, 0.0, -2.0, 0.5, 3.0])}

    kept = low_rank_difference(tuned, base, rank=2)

    assert kept.keys() == {"bias"} and kept["bias"].dtype == torch.float16
    layers = Layers(**{name: value.clone() for name, value in base.items()})
    apply_difference(layers, kept)
    for name, value in layers.named_parameters():
        torch.testing.assert_close(value.detach(), tuned[name], msg=name)


def test_a_matrix_and_a_vector_are_restored_together(base):
    change = torch.outer(torch.arange(6.0), torch.tensor([1.0, -1.0, 2.0, 0.0]))
    tuned = {**base, "wide": base["wide"] + change, "bias": base["bias"] - 1.0}

    kept = low_rank_difference(tuned, base, rank=1)

    assert kept.keys() == {"wide.left", "wide.right", "wide.scale", "bias"}
    assert kept["wide.left"].shape == (6, 1) and kept["wide.right"].shape == (1, 4)
    layers = Layers(**{name: value.clone() for name, value in base.items()})
    apply_difference(layers, kept)
    for name, value in layers.named_parameters():
        torch.testing.assert_close(value.detach(), tuned[name], atol=0.1, rtol=0.0, msg=name)


def test_a_difference_of_an_unknown_weight_is_refused(base):
    with pytest.raises(KeyError):
        apply_difference(Layers(**base), {"roof": torch.zeros(3)})


def test_a_small_matrix_lends_no_more_bytes_than_its_own_rank_needs():
    """Of rank 3 each: a row has one singular value, and 9 bytes for it; 3 of 16 are the other's."""
    before = {"row": torch.zeros(1, 8), "square": torch.zeros(8, 8)}
    after = {"row": 0.001 * torch.ones(1, 8), "square": torch.diag(torch.arange(8.0, 0.0, -1.0))}

    kept = low_rank_difference(after, before, rank=3)

    assert kept["square.left"].shape == (8, 3)
    assert "row.left" not in kept


@pytest.mark.parametrize("dim", [0, 1])
def test_a_rounded_matrix_has_a_scale_for_each_line_and_errs_by_half_a_level(dim):
    torch.manual_seed(0)
    matrix = torch.randn(5, 7) * 10

    values, scale = rounded(matrix, dim=dim)

    assert values.dtype == torch.int8 and values.abs().max() == 127
    assert scale.shape == (matrix.shape[1 - dim],)
    torch.testing.assert_close(scale, matrix.abs().amax(dim) / 127)
    restored = values * scale.unsqueeze(dim)
    assert ((restored - matrix).abs() <= scale.unsqueeze(dim) * 0.501).all()
