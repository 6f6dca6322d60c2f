"""The title of a PDF: the largest words near the top of its first page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.pdf.content import Content
from pipeline.sources.pdf.rows import rows_of
from pipeline.sources.pdf.segments import Segment
from pipeline.sources.tables import title_in
from pipeline.text.headings import section_of

__all__ = [
    "BEFORE_TITLE",
    "find_title",
    "title_of_header",
    "title_words",
    "without_what_stands_above",
]

BEFORE_TITLE = re.compile(
    r"\A(?:re|fwd?)\s*:\s*|\A[A-Z]{1,6}-[A-Z0-9-]*\d[A-Z0-9-]*\s*[:–—-]\s+", re.IGNORECASE
)
_COUNTED = re.compile(  # "2.3 Preparation of ...", "Practical 7: Measuring ..."
    r"\A\d+(?:\.\d+)+\.?\s+|"
    r"\A(?:practical|experiment|activity|worksheet|exercise|lesson)\s\d+\s*[:.–—-]\s+(?=[A-Z])",
    re.IGNORECASE,
)
_LARGER = 1.2  # times the size of the text
_LOWEST = 0.6  # of the height of the first page
_WORDS_OF_A_COVER = 60  # at most
_SHORTEST_NAME = 2  # words, of a title that the file names
_SAME_SIZE = 0.04  # of the size
_NEXT_LINE = 1.8  # times the size, between the lines of a title


def find_title(page: Content, named: str = "") -> list[Segment]:
    """Return the lines of the title on the first page; none if nothing there is larger.

    ``named`` is what the file says of its title, which is often another; large words in it count.
    """
    groups = _groups(page)
    if not groups:
        return []
    in_name = [group for group in groups if _plain(_words(group)) in _plain(named.split())]
    longest = max(in_name, key=lambda group: len(_words(group)), default=[])
    if len(_words(longest)) > _SHORTEST_NAME:
        return longest
    first = max(groups, key=lambda group: group[0].size)
    others = [group for group in groups if group is not first and len(_words(group)) > 1]
    if len(_words(first)) == 1 and others:  # the name of a maker, or a title of one word
        second = max(others, key=lambda group: group[0].size)
        is_title = section_of(" ".join(_words(second))) is None
        return second if is_title and second[0].size > 1.3 * page.size else first
    return first


def _plain(words: Sequence[str]) -> str:
    return " ".join(words).casefold()


def title_words(title: Sequence[Segment]) -> str:
    """The words of a title, without the number of a document or the "Re:" of a letter."""
    words = " ".join(each.text for each in title)
    return _COUNTED.sub("", BEFORE_TITLE.sub("", words)) or words


def _words(group: Sequence[Segment]) -> list[str]:
    return [word for each in group for word in each.text.split()]


def _groups(page: Content) -> list[list[Segment]]:
    """Lines of one size below each other that are larger than the text."""
    groups: list[list[Segment]] = []
    is_cover = sum(len(each.text.split()) for each in page.segments) < _WORDS_OF_A_COVER
    for each in sorted(page.segments, key=lambda each: (each.baseline, each.x0)):
        is_low = each.baseline > _LOWEST * page.height and not is_cover
        is_large = each.size > _LARGER * page.size and not is_low
        if not is_large or sum(map(str.isalpha, each.text)) < 3:
            continue
        for group in groups:
            last = group[-1]
            if (
                abs(last.size - each.size) < _SAME_SIZE * each.size
                and each.baseline - last.baseline < _NEXT_LINE * each.size
            ):
                group.append(each)
                break
        else:
            groups.append([each])
    return groups


def without_what_stands_above(
    title: Sequence[Segment], segments: Sequence[Segment]
) -> list[Segment]:
    """Leave out the title, what stands above it, and what stands alone next to that."""
    top = min(each.top for each in title)
    x0, x1 = min(each.x0 for each in title), max(each.x1 for each in title)
    kept = [each for each in segments if each not in title]
    below = [each for each in kept if each.top >= top]
    above = sorted((each for each in kept if each.top < top), key=lambda each: -each.baseline)
    for each in above:
        continues = any(
            0 < other.baseline - each.baseline < _NEXT_LINE * each.size
            and other.x0 < each.x1
            and other.x1 > each.x0
            for other in below
        )
        is_over_title = each.x0 < x1 and each.x1 > x0
        if continues and not is_over_title:
            below.append(each)
    return below


def title_of_header(left_out: Sequence[Segment]) -> str:
    """Return the title that stands in the header of the first page alone, as in many an SOP."""
    rows = [[each.text for each in row] for row in rows_of(left_out)]
    if title := title_in(rows):
        return title
    words = [
        each
        for each in left_out
        if each.bold and len(each.text.split()) > _SHORTEST_NAME and not each.text.isupper()
    ]
    if not words:
        return ""
    lines = [max(words, key=lambda each: each.size)]
    for each in sorted(left_out, key=lambda each: each.baseline):  # its next lines
        last = lines[-1]
        is_same_style = each.bold and abs(each.size - last.size) < _SAME_SIZE * last.size
        is_below = 0 < each.baseline - last.baseline < _NEXT_LINE * last.size
        if is_same_style and is_below and abs(each.x0 - last.x0) < 0.5 * last.size:
            lines.append(each)
    return " ".join(each.text for each in lines)
