"""A page ends at its limit or where it would be too long, and no item is lost between pages."""

from __future__ import annotations

import pytest

from pipeline.agents.pages import MOST_BYTES, page_of


def all_pages(items: list[str], *, limit: int) -> list[list[str]]:
    pages = []
    offset: int | None = 0
    while offset is not None:
        page = page_of(items, offset=offset, limit=limit)
        pages.append(page.items)
        offset = page.next_offset
    return pages


@pytest.mark.parametrize(
    ("n_items", "sizes"), [(0, [0]), (1, [1]), (3, [3]), (4, [3, 1]), (6, [3, 3])]
)
def test_pages_end_at_their_limit(n_items, sizes):
    items = [str(number) for number in range(n_items)]

    pages = all_pages(items, limit=3)

    assert list(map(len, pages)) == sizes
    assert sum(pages, []) == items


def test_a_page_ends_before_it_is_too_long():
    items = ["x" * (MOST_BYTES // 3)] * 5

    assert list(map(len, all_pages(items, limit=100))) == [2, 2, 1]


def test_an_item_that_is_too_long_for_any_page_is_a_page_of_its_own():
    items = ["a", "x" * (2 * MOST_BYTES), "b"]

    assert list(map(len, all_pages(items, limit=100))) == [1, 1, 1]


def test_beyond_the_end_there_is_an_empty_last_page():
    page = page_of(["a"], offset=7, limit=3)

    assert (page.items, page.total, page.next_offset) == ([], 1, None)
