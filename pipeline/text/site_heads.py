"""The head of a copied page: its place in a site, tabs, accounts and names above the title."""

from __future__ import annotations

import itertools
import re

from pipeline.text.blocks import begins_item
from pipeline.text.headings import names_section, section_of
from pipeline.text.material_entries import has_quantity
from pipeline.text.paragraph_forms import CLOSING, is_fact
from pipeline.text.site_words import AROUND, Lines, is_numbered

__all__ = ["HEADS", "above_title"]

_HOME = re.compile(r"home +[>»›‹/→▸] ", re.IGNORECASE)
_PATH_SIGN = re.compile(r" +(?P<sign>[>»›‹/→▸]) +")
_MOST_OF_A_PATH = 90  # characters
_LISTED_HOME = re.compile(
    r"home(?: ?page)?|(?:\w+ ){0,3}help cent(?:er|re)|all collections", re.IGNORECASE
)
_MARKER = re.compile(r"(?P<marker>\d[.)]|[•*›>-])(?:\s+|\Z)")
_AFTER_PART = re.compile(r"\s*[>›»/]\Z")
_LISTED_PART = re.compile(r"[^\W\d_][^.!?:,]{0,39}")
_MOST_LISTED = 7  # parts of a path
_COUNTED = re.compile(r"(?P<part>(?:part|method) \d{1,2}) of \d{1,2}:?", re.IGNORECASE)
_FIRST_LINES = 12  # of a page, in which its path may begin
_ACCOUNT = re.compile(r"(?=.*[a-z])[a-z0-9]+[._][a-z0-9._]*")
_ADDRESS = re.compile(r".*\.(?:com|org|net|[a-z]{2}|conf(?:ig)?|log|ya?ml|json|txt|html?|csv)")
_FEWEST_TABS = 3
_LINES_OF_HEAD = 8  # above a text
_NO_TITLE = re.compile(  # who wrote it, and when
    r"(?:(?:post|posted|written) )?by\b|(?:posts|joined|location|updated|published|rating)\b|"
    r".*\d{1,2}:\d\d|.*[£$€]\d|.*\btime\Z|.*\b(?:19|20)\d\d\b.{0,12}\Z",
    re.IGNORECASE,
)
_SHORTEST_TITLE = 3  # words
_LONGEST_TITLE = 14
_FEWEST_OF_SITE = 3  # lines of a site in the head of a page


def _path(bare: Lines) -> set[int]:
    """A line that says where in a site the page stands: "Home > Garden > Trees", among the first,
    with the names of the site above it; without "Home" the very first, with a gap below."""
    filled = [order for order, line in enumerate(bare) if line][:_FIRST_LINES]
    above = list(itertools.takewhile(lambda order: not _is_text(bare[order]), filled))
    homes = [
        order
        for order, below in itertools.pairwise(above)
        if _HOME.match(bare[order]) and _is_path(bare[order]) and not _PATH_SIGN.search(bare[below])
    ]
    above = [order for order in above if homes and order < homes[-1]]
    if len(above) > 1 and not any(AROUND.fullmatch(bare[order]) for order in above):
        homes = []
    if homes or len(filled) < 2:
        is_named = any(bare[order].startswith("#") for order in above)
        return set(homes) if is_named or not homes else set(range(homes[-1] + 1))
    line, below = bare[filled[0]], bare[filled[1]]
    signs = [match["sign"] for match in _PATH_SIGN.finditer(line)]
    is_apart = filled[1] > filled[0] + 1 and len(signs) > 1
    if {"/", "→"} & set(signs):  # or a title: "Tofu / aubergine tempura"
        parts = _PATH_SIGN.split(line)[::2]
        is_title_below = not (CLOSING.search(below) or begins_item(below) or section_of(below))
        is_apart = is_apart and is_title_below and all(part[:1].isupper() for part in parts)
    return {filled[0]} if is_apart and _is_path(line) else set()


def _is_path(line: str) -> bool:
    is_short = len(line) < _MOST_OF_A_PATH and not line.startswith("#")
    return is_short and _PATH_SIGN.search(line) is not None


def _listed_path(bare: Lines) -> set[int]:
    """The same on lines of their own, from "Home" on: "1. Home", "2. Garden", "3. Trees".

    The last of lines without a marker is the title, unless another one follows below a gap; a
    section or numbered steps follow them, or they may be the text.
    """
    filled = [order for order, line in enumerate(bare) if line][:_FIRST_LINES]
    for first in filled:
        marker, words, end = _listed(bare, first)
        if marker in ("", "1.", "1)", "•", "*", "-", "›", ">") and _LISTED_HOME.fullmatch(words):
            return _parts_of_path(bare, first, end, marker)
    return set()


