"""Headers and footers: what stands at the edge of pages and is there on others too."""

from __future__ import annotations

import re
import statistics
from collections import defaultdict
from collections.abc import Sequence

from pipeline.sources.pdf.content import Box, Content, around, in_cells, is_inside
from pipeline.sources.pdf.segments import Segment

__all__ = ["without_running_lines"]

_DIGITS = re.compile(r"\d+|\b[ivxlc]+\Z")
_EDGE = 0.16  # of the height of a page, at its top and at its bottom
_OUTERMOST = 0.08  # of the height of a page
_LARGEST_NUMBER = 1.2  # times the size of the text, of a page
_SMALL = 0.92  # of the size of the text
_APART = 2.0  # times the size
_SAME_PLACE = 4.0  # points
_PAGE = re.compile(
    r"(?:page\s*)?\d{1,4}(?:\s*(?:of|/|\|)\s*\d{1,4})?\Z|[-–]\s?\d{1,4}\s?[-–]\Z", re.IGNORECASE
)
_PRINTED = re.compile(  # what browsers put at the edge of what they print
    r"\d{1,2}[/.]\d{1,2}[/.]\d{2,4}, \d{1,2}:\d{2}(?:\s?[AP]M)?\Z|(?:https?|file|about):\S*\Z"
)


def without_running_lines(pages: Sequence[Content]) -> list[list[Segment]]:
    """Return the pages without headers, footers and their own numbers.

    A header has the same words, but for numbers, at the same place of two pages or more.
    """
    places: dict[str, list[Segment]] = defaultdict(list)
    for page in pages:
        tall = [box for box in map(around, page.tables) if _reaches_into_the_text(box, page)]
        for each in page.segments:
            is_small = _has_words(each) or each.size < _LARGEST_NUMBER * page.size
            is_of_table = any(is_inside(each, box) for box in tall)
            if is_small and _is_at_edge(each, page) and not is_of_table:
                places[_pattern(each)].append(each)
    left_out = set()
    for same in places.values():
        for each in same:
            others = {
                other.page
                for other in same
                if other.page != each.page and abs(other.baseline - each.baseline) < _SAME_PLACE
            }
            if others:
                left_out.add(id(each))
    kept = []
    for page in pages:
        browser = {
            round(each.baseline) for each in page.segments if _is_browsers(each, page.height)
        }
        of_tables = [each for cells in page.tables for each in in_cells(cells, page.segments)]
        in_table = set(map(id, of_tables))
        kept.append(
            [
                each
                for each in page.segments
                if id(each) not in left_out
                and round(each.baseline) not in browser
                and (id(each) in in_table or not _is_page_number(each, page.segments))
                and not _is_small_and_apart(each, page)
            ]
        )
    return kept


def _reaches_into_the_text(box: Box, page: Content) -> bool:
    """Return True for a table that is more than the header of a page; it may begin as others do."""
    _, top, _, bottom = box
    return bottom > _EDGE * page.height and top < (1 - _EDGE) * page.height


def _pattern(segment: Segment) -> str:
    return _DIGITS.sub("0", segment.text.lower())


def _is_at_edge(segment: Segment, page: Content) -> bool:
    edge = (_EDGE if _has_words(segment) else _OUTERMOST) * page.height
    return segment.baseline < edge or segment.baseline > page.height - edge


def _has_words(segment: Segment) -> bool:
    return sum(map(str.isalpha, segment.text)) > 1


def _is_browsers(segment: Segment, height: float) -> bool:
    at_edge = segment.baseline < 0.06 * height or segment.baseline > 0.94 * height
    return at_edge and _PRINTED.match(segment.text) is not None


def _is_page_number(segment: Segment, page: Sequence[Segment]) -> bool:
    """Return True for the lowest or highest words of a page if they are its number alone."""
    if not _PAGE.match(segment.text):
        return False
    others = [each.baseline for each in page if abs(each.baseline - segment.baseline) > 2]
    if not others or segment.size > 1.5 * statistics.median(each.size for each in page):
        return False
    neighbours = [each for each in page if abs(each.baseline - segment.baseline) <= 2]
    is_alone = not any(0 < each.x0 - segment.x1 < 3 * segment.size for each in neighbours)
    return is_alone and (segment.baseline > max(others) or segment.baseline < min(others))


def _is_small_and_apart(segment: Segment, page: Content) -> bool:
    """Return True for small words at the edge of a page, far from the text.

    At the top of the first page they stay, since a title may be below them.
    """
    low, high = _OUTERMOST * page.height, (1 - _OUTERMOST) * page.height
    is_at_top = segment.baseline < low and segment.page > 0
    if segment.size > _SMALL * page.size or not (is_at_top or segment.baseline > high):
        return False
    distances = [
        abs(each.baseline - segment.baseline)
        for each in page.segments
        if abs(each.baseline - segment.baseline) > 2
    ]
    return min(distances, default=0.0) > _APART * segment.size
