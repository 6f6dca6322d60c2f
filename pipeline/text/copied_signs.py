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
_SHOP = re.compile(r"(?P<entry>\W{1,3}\S.*?)(?P<shop>(?::|[ ]?\()[ ]?https?://\S+)(?P<end>\s*)\Z")
_STARRED = re.compile(r"\*\* (?=\S)")  # above dashes
_DASHES = re.compile(r"-{3,}\s*\Z")
_BOX = re.compile(r"(?<=\S)[ \t]+\[ {0,3}\][ \t]*(?=\r?\n|\Z)")  # to tick, at the end of a line
_FEWEST_BOXES = 3
_QUESTION = re.compile(r"^(?:Q|Question):[ ]+(?=\S)", re.MULTILINE)
_ANSWER = re.compile(r"^(?:A|Answer):[ ]+(?=[A-Z])", re.MULTILINE)  # "A: Open the door."
_CHIP = re.compile(  # an amount in a box within a sentence, with the end of the line around it
    r"(?<=[^\s.!?])\n(?P<words>(?=\d)(?!\d{1,3}[.)]\s)[^\n]{1,30})\n"
    r"(?=[ ](?:and|at|by|for|from|in|into|of|on|over|per|to|until|with)\b)"
)
_LEFT_OUT = re.compile(  # marks of footnotes, and lines to sign at the end of an item
    r"(?<=[.!?])[ ]?\[\d{1,2}\](?=\s)|"
    r"(?<=\S)(?:[ \t]+_{3,}(?:[ ]?/[ ]?_{3,})?|[ \t]*\.{5,})[ \t]*(?=\r?\n|\Z)"
)


def with_plain_signs(text: str) -> str:
    """Return the text, in as many characters, with bullets for pictures in front of entries.

    Marks of footnotes, lines to sign, stars of headings, "A:" below "Q:" and addresses in lists of
    things go. So do the ends of lines around an amount in a sentence, which a notebook shows in a
    box.
    """
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
            above = lines[order - 1] if order else ""
            if _SHOP.match(line) and (_SHOP.match(above) or _SHOP.match(below)):
                line = _SHOP.sub(_without_shop, line)
            parts.append(_without_stars(line, below))
    if len(_BOX.findall(text)) >= _FEWEST_BOXES:
        parts = [_BOX.sub(lambda box: " " * len(box[0]), part) for part in parts]
    whole = _CHIP.sub(r" \g<words> ", "".join(parts))
    if question := _QUESTION.search(whole):
        below = _ANSWER.sub(lambda mark: " " * len(mark[0]), whole[question.end() :])
        whole = whole[: question.end()] + below
    return _LEFT_OUT.sub(lambda mark: " " * len(mark[0]), whole)


def _without_shop(line: re.Match[str]) -> str:
    """Return an entry without the address of where to buy it, as have those around it."""
    return line["entry"] + " " * len(line["shop"]) + line["end"]


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
