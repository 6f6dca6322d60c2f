"""What the words of a line show: a marker, a title, a sentence that continues."""

from __future__ import annotations

import re

from pipeline.sources.blocks import DASHES, ITEM, SENTENCE_END
from pipeline.sources.pdf.lines import MARKER, Line
from pipeline.text.blocks import OPEN_WORDS

__all__ = [
    "ENTRY",
    "has_margin_title",
    "is_item",
    "is_shouted",
    "is_shouted_on",
    "runs_on",
    "words_of",
]

ENTRY = re.compile(  # "200 g flour", "2 eggs"
    r"(?!\d+[.)]\s)[\d½¼¾⅓⅔⅛][\d.,/–½¼¾⅓⅔⅛ -]*(?:[a-zA-Zµ°]{1,5}\.?\s+)?[(]?[A-Za-z]{3,}"
)
_OPEN = re.compile(rf"{OPEN_WORDS}\Z")
_LONG_WORD = re.compile(r"[A-Z]{4}")
_MOST_SHOUTED = 6  # words
_MOST_TITLE_WORDS = 3  # in the margin


def words_of(line: Line) -> str:
    """The words of a line; a title in the margin has a colon, and other gaps are two spaces."""
    first, *others = (each.text for each in line.segments)
    if not others:
        return first
    if MARKER.match(first):
        return " ".join([first, "  ".join(others)])
    if line.segments[0].bold and not line.segments[1].bold and not first.endswith(":"):
        return f"{first}: {'  '.join(others)}"
    return "  ".join([first, *others])


def has_margin_title(line: Line) -> bool:
    """Return True for a line with a short bold title far to the left of its text."""
    first, *others = line.segments
    is_title = first.bold and len(first.text.split()) <= _MOST_TITLE_WORDS
    is_title = is_title and any(map(str.isalpha, first.text)) and not MARKER.match(first.text)
    return is_title and bool(others) and not others[0].bold and len(others[0].text.split()) > 2


def is_item(line: Line, *, has_dashes: bool) -> bool:
    """Return True if a line begins with the marker of an item; ``has_dashes``: a dash is one."""
    words, first = words_of(line), line.segments[0].text
    match = ITEM.match(words)
    if match is None:
        return len(line.segments) > 1 and not first.isdecimal() and MARKER.match(first) is not None
    is_dash = match["marker"] in DASHES and not has_dashes
    return not is_dash or len(first) == 1 or words[match.end() :][:1].isupper()


def is_shouted(words: str) -> bool:
    """Return True for a title in capitals."""
    is_short = len(words.split()) <= _MOST_SHOUTED
    return words.isupper() and is_short and _LONG_WORD.search(words) is not None


def is_shouted_on(above: str, words: str) -> bool:
    """Return True for two lines of a warning in capitals, which are often centred."""
    is_sentence = len(above.split()) > _MOST_SHOUTED and not SENTENCE_END.search(above)
    return is_sentence and above.isupper() and words.isupper()


def runs_on(words: str) -> bool:
    """Return True if a line ends within a sentence."""
    is_open = words.endswith((",", "-", "–", "(", "/")) and len(words) > 1
    return is_open or _OPEN.search(words) is not None
