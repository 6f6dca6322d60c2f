"""Scores of places: additive, by distance, within reach; occurrences sum to candidates."""

import pytest
import torch

from kgmodel.default.pointer import LocationPointer, candidate_log_probabilities

STATE, TOKEN, WIDTH = 4, 3, 5
STEPS = torch.tensor([[1, 2, 7], [1, -1, -1]])


def pointer(**options):
    torch.manual_seed(0)
    layer = LocationPointer(TOKEN, STATE, WIDTH, dropout=0.0, **options).eval()
    torch.nn.init.normal_(layer.unstated)
    return layer


def inputs(n_steps=7):
    torch.manual_seed(1)
    return torch.randn(2, n_steps, STATE), torch.randn(2, 3, WIDTH), STEPS


def test_scores_are_those_of_an_additive_attention_over_the_distance():
    layer = pointer()
    states, occurrences, steps = inputs()

    scores = layer(states, occurrences, steps)

    queries = torch.cat([layer.before(states[:, :1]), layer.after(states)], dim=1)
    least = torch.finfo(scores.dtype).min
    for pair in range(2):
        for state in range(8):
            query = queries[pair, state]
            unstated = layer.score(torch.tanh(query + layer.unstated))
            torch.testing.assert_close(scores[pair, state, :1], unstated)
            for order in range(3):
                step = int(steps[pair, order])
                if step < 0:
                    assert scores[pair, state, 1 + order] == least
                    continue
                near = max(-4, min(4, step - state)) + 4
                hidden = query + occurrences[pair, order] + layer.distance.weight[near]
                expected = layer.score(torch.tanh(hidden))[0]
                torch.testing.assert_close(scores[pair, state, 1 + order], expected)


@pytest.mark.parametrize("at_once", [1, 3, 16])
def test_states_scored_a_few_at_once_are_the_same(at_once):
    torch.testing.assert_close(pointer(states_at_once=at_once)(*inputs()), pointer()(*inputs()))


def test_only_places_within_reach_of_a_state_have_a_score():
    layer = pointer(reach=2)
    scores = layer(*inputs())

    has_score = scores[0, :, 1:] > torch.finfo(scores.dtype).min
    assert has_score.tolist() == [
        [abs(step - state) <= 2 for step in (1, 2, 7)] for state in range(8)
    ]


def test_an_occurrence_is_its_ends_its_frequency_and_whether_it_is_the_entity_itself():
    layer = pointer()
    tokens = torch.randn(1, 4, TOKEN)
    first, last = torch.tensor([[1, -1]]), torch.tensor([[2, -1]])
    own, frequency = torch.tensor([[True, False]]), torch.tensor([[3, 0]])

    keys = layer.occurrences(tokens, first, last, own, frequency)

    torch.testing.assert_close(
        keys[0, 0],
        layer.first(tokens[0, 1])
        + layer.last(tokens[0, 2])
        + layer.own.weight[1]
        + layer.frequency.weight[3],
    )
    torch.testing.assert_close(keys[0, 1], layer.own.weight[0] + layer.frequency.weight[0])


def test_the_span_of_a_state_is_its_places_weighted_by_their_probability():
    layer = pointer()
    occurrences = torch.randn(1, 2, WIDTH)
    scores = torch.randn(1, 3, 3)

    spans = layer.spans(scores, occurrences)

    for state in range(3):
        shares = scores[0, state].softmax(0)
        expected = shares[0] * layer.unstated + shares[1:] @ occurrences[0]
        torch.testing.assert_close(spans[0, state], expected)


def test_probabilities_of_occurrences_sum_to_those_of_their_candidates():
    scores = torch.tensor([[[0.0, 1.0, 2.0, -1e9]]])
    candidates = torch.tensor([[2, 2, -1]])

    logs = candidate_log_probabilities(scores, candidates, 4)

    shares = scores[0, 0].softmax(0)
    expected = torch.tensor([shares[0], 0.0, shares[1] + shares[2], 0.0])
    torch.testing.assert_close(logs.exp()[0, 0], expected)
    assert logs.isfinite().all()
