"""Texts whose words have chances that a test sets, without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.domain.document import Document, Material, Step
from pipeline.inference.entity_candidates import TaggedText
from pipeline.text.names import words_of


def steps_of(
    sentences: Sequence[str], *, name: str = "d", materials: Sequence[Material] = ()
) -> Document:
    """A document with one step for each sentence."""
    steps, text = [], ""
    for number, sentence in enumerate(sentences, start=1):
        steps.append(Step(number, sentence, len(text)))
        text += sentence + "\n"
    return Document(name, name, text, tuple(steps), "d.txt", materials=tuple(materials))


def tagged(
    chances: Mapping[str, float], *sentences: str, materials: Sequence[Material] = ()
) -> TaggedText:
    """A text with the same chance wherever a word occurs, 0 for all other words."""
    document = steps_of(sentences, materials=materials)
    words = words_of(document)
    return TaggedText.of(
        document, words, [[chances.get(word.text, 0.0) for word in row] for row in words]
    )
