"""What the tagger learns from, on two sentences of our own."""

from __future__ import annotations

import pytest

from kgmodel.pretrained import load_tokenizer
from kgmodel.tagger import LABELS
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.inference.checkpoints import encoder_folder
from pipeline.text.names import words_of
from pipeline.training.tagger_examples import examples_from

TEXT = "Put the eggs in the hot pan. The egg sets."
DOCUMENT = Document("d", "d", TEXT, (Step(1, TEXT[:28], 0), Step(2, TEXT[29:], 29)), "d.txt")
GRID = Grid.from_texts([Entity.parse("egg")], [["?", "hot pan", "-"]])


def targets(label: str, **options) -> dict[str, float]:
    """The target of each word piece that has one."""
    tokenizer = load_tokenizer(encoder_folder())
    (example,) = examples_from([(DOCUMENT, GRID)], tokenizer=tokenizer, **options)
    return {
        tokenizer.id_to_token(piece): float(target[LABELS.index(label)])
        for piece, target in zip(example.pieces, example.targets, strict=True)
        if target[LABELS.index(label)] > 0
    }


def soft(**chances: float) -> list[list[list[float]]]:
    return [[[chances.get(word.text, 0.0) for word in row] for row in words_of(DOCUMENT)]]


def test_targets_are_the_words_that_name_entities_and_locations():
    assert targets("entity") == {"eggs": 1.0, "egg": 1.0}
    assert targets("location") == {"hot": 1.0, "pan": 1.0}


def test_soft_targets_are_mixed_with_golds_entities_but_not_with_its_locations():
    probabilities = soft(egg=0.5, pan=0.8)

    mixed = targets("entity", soft_targets=probabilities, weight=0.25)

    assert mixed == pytest.approx({"eggs": 0.75, "egg": 0.875, "pan": 0.2})
    assert targets("location", soft_targets=probabilities) == {"hot": 1.0, "pan": 1.0}


def test_soft_targets_of_weight_zero_count_for_nothing():
    assert targets("entity", soft_targets=soft(pan=0.8), weight=0.0) == {"eggs": 1.0, "egg": 1.0}
