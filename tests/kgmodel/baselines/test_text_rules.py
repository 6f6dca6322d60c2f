"""Counts of a document: its steps, its candidates, its words."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch


@pytest.mark.parametrize("words_in_last_step", [1, 2])
def test_a_document_has_as_many_steps_as_the_number_of_its_last_word(text, words_in_last_step):
    steps = [1] * 5 + [2] * (7 - words_in_last_step) + [3] * words_in_last_step
    uneven = replace(text, steps=torch.tensor(steps))

    assert uneven.n_steps == 3
    assert uneven.of_steps(torch.ones(12, dtype=torch.bool)).sum(dim=-1).tolist() == [
        5,
        7 - words_in_last_step,
        words_in_last_step,
    ]


def test_candidates_are_counted_by_their_owners_and_may_be_none(text):
    bare = replace(text, spans=text.spans[:0], owners=text.owners[:0])

    assert (text.n_candidates, bare.n_candidates) == (3, 0)
    assert bare.of_candidates().shape == (0, 12)
