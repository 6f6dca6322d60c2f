"""From candidates and their scores to entities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from pipeline.domain.document import Entity, Material
from pipeline.inference.entity_candidates import candidates_in
from pipeline.inference.entity_names import Limits, entities_from
from tests.support.tagged_texts import tagged


def choose(
    scores: Mapping[str, float],
    *sentences: str,
    least: float = 0.5,
    most: int = 100,
    materials: Sequence[Material] = (),
) -> tuple[Entity, ...]:
    """Choose among the names in ``scores``; all other candidates score 0."""
    words = {word: 0.9 for name in scores for word in name.split()}
    text = tagged(words, *sentences, materials=materials)
    by_key = {key: score for name, score in scores.items() for key in [_key(name)]}
    candidates = candidates_in(text)
    return entities_from(
        text,
        candidates,
        [by_key.get(each.key, 0.0) for each in candidates],
        limits=Limits(least, most),
    )


def _key(name: str) -> tuple[str, ...]:
    from pipeline.text.names import key_of

    return key_of(name)


def names(entities: tuple[Entity, ...]) -> list[str]:
    return [entity.name for entity in entities]


def test_entities_come_in_order_of_appearance_and_the_likeliest_up_to_the_limit():
    text = "Salt, oil, salt, egg."
    scores = {"Salt": 0.8, "salt": 0.8, "oil": 0.7, "egg": 0.9}

    assert names(choose(scores, text)) == ["salt", "oil", "egg"]
    assert names(choose(scores, text, most=2)) == ["salt", "egg"]


def test_what_is_not_likely_enough_is_left_out_but_never_everything():
    assert names(choose({"salt": 0.9, "oil": 0.4}, "Mix salt with oil.")) == ["salt"]
    assert names(choose({"salt": 0.3, "oil": 0.4}, "Mix salt with oil.")) == ["oil"]


def test_of_names_that_overlap_the_likeliest_is_kept():
    assert names(choose({"hot tea": 0.9, "tea": 0.6}, "Pour hot tea.")) == ["hot tea"]
    assert names(choose({"hot tea": 0.6, "tea": 0.9}, "Pour hot tea.")) == ["tea"]


def test_singular_and_plural_are_one_entity_named_as_it_is_most():
    entities = choose({"leaf": 0.9, "leaves": 0.9}, "A leaf falls.", "The leaves rot, leaves feed.")

    assert entities == (Entity("leaves", ("leaves",)),)


def test_a_bare_name_joins_its_only_longer_name_and_the_likelier_one_names_it():
    sentences = ("Loosen the wheel nuts.", "Remove the nuts.", "Put the nuts and the bolts aside.")

    bare = choose({"wheel nuts": 0.7, "nuts": 0.9, "bolts": 0.9}, *sentences)
    full = choose({"wheel nuts": 0.9, "nuts": 0.7, "bolts": 0.9}, *sentences)

    assert bare == (Entity("nuts", ("nuts", "wheel nuts")), Entity("bolts", ("bolts",)))
    assert full == (Entity("wheel nuts", ("wheel nuts", "nuts")), Entity("bolts", ("bolts",)))


def test_the_mixture_is_the_only_mixture_that_has_a_name():
    entities = choose(
        {"spice mixture": 0.9, "mixture": 0.6},
        "Grind a spice mixture.",
        "Rub the mixture into the cloth.",
    )

    assert entities == (Entity("spice mixture", ("spice mixture", "mixture")),)


def test_a_head_that_never_stands_alone_is_no_alias():
    assert choose({"tide pool": 0.9, "pool": 0.4}, "Visit a tide pool.") == (
        Entity("tide pool", ("tide pool",)),
    )


def test_an_unlikely_longer_name_is_no_alias():
    entities = choose({"add water": 0.1, "water": 0.9}, "Slowly add water.", "The water boils.")

    assert entities == (Entity("water", ("water",)),)


def test_things_that_a_modifier_distinguishes_stay_apart():
    sentences = ("Strip the red wire and the blue wire.", "Join the red wire to the blue wire.")

    apart = choose({"red wire": 0.7, "blue wire": 0.6, "wire": 0.9}, *sentences)
    numbered = choose({"coil A": 0.9, "coil B": 0.9}, "Put coil A in coil B.")

    assert apart == (Entity("red wire", ("red wire",)), Entity("blue wire", ("blue wire",)))
    assert names(numbered) == ["coil A", "coil B"]


def test_a_bare_name_with_two_longer_names_is_a_third_thing_where_it_stands_alone():
    entities = choose(
        {"flat tyre": 0.9, "spare tyre": 0.9, "tyre": 0.8},
        "Swap a flat tyre, a spare tyre, a tyre.",
    )

    assert names(entities) == ["flat tyre", "spare tyre", "tyre"]


def test_a_thing_that_was_changed_is_another_than_the_bare_one():
    entities = choose(
        {"filtered juice": 0.9, "juice": 0.8}, "Pour in the juice.", "Cool filtered juice."
    )

    assert names(entities) == ["juice", "filtered juice"]


def test_the_pieces_of_a_thing_are_the_thing():
    entities = choose(
        {"flatbread": 0.9, "flatbread wedges": 0.8},
        "Toast the flatbread.",
        "Dip the flatbread wedges.",
    )

    assert entities == (Entity("flatbread", ("flatbread", "flatbread wedges")),)


def test_a_listed_material_needs_a_lower_score_but_a_tool_that_scores_nothing_is_left_out():
    steps = ("Rub the rosin onto the bow.", "Wipe it with the rag.")
    scores = {"bow": 0.9, "rosin": 0.3, "rag": 0.05}
    listed = (Material("rosin"), Material("rag"))

    assert names(choose(scores, *steps)) == ["bow"]
    assert names(choose(scores, *steps, materials=listed)) == ["rosin", "bow"]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        (("Water boils.", "It cools."), "water"),
        (("Add the CO2.", "CO2 rises."), "CO2"),
        (("Fill with Tris buffer.",), "Tris buffer"),
        (("The Buffer is mixed.", "Cool the buffer."), "buffer"),
        (("DRAIN THE TANK.", "FILL THE TANK."), "tank"),
    ],
)
def test_only_acronyms_and_proper_names_keep_their_capitals(sentences, expected):
    likely = dict.fromkeys(("Water", "CO2", "Tris buffer", "Buffer", "buffer", "TANK"), 0.9)
    if "Tris" in sentences[0]:
        likely |= {"buffer": 0.1}

    entities = choose(likely, *sentences)

    assert names(entities) == [expected]


def test_a_text_without_candidates_has_no_entity():
    assert choose({}, "…!", "— — —") == ()
