"""The reader's scores, the spans they allow, and the vectors of answers."""

import pytest
import torch

from kgmodel.paper.batch import Existence
from kgmodel.paper.encoder import SpanEncoder
from kgmodel.paper.reader import LocationReader, LocationVectors, best_spans, span_scores

TRAINING = pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])


def make_reader(training=True):
    torch.manual_seed(0)
    return LocationReader(5, 3, 4, dropout=0.0).train(training)


@TRAINING
def test_scores_follow_their_equations(training):
    reader = make_reader(training)
    encoded, queries = torch.randn(2, 2, 4, 5), torch.randn(2, 2, 3)
    nodes = torch.randn(2, 2, 4)

    scores = reader(encoded, torch.ones(2, 4, dtype=torch.bool), queries, nodes)

    for document in range(2):
        for entity in range(2):
            first, _, _, second = reader.condition
            together = torch.cat([queries[document, entity], nodes[document, entity]])
            conditioned = (
                second.weight @ (first.weight @ together + first.bias).clamp(min=0) + second.bias
            )
            words = encoded[document, entity]
            for name, layer in (("starts", reader.start), ("ends", reader.end)):
                expected = torch.stack([word @ (layer.weight @ conditioned) for word in words])
                torch.testing.assert_close(getattr(scores, name)[document, entity], expected)
            weights = torch.stack(
                [word @ (reader.attention.weight @ conditioned) for word in words]
            ).exp()
            summary = sum(w / weights.sum() * word for w, word in zip(weights, words, strict=True))
            first, _, _, second = reader.existence
            joined = torch.cat([summary, conditioned])
            expected = (
                second.weight @ (first.weight @ joined + first.bias).clamp(min=0) + second.bias
            )
            torch.testing.assert_close(scores.existence[document, entity], expected)


@TRAINING
@pytest.mark.parametrize("n_documents", [1, 3])
def test_padding_never_changes_a_score(training, n_documents):
    reader = make_reader(training)
    encoded = torch.randn(n_documents, 3, 6, 5)
    queries, nodes = torch.randn(n_documents, 3, 3), torch.randn(n_documents, 3, 4)
    may_read = (torch.arange(6) < 4).expand(n_documents, -1)

    padded = reader(encoded, may_read, queries, nodes)
    alone = reader(encoded[:, :2, :4], may_read[:, :4], queries[:, :2], nodes[:, :2])

    torch.testing.assert_close(padded.existence[:, :2], alone.existence)
    torch.testing.assert_close(padded.starts[:, :2, :4], alone.starts)
    torch.testing.assert_close(padded.ends.softmax(-1)[:, :2, :4], alone.ends.softmax(-1))
    assert not padded.starts.softmax(-1)[..., 4:].any()


def test_spans_stay_within_a_step_and_a_length():
    torch.manual_seed(0)
    starts, ends = torch.randn(2, 3, 7), torch.randn(2, 3, 7)
    steps = torch.tensor([[1, 1, 1, 1, 2, 2, 2], [1, 1, 2, 3, 3, 0, 0]])

    scores = span_scores(starts, ends, steps, longest=3)
    spans = best_spans(scores)

    lowest = torch.finfo(torch.float32).min
    for document in range(2):
        for entity in range(3):
            allowed = {}
            for first in range(7):
                for extra in range(3):
                    last, step = first + extra, int(steps[document, first])
                    if last < 7 and step and step == steps[document, last]:
                        total = starts[document, entity, first] + ends[document, entity, last]
                        allowed[first, last + 1] = float(total)
                        assert scores[document, entity, first, extra] == total
                    else:
                        assert scores[document, entity, first, extra] == lowest
            assert tuple(spans[document, entity].tolist()) == max(allowed, key=allowed.get)


def test_a_longest_span_beyond_the_text_is_no_mistake():
    scores = span_scores(
        torch.zeros(1, 1, 2), torch.tensor([[[0.0, 1.0]]]), torch.ones(1, 2, dtype=int), longest=9
    )

    assert best_spans(scores).tolist() == [[[0, 2]]]


def test_nowhere_and_somewhere_have_learned_places_and_a_span_its_own():
    torch.manual_seed(0)
    places, encoded = LocationVectors(SpanEncoder(3, 4), 4), torch.randn(1, 3, 6, 3)
    existence = torch.tensor([[Existence.NOWHERE, Existence.SOMEWHERE, Existence.SPAN]])
    starts, ends = torch.tensor([[0, 0, 2]]), torch.tensor([[1, 1, 4]])

    vectors = places(encoded, existence, starts, ends)

    torch.testing.assert_close(vectors[0, :2], places.wordless.weight)
    torch.testing.assert_close(vectors[0, 2], places.spans(encoded, starts, ends)[0, 2])
