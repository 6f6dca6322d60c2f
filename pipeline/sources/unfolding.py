"""What a web page shows on demand: sections that the reader unfolds, other tabs, explanations."""

from __future__ import annotations

import itertools
import re

from bs4 import Tag

from pipeline.sources.page_titles import HEADINGS, own_words
from pipeline.text.headings import names_section

__all__ = ["is_shown_on_demand", "unfold"]

_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_MOST_MARKS = 6  # between an item and what is hidden within it


def unfold(root: Tag) -> None:
    """Show the tabs called "Ingredients", "Method" and the like, below their names as headings.

    A button with such a name is a heading too. Other tabs are other ways to do the same.
    """
    for button in root.find_all("button"):
        if button.get("role") != "tab" and names_section(own_words(button)):
            button.name = "h2"
    tabs = {tab.get("id"): own_words(tab) for tab in root.find_all(role="tab")}
    for panel in root.find_all(role="tabpanel"):
        name = tabs.get(panel.get("aria-labelledby"), "")
        headings = [own_words(heading) for heading in panel.find_all(HEADINGS)]
        if any(map(names_section, [name, *headings])):
            del panel["hidden"], panel["style"]
            if names_section(name) and name not in headings:
                heading = Tag(name="h2")
                heading.string = name
                panel.insert(0, heading)
    for block in root.find_all(class_="tabbed-block"):  # of MkDocs
        for other in block.find_next_siblings(class_="tabbed-block"):
            other.extract()


def is_shown_on_demand(element: Tag, *, with_items: set[int], with_headings: set[int]) -> bool:
    """Return True for a hidden tab, and for what is hidden and explains, such as a glossary.

    What an accordion unfolds is hidden too, but is a part of the text: it has items, or headings,
    or stands below one. The sets are those of the elements that hold items or headings.
    """
    if not (element.has_attr("hidden") or _NOT_SHOWN.search(str(element.get("style", "")))):
        return False
    if element.get("role") == "tabpanel":
        return True
    if id(element) in with_items:
        return False
    parents = itertools.islice(element.parents, _MOST_MARKS)
    if any(parent.name in ("li", "p") for parent in parents):
        return True
    above = element.find_previous_sibling()
    unfolds = above is not None and above.name in ("button", "summary", *HEADINGS)
    return id(element) not in with_headings and not unfolds
