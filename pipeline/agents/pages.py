"""Pages of long results: a page ends at its limit, or where it would be too long to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic_core import to_json

__all__ = ["Page", "fitting", "page_of"]

MOST_BYTES = 40_000  # of the items of a page as JSON

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Items from an offset on, of ``total``; ``next_offset`` is None on the last page."""

    items: list[Item]
    total: int
    next_offset: int | None


def page_of(items: Sequence[Item], *, offset: int, limit: int) -> Page[Item]:
    """The page that begins at ``offset``; an item too long for any page is a page of its own."""
    page = fitting(items[offset : offset + limit])
    end = offset + len(page)
    return Page(page, len(items), end if page and end < len(items) else None)


def fitting(items: Sequence[Item]) -> list[Item]:
    """The first of the items, as many as a page may hold; at least one."""
    page: list[Item] = []
    n_bytes = 0
    for item in items:
        n_bytes += len(to_json(item, fallback=str))
        if page and n_bytes > MOST_BYTES:
            break
        page.append(item)
    return page
