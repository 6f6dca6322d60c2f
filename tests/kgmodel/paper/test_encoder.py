"""The context encoder against loops over single words, mentions and prefixes."""

from dataclasses import replace

import pytest
import torch

from kgmodel.paper.encoder import (
    AlignedQuery,
    ContextEncoder,
    QueryEncoder,
    SpanEncoder,
    WordVectors,
    readable,
)
from kgmodel.paper.prefix_lstm import Packing

TRAINING = pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
WIDTH = 6


def make_context(*, contextual_width=0, training=True):
    torch.manual_seed(1)
    return ContextEncoder(
        WIDTH,
        5,
        n_layers=2,
        n_exact=2,
        contextual_width=contextual_width,
        dropout=0.0,
        dropout_recurrent=0.0,
    ).train(training)


def encode(context, batch, words, reads="prefix"):
    """All states, (document, entity, state, position, width)."""
    table = WordVectors(words)
    return context(batch, table(batch.tokens), table(batch.queries), readable(batch, reads))


def test_a_word_is_the_mean_of_its_pieces(words):
    vectors = WordVectors(words)(torch.tensor([[[3, 5], [7, 0], [0, 0]]]))

    torch.testing.assert_close(vectors[0, 0], (words[3] + words[5]) / 2)
    torch.testing.assert_close(vectors[0, 1], words[7])
    assert not vectors[0, 2].any()


def test_word_vectors_are_neither_trained_nor_saved(words):
    vectors = WordVectors(words)

    assert not list(vectors.parameters())
    assert not vectors.state_dict()


def test_every_word_sees_the_query_through_its_own_weights():
    torch.manual_seed(0)
    align = AlignedQuery(WIDTH)
    words, queries = torch.randn(2, 3, WIDTH), torch.randn(2, 2, 4, WIDTH)

    aligned = align(words, queries, torch.ones(2, 2, 4, dtype=torch.bool))

    for document, entity, position in torch.cartesian_prod(*map(torch.arange, (2, 2, 3))).tolist():
        of_word = align.project(words[document, position]).clamp(min=0)
        of_query = [align.project(word).clamp(min=0) for word in queries[document, entity]]
        weights = torch.stack([(of_word * vector).sum() for vector in of_query]).exp()
        expected = (weights / weights.sum()) @ queries[document, entity]
        torch.testing.assert_close(aligned[document, entity, position], expected)


def test_a_query_is_the_attended_sum_of_its_words():
    torch.manual_seed(0)
    query = QueryEncoder(WIDTH, 3, n_layers=1, dropout=0.0)
    words = torch.randn(5, WIDTH)

    vector = query(words[None, None], torch.ones(1, 1, 5, dtype=torch.bool))[0, 0]

    encoded = query.rnn(query.rnn.inputs[0](words), Packing.of(torch.tensor([5])))
    weights = torch.stack([query.attention(vector)[0] for vector in encoded]).exp()
    torch.testing.assert_close(vector, (weights / weights.sum()) @ encoded)


@TRAINING
def test_each_prefix_is_encoded_as_if_it_were_alone(documents, words, training):
    batch, _ = documents[0]
    context, table = make_context(training=training), WordVectors(words)

    encoded = encode(context, batch, words)

    for entity in range(2):
        for state in range(4):
            rows = []
            for position, step in enumerate(batch.steps[0].tolist()):
                if step > max(state, 1):
                    break
                starts = batch.mention_starts[0, entity].nonzero().flatten().tolist()
                ends = batch.mention_ends[0, entity].nonzero().flatten().tolist()
                mentioned = any(a <= position <= b for a, b in zip(starts, ends, strict=True))
                word = table(batch.tokens[0, position][None])[0]
                aligned = context.align(
                    word[None, None],
                    table(batch.queries[:, entity : entity + 1]),
                    torch.ones(1, 1, 4, dtype=torch.bool),
                )[0, 0, 0]
                exact = batch.exact[0, entity, position].float()
                marks = torch.tensor([float(mentioned), float(step == state)])
                parts = (word, torch.cat([aligned, exact, marks[:1]]), marks[1:])
                inputs = zip(context.rnn.inputs, parts, strict=True)
                rows.append(sum(layer(part) for layer, part in inputs))
            alone = context.rnn(torch.stack(rows), Packing.of(torch.tensor([len(rows)])))
            torch.testing.assert_close(encoded[0, entity, state, : len(rows)], alone)
            assert not encoded[0, entity, state, len(rows) :].any()


