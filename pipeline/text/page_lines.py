"""The headers and footers of printed pages, which a copied text has between its steps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

__all__ = ["without_page_lines"]

_PAGE = re.compile(r"\bpage \d{1,4} ?(?:of|/) ?\d{1,4}\s*\Z", re.IGNORECASE)
_NUMBERED = re.compile(r"\S.*\s{2,}\d{1,4}\s*\Z|\d{1,4}\s{2,}\S.*\s*\Z")  # "Handbook 04/2021    19"
_DIGITS = re.compile(r"\d+")
_LONGEST = 100  # characters
_REACH = 2  # lines of a header above or below its page number


def without_page_lines(text: str) -> str:
    """Return the text with white space for the lines that are headers or footers.

    Those are "Page 2 of 3", lines that end with the number of the page, and the lines next to them,
    if they are there on two pages at least. Linear in the length of the text.
    """
    lines = text.splitlines(keepends=True)
    forms = [_DIGITS.sub("0", " ".join(line.split())) for line in lines]
    counts = Counter(forms)
    left_out: set[int] = set()
    for order, line in enumerate(lines):
        is_page = _PAGE.search(line) is not None
        is_repeated = counts[forms[order]] > 1
        if len(line) > _LONGEST or not (is_page or (_NUMBERED.match(line) and is_repeated)):
            continue
        if is_page and not is_repeated and _DIGITS.search(line[: line.lower().rindex("page")]):
            continue
        left_out.add(order)
        if is_repeated:
            left_out |= _next_to(lines, forms, counts, order)
    return "".join(_blank(line) if order in left_out else line for order, line in enumerate(lines))


def _next_to(
    lines: Sequence[str], forms: Sequence[str], counts: Counter[str], order: int
) -> set[int]:
    """Return the lines right above and below a page number that other pages have too."""
    repeated = set()
    for step in (-1, 1):
        for distance in range(1, _REACH + 1):
            other = order + step * distance
            if not 0 <= other < len(lines) or not forms[other] or counts[forms[other]] < 2:
                break
            if len(lines[other]) <= _LONGEST:
                repeated.add(other)
    return repeated


def _blank(line: str) -> str:
    words = line.rstrip("\r\n")
    return " " * len(words) + line[len(words) :]
