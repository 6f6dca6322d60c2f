"""Places that tagged words name, and the loss of a single tag."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor
from torch.nn.functional import one_hot

from kgmodel.baselines.boxes import SentenceVectors
from kgmodel.baselines.places import PlaceTag, PlaceTagger

O, B, C = PlaceTag  # noqa: E741


def sentences_of(words: Tensor) -> SentenceVectors:
    """Sentences of four words, one after another, whose words have these vectors."""
    n_rows, n_words, _ = words.shape
    nothing = torch.zeros(n_rows, 1)
    is_word = torch.ones(n_rows, n_words, dtype=torch.bool)
    return SentenceVectors(n_words * torch.arange(n_rows), words, is_word, nothing, nothing)


def tagged(tags: Tensor, **options: bool) -> list[list[list[int]]]:
    """Places of words that score these tags (row, position, 2) highest."""
    tagger = PlaceTagger(6)
    with torch.no_grad():
        tagger.score.weight.copy_(torch.eye(6))
        tagger.score.bias.zero_()
    return tagger.spans(sentences_of(one_hot(tags, 3).flatten(-2).float()), **options).tolist()


@pytest.mark.parametrize(
    ("tags", "place"),
    [
        ([O, O, B, C], [2, 4]),
        ([B, C, C, C], [0, 4]),
        ([O, B, C, C], [1, 4]),
        ([O, O, O, B], [3, 4]),
        ([C, B, O, C], [1, 2]),
        ([B, B, C, O], [0, 1]),
        ([B, C, B, C], [0, 2]),
        ([C, C, O, C], [-1, -1]),
        ([O, O, O, O], [-1, -1]),
    ],
)
@pytest.mark.parametrize("row", [0, 1])
@pytest.mark.parametrize("side", [0, 1])
def test_a_place_is_the_first_that_begins_with_all_words_that_continue_it(tags, place, row, side):
    every = torch.zeros(2, 4, 2, dtype=torch.long)
    every[row, :, side] = torch.tensor(tags)

    places = tagged(every)

    expected = [[[-1, -1], [-1, -1]], [[-1, -1], [-1, -1]]]
    expected[row][side] = [4 * row + at if at >= 0 else -1 for at in place]
    assert places == expected


def test_a_row_with_two_places_hides_no_place_of_another_row():
    every = torch.zeros(2, 4, 2, dtype=torch.long)
    every[0, :, 0] = torch.tensor([B, O, B, O])
    every[1, :, 0] = torch.tensor([O, B, O, O])

    places = tagged(every, sole=True)

    assert places == [[[-1, -1], [-1, -1]], [[5, 6], [-1, -1]]]


@pytest.mark.parametrize("tag", PlaceTag)
def test_the_loss_of_a_single_tag_is_its_negative_log_likelihood(tag):
    torch.manual_seed(0)
    tagger, sentences = PlaceTagger(5), sentences_of(torch.randn(2, 4, 5))
    tags = torch.full((2, 4, 2), -1)
    tags[1, 2, 0] = tag

    loss = tagger.loss(sentences, tags)

    scores = tagger(sentences)[1, 2, 0]
    torch.testing.assert_close(loss, scores.logsumexp(0) - scores[tag])
