"""What stands around the text of a web page is left out: menus, boxes, controls, lists of links.

All of it is linear in the size of the page, which may be very deep.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from pipeline.sources.furniture_names import furniture_names, is_furniture
from pipeline.sources.page_titles import (
    HEADINGS,
    keep_headings_of_headers,
    leave_out_above_title,
    mark_headings,
    own_words,
)
from pipeline.sources.page_tree import holders, remove, text_sizes
from pipeline.sources.unfolding import is_shown_on_demand, unfold
from pipeline.text.headings import names_section, section_of

__all__ = ["leave_out_furniture", "main_part"]

_NOT_TEXT = frozenset("head iframe noscript script select style svg template".split())
_AROUND_TEXT = frozenset("nav header footer aside form".split())
_MARKS = frozenset("b div em i p span strong".split())  # that a link may stand in
_MOST_MARKS = 6
_IN_LINE_CONTROLS = ("a", "label", "span", "small")
_CONTROLS = frozenset(("div", "p", *_IN_LINE_CONTROLS))
_MOST_IN_CONTROL = 3  # words, and an icon or a box to tick
_CONTROL = re.compile(
    r"\W*(?:edit(?: source)?|copy|print|share|save|like|reply|download(?: (?:article|pdf))?|close|"
    r"add (?:a )?comment|jump to (?:the )?recipe|advertisement|sponsored|(?:show|read|see|view) "
    r"(?:more|less|all)|(?:expand|collapse)(?: all)?|back to top|skip to .*|was this helpful\?|"
    r"open in a new (?:tab|window)|mark as (?:done|complete)|pin it|subscribe|log ?in|"
    r"sign (?:in|up)|\d{1,2}:\d\d)\W*",
    re.IGNORECASE,
)


def main_part(page: BeautifulSoup) -> Tag:
    """Return the page's main part: the accepted answer to a question, or an article that has the
    page's ``h1`` or most of the text."""
    main = page.find("main") or page.body or page
    remove(main, lambda element: element.name in _NOT_TEXT)
    answers = main.find_all(itemprop="acceptedAnswer", limit=2)
    if len(answers) == 1 and any(
        str(parent.get("itemtype", "")).endswith("QAPage") for parent in answers[0].parents
    ):
        return answers[0]
    sizes = text_sizes(main)
    title = main.find("h1")
    with_title = {id(parent) for parent in title.parents} if title else set()
    articles = main.find_all("article")
    most = (part for part in articles if 2 * sizes[id(part)] > sizes[id(main)])
    titled = (part for part in articles if id(part) in with_title)
    return next(itertools.chain(most, titled), main)


def leave_out_furniture(root: Tag) -> None:
    """Remove from the page what is not its text, and what stands above its ``h1``."""
    mark_headings(root)
    for notes in root.find_all(class_="wprm-recipe-ingredient-notes"):
        if not notes.get_text().lstrip().startswith((",", "(")):
            notes.insert(0, ", ")
    keep_headings_of_headers(root)
    unfold(root)
    _remove_furniture(root)
    sections = _sections_of_lists(root)  # a guide may link to what it needs
    remove(
        root,
        lambda element: _is_list_of_links(element) and sections[id(element)] != "materials",
    )
    for listed in root.find_all(["ol", "ul"]):
        _leave_out_numbers(listed)
    leave_out_above_title(root)


def _remove_furniture(root: Tag) -> None:
    sizes = text_sizes(root)
    most = [element for element in root.find_all(True) if 2 * sizes[id(element)] > sizes[id(root)]]
    of_text = tuple({name for element in most for name in furniture_names(element)})
    titles = holders(root.find_all("h1", limit=1))
    kept = set(map(id, most))  # some software puts the whole page into a form
    headings = root.find_all(HEADINGS)
    with_items, with_headings = holders(root.find_all("li")), holders(headings)
    with_parts = with_items | with_headings
    with_blocks = holders(root.find_all(["table", "pre"]))
    words = list(map(own_words, headings))
    n_copies = Counter(words)  # one for wide and one for narrow screens
    with_sections = holders(
        heading
        for heading, name in zip(headings, words, strict=True)
        if n_copies[name] == 1 and names_section(name)
    )

    def is_left_out(element: Tag) -> bool:
        identity = id(element)
        if identity in kept or (identity in titles and element.name not in _AROUND_TEXT):
            return False
        return (
            (element.name in _AROUND_TEXT and identity not in with_sections)
            or (element.name == "figure" and identity not in with_blocks)
            or (element.name == "button" and not _is_whole_heading(element, sizes))
            or _is_control(element)
            or is_shown_on_demand(element, with_items=with_items, with_headings=with_headings)
            or (
                identity not in with_sections
                and is_furniture(element, of_text=of_text, holds_parts=identity in with_parts)
            )
        )

    remove(root, is_left_out)


