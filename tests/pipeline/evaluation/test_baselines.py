"""What the readers without learning say about a text whose mentions are plain to see."""

from __future__ import annotations

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.evaluation.baselines import (
    BASELINES,
    exists_while_mentioned,
    majority,
    rule_based,
    starts_when_mentioned,
)
from pipeline.text.annotate import annotate

TEXTS = ["Flour falls into the large bowl.", "Flour becomes dough.", "The dough, hot, is in it."]


@pytest.fixture
def bread():
    entities = tuple(Entity.parse(name) for name in ("flour", "dough", "salt"))
    starts = [0, len(TEXTS[0]) + 1, len(TEXTS[0]) + len(TEXTS[1]) + 2]
    steps = tuple(
        Step(number, text, start)
        for number, (text, start) in enumerate(zip(TEXTS, starts, strict=True), start=1)
    )
    return annotate(Document("bread", "Bread", " ".join(TEXTS), steps, "bread.txt", entities))


def states(grid: Grid) -> list[list[str]]:
    return [[location.text for location in track.locations] for track in grid.tracks]


def test_by_majority_nothing_ever_changes(bread):
    assert states(majority(bread)) == [["?"] * 4] * 3


def test_what_is_first_mentioned_later_starts_there(bread):
    assert states(starts_when_mentioned(bread)) == [
        ["?", "?", "?", "?"],
        ["-", "-", "?", "?"],
        ["?", "?", "?", "?"],  # never mentioned
    ]


def test_what_is_last_mentioned_before_the_end_ends_there(bread):
    assert states(exists_while_mentioned(bread)) == [
        ["?", "?", "-", "-"],
        ["-", "-", "?", "?"],
        ["?", "?", "?", "?"],
    ]


def test_a_preposition_after_a_mention_says_where_until_the_next_one(bread):
    assert states(rule_based(bread)) == [
        ["?", "large bowl", "large bowl", "large bowl"],
        ["-", "-", "?", "it"],
        ["?", "?", "?", "?"],
    ]


@pytest.mark.parametrize("read", BASELINES.values(), ids=BASELINES)
def test_every_baseline_answers_for_every_entity_and_step(bread, read):
    grid = read(bread)

    assert grid.n_steps == 3
    assert [track.entity for track in grid.tracks] == list(bread.entities)
