"""Lengths to which documents are padded, and flat positions of tokens."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from kgmodel.default.features import collate
from tests.kgmodel.default.test_features import entity, long_document, short_document


@pytest.mark.parametrize(
    ("windows", "queries", "lengths"),
    [
        ((6,), (7,), (8, 8)),  # [CLS] and [SEP] are two tokens, and a query ends with one
        ((7,), (8,), (16, 16)),
        ((1, 7), (2, 8), (16, 16)),
        ((7, 1), (8, 2), (16, 16)),
        ((14,), (), (16, 8)),
        ((15,), (16,), (24, 24)),
    ],
)
def test_texts_and_queries_are_padded_to_a_multiple_of_eight(windows, queries, lengths):
    n_tokens = sum(windows)
    text = replace(
        long_document(),
        windows=tuple(np.full(length, 5) for length in windows),
        step_tokens=(np.arange(n_tokens),) * 2,
        occurrence_first=np.zeros(2, np.int64),
        occurrence_last=np.zeros(2, np.int64),
        entities=tuple(entity(*[9] * length, mentioned=[False] * n_tokens) for length in queries),
    )

    assert text.padded_lengths == lengths
    if queries:
        batch = collate([text])
        assert (batch.texts.shape[1], batch.queries.shape[1]) == lengths


def test_a_tokens_position_is_flat_over_all_sequences_and_padding_is_minus_one():
    batch = collate([long_document(), short_document()])

    assert batch.texts.shape[1] == 8  # sequence n begins at position 8 n, with [CLS]
    assert batch.step_tokens.tolist() == [
        [[1, 2], [9, -1]],
        [[17, 18], [25, -1]],
        [[33, -1], [-1, -1]],
    ]
    assert batch.occurrence_first.tolist() == [[1, 9], [17, 25], [33, -1]]
    assert batch.occurrence_last.tolist() == [[2, 9], [18, 25], [33, -1]]


@pytest.mark.parametrize("document", [long_document(), short_document()])
def test_a_document_is_the_same_alone_and_as_a_part_of_a_batch(document):
    documents = [short_document(), long_document(), short_document()]
    first = {1: 0, 2: 1}[len(document.entities)]

    part = collate(documents).part(slice(first, first + len(document.entities)))
    alone = collate([document])

    for name in ("step_tokens", "occurrence_first", "occurrence_last", "first_sequence", "tags"):
        own = getattr(alone, name)
        corner = tuple(slice(size) for size in own.shape)
        assert torch.equal(getattr(part, name)[corner], own), name
    for name in ("queries", "mentioned"):
        assert torch.equal(getattr(part, name), getattr(alone, name)), name
    assert torch.equal(part.texts[part.window], alone.texts[alone.window])


def test_a_batch_on_a_device_is_the_same_batch():
    batch = collate([long_document()])

    moved = batch.to(torch.device("cpu"))

    assert torch.equal(moved.locations, batch.locations)
    assert torch.equal(moved.texts, batch.texts)
