"""Tracks of segments, joined to those of the whole document."""

from __future__ import annotations

from dataclasses import replace

from pipeline.domain.document import AnnotatedDocument, Document, Entity, Step
from pipeline.domain.grid import Evidence, Grid, Track
from pipeline.inference.joined_tracks import joined_grid
from pipeline.inference.segments import Segment

MILK, JAR = Entity.parse("milk"), Entity.parse("jar")


def document(n_steps: int, *entities: Entity) -> AnnotatedDocument:
    steps = tuple(Step(number, "Wait.", 6 * number - 6) for number in range(1, n_steps + 1))
    text = " ".join(step.text for step in steps)
    no_tokens = ((),) * n_steps
    return AnnotatedDocument(Document("d", "d", text, steps, "d"), no_tokens, entities)


def segment(
    first: int, last: int, *states: str, entity: int = 0, offset: int
) -> tuple[Segment, Grid]:
    """A segment of one entity; ``states`` are all that it shows."""
    tracked = (MILK, JAR)[entity]
    part = document(len(states) - 1, tracked)
    return Segment(part, first, last, offset, (entity,)), Grid.from_texts([tracked], [states])


def locations(grid: Grid, entity: int = 0) -> list[str]:
    return [place.text for place in grid.tracks[entity].locations]


def test_an_entity_is_where_the_segment_before_left_it():
    grid = joined_grid(
        document(4, MILK),
        [
            segment(1, 2, "-", "cup", "cup", "pot", offset=0),
            segment(3, 4, "?", "?", "?", "pan", offset=1),
        ],
    )

    assert locations(grid) == ["-", "cup", "cup", "cup", "pan"]


def test_what_is_gone_does_not_come_back_without_being_created():
    grid = joined_grid(
        document(4, MILK),
        [
            segment(1, 2, "cup", "cup", "-", offset=0),
            segment(3, 4, "?", "?", "-", offset=2),
        ],
    )

    assert locations(grid) == ["cup", "cup", "-", "-", "-"]


def test_what_is_mentioned_late_was_so_from_the_start():
    grid = joined_grid(document(4, MILK), [segment(3, 4, "jar", "jar", "cup", offset=2)])

    assert locations(grid) == ["jar", "jar", "jar", "jar", "cup"]
    assert grid.tracks[0].change_probabilities[:2] == (1.0, 1.0)


def test_an_entity_stays_where_it_is_in_segments_that_do_not_mention_it():
    grid = joined_grid(
        document(6, MILK, JAR),
        [
            segment(1, 2, "-", "cup", "cup", offset=0),
            segment(1, 2, "?", "?", "?", entity=1, offset=0),
            segment(3, 4, "?", "?", "box", entity=1, offset=2),
            segment(5, 6, "?", "-", "-", offset=4),
        ],
    )

    assert locations(grid) == ["-", "cup", "cup", "cup", "cup", "-", "-"]
    assert locations(grid, 1) == ["?", "?", "?", "?", "box", "box", "box"]


def test_evidence_has_the_numbers_of_the_whole_document():
    shown, grid = segment(3, 4, "-", "-", "cup", offset=2)
    track = grid.tracks[0]
    stated = replace(
        track,
        evidence=(None, None, Evidence(2, 0, 4)),
        change_evidence=(None, Evidence(2, 5, 9)),
    )

    joined = joined_grid(document(4, MILK), [(shown, Grid(2, (stated,)))]).tracks[0]

    assert joined.evidence == (None, None, None, None, Evidence(4, 0, 4))
    assert joined.change_evidence == (None, None, None, Evidence(4, 5, 9))


def test_an_end_of_what_does_not_exist_is_no_change_and_as_unlikely():
    shown, grid = segment(3, 4, "?", "?", "-", offset=2)
    unsure: Track = replace(grid.tracks[0], change_probabilities=(0.9, 0.7))
    before = segment(1, 2, "cup", "cup", "-", offset=0)

    joined = joined_grid(document(4, MILK), [before, (shown, Grid(2, (unsure,)))]).tracks[0]

    assert joined.change_probabilities[2:] == (0.9, 1.0 - 0.7)
    assert joined.change_evidence[3] is None
