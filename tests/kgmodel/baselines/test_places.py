from dataclasses import replace

import pytest
import torch

from kgmodel.baselines.boxes import BaselineSettings
from kgmodel.baselines.places import place_tags
from kgmodel.baselines.prolocal import ProLocal

OUTSIDE, BEGINS, CONTINUES = 0, 1, 2


def test_gold_tags_mark_the_places_that_the_sentence_of_a_change_names(text, targets):
    learnt = torch.tensor([[True, False, True], [False, True, False]])

    tags = place_tags(text, targets, learnt).view(2, 3, 4, 2)

    before, after = tags.unbind(dim=-1)
    assert after[0, 0].tolist() == [OUTSIDE, OUTSIDE, BEGINS, OUTSIDE]
    assert before[0, 0].tolist() == [OUTSIDE] * 4
    assert after[1, 1].tolist() == [OUTSIDE, OUTSIDE, BEGINS, CONTINUES]
    assert before[0, 2].tolist() == [OUTSIDE] * 4  # candidate 0 is not in step 3
    assert (tags[~learnt] == -1).all()


def test_a_step_that_changes_nothing_names_no_places(text, targets):
    learnt = torch.tensor([[True, True, True], [False, False, False]])
    named_in_step_1 = replace(text, owners=torch.tensor([2, 0, 1, 0]))

    tags = place_tags(named_in_step_1, targets, learnt).view(2, 3, 4, 2)

    assert (tags[0, 1] == OUTSIDE).all()
    moved = replace(targets, changes=torch.tensor([[2, 2, 3], [0, 1, 0]]))
    assert (place_tags(named_in_step_1, moved, learnt).view(2, 3, 4, 2)[0, 2] > OUTSIDE).any()


@pytest.fixture
def uneven(text):
    """The document with steps of three, five and four words."""
    return replace(text, steps=torch.tensor([1] * 3 + [2] * 5 + [3] * 4))


def test_tags_on_padding_name_no_place(uneven, monkeypatch):
    model = ProLocal(uneven.words.shape[1], BaselineSettings(width=4)).eval()
    sentences = model.sentences(model.project(uneven.words), uneven, torch.ones(2, 3).bool())
    tags = torch.zeros(6, 5, 2, dtype=torch.long)
    tags[0, :, 0] = torch.tensor([OUTSIDE, OUTSIDE, BEGINS, CONTINUES, CONTINUES])
    tags[2, 4] = BEGINS
    scores = torch.nn.functional.one_hot(tags, 3).float()
    monkeypatch.setattr(type(model.places), "forward", lambda *_: scores)

    spans = model.places.spans(sentences)

    assert spans[0].tolist() == [[2, 3], [-1, -1]]
    assert (spans[1:] == -1).all()


def test_gold_tags_of_uneven_steps_are_within_their_words(uneven, targets):
    learnt = torch.tensor([[True, True, False], [False, True, True]])

    tags = place_tags(uneven, targets, learnt).view(2, 3, 5, 2)

    assert (tags[0, 0, 3:] == -1).all() and (tags[1, 2, 4:] == -1).all()
    assert (tags[:, 1] >= 0).all() and (tags[0, 0, :3] >= 0).all()
    # candidate 1 is the fourth and fifth word of step 2
    assert tags[1, 1, :, 1].tolist() == [OUTSIDE, OUTSIDE, OUTSIDE, BEGINS, CONTINUES]


@pytest.fixture
def spans_of(text, monkeypatch):
    """Spans that a tagger finds which scores the words by tags (row, position, 2)."""
    model = ProLocal(text.words.shape[1], BaselineSettings(width=4)).eval()
    sentences = model.sentences(model.project(text.words), text, torch.ones(2, 3).bool())

    def spans(tags, **options):
        scores = torch.nn.functional.one_hot(tags, 3).float()
        monkeypatch.setattr(type(model.places), "forward", lambda *_: scores)
        return model.places.spans(sentences, **options)

    return spans


def test_of_two_places_for_one_side_prolocal_takes_neither(spans_of):
    tags = torch.zeros(6, 4, 2, dtype=torch.long)
    tags[0, :, 0] = torch.tensor([BEGINS, OUTSIDE, BEGINS, OUTSIDE])
    tags[0, :, 1] = torch.tensor([OUTSIDE, BEGINS, OUTSIDE, OUTSIDE])

    sole = spans_of(tags, sole=True)

    assert sole[0].tolist() == [[-1, -1], [1, 2]]
    assert spans_of(tags)[0].tolist() == [[0, 1], [1, 2]]


def test_a_tagged_place_is_its_first_word_and_those_that_continue_it(spans_of):
    tags = torch.zeros(6, 4, 2, dtype=torch.long)
    tags[1, :, 1] = torch.tensor([CONTINUES, BEGINS, CONTINUES, OUTSIDE])
    tags[5, :, 0] = torch.tensor([OUTSIDE, OUTSIDE, OUTSIDE, BEGINS])

    spans = spans_of(tags)

    assert spans[1].tolist() == [[-1, -1], [5, 7]]
    assert spans[5].tolist() == [[11, 12], [-1, -1]]
    assert (spans[[0, 2, 3, 4]] == -1).all()


def test_the_loss_is_the_mean_over_the_tags_that_are_to_be_learnt(text):
    torch.manual_seed(0)
    model = ProLocal(text.words.shape[1], BaselineSettings(width=4)).eval()
    sentences = model.sentences(model.project(text.words), text, torch.ones(2, 3).bool())
    tags = torch.full((6, 4, 2), -1)
    tags[0, :, 0] = torch.tensor([OUTSIDE, OUTSIDE, BEGINS, CONTINUES])
    tags[3, 1, 1] = BEGINS

    loss = model.places.loss(sentences, tags)

    logs = model.places(sentences).log_softmax(dim=-1)
    learnt = [
        -logs[row, word, side, tags[row, word, side]]
        for row, word, side in (tags >= 0).nonzero().tolist()
    ]
    torch.testing.assert_close(loss, sum(learnt) / 5)
    assert model.places.loss(sentences, torch.full((6, 4, 2), -1)) == 0
