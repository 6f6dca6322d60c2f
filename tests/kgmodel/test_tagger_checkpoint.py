"""What a tagger's checkpoint keeps, and what is refused as one."""

from __future__ import annotations

import pytest
import torch

from kgmodel.checkpoint import (
    DamagedCheckpoint,
    load_config,
    load_weights,
    save_checkpoint,
)
from kgmodel.encoder_files import EncoderMismatch, file_hashes
from kgmodel.pretrained import load_encoder
from kgmodel.tagger import PieceTagger, load_piece_tagger, save_piece_tagger
from tests.support.train_alone import make_encoder


@pytest.fixture
def base(tmp_path):
    folder = tmp_path / "encoder"
    make_encoder(folder)
    return folder


@pytest.fixture
def network(base):
    """A tagger whose encoder is another than the base."""
    encoder = load_encoder(base, expected=file_hashes(base))
    tagger = PieceTagger(encoder, width=encoder.sizes.hidden_size).eval()
    draw = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for weight in encoder.layers.parameters():
            weight += torch.randn(weight.shape, generator=draw)
    return tagger


@pytest.fixture
def checkpoint(network, base, tmp_path):
    folder = tmp_path / "tagger"
    save_piece_tagger(network, folder, encoder_folder=base, rank=16, config={"training": "short"})
    return folder


def test_a_tagger_is_loaded_as_it_was_saved(network, checkpoint, base):
    loaded, config = load_piece_tagger(checkpoint, base)

    assert not loaded.training
    assert config["training"] == "short"
    for name, value in network.state_dict().items():
        own = loaded.state_dict()[name]
        if name.startswith("labels."):
            assert torch.equal(own, value), name
        else:
            torch.testing.assert_close(own, value, atol=0.1, rtol=0.01, msg=name)


def test_its_config_names_its_labels_its_encoder_and_its_rank(checkpoint, base):
    config = load_config(checkpoint)

    assert config["kind"] == "entities"
    assert config["labels"] == ["entity", "location"]
    assert config["encoder_sha256"] == file_hashes(base)
    assert config["rank"] == 16


def test_only_what_training_added_is_kept(checkpoint):
    weights = load_weights(checkpoint, load_config(checkpoint))

    labels = {"labels.weight", "labels.bias"}
    assert labels < weights.keys()
    assert all(name.startswith("encoder.encoder.layer.0.") for name in weights.keys() - labels)


@pytest.mark.parametrize(
    "change", [{"kind": "verbs"}, {"labels": ["entity"]}, {"labels": ["location", "entity"]}]
)
def test_a_checkpoint_of_another_kind_or_of_other_labels_is_refused(checkpoint, base, change):
    config = load_config(checkpoint)
    save_checkpoint(checkpoint, load_weights(checkpoint, config), {**config, **change})

    with pytest.raises(DamagedCheckpoint, match="holds no checkpoint that finds entities"):
        load_piece_tagger(checkpoint, base)


def test_another_base_encoder_is_refused(checkpoint, base):
    text = (base / "config.json").read_text()
    (base / "config.json").write_text(text + "\n")

    with pytest.raises(EncoderMismatch, match=r"config\.json"):
        load_piece_tagger(checkpoint, base)


@pytest.mark.parametrize("change", ["an unknown layer", "no labels"])
def test_weights_that_do_not_fit_the_encoder_are_refused(checkpoint, base, change):
    config = load_config(checkpoint)
    weights = load_weights(checkpoint, config)
    if change == "no labels":
        del weights["labels.bias"]
    else:
        weights["encoder.encoder.layer.7.output.dense.bias"] = torch.zeros(16)
    save_checkpoint(checkpoint, weights, config)

    with pytest.raises(DamagedCheckpoint, match="does not fit the encoder"):
        load_piece_tagger(checkpoint, base)
