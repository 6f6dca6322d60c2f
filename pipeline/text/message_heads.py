"""Who wrote a message of a chat or a post of a forum, and when: what stands above its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Head", "heads_above", "heads_of_posts", "heads_within"]

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NUMBERED = r"[a-z]+ ?\d{1,2}:"
_MESSAGE = re.compile(
    rf"(?:\[?(?:{_DATE},? {_TIME}|{_TIME}, {_DATE})\]?(?: -)?|\[{_TIME}\]) "
    rf"(?P<sender>(?!{_NUMBERED})[^:\n]{{1,40}}): ",
    re.IGNORECASE,
)
_NO_PERSON = rf"(?:{_WEEKDAY}|breakfast|lunch|dinner|morning|evening|night|start|end|stop)\b"
_PERSON = rf"(?P<sender>(?!{_NO_PERSON})[^\W\d_][^\d:.!?,;\[\]—–]{{0,38}}?)"
_DAY = rf"(?:(?:last )?{_WEEKDAY}|today|yesterday|{_DATE}|\d{{1,2}}[./]\d{{1,2}}\.?)"
_WHEN = rf"(?:{_DAY}(?: at|,)? )?{_TIME}"
_SENT = re.compile(  # a line above a message: "Ann Lee  10:42 AM", "[10:42] Ann Lee"
    rf"{_PERSON}(?:\s*\t\s*|\s{{2,}}| [—–-] |,? \[){_WHEN}\]?:?"
    rf"|\[(?:{_DATE},? )?{_TIME}\] {_PERSON.replace('sender', 'other')}:?",
    re.IGNORECASE,
)
_SENT_AT = re.compile(_WHEN, re.IGNORECASE)  # below a name
_NAME = re.compile(_PERSON, re.IGNORECASE)
_MOST_NAMES = 4  # words of a name alone on a line
_POSTED = re.compile(  # "Post by ann » Sun Feb 11, 2024 9:03 am"
    rf"(?:post(?:ed)? )?by (?P<sender>\S[^»]{{0,30}}?) » .*{_TIME}", re.IGNORECASE
)
_PICTURED = re.compile(r"u/(?P<sender>\S+) avatar")
_AGO = re.compile(r"\d+ ?(?:min|mo|yr|[hdwy])\.? ago", re.IGNORECASE)
_MOST_OF_HEAD = 6  # lines from the picture of a person to the age of a post


@dataclass(frozen=True, slots=True)
class Head:
    """Who wrote a message, in so many whole lines and characters of the line below them."""

    sender: str
    lines: int = 0
    characters: int = 0


def heads_within(lines: Sequence[str]) -> dict[int, Head]:
    """Heads at the beginning of the first line of a message, by this line."""
    heads = {
        order: Head(match["sender"], characters=match.end())
        for order, line in enumerate(lines)
        if (match := _MESSAGE.match(line))
    }
    return heads if _writes_twice(heads) or len(heads) == 2 else {}


def heads_above(lines: Sequence[str]) -> dict[int, Head]:
    """Heads that are lines of their own: "Ann Lee  10:42", or the time on a second line."""
    heads: dict[int, Head] = {}
    for order, line in enumerate(lines):
        words = line.strip()
        below = lines[order + 1].strip() if order + 1 < len(lines) else ""
        if match := _SENT.fullmatch(words):
            heads[order] = Head(match["sender"] or match["other"], lines=1)
        elif _SENT_AT.fullmatch(below) and _may_be_name(words):
            heads[order] = Head(words, lines=2)
    ends = [*list(heads)[1:], len(lines)]
    are_messages = all(
        any(line.strip() for line in lines[first + head.lines : end])
        for (first, head), end in zip(heads.items(), ends, strict=False)
    )
    return heads if _writes_twice(heads) and are_messages else {}


def heads_of_posts(lines: Sequence[str]) -> dict[int, Head]:
    """Heads of the posts of a forum: a line that says by whom, or a picture and more lines."""
    heads: dict[int, Head] = {}
    for order, line in enumerate(lines):
        if match := _POSTED.fullmatch(line.strip()):
            heads[order] = Head(match["sender"], lines=1)
        elif match := _PICTURED.fullmatch(line.strip()):
            below = [each.strip() for each in lines[order : order + _MOST_OF_HEAD]]
            n_lines = next((n for n, each in enumerate(below, 1) if _AGO.fullmatch(each)), 1)
            heads[order] = Head(match["sender"], lines=n_lines)
    return heads if len(heads) > 1 else {}


def _may_be_name(words: str) -> bool:
    parts = words.split()
    return (
        len(parts) <= _MOST_NAMES
        and _NAME.fullmatch(words) is not None
        and all(part[:1].isupper() for part in parts)
    )


def _writes_twice(heads: Mapping[int, Head]) -> bool:
    """Return True if there are several messages, two of them by one sender."""
    return len({head.sender for head in heads.values()}) < len(heads)
