"""What the paper's model decides, reads and refuses, state by state."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from kgmodel.paper.batch import Existence, PaperBatch, PaperTargets
from kgmodel.paper.model import PaperAnswers, PaperModel, PaperSettings
from kgmodel.paper.reader import ReaderScores

N, S, P = Existence
LONGEST = 3


def make_model(words: Tensor, **changes: Any) -> PaperModel:
    torch.manual_seed(3)
    return PaperModel(PaperSettings(width=5, longest_span=LONGEST, **changes), words).eval()


def read(
    model: PaperModel, batch: PaperBatch, teacher: PaperTargets | None = None
) -> tuple[ReaderScores, list[Tensor]]:
    """The scores, and what is put into the location nodes: existence, starts and ends, each
    (document, entity, state)."""
    decided: list[tuple[Tensor, ...]] = []
    hook = model.places.register_forward_pre_hook(lambda _, inputs: decided.append(inputs[1:]))
    scores = model(batch, teacher=teacher)
    hook.remove()
    return scores, [torch.stack(states, dim=-1) for states in zip(*decided, strict=True)]


def best_span(starts: list[float], ends: list[float], steps: list[int]) -> tuple[int, int]:
    """By trying all: at most ``LONGEST`` words of one step."""
    spans = [
        (first, last)
        for first, step in enumerate(steps)
        for last in range(first, min(first + LONGEST, len(steps)))
        if steps[last] == step
    ]
    first, last = max(spans, key=lambda span: starts[span[0]] + ends[span[1]])
    return first, last + 1


def own_answers(scores: ReaderScores, steps: Tensor) -> list[Tensor]:
    """Of a batch of one document: its best existence, start and end."""
    starts, ends = scores.starts[0].tolist(), scores.ends[0].tolist()
    spans = [
        [best_span(*pair, steps[0].tolist()) for pair in zip(*entity, strict=True)]
        for entity in zip(starts, ends, strict=True)
    ]
    existence = [
        [max(range(3), key=state.__getitem__) for state in entity]
        for entity in scores.existence[0].tolist()
    ]
    return [torch.tensor([existence]), *torch.tensor([spans]).unbind(dim=-1)]


def test_the_papers_own_choices_are_the_default():
    settings = PaperSettings()

    assert (settings.reads, settings.graph) == ("prefix", "recurrent")
    assert (settings.conditioned_on, settings.entity_input) == ("entity", "graph")
    assert settings.coreference_across and settings.coreference_within
    assert (settings.n_exact, settings.contextual_width) == (2, 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reads": "page"}, "^reads is 'page', expected one of prefix, sentence, paragraph$"),
        ({"n_exact": 3}, "^n_exact is 3; a word has 2 exact matches$"),
        ({"n_exact": 1}, "^n_exact is 1; a word has 2 exact matches$"),
    ],
)
def test_settings_that_no_model_has_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        PaperSettings(**changes)


@pytest.mark.parametrize(
    ("changes", "n_more"),
    [
        ({}, 1),
        ({"graph": "lstm"}, 1),
        ({"entity_input": "paragraph"}, 1),
        ({"entity_input": "prefix"}, 0),
        ({"graph": "none"}, 0),
    ],
)
def test_the_whole_paragraph_is_encoded_only_where_entities_begin_from_it(
    documents, join, words, changes, n_more
):
    batch, _ = join(*documents[:2], extra=1)
    model, may_read = make_model(words, **changes), []
    model.context.register_forward_pre_hook(lambda _, inputs: may_read.append(inputs[3]))

    model(batch)

    assert may_read[0].shape[1] == batch.n_states + n_more
    assert n_more == 0 or torch.equal(may_read[0][:, -1], batch.steps > 0)


@pytest.mark.parametrize("entity_input", ["graph", "paragraph", "prefix"])
def test_the_reader_sees_the_entities_of_the_graph_before_whatever_enters_the_next(
    documents, words, entity_input
):
    model = make_model(words, entity_input=entity_input)
    conditions, graphs = [], []
    model.reader.register_forward_pre_hook(lambda _, inputs: conditions.append(inputs[3]))
    model.graph.register_forward_hook(lambda _, __, graph: graphs.append(graph.entities))

    model(documents[2][0])

    assert len(graphs) == 5
    for condition, before in zip(conditions[1:], graphs[:-1], strict=True):
        assert torch.equal(condition, before)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_without_gold_the_readers_best_answer_enters_the_graph(documents, words, number):
    batch, _ = documents[number]

    scores, decided = read(make_model(words), batch)

    for entered, own in zip(decided, own_answers(scores, batch.steps), strict=True):
        assert torch.equal(entered, own)


def test_gold_enters_the_graph_and_the_readers_answer_where_gold_has_none(documents, words):
    batch, _ = documents[2]
    model = make_model(words)
    with torch.no_grad():
        model.reader.existence[-1].bias[P] += 50  # its own answer is always a span
    states = torch.tensor([[N, S, P, P, -1], [-1, -1, 0, -1, -1], [-1, -1, 1, -1, -1]])
    gold = PaperTargets(*(row.expand(1, 3, -1) for row in states))

    scores, decided = read(model, batch, gold)

    own = own_answers(scores, batch.steps)
    assert (own[1][..., 2] > 0).any() and (own[2][..., 2] > 1).any()
    assert decided[0][0].tolist() == [[N, S, P, P, P]] * 3
    for entered, of_reader, place in zip(decided[1:], own[1:], (0, 1), strict=True):
        assert entered[..., 2].tolist() == [[place] * 3]
        assert torch.equal(entered[..., [0, 1, 3, 4]], of_reader[..., [0, 1, 3, 4]])


def test_a_span_is_as_likely_as_its_existence_times_its_words():
    answers = PaperAnswers(
        existence=torch.tensor([[[[0.1, 0.2, 0.7], [0.6, 0.3, 0.1], [0.2, 0.8, 0.0]]]]),
        spans=torch.tensor([[0.1, 0.5], [0.3, 0.1]]).expand(1, 1, 3, 2, 2),
        best_existence=torch.tensor([[[P, N, S]]]),
        best_spans=torch.zeros(1, 1, 3, 2, dtype=torch.long),
    )

    torch.testing.assert_close(answers.probabilities(), torch.tensor([[[0.35, 0.6, 0.8]]]))