def _parts_of_path(bare: Lines, first: int, end: int, marker: str) -> set[int]:
    """The lines of a path whose first part stands on the lines from ``first`` to ``end``."""
    ends = [end]
    while len(ends) < _MOST_LISTED and ends[-1] < len(bare):
        of_part, words, end = _listed(bare, ends[-1])
        next_marker = f"{len(ends) + 1}{marker[1:]}" if marker[:1] == "1" else marker
        if of_part != next_marker or names_section(words) or not _LISTED_PART.fullmatch(words):
            break
        ends.append(end)
    has_text = any(names_section(line) or is_numbered(line) for line in bare[ends[-1] :])
    if len(ends) == 1 or not has_text:
        return set()
    below = next((line for line in bare[ends[-1] :] if line), "")
    has_gap = ends[-1] < len(bare) and not bare[ends[-1]]
    is_whole = marker or (has_gap and _LISTED_PART.fullmatch(below)) or bare[ends[-1] - 1] == below
    return set(range(first, ends[-1] if is_whole else ends[-2]))


def _listed(bare: Lines, order: int) -> tuple[str, str, int]:
    """The marker and the words of a part, and where it ends; a number may stand on its own line."""
    line = bare[order]
    match = _MARKER.match(line)
    words = line[match.end() :] if match else line
    end = order + 1
    if match and not words and end < len(bare):
        words, end = bare[end], end + 1
    return (match["marker"] if match else ""), _AFTER_PART.sub("", words), end


def _counted_parts(bare: Lines) -> set[int]:
    """Lines such as "Part 1 of 2:", and "Part 1" above them; what the part is called stays."""
    chosen: set[int] = set()
    for order, line in enumerate(bare):
        if match := _COUNTED.fullmatch(line):
            has_name_above = order > 0 and bare[order - 1] == match["part"]
            if has_name_above or line.endswith(":"):
                chosen |= {order - 1, order} if has_name_above else {order}
    return chosen


def _tabs(bare: Lines) -> set[int]:
    """Names of sections right above each other, which are tabs to choose from, but for the last."""
    runs = itertools.groupby(range(len(bare)), lambda order: _may_be_tab(bare[order]))
    chosen: set[int] = set()
    for is_tab, run in runs:
        orders = list(run)
        kinds = {section_of(bare[order]) for order in orders}
        if is_tab and len(orders) >= _FEWEST_TABS and {"materials", "procedure"} <= kinds:
            chosen |= set(orders[:-1])
    return chosen


def _may_be_tab(line: str) -> bool:
    is_name = line[:1].isupper() and line[-1:].isalpha() and len(line.split()) < _FEWEST_TABS
    return is_name and section_of(line) is not None


def _accounts(bare: Lines) -> set[int]:
    """The name of an account among the first lines, above the first sentence and the first list;
    several names are those of files."""
    above = itertools.takewhile(
        lambda line: not (CLOSING.search(line) or line.endswith(":") or section_of(line)),
        bare[:_LINES_OF_HEAD],
    )
    names = {
        order: line
        for order, line in enumerate(above)
        if _ACCOUNT.fullmatch(line) and not _ADDRESS.fullmatch(line)
    }
    return set(names) if len(set(names.values())) == 1 else set()


def above_title(bare: Lines, left_out: set[int], of_site: set[int]) -> set[int]:
    """Names of a site's parts among its lines, above the title of a page.

    The title is the first line of several words in a run of lines that are not known to be of a
    site, above the first sentence or section: "How to …", else that of the most words; no question
    if it can be. Several lines of the head have to be ``of_site``, and no facts about the text.
    """
    head = list(
        itertools.takewhile(
            lambda order: order in left_out or not _is_text(bare[order]), range(len(bare))
        )
    )
    if len(of_site & set(head)) < _FEWEST_OF_SITE or len(head) == len(bare):
        return set()
    runs = [
        list(run)
        for is_known, run in itertools.groupby(
            [order for order in head if bare[order]], left_out.__contains__
        )
        if not is_known
    ]
    titles = [title for run in runs if (title := _title_of(bare, run)) is not None]
    plain = [title for title in titles if not bare[title].endswith("?")]
    title = max(plain or titles, key=lambda order: (_title_rank(bare[order]), order), default=0)
    return {order for run in runs for order in run if order < title}


def _title_rank(line: str) -> tuple[bool, int]:
    return line.lower().startswith("how to "), len(line.split())


def _title_of(bare: Lines, run: list[int]) -> int | None:
    """Return the first line of a run that may be a title, those in capitals last."""
    titles = [order for order in run if _may_be_title(bare[order])]
    return min(titles, key=lambda order: (bare[order].isupper(), order), default=None)


def _may_be_title(line: str) -> bool:
    is_other = _NO_TITLE.match(line) is not None or is_fact(line)
    return len(line.split()) >= _SHORTEST_TITLE and line[:1].isalnum() and not is_other


def _is_text(line: str) -> bool:
    is_question = line.endswith(("?", "…", "..."))
    is_sentence = CLOSING.search(line) is not None and not is_question
    is_sentence = is_sentence or len(line.split()) > _LONGEST_TITLE
    is_amount = line[:1].isdecimal() and has_quantity(line)
    return is_sentence or names_section(line) or is_numbered(line) or is_amount


HEADS = (_path, _listed_path, _counted_parts, _tabs, _accounts)
