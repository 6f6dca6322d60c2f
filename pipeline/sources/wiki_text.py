"""A page of a wiki (MediaWiki), copied out of its editor or as it is shown, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["with_wiki_marks"]

_HEADING = re.compile(r"(?P<marks>={1,6})[ \t]*(?P<words>[^=\s](?:.*[^=\s])?)[ \t]*(?P=marks)\s*\Z")
_ITEM = re.compile(r"(?P<marks>[#*:]+)[ \t]*(?P<words>\S.*)")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?(?P<words>[^\[\]|]+)\]\]")
_NO_TEXT = re.compile(
    r"\[\[(?:category|file|image):[^\[\]]*\]\]|__[A-Z]+__|<!--.*?-->", re.IGNORECASE
)
_EMPHASIS = re.compile(r"'{2,5}")
_REMARK = re.compile(r"''(?!')[^'].*''\s*\Z")  # a whole line in italics
_EDITED = re.compile(r"(?P<words>\S.*?)[ \t]*\[edit(?: source)?\]\s*\Z")  # as a page shows it
_CONTENTS = re.compile(r"\s*contents[ \t]*\[(?:hide|show)\]\s*\Z", re.IGNORECASE)
_FURNITURE = re.compile(r"from .{1,60}\bwiki\w*|this page was last edited\b.*", re.IGNORECASE)
_FEWEST_HEADINGS = 2


def with_wiki_marks(text: str) -> str:
    """Return the text of a wiki's page with the headings and lists of Markdown.

    A page has two headings between equals signs or more, or two before "[edit]"; any other text
    stays as it is. Numbered items count through to the next heading, and a line in italics between
    two items is a remark.
    """
    lines = text.splitlines()
    if sum(_EDITED.match(line) is not None for line in lines) >= _FEWEST_HEADINGS:
        return _with_headings(lines)
    if sum(_HEADING.match(line) is not None for line in lines) < _FEWEST_HEADINGS:
        return text
    kept: list[str] = []
    number = 0
    for line in lines:
        words = _LINK.sub(r"\g<words>", _NO_TEXT.sub("", line))
        if heading := _HEADING.match(words):
            number = 0
            kept += ["", f"{'#' * len(heading['marks'])} {_plain(heading['words'])}", ""]
        elif item := _ITEM.match(words):
            is_step = item["marks"] == "#"
            number += is_step
            indent = "   " * (len(item["marks"]) - 1)
            kept.append(f"{indent}{f'{number}.' if is_step else '-'} {_plain(item['words'])}")
        elif _REMARK.match(words) and number:
            kept.append(f"\nNote: {_plain(words)}\n")
        else:
            kept.append(_plain(words))
    return "\n".join(kept) + "\n"


def _with_headings(lines: Sequence[str]) -> str:
    """Return a page that was copied as it is shown, without its contents."""
    kept: list[str] = []
    in_contents = False
    for line in lines:
        in_contents = bool(_CONTENTS.match(line)) or (in_contents and bool(line.strip()))
        if in_contents or _FURNITURE.fullmatch(line.strip()):
            continue
        heading = _EDITED.match(line)
        kept += ["", f"## {heading['words']}", ""] if heading else [line]
    return "\n".join(kept) + "\n"


def _plain(words: str) -> str:
    return _EMPHASIS.sub("", words).strip()
