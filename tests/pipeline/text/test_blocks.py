"""Blocks of a plain text: their kind, their words, and what is known of each."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import Block, find_blocks


def shape(text: str) -> list[tuple[str, str]]:
    return [(block.kind, " ".join(block.text(text).split())) for block in find_blocks(text)]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("", []),
        ("Mix it.\nBake it.", [("paragraph", "Mix it. Bake it.")]),
        ("Mix it.\n\nBake it.", [("paragraph", "Mix it."), ("paragraph", "Bake it.")]),
        ("Bread\n=====\nMix.", [("heading", "Bread"), ("paragraph", "Mix.")]),
        ("Two\nlines\n=====\nMix.", [("paragraph", "Two lines"), ("paragraph", "Mix.")]),
        ("Bread\n\n=====\nMix.", [("paragraph", "Bread"), ("paragraph", "Mix.")]),
        ("## Bread ##\nMix.", [("heading", "Bread"), ("paragraph", "Mix.")]),
        ("- Mix.\n\n  Well.", [("item", "Mix. Well.")]),
        ("- Mix.\n\nWell.", [("item", "Mix."), ("paragraph", "Well.")]),
        ("1.\n\nMix.", [("item", "Mix.")]),
        ("## Step 1\n\nMix.\n\nWell.", [("item", "Mix. Well.")]),
        ("| a | b |\n|---|---|\nMix.", [("paragraph", "Mix.")]),
        ("1. Mix the flour\nand water.", [("item", "Mix the flour and water.")]),
        ("1. Mix it.\nNow rest.", [("item", "Mix it."), ("paragraph", "Now rest.")]),
        ("1. Mix it.\nnow rest.", [("item", "Mix it. now rest.")]),
        ("1. Mix it\nNow rest.", [("item", "Mix it Now rest.")]),
        ("- Mix.\nNote: well.", [("item", "Mix."), ("paragraph", "Note: well.")]),
        ("- Step 1: Mix\n- Step 2: Bake", [("item", "Mix"), ("item", "Bake")]),
    ],
)
def test_lines_are_headings_items_and_paragraphs(text, blocks):
    assert shape(text) == blocks


def test_a_line_that_was_wrapped_belongs_to_its_item_and_a_short_one_ends_it():
    width = "1. " + "word " * 15
    wrapped = f"{width}end of it.\nThe next line of it is here."
    ended = f"{width}and so on\nuntil it ends.\nThe next line is another paragraph."

    assert [kind for kind, _ in shape(wrapped)] == ["item"]
    assert [kind for kind, _ in shape(ended)] == ["item", "paragraph"]


def test_a_number_begins_an_item_only_where_a_list_has_it():
    assert shape("1. Mix.\n2. Bake.\n1998. was a year") == [
        ("item", "Mix."),
        ("item", "Bake. 1998. was a year"),
    ]
    assert [kind for kind, _ in shape("7. Mix.\n8. Bake.")] == ["item", "item"]
    assert [kind for kind, _ in shape("7. Mix.\n\n9. Bake.")] == ["paragraph", "paragraph"]
    assert [kind for kind, _ in shape("1. Mix.\n4. Bake.")] == ["item", "item"]
    assert [kind for kind, _ in shape("1. Mix.\n\n5. Bake.")] == ["item", "paragraph"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("  2. Mix", {"indent": 2, "ordered": True, "number": 2, "outer": 2, "section": False}),
        ("- Mix", {"indent": 0, "ordered": False, "number": 0, "outer": 0}),
        ("Step 1: Mix", {"ordered": True, "number": 1}),
        ("## Step 1: Mix", {"ordered": True, "number": 1, "section": True}),
        ("#. Mix", {"ordered": True, "number": 0, "section": False}),
        ("a) Mix", {"ordered": True, "number": 0}),
        ("ii. Mix", {"kind": "paragraph"}),
        ("1.2.3 Mix", {"ordered": True, "depth": 2, "number": 0}),
        ("### Bread", {"kind": "heading", "level": 3, "outer": -1}),
        ("Mix\nthe\nflour", {"kind": "paragraph", "lines": 3}),
        ("  Mix", {"kind": "paragraph", "indent": 2, "start": 2}),
        ("Chef's tip: salt it.", {"is_note": True}),
        ("Caution: it is hot.", {"is_note": True}),
        ("Noted: it is hot.", {"is_note": False}),
    ],
)
def test_a_block_has_the_facts_of_its_form(text, facts):
    before = "1. First\n" if text.startswith("  2.") else ""
    block = find_blocks(before + text)[-1]

    values = {name: getattr(block, name) for name in facts}
    if before:
        values["outer"] -= len(before)
    assert values == facts


@pytest.mark.parametrize(
    ("rule", "level"), [("===", 1), ("---", 2), ("~~~", 3), ("^^^", 4), ("***", 0)]
)
def test_a_rule_below_a_line_makes_it_a_heading_of_its_level(rule, level):
    (heading, _) = find_blocks(f"Bread\n{rule}\nMix.")

    assert (heading.kind, heading.level) == ("heading", level)


def test_a_short_number_above_deeper_ones_is_their_heading():
    assert shape("3. Dispensing\n3.1 Read the label.") == [
        ("heading", "Dispensing"),
        ("item", "Read the label."),
    ] or shape("1. Dispensing\n1.1 Read the label.") == [
        ("heading", "Dispensing"),
        ("item", "Read the label."),
    ]
    assert [kind for kind, _ in shape("1. Dispense it.\n1.1 Read the label.")] == ["item", "item"]
    assert [kind for kind, _ in shape("1. One two three four five six\n1.1 Read it.")] == [
        "item",
        "item",
    ]


def test_the_words_of_a_block_are_a_slice_of_the_text():
    assert Block("item", 1, 6).text("- Mix it") == "Mix"


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("*** How to prune ***\nCut it.", ["How to prune"]),
        ("=== Soap now ===\nCut it.", ["Soap now"]),
        ("Pork\n\n-- Friday night --\nRub it.", ["Friday night"]),
        ("Pork\n-- Friday night --\nRub it.", []),
        ("Pork\n\n*** Hot pan ***\nRub it.", []),
        ("*** Hot ***\nRub it.", []),
    ],
)
def test_a_line_in_a_frame_is_a_heading(text: str, headings: list[str]) -> None:
    blocks = find_blocks(text)

    assert [block.text(text) for block in blocks if block.kind == "heading"] == headings


@pytest.mark.parametrize(
    "line",
    ["! Grey grains are normal.", "!! It needs an hour.", "(!) Blue means copper.",
     "(Did you know? It floats.)", ">> it looks worse now <<"],
)  # fmt: skip
def test_a_line_with_a_warning_sign_is_a_note(line: str) -> None:
    text = f"1. Shake it.\n\n{line}\n\n2. Wait."

    assert [block.is_note for block in find_blocks(text)] == [False, True, False]


def test_letters_o_and_marks_after_step_begin_items() -> None:
    text = "Parts\n  o  flat blade\n  o  gloves\n\nSTEP 1 >  Rinse it.\nSTEP 2 >  Fill it."

    items = [block.text(text) for block in find_blocks(text) if block.kind == "item"]

    assert items == ["flat blade", "gloves", "Rinse it.", "Fill it."]
