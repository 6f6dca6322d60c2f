"""Words that were cut at the end of a line: "usual-", and "ly" below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

__all__ = ["is_compound", "with_whole_words"]

_PARTICLES = ("by", "in", "on", "up", "off", "out")  # "use-by", "add-on"
_AFTER_HYPHEN = ("and", "or", "to", "nor", "but")  # "pre- and post-bake"
_PREFIXES = frozenset(  # which keep their hyphen: "all-purpose"
    "all self full low high half non one two three well cross semi multi pre post extra deep medium"
    " hand finger double long".split()
)
_CUT = re.compile(
    r"(?<![\w-])(?P<start>[^\W\d_]{2,})-(?P<gap>\n[ \t]*)(?P<end>[^\W\d_]{2,})(?P<more>-?)"
)
_WORD = re.compile(r"[\w-]+")
_FULL = 0.7  # of the length of long lines: a shorter one was not wrapped
_MOSTLY = 0.8  # of the lines are no longer than that


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
    lengths = sorted(len(line.rstrip()) for line in text.splitlines() if line.strip())
    fewest = _FULL * lengths[int(_MOSTLY * len(lengths))]

    def whole(cut: re.Match[str]) -> str:
        start, end = cut["start"], cut["end"]
        line = cut.start("gap") - (text.rfind("\n", 0, cut.start()) + 1)
        is_alone = line == len(start) + 1
        if not end[0].islower() or end in _AFTER_HYPHEN or line < fewest or is_alone:
            return cut[0]
        keeps_hyphen = cut["more"] or start.lower() in _PREFIXES or is_compound(start, end, words)
        return (start + ("-" if keeps_hyphen else "") + end + cut["more"]).rjust(len(cut[0]))

    return _CUT.sub(whole, text)
