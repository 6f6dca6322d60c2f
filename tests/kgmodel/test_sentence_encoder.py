"""The encoder in numpy gives the vectors of the encoder in torch."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import torch

from kgmodel.encoder_files import EncoderMismatch
from kgmodel.pretrained import load_encoder
from kgmodel.sentence_encoder import SentenceEncoder, load_sentence_encoder
from pipeline.inference.checkpoints import encoder_folder

TEXTS = ("Where is the dough?", "Stir the yeast into the warm water in a jug.", "flour " * 600)


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return load_sentence_encoder(encoder_folder())


def test_the_states_equal_those_of_the_torch_encoder(encoder: SentenceEncoder) -> None:
    torch_encoder = load_encoder(encoder_folder())

    encoded = encoder.encode(TEXTS)

    for text, own in zip(TEXTS, encoded, strict=True):
        pieces = torch.tensor([encoder.tokenizer.encode(text).ids[:512]])
        with torch.inference_mode():
            expected = torch_encoder(pieces)[0].numpy()
        np.testing.assert_allclose(own.states, expected, atol=2e-5)


def test_the_neighbours_in_a_batch_change_nothing(encoder: SentenceEncoder) -> None:
    (alone,) = encoder.encode(TEXTS[:1])

    np.testing.assert_allclose(encoder.encode(TEXTS)[0].states, alone.states, atol=2e-5)


def test_each_piece_knows_its_place_in_the_text(encoder: SentenceEncoder) -> None:
    (encoded,) = encoder.encode(["Where is it?"])

    assert [slice(*piece) for piece in encoded.pieces[1:3]] == [slice(0, 5), slice(6, 8)]
    assert np.linalg.norm(encoded.vector) == pytest.approx(1.0)


def test_a_folder_with_other_weights_is_refused() -> None:
    with pytest.raises(EncoderMismatch, match=r"model\.safetensors"):
        load_sentence_encoder(
            encoder_folder(),
            expected={"config.json": "", "model.safetensors": "", "tokenizer.json": ""}
            | {"config.json": load_hash("config.json")},
        )


def load_hash(name: str) -> str:
    from kgmodel.encoder_files import PACKAGED_HASHES

    return PACKAGED_HASHES[name]


def test_loading_it_loads_no_torch() -> None:
    code = "import sys, kgmodel.sentence_encoder; sys.exit('torch' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
