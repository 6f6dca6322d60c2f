"""Sentence vectors, scores, loss and decisions of EntNet and QRN, each against a short loop."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from kgmodel.baselines.answers import PlaceAnswers, PositionEncoder, answer_loss, decide_answers
from kgmodel.baselines.text import BaselineText

PLACE_WORDS = ([2], [6, 7], [3, 10])  # of each candidate


@torch.no_grad()
def test_a_sentence_is_the_sum_of_its_words_under_the_masks_of_their_places(text):
    torch.manual_seed(0)
    uneven = replace(text, steps=torch.tensor([1] * 3 + [2] * 5 + [3] * 4))
    encoder = PositionEncoder(12, longest=4)
    encoder.masks.copy_(torch.randn(4, 12))

    sentences = encoder(uneven.words, uneven)

    for sentence, (first, length) in zip(sentences, [(0, 3), (3, 5), (8, 4)], strict=True):
        words = uneven.words[first : first + length]
        expected = sum(word * encoder.masks[min(at, 3)] for at, word in enumerate(words))
        torch.testing.assert_close(sentence, expected)


@torch.no_grad()
def test_words_after_the_hundredth_share_its_mask():
    n_words = 102
    nothing = torch.zeros(0, dtype=torch.long)
    long = BaselineText(
        words=torch.ones(n_words, 1),
        steps=torch.ones(n_words, dtype=torch.long),
        names=torch.zeros(1, 1),
        mentions=torch.zeros(1, n_words, dtype=torch.bool),
        spans=nothing.view(0, 2),
        owners=nothing,
    )
    encoder = PositionEncoder(1)
    encoder.masks.copy_(torch.arange(len(encoder.masks))[:, None])

    assert encoder(long.words, long).item() == sum(min(place, 99) for place in range(n_words))


@torch.no_grad()
def test_nowhere_and_somewhere_have_rows_of_their_own_and_a_place_that_of_its_words(text):
    torch.manual_seed(0)
    answers, states = PlaceAnswers(12), torch.randn(2, 4, 12)

    scores = answers(states, text.words, text)

    rows = [*answers.wordless]
    for own in PLACE_WORDS:
        rows.append(answers.place.weight @ text.words[own].mean(dim=0) + answers.place.bias)
    assert scores.shape == (2, 4, 2 + len(PLACE_WORDS))
    torch.testing.assert_close(scores, torch.stack([states @ row for row in rows], dim=-1))


@pytest.mark.parametrize(
    ("last_place", "gold"),
    [
        (1, [[1, 2, 2, 0], [0, 0, 3, 3]]),
        (0, [[1, 2, 2, 0], [0, 0, 3, 2]]),
        (-1, [[1, 2, 2, 0], [0, 0, 3, 1]]),  # a place that is no candidate
    ],
)
def test_the_loss_is_the_mean_over_answers_and_a_place_without_a_candidate_is_somewhere(
    targets, last_place, gold
):
    scores = torch.randn(2, 4, 5, generator=torch.Generator().manual_seed(0))
    candidates = targets.candidates.clone()
    candidates[1, 3] = last_place

    loss = answer_loss(scores, replace(targets, candidates=candidates))

    losses = [
        scores[entity, state].logsumexp(0) - scores[entity, state, answer]
        for entity, row in enumerate(gold)
        for state, answer in enumerate(row)
    ]
    torch.testing.assert_close(loss, sum(losses) / 8)


def test_the_best_answer_is_decided_with_its_probability(text):
    best = [[0, 1, 2, 4], [3, 0, 3, 2]]
    sizes = torch.tensor([[1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 1.0]])
    scores = torch.nn.functional.one_hot(torch.tensor(best), 5) * sizes[..., None]

    decided = decide_answers(scores, text)

    assert decided.existence.tolist() == [[0, 1, 2, 2], [2, 0, 2, 2]]
    assert decided.spans[0, 2:].tolist() == [[2, 3], [10, 11]]
    assert decided.spans[1, [0, 2, 3]].tolist() == [[6, 8], [6, 8], [2, 3]]
    certain = sizes.exp() / (sizes.exp() + 4)
    torch.testing.assert_close(decided.probabilities, certain)
    is_nowhere = torch.tensor(best) == 0
    nowhere = torch.where(is_nowhere, sizes.exp(), torch.tensor(1.0)) / (sizes.exp() + 4)
    torch.testing.assert_close(decided.exists, 1 - nowhere)
