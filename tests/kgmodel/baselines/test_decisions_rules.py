"""Places at a document's first word, probabilities of changes, and words that name a candidate."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from kgmodel.baselines.decisions import Decisions, StepDecisions, add_up, spans_of_candidates
from kgmodel.baselines.text import StateChange
from kgmodel.paper.batch import Existence

O, C, M, D = StateChange  # noqa: E741
N, S, P = Existence
FIRST_WORDS, NO_SPAN = [0, 2], [-1, -1]


def added(
    changes: list[StateChange],
    *,
    before: list[list[int]] | None = None,
    after: list[list[int]] | None = None,
    sure: list[float] | None = None,
) -> Decisions:
    """Of a document with one entity."""
    n_steps = len(changes)
    return add_up(
        StepDecisions(
            torch.tensor([changes]),
            torch.tensor([before or [NO_SPAN] * n_steps]),
            torch.tensor([after or [NO_SPAN] * n_steps]),
            torch.tensor([sure or [0.5] * n_steps]),
        )
    )


def test_a_change_may_take_an_entity_to_the_documents_first_word():
    decided = added([C, O], after=[FIRST_WORDS, NO_SPAN])

    assert decided.existence.tolist() == [[N, P, P]]
    assert decided.spans[0, 1:].tolist() == [FIRST_WORDS] * 2


def test_a_change_may_take_an_entity_from_the_documents_first_word():
    decided = added([D], before=[FIRST_WORDS])

    assert decided.existence.tolist() == [[P, N]]
    assert decided.spans[0, 0].tolist() == FIRST_WORDS


@pytest.mark.parametrize(
    ("changes", "probabilities", "exists"),
    [
        ([O, M, O, D], [0.8, 0.8, 0.8, 0.8, 0.6], [0.8, 0.8, 0.8, 0.8, 0.4]),
        ([O, C, M, O], [0.8, 0.8, 0.8, 0.7, 0.7], [0.2, 0.2, 0.8, 0.7, 0.7]),
        ([D, O, C, O], [0.9, 0.9, 0.9, 0.7, 0.7], [0.9, 0.1, 0.1, 0.7, 0.7]),
        ([O, O, O, O], [1.0] * 5, [1.0] * 5),
    ],
)
def test_a_state_is_as_sure_as_the_change_that_made_it(changes, probabilities, exists):
    decided = added(changes, sure=[0.9, 0.8, 0.7, 0.6])

    torch.testing.assert_close(decided.probabilities, torch.tensor([probabilities]))
    torch.testing.assert_close(decided.exists, torch.tensor([exists]))


@pytest.mark.parametrize(
    ("changes", "existence"),
    [
        ([D, C], [S, N, S]),
        ([C, D, C], [N, S, N, S]),
        ([D, O, O], [S, N, N, N]),
        ([M, C], [S, S, S]),
    ],
)
def test_only_what_is_created_first_of_all_did_not_exist_before(changes, existence):
    assert added(changes).existence.tolist() == [existence]


def test_a_later_origin_fills_only_the_states_since_the_last_change():
    decided = added(
        [M, O, M], before=[NO_SPAN, NO_SPAN, [4, 5]], after=[NO_SPAN, NO_SPAN, FIRST_WORDS]
    )

    assert decided.existence.tolist() == [[S, P, P, P]]
    assert decided.spans[0, 1:].tolist() == [[4, 5], [4, 5], FIRST_WORDS]


def test_words_at_the_end_of_a_step_are_of_that_step(text):
    twice = replace(text, spans=torch.tensor([[3, 4], [7, 8]]), owners=torch.tensor([0, 0]))

    spans = spans_of_candidates(twice, torch.tensor([[0, 0, 0, 0]]))

    assert spans.tolist() == [[[3, 4], [3, 4], [7, 8], [7, 8]]]
