"""Segments cover a long document once, each with the steps around it."""

from __future__ import annotations

import pytest

from pipeline.domain.document import AnnotatedDocument, Document, Entity
from pipeline.inference import segments
from pipeline.inference.segments import is_long, segments_of
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure


def annotated(text: str, *entities: str) -> AnnotatedDocument:
    tracked = tuple(Entity.parse(name) for name in entities)
    return annotate(Document("d", "d", text, find_procedure(text).steps, "d", tracked))


@pytest.mark.parametrize("n_steps", [201, 400, 401, 1_000])
def test_each_step_is_in_one_segment(n_steps):
    document = annotated("The milk is warm. " * n_steps, "milk")

    read = [
        step for segment in segments_of(document) for step in range(segment.first, segment.last + 1)
    ]

    assert is_long(document.document)
    assert read == list(range(1, n_steps + 1))


def test_a_segment_is_shown_with_the_steps_around_it():
    document = annotated("The milk is warm. " * 600, "milk")

    _, second, _ = segments_of(document)

    assert (second.first, second.last, second.offset) == (201, 400, 180)
    assert second.document.document.n_steps == 20 + 200 + 20
    assert second.document.document.steps[20].char_start == (
        document.document.steps[200].char_start
    )
    assert second.document.tokens[20] == document.tokens[200]


def test_many_words_make_a_segment_too():
    document = annotated(("The milk stands " + "very " * 996 + "long. ") * 5, "milk")

    assert is_long(document.document)
    assert [(segment.first, segment.last) for segment in segments_of(document)] == [
        (1, 2),
        (3, 4),
        (5, 5),
    ]


def test_one_endless_step_is_one_segment_and_the_next_may_speak_of_the_same():
    document = annotated("The milk stands " + "very " * 5_000 + "long. Drink it.", "milk")

    assert [(segment.first, segment.last) for segment in segments_of(document)] == [(1, 1), (2, 2)]
    assert [segment.document.document.n_steps for segment in segments_of(document)] == [2, 1]


def test_a_segment_has_only_the_entities_that_it_shows_and_the_first_those_never_mentioned():
    document = annotated(
        "The milk is warm. " * 300 + "The jar is open. " * 300, "milk", "jar", "gold"
    )

    first, second, third = segments_of(document)

    assert (first.entities, second.entities, third.entities) == ((0, 2), (0, 1), (1,))
    assert [mention.step for mention in second.document.mentions[1]] == list(range(121, 241))


def test_many_entities_are_read_in_groups(monkeypatch):
    monkeypatch.setattr(segments, "MAX_PAIRS", 2_200)
    document = annotated("The milk fills the jar and the cup. " * 201, "milk", "jar", "cup")

    parts = [(segment.first, segment.entities) for segment in segments_of(document)]

    assert parts == [(1, (0,)), (1, (1,)), (1, (2,)), (201, (0, 1, 2))]
