"""Lines without a mark that become headings, by what stands below them and by their like."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.line_headings import mark_line_headings


def headings(text: str) -> list[str]:
    blocks = find_blocks(text)
    mark_line_headings(text, blocks)
    return [block.text(text) for block in blocks if block.kind == "heading"]


@pytest.mark.parametrize(
    ("text", "is_heading"),
    [
        ("Before you start\n\n- Wash it", True),
        ("Before you start\n\n1. Wash it", False),
        ("Before you start\n\nWash it. Dry it.", True),
        ("Before you start\n\nWash it. It is wet.", False),
        ("Before you start\nat all\n\n- Wash it", False),
        ("Before it starts\n\n- Wash it", False),
    ],
)
def test_before_you_start_heads_bullets_and_instructions(text: str, is_heading: bool) -> None:
    assert headings(text) == (["Before you start"] if is_heading else [])


def turns(n_headed: int, n_texts: int) -> str:
    parts = [f"Part of it {'abcdef'[order]}\n\nRub it in." for order in range(n_headed)]
    return "\n\n".join([*parts, *["Wait for it."] * (n_texts - n_headed)])


@pytest.mark.parametrize(
    ("n_headed", "n_texts", "are_headings"),
    [(2, 2, False), (3, 3, True), (3, 4, True), (3, 5, False), (4, 5, True)],
)
def test_lines_above_three_of_four_paragraphs_are_headings(
    n_headed: int, n_texts: int, are_headings: bool
) -> None:
    assert len(headings(turns(n_headed, n_texts))) == (n_headed if are_headings else 0)


def test_a_text_with_a_list_has_no_headings_in_turn() -> None:
    assert headings(f"{turns(3, 3)}\n\n- Stop") == []


@pytest.mark.parametrize(
    ("line", "may_head"),
    [
        ("One two three four five six seven", True),
        ("One two three four five six seven eight", False),
        ("one two", False),
        ("Rub it.", False),
        ("Tools", False),
        ("Serves 4", False),
        ("Two\nlines", False),
    ],
)
def test_a_line_may_head_a_paragraph_if_it_is_short_and_open(line: str, may_head: bool) -> None:
    text = f"{turns(3, 3)}\n\n{line}\n\nStop it."

    assert (line in headings(text)) is may_head


NUMBERS = "1. Boil it.\n2. Pour it."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"To clean it\n\nWash it.\n\nTo make it\n\n{NUMBERS}", ["To clean it", "To make it"]),
        (f"Wash it.\n\nTo make it\n\n{NUMBERS}", []),
        (f"To make it\n\n{NUMBERS}", []),
        (f"To clean it\n\nIt is wet.\n\nTo make it\n\n{NUMBERS}", []),
        (f"To clean it\n\nWash it\n\nTo make it\n\n{NUMBERS}", []),
        (f"To clean it\n\nWash it.\n\nMake it now.\n\n{NUMBERS}", []),
        (f"To clean it\n\nWash it.\n\n# Make it\n\n{NUMBERS}", ["To clean it", "Make it"]),
        ("To clean it\n\nWash it.\n\nTo make it\n\n- Boil it", []),
    ],
)
def test_lines_like_that_above_the_first_number_are_headings(
    text: str, expected: list[str]
) -> None:
    assert headings(text) == expected
