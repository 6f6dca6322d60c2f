"""The tree of a web page: how it is parsed, measured and pruned. Linear, however deep it is."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable

from bs4 import BeautifulSoup, ParserRejectedMarkup, Tag

__all__ = ["holders", "parsed", "remove", "text_sizes"]

_BROKEN_DECLARATION = re.compile(r"<!\[(?!CDATA\[|(?:end)?if\b)", re.IGNORECASE)


def parsed(markup: str | bytes) -> BeautifulSoup:
    """Return the tree of a page or of a part of one; declarations that are broken become text."""
    try:
        return BeautifulSoup(markup, "html.parser")
    except ParserRejectedMarkup:
        text = markup if isinstance(markup, str) else markup.decode("utf-8", "replace")
        return BeautifulSoup(_BROKEN_DECLARATION.sub("&lt;![", text), "html.parser")


def remove(root: Tag, is_left_out: Callable[[Tag], bool]) -> None:
    """Remove such elements below the root; those within another are removed with it."""
    chosen: dict[int, list[int]] = defaultdict(list)  # their places, by the identity of the parent
    parents: list[Tag] = []
    stack: list[Tag] = [root]
    while stack:
        element = stack.pop()
        for place, child in enumerate(element.contents):
            if isinstance(child, Tag) and is_left_out(child):
                chosen[id(element)].append(place)
            elif isinstance(child, Tag):
                stack.append(child)
        if id(element) in chosen:
            parents.append(element)
    for parent in parents:
        for place in reversed(chosen[id(parent)]):  # a search for each would be quadratic
            parent.contents[place].extract(_self_index=place)


def text_sizes(root: Tag) -> dict[int, int]:
    """The number of characters in each element, by its identity."""
    sizes: dict[int, int] = {}
    stack: list[tuple[Tag, bool]] = [(root, False)]
    while stack:
        element, is_counted = stack.pop()
        tags = [child for child in element.contents if isinstance(child, Tag)]
        if is_counted:
            own = sum(len(child) for child in element.contents if isinstance(child, str))
            sizes[id(element)] = own + sum(sizes[id(tag)] for tag in tags)
        else:
            stack.append((element, True))
            stack += [(tag, False) for tag in tags]
    return sizes


def holders(parts: Iterable[Tag]) -> set[int]:
    """The identities of these elements and of all that hold them."""
    identities: set[int] = set()
    for part in parts:
        for element in itertools.chain((part,), part.parents):
            if id(element) in identities:
                break
            identities.add(id(element))
    return identities
