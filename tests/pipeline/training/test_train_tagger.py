"""Training of the tagger; soft targets come only from networks not trained on the document."""

from __future__ import annotations

import pytest
import torch

from kgmodel.bert import Bert, BertSizes
from kgmodel.pretrained import load_tokenizer
from kgmodel.tagger import LABELS, PieceTagger, piece_probabilities
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.inference.checkpoints import encoder_folder
from pipeline.training.tagger_examples import Example, examples_from
from pipeline.training.train_tagger import (
    TaggerTraining,
    cross_fitted_probabilities,
    train_tagger,
)

THINGS = ("salt", "sand", "snow", "soap", "soup", "sugar", "steam")
TOKENIZER = load_tokenizer(encoder_folder())
QUICK = TaggerTraining(epochs=80, batch_size=4, encoder_rate=1e-2, label_rate=1e-1, dropout=0.0)


def network() -> PieceTagger:
    """A random encoder of width 16."""
    torch.manual_seed(0)
    sizes = BertSizes(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    return PieceTagger(Bert(sizes), width=16, dropout=0.0)


def annotated(thing: str, *, tracked: str) -> tuple[Document, Grid]:
    text = f"The {thing} falls."
    document = Document(thing, thing, text, (Step(1, text, 0),), "d.txt")
    return document, Grid.from_texts([Entity.parse(tracked)], [["?", "?"]])


def test_each_document_is_predicted_once_and_every_word_gets_a_probability():
    grids = [annotated(thing, tracked=thing) for thing in THINGS]
    training = TaggerTraining(epochs=1, folds=3)

    by_document = list(
        cross_fitted_probabilities(
            grids, tokenizer=TOKENIZER, network=network, training=training, seed=0, progress=print
        )
    )

    assert sorted(number for number, _ in by_document) == list(range(len(THINGS)))
    for _, chances in by_document:
        assert [len(row) for row in chances] == [3]
        assert all(0 < chance < 1 for row in chances for chance in row)


def test_a_network_never_predicts_what_it_was_trained_on(monkeypatch):
    grids = [annotated(thing, tracked=thing) for thing in THINGS]
    pieces = [examples_from([grid], tokenizer=TOKENIZER)[0].pieces for grid in grids]
    trained_on: list[set[tuple[int, ...]]] = []

    def recording(network, examples, *, training, seed):
        trained_on.append({example.pieces for example in examples})
        return train_tagger(network, examples, training=training, seed=seed)

    monkeypatch.setattr("pipeline.training.train_tagger.train_tagger", recording)
    training = TaggerTraining(epochs=1, folds=3)

    for number, _ in cross_fitted_probabilities(
        grids, tokenizer=TOKENIZER, network=network, training=training, seed=0, progress=print
    ):
        assert pieces[number] not in trained_on[-1]
    assert len(trained_on) == 3
    assert all(len(rest) >= 4 for rest in trained_on)


def test_training_fits_targets_that_are_not_whole():
    [example] = examples_from([annotated("salt", tracked="salt")], tokenizer=TOKENIZER)
    half = Example(example.pieces, example.targets * 0.5)
    trained = network()

    losses = list(train_tagger(trained, [half], training=QUICK, seed=0))

    [chances] = piece_probabilities(trained, [half.pieces])
    salt = half.pieces.index(TOKENIZER.token_to_id("salt"))
    assert losses[-1] < losses[0]
    assert float(chances[salt, LABELS.index("entity")]) == pytest.approx(0.5, abs=0.1)
