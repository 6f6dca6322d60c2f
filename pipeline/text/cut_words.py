"""Words that were cut at the end of a line: "usual-", and "ly" below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

__all__ = ["is_compound", "with_whole_words"]

_PARTICLES = ("by", "in", "on", "up", "off", "out")  # "use-by", "add-on"
_CUT = re.compile(
    r"(?<![\w-])(?P<start>[^\W\d_]{2,})-(?P<gap>\n[ \t]*)(?P<end>[^\W\d_]{2,})(?P<more>-?)"
)
_WORD = re.compile(r"[\w-]+")


def is_compound(start: str, end: str, words: Mapping[str, int]) -> bool:
    """Return True if the hyphen between two parts of a word is its own: "use-by".

    words: how often each word of the text stands there.
    """
    is_there = words.get(f"{start}-{end}", 0) > words.get(start + end, 0) or "-" in start
    return is_there or (end in _PARTICLES and words.get(start, 0) > 0)


def with_whole_words(text: str) -> str:
    """Return the text with such words whole, on their first line; it is as long as it was."""
    if "-\n" not in text:
        return text
    words = Counter(_WORD.findall(text))

    def whole(cut: re.Match[str]) -> str:
        if not cut["end"][0].islower():
            return cut[0]
        is_cut = not cut["more"] and not is_compound(cut["start"], cut["end"], words)
        hyphen = "" if is_cut else "-"
        return (cut["start"] + hyphen + cut["end"] + cut["more"]).rjust(len(cut[0]))

    return _CUT.sub(whole, text)
