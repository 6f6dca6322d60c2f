"""The text of a step, cut where it mentions things that are tracked or states quantities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.domain.graph import TemporalGraph

__all__ = ["Segment", "Span", "segments", "spans_by_step"]


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``[char_start, char_end)`` of a step that are a mention or a quantity.

    ``thing`` is the order of the entity that is mentioned; it is None for a quantity, of which
    ``quantity`` is the kind.
    """

    char_start: int
    char_end: int
    thing: int | None = None
    quantity: str | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a step's text; ``span`` is None between mentions and quantities."""

    text: str
    span: Span | None


def spans_by_step(graph: TemporalGraph) -> dict[int, list[Span]]:
    """Mentions and quantities of each step, from left to right; none overlaps another.

    A mention that several entities share counts for the first of them, and counts before a
    quantity.
    """
    spans: dict[int, list[Span]] = {}
    for step, span in [*_mentions(graph), *_quantities(graph)]:
        if not any(_overlap(span, other) for other in spans.get(step, [])):
            spans.setdefault(step, []).append(span)
    return {step: sorted(own, key=lambda span: span.char_start) for step, own in spans.items()}


def segments(text: str, spans: Sequence[Span]) -> Iterator[Segment]:
    """The whole text in order; ``spans`` do not overlap and go from left to right."""
    end = 0
    for span in spans:
        if span.char_start > end:
            yield Segment(text[end : span.char_start], None)
        yield Segment(text[span.char_start : span.char_end], span)
        end = span.char_end
    if end < len(text):
        yield Segment(text[end:], None)


def _mentions(graph: TemporalGraph) -> Iterator[tuple[int, Span]]:
    from pipeline.text.annotate import annotate

    annotated = annotate(graph.document, entities=graph.entities)
    for thing, mentions in enumerate(annotated.mentions):
        for mention in mentions:
            yield mention.step, Span(mention.char_start, mention.char_end, thing=thing)


def _quantities(graph: TemporalGraph) -> Iterator[tuple[int, Span]]:
    """Those whose characters are in the text of their step."""
    for quantity in graph.quantities:
        if quantity.step is None or not 1 <= quantity.step <= graph.n_steps:
            continue
        length = len(graph.document.steps[quantity.step - 1].text)
        if 0 <= quantity.char_start < quantity.char_end <= length:
            span = Span(quantity.char_start, quantity.char_end, quantity=str(quantity.kind))
            yield quantity.step, span


def _overlap(span: Span, other: Span) -> bool:
    return span.char_start < other.char_end and other.char_start < span.char_end
