"""A chat that was copied: of its messages the longest is the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["longest_message"]

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_TIME = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?"
_MESSAGE = re.compile(
    rf"\[?(?:{_DATE},? {_TIME}|{_TIME}, {_DATE})\]?(?: -)? [^:\n]{{1,40}}: ", re.IGNORECASE
)
_BOLD = re.compile(r"(?<=\s)\*(?P<words>[^\s*][^*\n]*)\*(?=\s*\Z)")
_FEWEST_LINES = 3  # of a message that is a text


def longest_message(lines: list[str]) -> list[str]:
    """Return the lines with white space for all but the longest message, for its sender and its
    time; all of them if that is no text of several lines."""
    begins = [order for order, line in enumerate(lines) if _MESSAGE.match(line)]
    if len(begins) < 2:
        return lines
    if any(line.strip() for line in lines[: begins[0]]):
        begins.insert(0, 0)  # what stands above the first message
    parts = list(zip(begins, [*begins[1:], len(lines)], strict=True))
    sizes = [_n_words(lines[first:end]) for first, end in parts]
    longest = sizes.index(max(sizes))
    first, end = parts[longest]
    are_long = [_n_filled(lines[slice(*part)]) > _FEWEST_LINES for part in parts]
    is_text = _n_filled(lines[first:end]) >= _FEWEST_LINES
    if not is_text or (2 * max(sizes) < sum(sizes) and sum(are_long) != 1):
        return lines
    kept = [line if first <= order < end else _blank(line) for order, line in enumerate(lines)]
    kept[first] = _MESSAGE.sub(lambda head: " " * len(head[0]), kept[first])
    kept[first] = _BOLD.sub(lambda bold: f" {bold['words']} ", kept[first])
    return kept


def _n_words(lines: Sequence[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _n_filled(lines: Sequence[str]) -> int:
    return sum(bool(line.strip()) for line in lines)


def _blank(line: str) -> str:
    words = line.rstrip("\r\n")
    return " " * len(words) + line[len(words) :]
