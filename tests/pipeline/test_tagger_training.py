"""Second opinions: networks are asked only about documents that they were not trained on."""

from __future__ import annotations

import pytest
import torch
from transformers import BertConfig, BertModel

from kgmodel.pretrained import load_tokenizer
from kgmodel.tagger import LABELS, PieceTagger, piece_probabilities
from pipeline.document import Document, Entity, Step
from pipeline.encoder import encoder_folder
from pipeline.grid import Grid
from pipeline.tagger_examples import Example, examples_from
from pipeline.tagger_training import Recipe, second_opinions, train

THINGS = ("salt", "sand", "snow", "soap", "soup", "sugar", "steam")
TOKENIZER = load_tokenizer(encoder_folder())
QUICK = Recipe(epochs=80, batch_size=4, encoder_rate=1e-2, label_rate=1e-1, dropout=0.0)


def network() -> PieceTagger:
    """A random encoder of width 16."""
    torch.manual_seed(0)
    config = BertConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    return PieceTagger(BertModel(config, add_pooling_layer=False), width=16, dropout=0.0)


def annotated(thing: str, *, tracked: str) -> tuple[Document, Grid]:
    text = f"The {thing} falls."
    document = Document(thing, thing, text, (Step(1, text, 0),), "d.txt")
    return document, Grid.from_texts([Entity.parse(tracked)], [["?", "?"]])


def test_each_document_is_asked_about_once_and_every_word_gets_a_chance():
    grids = [annotated(thing, tracked=thing) for thing in THINGS]
    recipe = Recipe(epochs=1, folds=3)

    heard = list(
        second_opinions(grids, tokenizer=TOKENIZER, network=network, recipe=recipe, seed=0)
    )

    assert sorted(number for number, _ in heard) == list(range(len(THINGS)))
    for _, chances in heard:
        assert [len(row) for row in chances] == [3]
        assert all(0 < chance < 1 for row in chances for chance in row)


def test_what_only_one_documents_annotator_tracked_is_not_learned_from_that_document():
    grids = [annotated(thing, tracked=thing) for thing in THINGS[:-1]]
    odd = annotated("steam", tracked="falls")  # nobody else tracks the verb

    heard = dict(
        second_opinions([*grids, odd], tokenizer=TOKENIZER, network=network, recipe=QUICK, seed=0)
    )

    [[_, steam, falls]] = heard[len(grids)]
    assert falls < 0.5 < steam


def test_training_fits_targets_that_are_not_whole():
    [example] = examples_from([annotated("salt", tracked="salt")], tokenizer=TOKENIZER)
    half = Example(example.pieces, example.targets * 0.5)
    trained = network()

    losses = list(train(trained, [half], recipe=QUICK, seed=0))

    [chances] = piece_probabilities(trained, [half.pieces])
    salt = half.pieces.index(TOKENIZER.token_to_id("salt"))
    assert losses[-1] < losses[0]
    assert float(chances[salt, LABELS.index("entity")]) == pytest.approx(0.5, abs=0.1)
