"""The view of a document: its readings as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pipeline.domain.document import Material, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.pages.assets import content_security_policy, scripts, style_sheet
from pipeline.pages.comparison_data import comparison_data
from pipeline.pages.reading_data import colour_orders, reading_data
from pipeline.pages.segments import Segment, Span, segments, spans_by_step
from pipeline.pages.shown_readings import ShownReading

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["PageLink", "ShownReading", "view_page"]

N_COLOURS, N_LINES = 7, 3  # of palette.css: colours, and kinds of line for equal colours


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to another page of the server that this one comes from."""

    label: str
    address: str


def view_page(
    shown: ShownReading, *, before: ShownReading | None = None, links: Sequence[PageLink] = ()
) -> str:
    """The page of one reading, or of its comparison with an earlier reading ``before``.

    It is complete: it loads nothing, and opens from a file. What is less probable than the graph's
    ``unsure_below`` is drawn as unsure. Texts of the document are escaped. ``links`` stand above
    its title.
    """
    unsure_below = round(100 * shown.graph.unsure_below, 6)  # per cent
    readings = [shown] if before is None else [before, shown]
    colours = colour_orders(*(each.graph for each in readings))
    data: dict[str, Any] = {
        "unsure_below": unsure_below,
        "n_colours": N_COLOURS,
        "n_lines": N_LINES,
        "readings": [reading_data(each.graph, each.reading, colours) for each in readings],
        "comparison": None if before is None else comparison_data(before.graph, shown.graph),
    }
    return (
        _templates()
        .get_template("view.html")
        .render(
            policy=content_security_policy(),
            style=style_sheet(),
            scripts=scripts(),
            data=data,
            links=links,
            document=shown.graph.document,
            readings=readings,
            texts=[_reading_text(each.graph) for each in readings],
            n_entities=len(shown.graph.entities),
            unsure_below=f"{unsure_below:g}",
        )
    )


@dataclass(frozen=True, slots=True)
class TextStep:
    """A step and its text in segments."""

    step: Step
    segments: Sequence[Segment]


@dataclass(frozen=True, slots=True)
class TextPart:
    """The steps that stand under one label, or under none."""

    label: str | None
    steps: Sequence[TextStep]


@dataclass(frozen=True, slots=True)
class ReadingText:
    """What is there to be read: the materials and the steps."""

    materials: Sequence[Material]
    parts: Sequence[TextPart]


def _reading_text(graph: TemporalGraph) -> ReadingText:
    spans = spans_by_step(graph)
    parts = [
        TextPart(label, [_text_step(step, spans.get(step.number, [])) for step in steps])
        for label, steps in groupby(graph.document.steps, key=lambda step: step.label)
    ]
    return ReadingText(graph.document.materials, parts)


def _text_step(step: Step, spans: Sequence[Span]) -> TextStep:
    return TextStep(step, list(segments(step.text, spans)))


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pipeline.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return environment
