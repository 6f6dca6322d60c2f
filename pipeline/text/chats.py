"""A chat that was copied: of its messages the longest is the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.text.blank_lines import blank

__all__ = ["longest_message"]

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?"
_NUMBERED = r"[a-z]+ ?\d{1,2}:"
_MESSAGE = re.compile(
    rf"\[?(?:{_DATE},? {_TIME}|{_TIME}, {_DATE})\]?(?: -)? "
    rf"(?P<sender>(?!{_NUMBERED})[^:\n]{{1,40}}): ",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(?<=\s)\*(?P<words>[^\s*][^*\n]*)\*(?=\s*\Z)")
_FEWEST_LINES = 3  # of a message that is a text


def longest_message(lines: list[str]) -> list[str]:
    """Return the lines with white space for all but the longest message, and other long ones by its
    sender; all of them if that is no text of several lines. Senders and times go too.

    A log is no chat: "Day 1" or "Step 2" stand for senders there, or nobody writes twice.
    """
    senders = {
        n: match["sender"] for n, line in enumerate(lines) if (match := _MESSAGE.match(line))
    }
    has_answers = len(set(senders.values())) < len(senders) or len(senders) == 2
    if len(senders) < 2 or not has_answers:
        return lines
    begins = list(senders)
    if any(line.strip() for line in lines[: begins[0]]):
        begins.insert(0, 0)  # what stands above the first message
    parts = list(zip(begins, [*begins[1:], len(lines)], strict=True))
    sizes = [_n_words(lines[first:end]) for first, end in parts]
    is_long = [_n_filled(lines[first:end]) >= _FEWEST_LINES for first, end in parts]
    longest = sizes.index(max(sizes))
    sender = senders.get(parts[longest][0])
    kept_parts = [
        part
        for order, part in enumerate(parts)
        if order == longest or (is_long[order] and senders.get(part[0]) == sender)
    ]
    n_kept = sum(_n_words(lines[first:end]) for first, end in kept_parts)
    others_are_short = sum(is_long) == len(kept_parts)
    if not is_long[longest] or (2 * n_kept < sum(sizes) and not others_are_short):
        return lines
    kept = list(map(blank, lines))
    for first, end in kept_parts:
        kept[first:end] = lines[first:end]
        kept[first] = _MESSAGE.sub(lambda head: " " * len(head[0]), kept[first])
        kept[first] = _BOLD.sub(lambda bold: f" {bold['words']} ", kept[first])
    return kept


def _n_words(lines: Sequence[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _n_filled(lines: Sequence[str]) -> int:
    return sum(bool(line.strip()) for line in lines)
