"""The headers and footers of printed pages, which a copied text has between its steps."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.text.blank_lines import blank
from pipeline.text.blocks import begins_item
from pipeline.text.paragraph_forms import CLOSING

__all__ = ["without_page_lines"]

_PAGE = re.compile(r"\bpage (?P<page>\d{1,4}) ?(?:of|/) ?\d{1,4}\s*\Z", re.IGNORECASE)
_NUMBERED = re.compile(  # "Handbook 04/2021    19"
    r"(?P<words>\S.*?)\s{2,}(?P<page>\d{1,4})\s*\Z|(?P<first>\d{1,4})\s{2,}(?P<rest>\S.*?)\s*\Z"
)
_LONGEST_SIGNATURE = 8  # lines below "--" at the end of an e-mail
_LONE_NUMBER = re.compile(r"\d{1,3}|\d{1,3} [A-Z]{2}|[A-Z]{2} \d{1,3}")  # with a language
_PAGE_OF_CHAPTER = re.compile(r"\s{10,}\d{1,3}-\d{1,3}\s*\Z")  # far to the right
_WIDE_HEADER = re.compile(r"\S {5,}\S")  # a manual's name, and its chapter far to the right
_LONE_PAGE = re.compile(r"\d{1,3}")
_FEWEST_SLIDES = 3
_DIGITS = re.compile(r"\d+")
_LONGEST = 100  # characters
_REACH = 3  # lines of a header above or below its page number
_FULL = 0.6  # of the widest line


@dataclass(frozen=True, slots=True)
class _PageLine:
    """A line with the number of a page, and its other words, which other pages may have too.

    ``is_named``: the line has the word "page", and any numbers in its other words are 0 here.
    """

    order: int
    page: int
    words: str
    is_named: bool


def without_page_lines(text: str) -> str:
    """Return the text with white space for the lines that are headers or footers.

    Those are "Page 2 of 3", the signature of an e-mail below "--", lines with other words that the
    page before or after has too, and the lines next to them if two pages have the same or the text
    ends with it. So are the number of a slide and what all slides have above it. An amount in a
    column, and the number of a step, is no page: the line above or below it has one too. A
    sentence that continues on the next page has no line end left in it. Linear in the length of
    the text.
    """
    lines = text.splitlines(keepends=True)
    pages = [page for order in range(len(lines)) if (page := _page_line(lines, order))]
    of_words: dict[tuple[str, bool], set[int]] = defaultdict(set)
    for page in pages:
        of_words[page.words, page.is_named].add(page.page)
    filled = [order for order, line in enumerate(lines) if line.strip()] or [0]
    first, last = filled[0], filled[-1]
    left_out = _signature(lines, last) | _footers_of_slides(lines) | _pages_of_chapters(lines)
    if last > 1 and _is_last_page_number(lines[last - 1], lines[last]):
        left_out.add(last)
    places: dict[tuple[int, str], set[int]] = defaultdict(set)  # next to a page line, and words
    for page in pages:
        has_other = bool({page.page - 1, page.page + 1} & of_words[page.words, page.is_named])
        if has_other or (page.is_named and not _DIGITS.search(page.words)):
            left_out.add(page.order)
            for order in _next_to(lines, page.order):
                words = " ".join(lines[order].split())
                places[order - page.order, words].add(order)
    left_out |= {order for orders in places.values() if len(orders) > 1 for order in orders}
    left_out |= _last_footer(lines, last, places)
    kept = [
        line if order not in left_out else _without_page(line) if order == first else blank(line)
        for order, line in enumerate(lines)
    ]
    width = max(map(len, lines), default=0)
    for above, below in _around_page_ends(lines, left_out):
        if _runs_on(lines[above], lines[below], width):
            words = lines[above].rstrip()
            kept[above] = words + " " * (len(lines[above]) - len(words))
            kept[above + 1 : below] = [" " * len(line) for line in kept[above + 1 : below]]
    return "".join(kept)


def _last_footer(
    lines: Sequence[str], last: int, places: Mapping[tuple[int, str], set[int]]
) -> set[int]:
    """Return the last line, below a gap, and the same above a page line: that of the last page has
    no number next to it."""
    is_apart = last > 0 and not lines[last - 1].strip()
    words = " ".join(lines[last].split()) if lines else ""
    same = {order for (_, others), orders in places.items() if others == words for order in orders}
    return {last, *same} if is_apart and same and not begins_item(lines[last]) else set()


def _around_page_ends(lines: Sequence[str], left_out: set[int]) -> list[tuple[int, int]]:
    """Return the last line above each run of lines that are left out, and the first one below."""
    kept = [order for order, line in enumerate(lines) if line.strip() and order not in left_out]
    return [
        (above, below)
        for above, below in itertools.pairwise(kept)
        if any(order in left_out for order in range(above + 1, below))
    ]


def _runs_on(above: str, below: str, width: int) -> bool:
    """Return True if a sentence fills the line above and continues below, which is no item."""
    is_full = len(above.rstrip()) > _FULL * width and not CLOSING.search(above.strip())
    return is_full and below.strip()[:1].islower() and not begins_item(below)


def _signature(lines: Sequence[str], last: int) -> set[int]:
    """Return the lines from "--" on at the end of an e-mail, if they hold no sentence."""
    end = range(last, max(0, last - _LONGEST_SIGNATURE), -1)
    first = next((order for order in end if lines[order].rstrip() == "--"), None)
    if first is None:
        return set()
    below = [line.strip() for line in lines[first:] if not line.startswith(">")]
    return set() if any(map(CLOSING.search, below)) else set(range(first, len(lines)))


def _footers_of_slides(lines: Sequence[str]) -> set[int]:
    """Return the lines with the number of a slide and the same words right above each of them.

    No other line has only a number, as the steps of a text may.
    """
    numbers = {n: int(line) for n, line in enumerate(lines) if _LONE_PAGE.fullmatch(line.strip())}
    above = {lines[n - 1].strip() if n else "" for n in numbers}
    pages = list(numbers.values())
    counts = len(pages) >= _FEWEST_SLIDES and pages == list(range(pages[0], pages[0] + len(pages)))
    is_end = counts and not any(line.strip() for line in lines[max(numbers) + 1 :])
    is_footer = is_end and len(above) == 1 and any(map(str.isalpha, above.pop()))
    return {order for n in numbers for order in (n - 1, n)} if is_footer else set()


def _pages_of_chapters(lines: Sequence[str]) -> set[int]:
    """Return the lines with nothing but "7-11", and the header that stands twice among the pages
    that they end."""
    numbers = {n for n, line in enumerate(lines) if _PAGE_OF_CHAPTER.match(line)}
    wide: dict[str, set[int]] = defaultdict(set)
    for order, line in enumerate(lines if numbers else ()):
        if len(line) <= _LONGEST and _WIDE_HEADER.search(line.strip()):
            wide[" ".join(line.split())].add(order)
    return numbers.union(*(orders for orders in wide.values() if len(orders) > 1))


def _is_last_page_number(above: str, line: str) -> bool:
    """Return True for "12" or "18 EN" below a gap, at the end of the text."""
    return not above.strip() and _LONE_NUMBER.fullmatch(line.strip()) is not None


def _page_line(lines: Sequence[str], order: int) -> _PageLine | None:
    line = lines[order]
    if len(line) > _LONGEST:
        return None
    if named := _PAGE.search(line):
        words = _DIGITS.sub("0", " ".join(line[: named.start()].split()))
        return _PageLine(order, int(named["page"]), words, is_named=True)
    numbered = _NUMBERED.match(line)
    if numbered is None or _is_in_column(lines, order):
        return None
    words = " ".join((numbered["words"] or numbered["rest"]).split())
    return _PageLine(order, int(numbered["page"] or numbered["first"]), words, is_named=False)


def _is_in_column(lines: Sequence[str], order: int) -> bool:
    """Return True if the next line above or below ends or begins with a number too."""
    for step in (-1, 1):
        other = order + step
        while 0 <= other < len(lines) and not lines[other].strip():
            other += step
        line = lines[other].strip() if 0 <= other < len(lines) else ""
        if len(line) <= _LONGEST and _NUMBERED.match(line):
            return True
    return False


def _next_to(lines: Sequence[str], order: int) -> list[int]:
    """Return the lines right above and below that may be part of a header: no sentences."""
    near = []
    for step in (-1, 1):
        for other in range(order + step, order + step * (_REACH + 1), step):
            line = lines[other].strip() if 0 <= other < len(lines) else ""
            has_words = any(map(str.isalnum, line))  # it is no bullet on a line of its own
            is_text = CLOSING.search(line) or begins_item(line)
            if not has_words or len(line) > _LONGEST or is_text:
                break
            near.append(other)
    return near


def _without_page(line: str) -> str:
    """The first line of a text without "Page 1 of 2": it may be the title."""
    named = _PAGE.search(line.rstrip())
    words = line[: named.start()] if named else ""
    if named is None or ":" in words or _DIGITS.search(words):
        return blank(line)
    return words + blank(line[named.start() :])
