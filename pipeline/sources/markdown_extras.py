"""What documentation tools add to Markdown: boxes, attributes, definitions, footnotes."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from pipeline.text.headings import names_section

__all__ = ["FENCE", "without_extras"]

FENCE = re.compile(r"\s*(?:```|~~~)")
_BOX = re.compile(
    r"(?P<indent>[ \t]*)(?:!!!|\?\?\?)\+?[ \t]+(?:abstract|attention|bug|caution|danger|example|"
    r"failure|hint|important|info|note|question|quote|seealso|success|tip|todo|warning)\b"
    r'[ \t]*"?(?P<title>[^"]*)'
)
_ENTRY = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
_FEWEST_ENTRIES = 2  # of a box that is no remark
_ALERT = re.compile(r"(?P<quote>[ \t]*>[ \t]*)\[!\w+\][+-]?[ \t]*(?P<title>.*)")
_QUOTED = re.compile(r"[ \t]*>[ \t]*")
_DEFINITION = re.compile(r"\*\[[^\]]+\]: |\[\^(?P<note>[\w-]+)\]: |\[\[?_?TOC_?\]\]?\s*\Z")
_ATTRIBUTES = re.compile(  # "{: .lead }", and right behind a link or a word in brackets "{.button}"
    r"[ ]?\{:[^{}]*\}|(?<=\))\{[ ]?[.#]?[\w-]+(?:=[^{}]*)?(?:[ ][^{}]*)?\}"
)
_SPAN = re.compile(r"\[(?P<words>[^\[\]]*)\]\{[ ]?[.#][^{}]*\}")
_OF_HEADING = re.compile(r"[ ]\{#[\w-]+[^{}]*\}\s*\Z")


def without_extras(markdown: str) -> str:
    """Return the text without what such a tool shows elsewhere or not at all.

    Boxes ("!!! note", and what is further in) go unless they hold a list: that may be the steps.
    "> [!NOTE]" becomes "Note:". Attributes ("{: .lead }"), definitions of abbreviations and
    footnotes, with the marks of these, go.
    """
    lines = markdown.split("\n")
    notes = {
        match["note"] for line in lines if (match := _DEFINITION.match(line)) and match["note"]
    }
    marks = re.compile("|".join(rf"\[\^{re.escape(note)}\]" for note in notes)) if notes else None
    kept: list[str] = []
    order = 0
    in_fence = False
    while order < len(lines):
        line, end = lines[order], order + 1
        in_fence ^= FENCE.match(line) is not None
        if in_fence or FENCE.match(line):
            kept.append(line)
        elif box := _BOX.match(line):
            end = _end_of_box(lines, order, len(box["indent"]))
            kept += _list_in_box(box, lines[order + 1 : end])
        elif alert := _ALERT.match(line):
            end = order + 2
            kept += _note(alert, lines[order + 1 : end])
        elif not _DEFINITION.match(line):
            kept.append(_plain(line, marks))
        order = end
    return "\n".join(kept)


def _end_of_box(lines: Sequence[str], first: int, indent: int) -> int:
    end = first + 1
    while end < len(lines) and (
        not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent
    ):
        end += 1
    return end


def _list_in_box(box: re.Match[str], body: Sequence[str]) -> list[str]:
    """Return what a box holds, below its title, if that is a list or a "Method"; else nothing."""
    has_list = sum(_ENTRY.match(line) is not None for line in body) >= _FEWEST_ENTRIES
    if not has_list and not names_section(box["title"]):
        return [""]
    title = [f"###### {box['title'].strip()}", ""] if box["title"].strip() else []
    return ["", *title, *textwrap.dedent("\n".join(body)).split("\n")]


def _note(alert: re.Match[str], below: Sequence[str]) -> list[str]:
    """Return the first lines of an alert as those of a note, unless it begins with a list."""
    title = alert["title"].strip()
    first = _QUOTED.match(below[0]) if below else None
    words = below[0][first.end() :] if first else ""
    if title or first is None or not words or _ENTRY.match(words):
        head = [f"{alert['quote']}Note: {title}"] if title else []
        return [*head, *below]
    return [f"{alert['quote']}Note: {words}"]


def _plain(line: str, marks: re.Pattern[str] | None) -> str:
    """Return a line without attributes and marks of footnotes; code in it stays as it is."""
    parts = line.split("`")
    for order in range(0, len(parts), 2):
        words = _SPAN.sub(r"\g<words>", _ATTRIBUTES.sub("", parts[order]))
        parts[order] = marks.sub("", words) if marks else words
    plain = "`".join(parts)
    return _OF_HEADING.sub("", plain) if plain.startswith("#") else plain
