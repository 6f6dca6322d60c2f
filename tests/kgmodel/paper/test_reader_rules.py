"""Scores of spans whose words may not be read."""

from __future__ import annotations

import torch

from kgmodel.paper.model import paper_decode
from kgmodel.paper.reader import ReaderScores, span_scores

LOWEST = torch.finfo(torch.float32).min


def test_a_span_of_words_that_may_not_be_read_has_the_lowest_finite_score():
    ends_of_words = torch.tensor([[[0.5, LOWEST, LOWEST]]])

    scores = span_scores(ends_of_words, ends_of_words, torch.tensor([[1, 1, 1]]), longest=2)

    assert scores[0, 0].tolist() == [[1.0, LOWEST], [LOWEST, LOWEST], [LOWEST, LOWEST]]


def test_where_nothing_may_be_read_every_span_is_as_likely():
    unread = torch.full((1, 1, 1, 2), LOWEST)
    scores = ReaderScores(torch.zeros(1, 1, 1, 3), unread, unread)

    answers = paper_decode(scores, torch.tensor([[1, 1]]), longest=2)

    torch.testing.assert_close(answers.spans, torch.full((1, 1, 1, 2, 2), 0.25))
