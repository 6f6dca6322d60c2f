from dataclasses import replace

import torch


def test_sentences_are_the_positions_of_each_steps_words_padded_with_minus_one(text):
    shorter = replace(text, steps=torch.tensor([1] * 5 + [2] * 4 + [3] * 3))

    assert shorter.sentences().tolist() == [[0, 1, 2, 3, 4], [5, 6, 7, 8, -1], [9, 10, 11, -1, -1]]


def test_a_step_mentions_an_entity_if_one_of_its_words_does(text):
    assert text.is_mentioned().tolist() == [[True, True, True], [False, True, True]]


def test_the_words_of_a_candidate_are_those_of_all_its_occurrences(text):
    words = [row.nonzero()[:, 0].tolist() for row in text.of_candidates()]

    assert words == [[2], [6, 7], [3, 10]]


def test_gold_exists_wherever_it_is_not_nowhere(targets):
    assert targets.exists().tolist() == [[True, True, True, False], [False, False, True, True]]
