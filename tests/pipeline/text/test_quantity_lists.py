"""Which paragraphs are entries of a list."""

from __future__ import annotations

import pytest

from pipeline.text.quantity_lists import is_listing


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
