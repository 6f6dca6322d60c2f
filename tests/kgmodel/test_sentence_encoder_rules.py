"""A text's vector, and how much of a text the encoder in numpy reads."""

from __future__ import annotations

import numpy as np
import pytest

from kgmodel.encoder_files import EncoderMismatch, file_hashes
from kgmodel.sentence_encoder import EncodedText, SentenceEncoder, load_sentence_encoder
from pipeline.inference.checkpoints import encoder_folder


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return load_sentence_encoder(encoder_folder())


def test_a_texts_vector_is_the_mean_of_its_pieces_at_length_one():
    states = np.array([[1.0, 2.0, 2.0], [3.0, 4.0, 0.0]], dtype=np.float32)

    vector = EncodedText(states, ((0, 1), (1, 2))).vector

    assert vector.shape == (3,) and vector.dtype == np.float32
    np.testing.assert_allclose(vector, np.array([2.0, 3.0, 1.0]) / np.sqrt(14.0), rtol=1e-6)


@pytest.mark.parametrize(("n_words", "n_states"), [(1, 3), (200, 202), (510, 512), (600, 512)])
def test_a_text_has_a_state_for_each_piece_and_both_marks_up_to_512(encoder, n_words, n_states):
    (encoded,) = encoder.encode(["flour " * n_words])

    assert encoded.states.shape == (n_states, 384)
    assert len(encoded.pieces) == n_states


def test_texts_come_back_in_their_order_however_many_there_are(encoder):
    texts = [("flour and water " * (1 + n % 3)).strip() for n in range(18)]

    encoded = encoder.encode(texts)

    assert [len(each.pieces) for each in encoded] == [2 + 3 * (1 + n % 3) for n in range(18)]
    np.testing.assert_allclose(encoded[17].vector, encoded[2].vector, atol=1e-5)


def test_no_texts_are_encoded_as_nothing(encoder):
    assert encoder.encode([]) == []


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_a_file_with_another_hash_is_refused(name):
    with pytest.raises(EncoderMismatch, match=name.replace(".", r"\.")):
        load_sentence_encoder(
            encoder_folder(), expected={**file_hashes(encoder_folder()), name: "0" * 64}
        )
