"""The text of a step, cut where it mentions things that are tracked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.domain.document import Mention
from pipeline.domain.graph import TemporalGraph

__all__ = ["Segment", "mentions_by_step", "segments"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a step's text; ``thing`` is the order of the entity it mentions, None if none."""

    text: str
    thing: int | None


def mentions_by_step(graph: TemporalGraph) -> dict[int, list[tuple[Mention, int]]]:
    """The mentions in each step, from left to right, each with the order of its entity.

    A mention that several entities share counts for the first of them.
    """
    from pipeline.text.annotate import annotate

    mentions: dict[int, dict[tuple[int, int], tuple[Mention, int]]] = {}
    annotated = annotate(graph.document, entities=graph.entities)
    for order, own in enumerate(annotated.mentions):
        for mention in own:
            span = (mention.char_start, mention.char_end)
            mentions.setdefault(mention.step, {}).setdefault(span, (mention, order))
    return {step: [spans[span] for span in sorted(spans)] for step, spans in mentions.items()}


def segments(text: str, mentions: Sequence[tuple[Mention, int]]) -> Iterator[Segment]:
    """The whole text in order; ``mentions`` do not overlap and go from left to right."""
    end = 0
    for mention, thing in mentions:
        if mention.char_start > end:
            yield Segment(text[end : mention.char_start], None)
        yield Segment(text[mention.char_start : mention.char_end], thing)
        end = mention.char_end
    if end < len(text):
        yield Segment(text[end:], None)
