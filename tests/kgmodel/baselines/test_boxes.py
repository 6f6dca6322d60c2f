"""Parts that several baselines are made of, each against a short loop."""

import pytest
import torch

from kgmodel.baselines.boxes import BiLSTM, Sentences, attended, mean_where

WIDTH = 4


def test_padding_and_neighbours_never_change_what_an_lstm_reads():
    torch.manual_seed(0)
    layer = BiLSTM(3, WIDTH)
    rows = torch.randn(2, 5, 3)

    encoded = layer(rows, torch.tensor([5, 2]))

    torch.testing.assert_close(encoded[1:, :2], layer(rows[1:, :2], torch.tensor([2])))
    assert (encoded[1, 2:] == 0).all()
    assert encoded.shape == (2, 5, layer.width) and layer.width == 2 * WIDTH
    assert layer(rows[:0], torch.tensor([], dtype=torch.long)).shape == (0, 5, layer.width)


def test_words_are_weighted_by_the_softmax_of_their_scores():
    words, scores = torch.randn(2, 3, WIDTH), torch.randn(2, 3)
    is_word = torch.tensor([[True, True, True], [True, False, False]])

    vectors = attended(words, scores, is_word)

    torch.testing.assert_close(vectors[0], scores[0].softmax(0) @ words[0])
    torch.testing.assert_close(vectors[1], words[1, 0])


def test_a_mean_is_that_of_the_words_it_has_and_zero_without_any():
    words = torch.randn(3, WIDTH)
    where = torch.tensor([[True, False, True], [False, False, False]])

    means = mean_where(words, where)

    torch.testing.assert_close(means[0], (words[0] + words[2]) / 2)
    assert (means[1] == 0).all()


@pytest.fixture
def read(text):
    torch.manual_seed(0)
    layer = Sentences(WIDTH)
    words = torch.randn(len(text.words), WIDTH)
    steps = torch.tensor([[True, False, True], [False, True, False]])
    return layer, words, layer(words, text, steps)


def test_each_sentence_is_read_for_each_entity_with_its_mentions_marked(text, read):
    layer, words, vectors = read
    assert vectors.first.tolist() == [0, 8, 4]  # steps 1 and 3 of the first entity, 2 of the second

    for row, (entity, step) in enumerate([(0, 0), (0, 2), (1, 1)]):
        own = slice(4 * step, 4 * step + 4)
        marks = text.mentions[entity, own].float()
        encoded = layer.rnn(torch.cat([words[own], marks[:, None]], dim=1)[None], torch.tensor([4]))
        torch.testing.assert_close(vectors.words[row], encoded[0])
        mention = encoded[0][marks.bool()].mean(0)
        torch.testing.assert_close(vectors.entity[row], mention)
        weights = layer.verb(encoded[0]).squeeze(-1).softmax(0)
        torch.testing.assert_close(vectors.verb[row], weights @ encoded[0])
        torch.testing.assert_close(
            vectors.both[row], torch.cat([vectors.entity[row], vectors.verb[row]])
        )


def test_an_entity_that_a_sentence_does_not_mention_is_zero(text, read):
    layer, words, _ = read

    vectors = layer(words, text, torch.tensor([[False] * 3, [True, False, False]]))

    assert (vectors.entity == 0).all() and not (vectors.verb == 0).all()
