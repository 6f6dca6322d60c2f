"""The procedure in a text: its title, its steps and what it needs.

If the text is a list, its items are the steps; in running text, every sentence is. Every step is a
slice of the text. Decisions a reader may wonder about:

- an item of several sentences, or of several paragraphs, is one step;
- what is nested under a numbered item is part of its step, so that step 7 is the reader's step 7;
  its markers become white space. Items under one that only heads them are steps of their own, as
  are bullets under bullets, unless they are few remarks;
- after the last number, what begins with "To freeze:" or stands under a heading such as
  "Afterwards" is a step too; what would shift a printed number is not;
- headings, the paragraph that introduces a list, and what stands before "Method" are not steps,
  nor is what stands above the first heading of running text with several;
- a heading within the procedure, or an item that only heads others ("Make the sauce:"), is the
  label of the steps below;
- lists under "Ingredients", "Tools" and the like, and lists of quantities, are materials; what
  greets the reader above them is no step, nor is "Serves 4" or "Enjoy!" in a paragraph of its own;
- "1. Purpose" and "2. Scope" are sections by their names if there are two such lines;
- what stands under "Notes" or "Troubleshooting" and the like, or begins with "Note:", is left out;
- a heading "Step 2" labels the items below it; without any it is a step, with the prose below it;
- an item or sentence that begins with "or" is an alternative to the step before;
- a short list within long prose does not replace it: then both sentences and items are steps.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.domain.document import Material, Step
from pipeline.text.blocks import Block, find_blocks
from pipeline.text.copied_lines import without_copied_lines
from pipeline.text.cut_words import with_whole_words
from pipeline.text.labels import find_labels, with_labels
from pipeline.text.nested_items import mark_titles, with_what_is_announced
from pipeline.text.page_lines import without_page_lines
from pipeline.text.paragraph_forms import BARE_OR, CLOSING, Span, is_yield
from pipeline.text.parts import sort_blocks
from pipeline.text.section_lines import with_sections
from pipeline.text.step_spans import (
    list_spans,
    prose_spans,
    with_line_items,
    without_closing_remarks,
    without_prose_introduction,
)
from pipeline.text.titles import find_title, without_title

__all__ = ["Procedure", "find_procedure"]

_ALTERNATIVE = re.compile(
    r"(?:or|alternatively|alternative|variation|variant|option (?:[2-9]|[b-z]))\b(?!\s*\Z)",
    re.IGNORECASE,
)
_OR_BETWEEN = re.compile(
    r"\s*\n[-–—* \t]*(?:or|alternatively)[-–—:* \t]*\n\s*(?=\S)", re.IGNORECASE
)
_HEADS_PART = re.compile(
    r"(?:for|to|before|after|when|once|if|while|until|day|part|step)\b", re.IGNORECASE
)
_GAP = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Procedure:
    """The title of a text, None without one, its steps, numbered from 1, and its materials.

    ``text`` is what the steps are slices of: as long as the text that was read, with white space
    for the markers of nested items, for headers and footers of pages and for what was copied with
    the text, and a colon after the title of a step, for which the title may move one place to the
    left. Words that were cut at the end of a line are whole.
    """

    title: str | None
    steps: tuple[Step, ...]
    text: str
    materials: tuple[Material, ...] = ()


def find_procedure(text: str, *, title: str | None = None) -> Procedure:
    """Return title, steps and materials of ``text``; no steps if it holds no word.

    The title is the one given, or the first heading, or the first line if it clearly is one.
    """
    text = with_whole_words(without_page_lines(without_copied_lines(text)))
    blocks = with_sections(text, find_blocks(text))
    title_span = find_title(text, blocks)
    if title_span is not None:
        blocks = without_title(text, blocks, title_span)
        title = title or " ".join(text[slice(*title_span)].rstrip(": ").split())
    parts = sort_blocks(text, blocks)
    text = parts.text
    body = with_what_is_announced(text, parts.body)
    body = with_line_items(text, without_closing_remarks(text, body))
    body = with_labels(text, body)
    body = without_prose_introduction(text, body)
    spans = list_spans(text, body, is_procedure=parts.is_headed) or prose_spans(text, body)
    if not spans and title_span is not None:  # a title and nothing else is a sentence
        spans = [title_span]
    spans = [span for span in spans if not _is_no_step(text[slice(*span)])] or spans
    labels = find_labels(text, body, title, first_step=spans[0][0] if spans else 0)
    if title is None and (line := _line_above_all(text, labels)) is not None:
        title, labels = line, []
    of_spans = _labels_of_spans(spans, labels)
    text, spans = mark_titles(text, spans)
    steps = _steps(text, spans, of_spans, parts.variations, _bare_ors(text, body))
    return Procedure(title, tuple(steps), text, parts.materials)


def _line_above_all(text: str, labels: Sequence[tuple[int, str | None]]) -> str | None:
    """Return the only label if nothing stands above it and it is no "For the icing:": a title."""
    if len(labels) != 1 or text[: labels[0][0]].strip():
        return None
    start, label = labels[0]
    line = text[start:].partition("\n")[0].rstrip(" *_")
    return label if label and not (line.endswith(":") or _HEADS_PART.match(label)) else None


def _labels_of_spans(
    spans: Sequence[Span], labels: Sequence[tuple[int, str | None]]
) -> list[str | None]:
    """Return for each span the last label that begins above it."""
    starts = [start for start, _ in labels]
    orders = [bisect.bisect(starts, start) for start, _ in spans]
    return [labels[order - 1][1] if order else None for order in orders]


def _steps(
    text: str,
    spans: Sequence[Span],
    labels: Sequence[str | None],
    variations: Sequence[Block],
    bare_ors: Sequence[int],
) -> list[Step]:
    """Return the steps, alternatives attached to the step before them."""
    steps: list[Step] = []
    above = -1  # where the step above ends
    others = [(block.start, block.text(text)) for block in variations]
    for (start, end), label in zip(spans, labels, strict=True):
        while others and others[0][0] < start:
            _add_alternative(steps, others.pop(0)[1])
        words, *other_ways = _ways(text[start:end])
        follows_or = bisect.bisect_left(bare_ors, start) > bisect.bisect(bare_ors, above)
        if steps and (follows_or or _ALTERNATIVE.match(words)):
            _add_alternative(steps, words)
        else:
            steps.append(Step(len(steps) + 1, words, start, label=label))
        for other in other_ways:
            _add_alternative(steps, other)
        above = end
    for _, words in others:
        _add_alternative(steps, words)
    return steps


def _ways(words: str) -> list[str]:
    """Cut a step at each "or" that stands on a line of its own between sentences or paragraphs."""
    ways = [words]
    for match in _OR_BETWEEN.finditer(words):
        first, last = len(words) - len(ways[-1]), match.start()
        is_between = CLOSING.search(words[first:last]) or _GAP.search(match[0])
        if is_between and words[match.end() :].strip():
            ways[-1:] = [words[first:last], words[match.end() :]]
    return ways


def _is_no_step(words: str) -> bool:
    """Return True for "or" between two ways, and for "Makes 3 dozen." among sentences."""
    return BARE_OR.match(words) is not None or is_yield(words)


def _add_alternative(steps: list[Step], words: str) -> None:
    if steps:
        both = filter(None, [steps[-1].alternative, " ".join(words.split())])
        steps[-1] = replace(steps[-1], alternative="; ".join(both))


def _bare_ors(text: str, blocks: Sequence[Block]) -> list[int]:
    """Return where lines stand that say only "or": the next step is an alternative."""
    return [block.end for block in blocks if BARE_OR.match(block.text(text))]
