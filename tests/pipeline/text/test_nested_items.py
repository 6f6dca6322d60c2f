"""What is nested under a numbered item, and remarks under a bullet, become part of it."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.nested_items import is_label, join_nested_items


def joined(text: str) -> list[str]:
    new, blocks = join_nested_items(text, find_blocks(text))
    assert len(new) == len(text)
    return [" ".join(block.text(new).split()) for block in blocks]


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("1. Mix\n   - flour\n   - water\n2. Bake", ["Mix: flour; water", "Bake"]),
        ("1. Mix it.\n   - Sift first.\n   - Stir well.\n2. Bake",
         ["Mix it. Sift first. Stir well.", "Bake"]),
        ("1. Mix it\n   - Sift first\n   - Stir well\n2. Bake",
         ["Mix it: Sift first. Stir well", "Bake"]),
        ("1. Mix (well.)\n   - slowly\n2. Bake", ["Mix (well.) slowly", "Bake"]),
        ("1. Mix it\n   1. Sift\n   2. Stir\n2. Bake", ["Mix it: Sift. Stir", "Bake"]),
        ("1. Dough:\n   1. Sift\n   2. Stir\n2. Bake", ["Dough:", "Sift", "Stir", "Bake"]),
        ("1. Mix\n- flour\n- water\n2. Bake", ["Mix: flour; water", "Bake"]),
        ("1. Mix\n- flour\n- water\n\n5. Bake", ["Mix", "flour", "water", "5. Bake"]),
        ("1. Mix\n2. Bake\n- warm", ["Mix", "Bake", "warm"]),
        ("- Mix\n  - slowly\n- Rest\n- Bake\n- Serve", ["Mix: slowly", "Rest", "Bake", "Serve"]),
        ("- Mix\n  - slowly\n- Rest\n- Bake", ["Mix: slowly", "Rest", "Bake"]),
        ("- Mix\n  - slowly\n- Bake", ["Mix", "slowly", "Bake"]),
    ],
)  # fmt: skip
def test_nested_items_and_few_remarks_are_part_of_their_item(text, items):
    assert joined(text) == items


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("- Make the sauce:\n- Melt it.", True),
        ("- one two three four five six:\n- Melt it.", True),
        ("- one two three four five six seven:\n- Melt it.", False),
        ("- Make the sauce:\n\nMelt it.", False),
        ("- Tomato sauce\n  - Melt the butter.", True),
        ("- Tomato sauce\n- Melt the butter.", False),
        ("- Tomato sauce.\n  - Melt the butter.", False),
        ("- Stir the sauce\n  - Melt the butter well.", False),
        ("- One good tomato sauce\n  - Melt butter and then add flour.", False),
        ("- Tomato sauce\n  - Melt it", False),
        ("## Step 1: Sauce:\n- Melt it.", False),
        ("- Sauce:\n# Melt", False),
    ],
)
def test_an_item_that_only_heads_others_is_a_label(text, label):
    block, below = find_blocks(text)

    assert is_label(text, block, below) == label


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The dough of the first day", True),
        ("The dough of the first long day", False),
        ("Mix it.", False),
        ("Mix the dough of the first day.", False),
    ],
)
def test_a_letter_above_numbers_heads_them_if_its_words_are_few_and_open(words, expected):
    text = f"A. {words}\n1. Open it.\n2. Close it."
    first, second, *_ = find_blocks(text)

    assert is_label(text, first, second) is expected


def test_a_number_of_the_same_depth_further_in_is_no_part_of_the_one_above():
    assert joined("2.1 Mix it\n   2.2 Bake it") == ["Mix it", "Bake it"]
