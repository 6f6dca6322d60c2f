"""The rules by which the readers without learning create, destroy and place what is mentioned."""

from __future__ import annotations

import pytest

from pipeline.domain.document import AnnotatedDocument, Document, Entity, Step
from pipeline.evaluation.baselines import BASELINES, exists_while_mentioned, rule_based
from pipeline.text.annotate import annotate


def recipe(*texts: str, entity: str = "flour") -> AnnotatedDocument:
    starts = [sum(len(text) + 1 for text in texts[:number]) for number in range(len(texts))]
    steps = tuple(
        Step(number, text, start)
        for number, (text, start) in enumerate(zip(texts, starts, strict=True), start=1)
    )
    entities = (Entity.parse(entity),)
    return annotate(Document("1", "Bread", " ".join(texts), steps, "bread.txt", entities))


def places(document: AnnotatedDocument) -> list[str]:
    (track,) = rule_based(document).tracks
    return [location.text for location in track.locations]


def test_the_baselines_go_by_these_names():
    assert list(BASELINES) == [
        "majority",
        "starts when mentioned",
        "exists while mentioned",
        "rule based",
    ]


@pytest.mark.parametrize(
    ("behind", "place"),
    [
        ("falls into bowls.", "bowls"),
        ("falls INTO the Large Bowl.", "large bowl"),
        ("falls onto trays.", "trays"),
        ("is inside jars.", "jars"),
        ("flows through sieves.", "sieves"),
        ("is in a bowl.", "bowl"),
        ("is in an oven.", "oven"),
        ("is in the oven.", "oven"),
        ("is in this oven.", "oven"),
        ("is in its oven.", "oven"),
        ("is in their oven.", "oven"),
        ("is in A bowl.", "bowl"),
        ("is in bowls and rises.", "bowls"),
        ("is in bowls which rise.", "bowls"),
        ("is in bowls, trays and jars.", "bowls"),
        ("is in bowls to rise.", "bowls"),
        ("is in big old blue bowls.", "big old blue"),
        ("is in bowls the cook fills.", "bowls the cook"),
        ("falls into the bowl at noon in the kitchen.", "bowl"),
        ("falls in, and rises in bowls.", "?"),
        ("falls down.", "?"),
    ],
)
def test_a_place_is_the_words_behind_the_first_preposition(behind, place):
    assert places(recipe(f"Flour {behind}")) == ["?", place]


def test_a_preposition_before_the_mention_does_not_count():
    first = "In the morning flour goes to bowls."

    assert places(recipe(first)) == ["?", "bowls"]
    assert places(recipe(first, "In the evening flour goes to jars.")) == ["?", "bowls", "jars"]


def test_a_place_is_taken_from_the_sentence_of_its_mention():
    document = recipe("Wait in the kitchen.", "Sift flour.", "Flour falls to bowls.")

    assert places(document) == ["-", "-", "?", "bowls"]


@pytest.mark.parametrize(
    ("texts", "states"),
    [
        (("Wait.", "Sift flour.", "Wait."), "--??"),
        (("Sift flour.", "Wait.", "Wait."), "????"),
        (("Sift flour.", "Shake flour.", "Wait."), "??--"),
        (("Sift flour.", "Wait.", "Shake flour.", "Wait."), "???--"),
        (("Sift flour.", "Wait.", "Shake flour."), "????"),
        (("Wait.", "Sift flour.", "Shake flour.", "Wait."), "--?--"),
    ],
)
def test_what_is_mentioned_at_two_steps_ends_at_the_last_but_not_at_the_end(texts, states):
    (track,) = exists_while_mentioned(recipe(*texts)).tracks

    assert "".join(location.text for location in track.locations) == states