def _is_control(element: Tag) -> bool:
    """Return True for a link, a label or the like that says no more than "Edit" or "Print".

    "Click <a>Save</a>" is a part of a sentence.
    """
    if element.name not in _CONTROLS or len(element.contents) > _MOST_IN_CONTROL:
        return False
    marks = [child for child in element.contents if isinstance(child, Tag)]
    words = [str(child) for child in element.contents if not isinstance(child, Tag)]
    if any(mark.contents for mark in marks) or not _CONTROL.fullmatch("".join(words)):
        return False
    siblings = (element.previous_sibling, element.next_sibling)
    is_in_sentence = any(isinstance(sibling, str) and sibling.strip() for sibling in siblings)
    in_heading = element.parent is not None and element.parent.name in HEADINGS
    return element.name not in _IN_LINE_CONTROLS or in_heading or not is_in_sentence


def _is_whole_heading(button: Tag, sizes: dict[int, int]) -> bool:
    """Return True if a heading has no words but those of a button, which unfolds what is below."""
    parents = itertools.islice(button.parents, _MOST_MARKS)
    heading = next((parent for parent in parents if parent.name in HEADINGS), None)
    return heading is not None and 2 * sizes[id(button)] > sizes.get(id(heading), 0) > 0


def _sections_of_lists(root: Tag) -> dict[int, str | None]:
    """What the heading above each list announces, by the list's identity."""
    sections: dict[int, str | None] = {}
    section = None
    for node in root.descendants:
        if isinstance(node, Tag) and node.name in HEADINGS:
            section = section_of(own_words(node))
        elif isinstance(node, Tag) and node.name in ("ol", "ul"):
            sections[id(node)] = section
    return sections


def _is_list_of_links(element: Tag) -> bool:
    items = _items_of(element) if element.name in ("ol", "ul") else []
    return items != [] and all(map(_is_link, items))


def _items_of(listed: Tag) -> list[Tag]:
    return [child for child in listed.contents if isinstance(child, Tag) and child.name == "li"]


def _is_link(item: Tag) -> bool:
    """Return True if there is nothing in an item but one link, as it is or within other marks."""
    node = item
    for _ in range(_MOST_MARKS):
        inner = [child for child in node.contents if isinstance(child, Tag) or str(child).strip()]
        if len(inner) != 1 or not isinstance(inner[0], Tag):
            return False
        node = inner[0]
        if node.name == "a":
            return True
        if node.name not in _MARKS:
            return False
    return False


def _leave_out_numbers(listed: Tag) -> None:
    """Remove the numbers that items begin with, if they are their own; such a list is numbered.

    Numbers of bullets have a mark, as amounts have none: "1." and "2)".
    """
    numbers = [_number_of(item) for item in _items_of(listed)]
    own = [
        words
        for order, words in enumerate(numbers, 1)
        if words is not None
        and words.strip().rstrip(".)") == str(order)
        and (listed.name == "ol" or words.strip()[-1] in ".)")
    ]
    if listed.name == "ul" and len(own) < max(2, len(numbers)):
        return
    listed.name = "ol"
    for words in own:
        words.extract()


def _number_of(item: Tag) -> NavigableString | None:
    """The first words of an item, which may stand within marks, if they are only a number."""
    node = item
    for _ in range(_MOST_MARKS):
        first = next((c for c in node.contents if isinstance(c, Tag) or str(c).strip()), None)
        if isinstance(first, NavigableString):
            return first if first.strip().rstrip(".)").isdecimal() else None
        if not isinstance(first, Tag):
            return None
        node = first
    return None
