from itertools import product

import torch

from kgmodel.baselines.tags import StepTag, best_tags, exists_after, sensible_chain, step_tags
from kgmodel.default.crf import FORBIDDEN

NOT_YET, STAYS, CREATED, MOVES, DESTROYED, GONE = StepTag


def test_gold_tags_distinguish_before_and_after_an_entitys_life(targets):
    assert step_tags(targets).tolist() == [
        [MOVES, STAYS, DESTROYED],
        [NOT_YET, CREATED, STAYS],
    ]


def test_only_sequences_that_make_sense_are_allowed():
    chain = sensible_chain()

    allowed = {
        (before, after)
        for before, after in product(StepTag, StepTag)
        if chain.allowed[before, after]
    }

    assert allowed == {
        (NOT_YET, NOT_YET), (NOT_YET, CREATED),
        (STAYS, STAYS), (STAYS, MOVES), (STAYS, DESTROYED),
        (CREATED, STAYS), (CREATED, MOVES), (CREATED, DESTROYED),
        (MOVES, STAYS), (MOVES, MOVES), (MOVES, DESTROYED),
        (DESTROYED, GONE), (DESTROYED, CREATED),
        (GONE, GONE), (GONE, CREATED),
    }  # fmt: skip
    assert [tag for tag in StepTag if not chain.allowed_start[tag]] == [GONE]


def test_the_best_tags_are_those_of_a_search_through_all_sequences():
    chain = sensible_chain()
    with torch.no_grad():
        chain.scores.copy_(torch.randn(6, 6, generator=torch.Generator().manual_seed(1)))
    scores = torch.randn(4, 4, 6, generator=torch.Generator().manual_seed(2))
    transitions, start = chain.transitions.detach(), chain.start.detach()

    def total(row, tags):
        emitted = sum(scores[row, step, tag] for step, tag in enumerate(tags))
        passed = sum(transitions[pair] for pair in zip(tags[:-1], tags[1:], strict=True))
        return float(start[tags[0]] + emitted + passed)

    best = best_tags(chain, scores)

    for row in range(4):
        expected = max(product(range(6), repeat=4), key=lambda tags: total(row, tags))
        assert best[row].tolist() == list(expected)
        assert total(row, expected) > FORBIDDEN


def test_tags_say_in_which_states_the_entity_exists():
    tags = torch.tensor([[MOVES, DESTROYED, GONE], [NOT_YET, CREATED, STAYS]])

    assert exists_after(tags).tolist() == [[True, True, False, False], [False, False, True, True]]
