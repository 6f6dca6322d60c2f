"""Usual settings, and entities that a sentence mentions by several words."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from kgmodel.baselines.boxes import BaselineSettings, Sentences


def test_the_usual_settings_read_fixed_vectors():
    settings = BaselineSettings()

    assert (settings.width, settings.dropout, settings.contextual) == (64, 0.3, False)


@torch.no_grad()
@pytest.mark.parametrize("own", [[0], [0, 1], [1, 2, 3]])
def test_an_entity_is_the_mean_of_the_words_that_mention_it(text, own):
    torch.manual_seed(0)
    mentions = torch.zeros_like(text.mentions)
    mentions[0, [4 + word for word in own]] = True
    read = torch.tensor([[False, True, False], [False] * 3])

    vectors = Sentences(12)(text.words, replace(text, mentions=mentions), read)

    torch.testing.assert_close(vectors.entity[0], vectors.words[0, own].mean(dim=0))


@torch.no_grad()
def test_padding_of_a_short_sentence_mentions_nothing(text):
    """Not even where the document's first or last word does."""
    torch.manual_seed(0)
    mentions = torch.zeros_like(text.mentions)
    mentions[0, [0, 4, 11]] = True
    uneven = replace(text, mentions=mentions, steps=torch.tensor([1] * 3 + [2] * 5 + [3] * 4))

    vectors = Sentences(12)(text.words, uneven, torch.tensor([[True, False, False], [False] * 3]))

    torch.testing.assert_close(vectors.entity[0], vectors.words[0, 0])
    assert vectors.is_word.tolist() == [[True] * 3 + [False] * 2]
