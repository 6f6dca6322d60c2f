"""Training of the choice of entities, on texts in which the tagger is wrong in a regular way."""

from __future__ import annotations

import pytest
import torch

from pipeline.domain.document import Entity
from pipeline.domain.grid import Grid, Track, location_from_text
from pipeline.inference.entity_candidates import candidates_in
from pipeline.training.entity_choice import ChoiceTraining, Tagged, fit_choice
from tests.support.tagged_texts import tagged

QUICK = ChoiceTraining(epochs=20, batch_size=8, folds=3)
THINGS = "corn rice flax soap clay sand bran wax lime peat malt oats".split()


def grids() -> Tagged:
    """The tagger takes the place for likelier than the thing that is put there."""
    result = []
    for thing in THINGS:
        steps = f"Take {thing} out.", f"Put {thing} in the basket."
        text = tagged({thing: 0.4, "basket": 0.8}, *steps)
        places = tuple(map(location_from_text, ("?", "?", "basket")))
        grid = Grid(len(steps), (Track(Entity.parse(thing), places),))
        result.append((text.document, grid, [step.chances for step in text.steps]))
    return result


def test_the_choice_learns_what_the_tagger_does_not_know():
    choice, record = fit_choice(grids(), seed=0, training=QUICK)

    text = tagged({"yarn": 0.4, "basket": 0.8}, "Take yarn out.", "Put yarn in the basket.")
    candidates = candidates_in(text)
    [scores] = choice.probabilities([text], [candidates])
    assert [each.key for each in candidates] == [("yarn",), ("basket",)]
    assert scores[0] > choice.least > scores[1]
    assert record["held_out"]["exact"]["f1"] == 1
    assert (record["documents"], record["learnt_documents"]) == (12, 0)


def test_a_seed_gives_the_same_choice_again_and_leaves_the_other_randomness_alone():
    before = torch.get_rng_state()

    first, _ = fit_choice(grids(), seed=1, training=QUICK)
    second, _ = fit_choice(grids(), seed=1, training=QUICK)
    other, _ = fit_choice(grids(), seed=2, training=QUICK)

    assert torch.equal(torch.get_rng_state(), before)
    weights = [
        choice.scorer.state_dict()["networks.0.1.weight"] for choice in (first, second, other)
    ]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_documents_that_the_tagger_has_learnt_add_words_but_no_scores():
    few = grids()[:6]

    choice, record = fit_choice(few, learnt=grids()[6:], seed=0, training=QUICK)

    assert (record["documents"], record["learnt_documents"]) == (6, 6)
    assert choice.habits.uses["put"].documents == 12


@pytest.mark.parametrize("number", [4, 11])
def test_every_document_is_scored_by_networks_that_have_not_learnt_it(monkeypatch, number):
    from pipeline.training import entity_choice

    learnt: list[set[str]] = []
    trained = entity_choice._trained

    def remembered(examples, names, **options):
        learnt.append({word.text for each in examples for word in each.text.steps[0].words})
        return trained(examples, names, **options)

    monkeypatch.setattr(entity_choice, "_trained", remembered)

    fit_choice(grids()[:number], seed=0, training=QUICK)

    *folds, whole = learnt
    left_out = [whole - words for words in folds]
    assert set().union(*left_out) == set(THINGS[:number])
    assert sum(map(len, left_out)) == number
