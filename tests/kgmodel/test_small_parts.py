"""Cancelling, dropout of everything, and the scorer of candidates that ships."""

from __future__ import annotations

import json

import pytest
import torch
from safetensors.torch import load_file

from kgmodel.cancellation import cancelled_by, check_cancelled
from kgmodel.candidate_scorer import CandidateScorer
from kgmodel.dropout import Dropout
from pipeline.inference.checkpoints import DEFAULT_TAGGER


def test_a_computation_is_cancelled_within_the_context_alone():
    def cancel():
        raise TimeoutError

    check_cancelled()
    with cancelled_by(cancel):
        with pytest.raises(TimeoutError):
            check_cancelled()
        with cancelled_by(lambda: None):
            check_cancelled()
        with pytest.raises(TimeoutError):
            check_cancelled()
    check_cancelled()


def test_a_computation_that_was_cancelled_leaves_nothing_behind():
    def cancel():
        raise TimeoutError

    with pytest.raises(TimeoutError), cancelled_by(cancel):
        check_cancelled()

    check_cancelled()


@pytest.mark.parametrize("share", [1.0, 0.999])
def test_everything_can_be_dropped(share):
    assert not Dropout(share)(torch.ones(40)).any()


@pytest.mark.parametrize("size", [(0,), (1,), (7,), (8,), (9,), (3, 5)])
def test_dropout_keeps_the_shape_whatever_the_number_of_values(size):
    torch.manual_seed(0)
    values = torch.ones(size)

    dropped = Dropout(0.5)(values)

    assert dropped.shape == values.shape
    assert set(dropped.flatten().tolist()) <= {0.0, 2.0}


def test_a_new_scorer_has_the_shape_of_the_one_that_ships():
    names = json.loads((DEFAULT_TAGGER / "choice.json").read_text())["features"]

    scorer = CandidateScorer(len(names))

    shipped = load_file(DEFAULT_TAGGER / "choice.safetensors")
    assert {name: value.shape for name, value in scorer.state_dict().items()} == {
        name: value.shape for name, value in shipped.items()
    }


@pytest.mark.parametrize("sign", [1, -1])
def test_a_feature_further_out_than_five_deviations_counts_as_five(sign):
    torch.manual_seed(0)
    scorer = CandidateScorer(2, hidden=4, networks=2).eval()

    def scores(value):
        return scorer(torch.full((1, 2), sign * value))

    assert torch.equal(scores(5.0), scores(6.0))
    assert torch.equal(scores(5.0), scores(500.0))
    assert not torch.equal(scores(5.0), scores(4.9))


def test_features_are_usual_until_training_has_given_their_mean():
    torch.manual_seed(0)
    scorer = CandidateScorer(2, hidden=4, networks=1).eval()
    rows = torch.tensor([[0.0, 1.0], [2.0, 5.0]])
    before = scorer(rows - torch.tensor([1.0, 3.0]))

    scorer.standardise(torch.tensor([[0.0, 2.0], [1.0, 3.0], [2.0, 4.0]]))

    torch.testing.assert_close(scorer(rows), before)
