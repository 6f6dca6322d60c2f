"""Which paragraphs are entries of a list, and which lines head the next ones."""

from __future__ import annotations

import pytest

from pipeline.text.quantity_lists import is_listing, without_group_lines


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Salt\nPepper", True),
        ("2 g salt", True),
        ("Salt", False),
        ("Salt\nStir it.", False),
    ],
)
def test_entries_are_several_lines_or_one_with_an_amount(words: str, expected: bool) -> None:
    assert is_listing(words) is expected


@pytest.mark.parametrize(
    ("words", "entry"),
    [
        ("2 eggs\nFor the sauce", "2 eggs"),
        ("2 eggs\nbeaten", "2 eggs\nbeaten"),
        ("For the sauce", "For the sauce"),
    ],
)
def test_a_line_that_heads_the_next_entries_is_no_part_of_one(words: str, entry: str) -> None:
    assert without_group_lines(words) == entry
