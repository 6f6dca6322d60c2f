"""Scores of discovered entities, by hand."""

from __future__ import annotations

import pytest

from pipeline.domain.document import Entity
from pipeline.evaluation.entity_discovery import entity_scores, same_entities


def entities(*names: str) -> list[Entity]:
    return [Entity.parse(name) for name in names]


def test_names_count_once_and_only_against_one_of_gold():
    predicted = entities("water", "the Leaf", "sap", "leaves")
    gold = entities("water", "leaves", "sugar")

    score = entity_scores([(predicted, gold)])["exact"]

    assert (score.matched, score.predicted, score.gold) == (2, 4, 3)
    assert score.precision == pytest.approx(50)
    assert score.recall == pytest.approx(200 / 3)
    assert score.f1 == pytest.approx(400 / 7)


def test_any_synonym_of_gold_counts_but_no_alias_of_what_was_found():
    gold = entities("water; vapor")

    assert entity_scores([(entities("vapors"), gold)])["exact"].matched == 1
    assert entity_scores([([Entity("steam", ("steam", "water"))], gold)])["exact"].matched == 0


def test_as_many_as_possible_are_matched():
    predicted = entities(
        "steam", "water"
    )  # taking "water; steam" for steam would leave water alone
    gold = entities("water; steam", "steam")

    assert entity_scores([(predicted, gold)])["exact"].matched == 2


def test_head_words_are_enough_for_the_head_score():
    predicted = entities("rain clouds", "plant remains")
    gold = entities("cloud", "remains of plants", "plant")

    scores = entity_scores([(predicted, gold)])

    assert scores["exact"].matched == 0
    assert scores["head"].matched == 2


def test_counts_are_summed_over_documents_and_never_matched_across_them():
    scores = entity_scores([(entities("water"), entities("ice")), ([], entities("water"))])

    assert (scores["exact"].matched, scores["exact"].predicted, scores["exact"].gold) == (0, 1, 2)


def test_nothing_predicted_scores_nothing():
    score = entity_scores([([], [])])["exact"]

    assert (score.precision, score.recall, score.f1) == (0, 0, 0)


def test_the_matching_maps_each_predicted_entity_to_golds():
    predicted = entities("rain", "steam", "waters")
    gold = entities("water; steam", "steam")

    assert same_entities(predicted, gold) == {1: 1, 2: 0}
