"""Edges of the context encoder: what a state reads, queries of any length, mentions, chunks."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from kgmodel.paper.batch import PaperBatch
from kgmodel.paper.encoder import ContextEncoder, QueryEncoder, WordVectors, readable

WORD_WIDTH = 3


def batch_of(steps: list[int], *, n_steps: int, n_entities: int = 1) -> PaperBatch:
    """A document of words of one piece, without mentions; step 0 is padding."""
    n_words = len(steps)
    nowhere = torch.zeros(1, n_entities, n_words, dtype=torch.bool)
    return PaperBatch(
        tokens=torch.arange(1, n_words + 1)[None, :, None],
        steps=torch.tensor([steps]),
        n_steps=torch.tensor([n_steps]),
        queries=torch.ones(1, n_entities, 2, 1, dtype=torch.long),
        present=torch.ones(1, n_entities, dtype=torch.bool),
        exact=torch.zeros(1, n_entities, n_words, 2, dtype=torch.bool),
        mention_starts=nowhere,
        mention_ends=nowhere,
    )


def make_context(**options: int) -> ContextEncoder:
    torch.manual_seed(0)
    return ContextEncoder(
        WORD_WIDTH,
        2,
        n_layers=1,
        n_exact=2,
        contextual_width=0,
        dropout=0.0,
        dropout_recurrent=0.0,
        **options,
    )


def encode(context: ContextEncoder, batch: PaperBatch, may_read: Tensor | None = None) -> Tensor:
    """All states, (document, entity, state, position, width)."""
    table = WordVectors(torch.randn(10, WORD_WIDTH, generator=torch.Generator().manual_seed(1)))
    reads = readable(batch, "prefix") if may_read is None else may_read
    return context(batch, table(batch.tokens), table(batch.queries), reads)


def marks(n_words: int, positions: list[list[int]]) -> Tensor:
    """(document, entity, position) bool."""
    return torch.tensor([[[word in own for word in range(n_words)] for own in positions]])


@pytest.mark.parametrize(
    ("reads", "positions"),
    [
        ("prefix", [[0, 1], [0, 1], [0, 1, 2], [0, 1, 2, 3]]),
        ("sentence", [[0, 1], [0, 1], [2], [3]]),
        ("paragraph", [[0, 1, 2, 3]] * 4),
    ],
)
def test_each_state_reads_its_steps_and_never_padding(reads, positions):
    batch = batch_of([1, 1, 2, 3, 0], n_steps=3)

    may_read = readable(batch, reads)[0]

    assert [state.nonzero().flatten().tolist() for state in may_read] == positions


def test_a_table_that_could_be_trained_is_not():
    table = torch.randn(4, WORD_WIDTH, requires_grad=True)

    assert not WordVectors(table)(torch.tensor([[1, 2]])).requires_grad


def test_short_and_long_queries_are_read_as_if_each_were_alone():
    torch.manual_seed(0)
    encoder = QueryEncoder(WORD_WIDTH, 2, n_layers=2, dropout=0.0)
    queries, lengths = torch.randn(1, 3, 4, WORD_WIDTH), torch.tensor([2, 4, 1])

    vectors = encoder(queries, (torch.arange(4) < lengths[:, None])[None])

    for entity, length in enumerate(lengths.tolist()):
        words = queries[:, entity : entity + 1, :length]
        alone = encoder(words, torch.ones(1, 1, length, dtype=torch.bool))
        torch.testing.assert_close(vectors[0, entity], alone[0, 0])


def test_every_word_of_a_mention_is_marked_whatever_its_length():
    batch = replace(
        batch_of([1] * 6, n_steps=1, n_entities=2),
        mention_starts=marks(6, [[1, 5], [0, 4]]),
        mention_ends=marks(6, [[3, 5], [1, 4]]),
    )
    context, marked = make_context(), []
    context.rnn.inputs[1].register_forward_pre_hook(
        lambda _, inputs: marked.append(inputs[0][..., -1].bool())
    )

    encode(context, batch)

    assert torch.equal(marked[0], marks(6, [[1, 2, 3, 5], [0, 1, 4]]))


@pytest.mark.parametrize(
    ("max_positions", "sizes"),
    [
        (8, [8]),
        (7, [6, 2]),
        (6, [6, 2]),
        (5, [4, 4]),
        (4, [4, 4]),
        (3, [4, 2, 2]),
        (1, [4, 2, 2]),
    ],
)
def test_a_call_of_the_lstm_has_as_many_prefixes_as_fit(max_positions, sizes):
    batch = batch_of([1, 1, 2, 2], n_steps=2)  # prefixes of 2, 2 and 4 words
    context, n_words = make_context(max_positions=max_positions), []
    context.rnn.register_forward_pre_hook(lambda _, inputs: n_words.append(len(inputs[0])))

    encoded = encode(context, batch)

    assert n_words == sizes
    torch.testing.assert_close(encoded, encode(make_context(), batch))


def test_a_prefix_of_one_word_is_encoded_alone():
    batch = batch_of([1, 2, 2], n_steps=2)
    context = make_context()

    encoded = encode(context, batch)[:, :, :2]

    alone = encode(context, batch_of([1], n_steps=1))
    torch.testing.assert_close(encoded[..., :1, :], alone)
    assert not encoded[..., 1:, :].any()


def test_a_document_of_which_no_word_may_be_read_can_be_learnt_from():
    batch = batch_of([1, 1], n_steps=1)
    context = make_context()

    encode(context, batch, torch.zeros(1, 2, 2, dtype=torch.bool)).sum().backward()

    assert all(weight.grad.isfinite().all() for weight in context.rnn.parameters())
