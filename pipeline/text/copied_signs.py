"""Signs of web pages, apps and forms in a text: pictures as bullets, marks of footnotes, lines to
sign, stars in front of the headings of a newsletter."""

from __future__ import annotations

import itertools
import re

from pipeline.text.headings import section_of

__all__ = ["with_plain_signs"]

_PICTURE = re.compile(
    r"(?P<sign>[\U0001f300-\U0001faff\u2600-\u27bf\u2b50]\ufe0f?)(?P<gap>[ \t]+)(?=\S)"
)
_FEWEST_PICTURES = 3  # lines in turn that begin with one
_STARRED = re.compile(r"\*\* (?=\S)")  # above dashes
_DASHES = re.compile(r"-{3,}\s*\Z")
_LEFT_OUT = re.compile(  # marks of footnotes, and lines to sign at the end of an item
    r"(?<=[.!?])[ ]?\[\d{1,2}\](?=\s)|(?<=\S)[ \t]+_{3,}[ \t]*(?=\r?\n|\Z)"
)


def with_plain_signs(text: str) -> str:
    """Return the text, in as many characters, with bullets for pictures in front of entries, and
    without marks of footnotes, lines to sign and stars of headings."""
    lines = text.splitlines(keepends=True)
    pictures = [_PICTURE.match(line) is not None for line in lines]
    parts: list[str] = []
    for has_picture, run in itertools.groupby(range(len(lines)), pictures.__getitem__):
        orders = list(run)
        are_entries = has_picture and len(orders) >= _FEWEST_PICTURES
        for order in orders:
            line = lines[order]
            if has_picture and _names_section(line):
                line = _without_picture(line)
            elif are_entries:
                line = _with_bullet(line)
            below = lines[order + 1] if order + 1 < len(lines) else ""
            parts.append(_without_stars(line, below))
    return _LEFT_OUT.sub(lambda mark: " " * len(mark[0]), "".join(parts))


def _with_bullet(line: str) -> str:
    return _PICTURE.sub(lambda picture: "•".ljust(len(picture[0])), line, count=1)


def _names_section(line: str) -> bool:
    return section_of(_PICTURE.sub("", line, count=1)) is not None


def _without_picture(line: str) -> str:
    """Return a line with white space behind its words for the picture in front of them."""
    rest = _PICTURE.sub("", line, count=1)
    words = rest.rstrip("\r\n")
    return words + " " * (len(line) - len(rest)) + rest[len(words) :]


def _without_stars(line: str, below: str) -> str:
    """Return a heading of a newsletter without the stars in front of it, above dashes."""
    if not (_STARRED.match(line) and _DASHES.match(below)):
        return line
    words = line.rstrip("\r\n")
    return words[3:] + "   " + line[len(words) :]
