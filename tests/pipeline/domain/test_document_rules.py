"""Names that are refused, clock times of steps, labels, materials and what they are by default."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.domain.document import MAX_WORDS, Document, Entity, Material, Step
from pipeline.domain.quantity import Quantity

NOON, LATER = datetime(2026, 1, 1, 12), datetime(2026, 1, 1, 13)
TEA = Document(
    "tea", "Tea", "Boil it. Pour it.", (Step(1, "Boil it.", 0), Step(2, "Pour it.", 9)), ""
)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("  ", "^the entity is empty; give it a name$"),
        ("wa\0ter", "^the entity 'wa.*contains a NUL character; remove it$"),
        ("half \ud800", "^the entity .*is not valid Unicode"),
        ("x" * 1_001, "^the entity .*has 1001 characters; at most 1000 are kept$"),
        (" ; ;", "^the entity ' ; ;' holds no name between its ';'$"),
    ],
)
def test_an_entity_that_cannot_be_stored_is_refused(name, fault):
    with pytest.raises(ValueError, match=fault):
        Entity.parse(name)


@pytest.mark.parametrize("name", ["water ; ice; ", "water;;ice", " water;\tice;water"])
def test_synonyms_are_words_without_space_around_them(name):
    assert Entity.parse(name).aliases == ("water", "ice")


@pytest.mark.parametrize(
    ("starts_at", "ends_at", "done_at"),
    [(NOON, LATER, LATER), (NOON, None, NOON), (None, LATER, LATER), (None, None, None)],
)
def test_a_step_is_done_at_its_end_or_else_at_its_start(starts_at, ends_at, done_at):
    assert Step(1, "Boil it.", 0, starts_at, ends_at).done_at == done_at


def with_first_step(**changes: object) -> Document:
    first, second = TEA.steps
    return replace(TEA, steps=(replace(first, **changes), second))


VARIANTS = [
    TEA,
    with_first_step(label="For the tea"),
    with_first_step(label="For the pot"),
    with_first_step(alternative="or steam it"),
    with_first_step(label="For the tea", alternative="or steam it"),
    replace(TEA, steps=(TEA.steps[0], replace(TEA.steps[1], label="For the tea"))),
    replace(TEA, materials=(Material("water"),)),
    replace(TEA, materials=(Material("water", "2", "cups"),)),
    replace(TEA, materials=(Material("water"), Material("tea"))),
]


def test_labels_alternatives_and_materials_are_part_of_the_fingerprint():
    assert len({variant.fingerprint for variant in VARIANTS}) == len(VARIANTS)


def test_at_most_fifty_thousand_words_are_read_unless_the_settings_say_otherwise():
    assert MAX_WORDS == 50_000
    assert TEA.n_words == 4


def test_a_quantity_of_a_list_of_materials_has_no_place_in_a_step():
    two_cups = Quantity("amount", "2 cups", 2, None, "cup", 480, 480, "ml", None, "water")

    assert (two_cups.char_start, two_cups.char_end, two_cups.entity) == (-1, -1, None)
