from dataclasses import replace

import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.ncet import NCET, TrackScores
from kgmodel.baselines.tags import StepTag

NOT_YET, STAYS, CREATED, MOVES, DESTROYED, GONE = StepTag


def model_of(text):
    torch.manual_seed(0)
    return NCET(text.words.shape[1], BaselineSettings(width=6, dropout=0.0)).eval()


def read_with(model, text, tags, places, monkeypatch):
    """Decide by scores that clearly prefer these tags and these places."""
    scores = TrackScores(
        9.0 * torch.nn.functional.one_hot(torch.tensor(tags), 6),
        9.0 * torch.nn.functional.one_hot(torch.tensor(places), 4),
    )
    monkeypatch.setattr(NCET, "scores", lambda *_: scores)
    return model.decide(text)


def test_a_place_is_taken_where_the_entity_arrives_and_lasts(text, monkeypatch):
    decided = read_with(
        model_of(text),
        text,
        [[STAYS, MOVES, DESTROYED], [NOT_YET, CREATED, STAYS]],
        [[1, 3, 2, 3], [1, 1, 0, 2]],
        monkeypatch,
    )

    assert decided.existence.tolist() == [[2, 2, 2, 0], [0, 0, 1, 1]]
    assert decided.spans[0, :3].tolist() == [[2, 3], [2, 3], [6, 8]]


@torch.no_grad()
def test_a_step_that_does_not_mention_the_entity_gives_it_a_zero_vector(text):
    model = model_of(text)
    encoded = torch.randn(12, 12)

    tracked = model._entity_steps(encoded, text)

    assert not tracked[1, 0].any()
    torch.testing.assert_close(tracked[0, 1, :12], encoded[4])
    weights = model.verb(encoded[4:8]).squeeze(-1).softmax(dim=0)
    torch.testing.assert_close(tracked[0, 1, 12:], weights @ encoded[4:8])
    torch.testing.assert_close(tracked[0, 1, 12:], tracked[1, 1, 12:])


@torch.no_grad()
def test_a_candidate_is_scored_alike_whatever_other_candidates_there_are(text):
    model = model_of(text)
    fewer = replace(text, spans=text.spans[:1], owners=text.owners[:1])

    scores, alone = model.scores(text).places, model.scores(fewer).places

    torch.testing.assert_close(alone, scores[..., :2])