@pytest.mark.parametrize("reads", ["prefix", "paragraph"])
def test_a_prefix_knows_nothing_of_later_steps(documents, words, reads):
    batch, _ = documents[0]
    context = make_context()
    tokens = torch.where(batch.steps[..., None] == 3, batch.tokens.roll(1, dims=1), batch.tokens)

    before = encode(context, batch, words, reads)[:, :, :3]
    after = encode(context, replace(batch, tokens=tokens), words, reads)[:, :, :3]

    assert torch.equal(before, after) == (reads == "prefix")


def test_states_0_and_1_read_the_same_words_but_not_the_same(documents, words):
    batch, _ = documents[0]

    may_read = readable(batch, "prefix")
    encoded = encode(make_context(), batch, words)

    assert torch.equal(may_read[:, 0], may_read[:, 1])
    assert not torch.allclose(encoded[:, :, 0], encoded[:, :, 1])


def test_a_sentence_is_encoded_as_if_it_were_the_whole_text(documents, words):
    batch, _ = documents[0]
    context, in_step_2 = make_context(), batch.steps[0] == 2
    alone = replace(
        batch,
        tokens=batch.tokens[:, in_step_2],
        steps=batch.steps[:, in_step_2],
        exact=batch.exact[:, :, in_step_2],
        mention_starts=batch.mention_starts[:, :, in_step_2],
        mention_ends=batch.mention_ends[:, :, in_step_2],
    )

    encoded = encode(context, batch, words, "sentence")[:, :, 2]

    torch.testing.assert_close(encoded[:, :, in_step_2], encode(context, alone, words)[:, :, 2])
    assert not encoded[:, :, ~in_step_2].any()


def test_before_the_first_step_a_reader_of_sentences_reads_step_1(documents):
    batch, _ = documents[0]

    may_read = readable(batch, "sentence")

    read = [batch.steps[0, words].unique().tolist() for words in may_read[0]]
    assert read == [[1], [1], [2], [3]]


@TRAINING
@pytest.mark.parametrize("contextual_width", [0, 3])
@pytest.mark.parametrize("reads", ["prefix", "sentence", "paragraph"])
def test_padding_never_changes_an_encoding(
    draw_document, join, words, training, contextual_width, reads
):
    context = make_context(contextual_width=contextual_width, training=training)
    alone = [
        draw_document(*size, seed=size[0], contextual_width=contextual_width)
        for size in ((3, 2), (1, 1), (4, 3))
    ]

    batch, _ = join(*alone, extra=2)
    padded = encode(context, batch, words, reads)

    for number, (single, _) in enumerate(alone):
        expected = encode(context, single, words, reads)
        _, n_entities, n_states, n_positions, _ = expected.shape
        torch.testing.assert_close(
            padded[number, :n_entities, :n_states, :n_positions], expected[0]
        )
        assert not padded[number, n_entities:].any()
        assert not padded[number, :, n_states:].any()
        assert not padded[number, :, :, n_positions:].any()


@TRAINING
def test_padding_never_changes_a_query(documents, join, words, training):
    torch.manual_seed(0)
    query, table = (
        QueryEncoder(WIDTH, 3, n_layers=2, dropout=0.0).train(training),
        WordVectors(words),
    )

    def ask(batch):
        return query(table(batch.queries), (batch.queries != 0).any(-1))

    padded = ask(join(*documents, extra=2)[0])

    for number, (single, _) in enumerate(documents):
        torch.testing.assert_close(padded[number, : single.queries.shape[1]], ask(single)[0])


def test_chunks_bound_memory_and_change_nothing(documents, join, words):
    batch, _ = join(*documents)
    whole = encode(make_context(), batch, words)

    bounded = make_context()
    bounded.max_positions = 20

    torch.testing.assert_close(encode(bounded, batch, words), whole)


def test_an_entity_is_the_sum_of_its_mentions_and_an_answer_is_made_alike():
    torch.manual_seed(0)
    spans, encoded = SpanEncoder(3, 4), torch.randn(1, 2, 6, 3)
    starts, ends = torch.zeros(1, 2, 6, dtype=torch.bool), torch.zeros(1, 2, 6, dtype=torch.bool)
    starts[0, 0, [0, 3]], ends[0, 0, [1, 3]] = True, True

    entities = spans.of_mentions(encoded, starts, ends)

    def vector(entity, first, last):
        pair = torch.cat([encoded[0, entity, first], encoded[0, entity, last]])
        return spans.project.weight @ pair + spans.project.bias

    torch.testing.assert_close(entities[0, 0], vector(0, 0, 1) + vector(0, 3, 3))
    assert not entities[0, 1].any()
    answers = spans(encoded, torch.tensor([[2, 0]]), torch.tensor([[5, 1]]))
    torch.testing.assert_close(answers[0], torch.stack([vector(0, 2, 4), vector(1, 0, 0)]))
