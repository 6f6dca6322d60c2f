"""Cues by which a step answers a kind of question: "into" for where, a number for how much."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["cues"]

_INTO = r"\b(?:into|onto|in|on|to|over|under|against|through)\b"
# A kind of question, and what a step that answers it holds
_KINDS = tuple(
    (re.compile(question, re.IGNORECASE), re.compile(text, re.IGNORECASE))
    for question, text in (
        (r"\b(?:come|get|take|collect|draw\w*) .*from\b|\bwhere .* from$|from where",
         r"\b(?:from|out of|off)\b"),
        (r"\bwhere\b|\bwhat .* (?:in|into|on|onto|to|under|against)$", _INTO),
        (r"\bhow (?:long|often|many (?:hours|minutes|days|weeks|times))\b",
         r"\d.*\b(?:s|min|h|hours?|minutes?|days?|weeks?|seconds?|times)\b|\bonce|twice|times|hour"),
        (r"\bhow (?:hot|warm|cold)\b|\btemp", r"°|degrees|temperature"),
        (r"\bhow (?:much|many|big|large|small|tight|fast|high)\b|\bwhat (?:speed|pressure)\b",
         r"\d|\b(?:one|two|three|four|five|six|ten|half|size)\b"),
        (r"\b(?:made|consist\w*|composed) (?:of|from)\b|\bhow (?:is|are) .* made\b",
         r"\b(?:mix|combine|form|turn|become|make|stir|whisk|add|whip|blend)\w*\b"),
        (r"\b(?:become|turn into|turn to|converted)\b",
         r"\b(?:into|becom\w*|form\w*|turn\w*|until)\b"),
        (r"\bwhy\b", r"\b(?:because|so that|so|to|too|since|otherwise)\b"),
        (r"\bwho\b", r"\b(?:nurse|patient|person|operator|second)\b"),
    )
)  # fmt: skip


def cues(question: str, texts: Sequence[str]) -> list[float]:
    """1 for each text that holds what such a question asks for."""
    patterns = [text for pattern, text in _KINDS if pattern.search(question)]
    return [float(any(pattern.search(text) for pattern in patterns)) for text in texts]
