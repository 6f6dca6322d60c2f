import pytest
import torch

from kgmodel.baselines.decisions import StepDecisions, add_up, spans_of_candidates
from kgmodel.baselines.text import StateChange
from kgmodel.paper.batch import Existence

O, C, M, D = StateChange  # noqa: E741
N, S, P = Existence
NO_SPAN = (-1, -1)
BOWL, OVEN = (2, 4), (7, 8)


def added(changes, *, before=None, after=None):
    n_steps = len(changes)
    return add_up(
        StepDecisions(
            torch.tensor([changes]),
            torch.tensor([before or [NO_SPAN] * n_steps]),
            torch.tensor([after or [NO_SPAN] * n_steps]),
            torch.full((1, n_steps), 0.75),
        )
    )


@pytest.mark.parametrize(
    ("changes", "existence"),
    [
        ([O, O], [S, S, S]),
        ([O, C], [N, N, S]),
        ([D, O], [S, N, N]),
        ([C, D], [N, S, N]),
        ([O, M], [S, S, S]),
    ],
)
def test_what_a_change_does_lasts_until_the_next_and_back_to_the_one_before(changes, existence):
    assert added(changes).existence.tolist() == [existence]


def test_a_place_lasts_until_the_next_change():
    decided = added([C, O, M], after=[BOWL, NO_SPAN, OVEN])

    assert decided.existence.tolist() == [[N, P, P, P]]
    assert decided.spans[0, 1:].tolist() == [list(BOWL), list(BOWL), list(OVEN)]


def test_where_a_change_takes_an_entity_from_is_where_it_was_before():
    decided = added([O, D, O], before=[NO_SPAN, BOWL, NO_SPAN])

    assert decided.existence.tolist() == [[P, P, N, N]]
    assert decided.spans[0, :2].tolist() == [list(BOWL)] * 2


def test_a_place_that_was_stated_is_not_replaced_by_where_a_later_change_takes_it_from():
    decided = added([C, D], before=[NO_SPAN, OVEN], after=[BOWL, NO_SPAN])

    assert decided.spans[0, 1].tolist() == list(BOWL)


def test_what_does_not_exist_exists_with_the_rest_of_its_probability():
    decided = added([O, C])

    assert decided.probabilities.tolist() == [[0.75] * 3]
    assert decided.exists.tolist() == [[0.25, 0.25, 0.75]]


def test_a_candidate_is_shown_by_its_last_words_so_far_else_by_its_first(text):
    candidates = torch.tensor([[2, 2, 2, 2], [1, 1, -1, 0]])

    spans = spans_of_candidates(text, candidates)

    assert spans[0].tolist() == [[3, 4], [3, 4], [3, 4], [10, 11]]
    assert spans[1, :2].tolist() == [[6, 8], [6, 8]]
    assert spans[1, 3].tolist() == [2, 3]
