"""Counts of how an annotated document uses its words."""

from __future__ import annotations

from pipeline.domain.document import Entity
from pipeline.domain.grid import Grid, Track, location_from_text
from pipeline.inference.word_habits import Uses
from pipeline.training.word_uses import uses_in
from tests.support.tagged_texts import steps_of

DOCUMENT = steps_of(("Pour the sea salts into a jar.", "Shake the jar; add salt to the broth."))


def grid(*rows: tuple[str, tuple[str, ...]]) -> Grid:
    tracks = [
        Track(Entity.parse(name), tuple(map(location_from_text, places))) for name, places in rows
    ]
    return Grid(DOCUMENT.n_steps, tuple(tracks))


def test_words_are_counted_by_lemma_with_what_they_name_and_where_they_stand():
    uses = uses_in(DOCUMENT, grid(("sea salt; salt", ("?", "glass jar", "broth"))))

    assert uses["salt"] == Uses(documents=1, heads=1, uses=2)
    assert uses["sea"] == Uses(documents=1, modifiers=1, uses=1)
    assert uses["jar"] == Uses(documents=1, places=1, uses=2)
    assert uses["add"] == Uses(documents=1, uses=1, openings=1, entities_after=1)
    assert uses["into"] == Uses(documents=1, uses=1, entities_before=1)
    assert uses["pour"].entities_after == 1  # past the article
