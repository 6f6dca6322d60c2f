"""What becomes part of an item, and where a colon marks the title of a step."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.nested_items import (
    is_label,
    join_nested_items,
    mark_titles,
    with_what_is_announced,
)
from pipeline.text.paragraph_forms import trimmed


def joined(text: str) -> list[str]:
    new, blocks = join_nested_items(text, find_blocks(text))
    assert len(new) == len(text)
    return [" ".join(block.text(new).split()) for block in blocks]


def marked(text: str) -> list[str]:
    spans = [
        trimmed(text, block.start, block.end) for block in find_blocks(text) if block.kind == "item"
    ]
    new, spans = mark_titles(text, spans)
    assert len(new) == len(text)
    return [" ".join(new[slice(*span)].split()) for span in spans]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1. Run this:\n\nmake all\n\n2. Wait.", "Run this: make all"),
        ("1. Run this:\n\nDay 2\n\n2. Wait.", "Run this:"),
        ("1. Run this\n\nmake all\n\n2. Wait.", "Run this"),
        ("1. Run this:\n\nmake all\n\n- Wait.", "Run this:"),
        ("1. Run this:\n\nmake all\n\n3. Wait.", "Run this:"),
        ("- Run this:\n\nmake all\n\n1. Wait.", "Run this:"),
        ("1. Run this:\n\nmake all", "Run this:"),
        ("1. Run this:\n\nmake all\n\n# Wait", "Run this:"),
    ],
)
def test_a_line_between_two_numbers_is_announced_by_a_colon(text: str, first: str) -> None:
    blocks = with_what_is_announced(text, find_blocks(text))

    assert " ".join(blocks[0].text(text).split()) == first
    assert len(blocks) == len(find_blocks(text)) - (first != "Run this:" and "all" in first)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("1. Mix\n- oil\n2. Bake", ["Mix: oil", "Bake"]),
        ("1. Mix\n- oil\n- wax\n3. Bake", ["Mix", "oil", "wax", "Bake"]),
        ("1. Mix\n- oil\n- wax", ["Mix", "oil", "wax"]),
        ("1. Mix\n- oil\n- wax\n2. Bake\n- cool\n- wrap", ["Mix: oil; wax", "Bake: cool; wrap"]),
        ("1. Mix\n- oil\n1. Bake\n- cool", ["Mix", "oil", "Bake", "cool"]),
        ("1.1 Mix\n- Oil\n1.2 Bake", ["Mix: Oil", "Bake"]),
        ("1.1 Mix\n- Oil\n1.2.1 Bake", ["Mix", "Oil", "Bake"]),
        ("1. Mix\n   1. oil\n   2. wax\n2. Bake", ["Mix: oil; wax", "Bake"]),
        ("1. Mix\n   2. oil\n2. Bake", ["Mix", "oil", "Bake"]),
        ("1. Mix\n   a) oil\n   b) wax\n2. Bake", ["Mix: oil; wax", "Bake"]),
        ("- Mix\n  1. oil\n  2. wax", ["Mix", "oil", "wax"]),
        ("1. Mix\n   - oil\n     - warm\n2. Bake", ["Mix: oil; warm", "Bake"]),
        ("1. Mix\n   •\n2. Bake", ["Mix", "", "Bake"]),
        ("- Mix\n  - oil\n- Bake\n- Eat", ["Mix: oil", "Bake", "Eat"]),
        ("- Mix\n  - oil\n  - wax\n- Bake\n- Eat\n- Go",
         ["Mix", "oil", "wax", "Bake", "Eat", "Go"]),
        ("- Mix\n  - oil\n1. Bake\n2. Eat", ["Mix", "oil", "Bake", "Eat"]),
        ("## Step 1: Cut\nCut these:\n- a leg\n- a top", ["Cut Cut these: a leg; a top"]),
        ("## Step 1: Cut\nCut these\n- a leg\n- a top", ["Cut Cut these", "a leg", "a top"]),
        ("## Step 1: Cut these:\n- a leg\n- a top", ["Cut these:", "a leg", "a top"]),
    ],
)  # fmt: skip
def test_items_below_a_number_are_part_of_it(text: str, items: list[str]) -> None:
    assert joined(text) == items


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1. Mix it)\n   - Oil", "Mix it): Oil"),
        ("1. Mix it.)\n   - Oil", "Mix it.) Oil"),
        ("1. Mix it,\n   - oil", "Mix it, oil"),
        ("1. Mix it –\n   - oil", "Mix it – oil"),
        ("1. Mix\n   - Oil\n   - Wax\n   - ash", "Mix: Oil. Wax; ash"),
    ],
)
def test_a_mark_stands_between_an_item_and_what_is_nested_in_it(text: str, first: str) -> None:
    assert joined(text)[0] == first


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1. Mix\n\nStir it all.", "Mix"),
        ("1. Mix\n   Stir it all.", "Mix: Stir it all."),
        ("1. Mix\nStir it all.", "Mix: Stir it all."),
        ("1. Mix\n   stir it all.", "Mix stir it all."),
        ("1. Mix,\n   Stir it all.", "Mix, Stir it all."),
        ("1. “Mix”\n   Stir it all.", "“Mix”: Stir it all."),
        ("1. Mix\n   Stir it all", "Mix Stir it all"),
        ("1. Mix\n   Stir it: all", "Mix: Stir it: all"),
        ("1. a b c d e f g\n   Stir it all.", "a b c d e f g: Stir it all."),
        ("1. a b c d e f g h\n   Stir it all.", "a b c d e f g h Stir it all."),
        ("1. Mix it up\nStir it.", "Mix it up Stir it."),
        ("1. Mix it\nStir it. Wait.", "Mix it: Stir it. Wait."),
        ("1. Mix all\nStir it all up.", "Mix all: Stir it all up."),
        ("1. Mix all\nStir it now.", "Mix all Stir it now."),
        ("1. Mix all\nStir it down.", "Mix all: Stir it down."),
        ("Step 1: Mix\nStir it all.", "Mix: Stir it all."),
        ("1.\nMix\nStir it all.", "Mix: Stir it all."),
    ],
)
def test_a_colon_stands_below_a_short_line_with_room_above_sentences(text: str, first: str) -> None:
    assert marked(text)[0] == first


def test_the_title_moves_where_a_line_end_has_no_room_for_the_colon() -> None:
    text = "1. Mix\nStir it all."

    assert mark_titles(text, [(3, len(text))]) == ("1.Mix: Stir it all.", [(2, len(text))])
    assert mark_titles(text[3:], [(0, len(text) - 3)]) == (text[3:], [(0, len(text) - 3)])
    wide = "1. Mix\n\n  Stir it all."
    assert mark_titles(wide, [(3, len(wide))]) == ("1. Mix:   Stir it all.", [(3, len(wide))])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A. The dough\n1. Mix it.", True),
        ("A. The dough of the third day\n1. Mix it.", True),
        ("A. The dough\n- Mix it.", False),
        ("  A. The dough\n1. Mix it.", False),
        ("1. Look for these four:\n   a) wax", False),
        ("1. Look for these:\n   a) wax", True),
        ("1. When it is:\n   a) wax", False),
        ("1. Look for these four:\n2. Wax", False),
        ("- Look for these four:\n  - wax", True),
        ("- The sauce\n  - Melt all of it", False),
        ("- Sauce of figs\n  - Melt all of it", True),
        ("- Sauce of figs\n  - Melt it now", False),
        ("- Sauce of red figs\n  - Melt all of it up", False),
        ("- Sauce!\n  - Melt all of it", False),
        ("- (Sauce.)\n  - Melt all of it", False),
    ],
)
def test_an_item_heads_the_item_below_it_by_its_form(text: str, expected: bool) -> None:
    block, below = find_blocks(text)[:2]

    assert is_label(text, block, below) is expected
