"""What the frozen encoder says of each word."""

import pytest
import torch

from kgmodel.pretrained import load_encoder, load_tokenizer
from pipeline.domain.document import Document, Entity
from pipeline.inference import frozen_encoder
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.frozen_encoder import encode_paragraph, encode_prefixes
from pipeline.inference.paper_features import word_pieces
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

TEXT = "Flour lies in a bowl. An oven bakes the flour. Bread leaves the oven."


@pytest.fixture(scope="module")
def encoder():
    return load_encoder(encoder_folder())


@pytest.fixture(scope="module")
def tokenizer():
    return load_tokenizer(encoder_folder())


@pytest.fixture(scope="module")
def document():
    steps = find_procedure(TEXT).steps
    return annotate(Document("bread", "Bread", TEXT, steps, "bread.txt", (Entity.parse("flour"),)))


def test_the_paragraph_is_the_last_of_its_prefixes(document, tokenizer, encoder):
    words = word_pieces(document, tokenizer)

    prefixes = encode_prefixes(words, document.tokens, tokenizer, encoder)
    paragraph = encode_paragraph(words, tokenizer, encoder)

    assert prefixes.shape == (4, len(words), encoder.sizes.hidden_size)
    torch.testing.assert_close(paragraph, prefixes[-1])
    assert not prefixes[0, len(document.tokens[0]) :].any()
    assert not paragraph[0].allclose(prefixes[1, 0], atol=0.01)  # a prefix does not read on


def test_a_paragraph_beyond_the_encoders_positions_is_read_in_parts(
    document, tokenizer, encoder, monkeypatch
):
    words = word_pieces(document, tokenizer)[:8]
    assert {len(pieces) for pieces in words} == {1}
    monkeypatch.setattr(frozen_encoder, "MAX_POSITIONS", 2 + 5)

    parts = encode_paragraph(words, tokenizer, encoder)

    expected = [encode_paragraph(part, tokenizer, encoder) for part in (words[:5], words[5:])]
    torch.testing.assert_close(parts, torch.cat(expected))


def test_a_word_without_pieces_has_no_features(tokenizer, encoder):
    oven = tokenizer.encode("oven", add_special_tokens=False).ids

    assert not encode_paragraph([oven, []], tokenizer, encoder)[1].any()
    assert encode_paragraph([], tokenizer, encoder).shape == (0, encoder.sizes.hidden_size)
