"""Where an item ends and which numbers are those of items, at the bounds of each rule."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import begins_item, find_blocks


def shape(text: str) -> list[str]:
    """The first letter of each block's kind with its words."""
    return [f"{each.kind[0]} {' '.join(each.text(text).split())}" for each in find_blocks(text)]


def kinds(text: str) -> str:
    return "".join(block.kind[0] for block in find_blocks(text))


@pytest.mark.parametrize(
    ("n_words", "width", "expected"),
    [(46, 60, "ip"), (47, 60, "i"), (50, 59, "ip"), (50, 64, "ip"), (51, 64, "i")],
)
def test_a_full_line_of_a_wrapped_text_does_not_end_its_item(
    n_words: int, width: int, expected: str
) -> None:
    item = "x" * (n_words - 1) + "."

    assert kinds(f"1. {item}\nNext {'y' * (width - 5)}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Mix it.\nStir", "ip"),
        ("1. Mix it.\nstir", "i"),
        ("1. Mix it\nStir", "i"),
        ("1. Mix it.\n   Stir", "i"),
        ("1. Mix it.\n\nStir", "ip"),
        ("1. Mix it.\n\n   Stir", "i"),
        ("1. Mix it\nof all.\nStir", "ip"),
        ("## Step 1: Mix it.\nStir", "i"),
        ("# Mix it.\nStir", "hp"),
    ],
)
def test_a_line_at_the_margin_below_a_full_stop_is_a_paragraph(text: str, expected: str) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("line", "is_apart"),
    [
        ("What you need for the cake", True),
        ("What you need for the big cake", False),
        ("what you need", False),
        ("What I like", False),
        ("  What you need", False),
    ],
)
def test_a_short_line_that_announces_a_section_is_no_part_of_a_bullet(
    line: str, is_apart: bool
) -> None:
    assert kinds(f"- Dig a hole\n{line}\n- Water it") == ("ipi" if is_apart else "ii")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Dig a hole\nMethod\n2. Water it", "ii"),
        ("1. Dig a hole\nMethod:\n2. Water it", "ipi"),
        ("1. Dig a hole!\nMethod\n2. Water it", "ipi"),
    ],
)
def test_a_numbered_item_is_complete_above_a_section(text: str, expected: str) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On top\n- wax\nBelow it\n- oil", "pipi"),
        ("On top\n\n- wax\nBelow it\n- oil", "pii"),
        ("On top\nof it\n- wax\nBelow it\n- oil", "pii"),
        ("On top\n- wax and\nBelow it\n- oil", "pii"),
        ("On top\n- wax,\nBelow it\n- oil", "pii"),
        ("On top\n- wax\nBelow it.\n- oil", "pii"),
        ("On top\n- wax\nBelow it", "pi"),
        ("On top\n- wax\nBelow it\n\n- oil", "pii"),
        ("On top\n- wax\n Below it\n- oil", "pii"),
        ("On top\n- wax\n  - soft\nBelow it\n- oil", "piii"),
        ("On top\n- wax\nOne two three four five six\n- oil", "pipi"),
        ("On top\n- wax\nOne two three four five six seven\n- oil", "pii"),
    ],
)
def test_a_short_line_between_bullets_heads_those_below_if_a_line_heads_those_above(
    text: str, expected: str
) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. One two three four five\n1.1 Read it.", "hi"),
        ("1. One two three four five six\n1.1 Read it.", "ii"),
        ("1. Wax it.\n1.1 Read it.", "ii"),
        ("1. Wax\nand oil\n1.1 Read it.", "ii"),
        ("- Wax\n1.1 Read it.", "ii"),
        ("1.1 Scope\nThis is it.\n1. Do this.", "hpi"),
        ("1.1 Scope\nof it all.\n1. Do this.", "ii"),
        ("1.1 Scope\nThis is it.\n0. Do this.", "ii"),
    ],
)
def test_a_short_number_heads_those_of_another_depth(text: str, expected: str) -> None:
    assert kinds(text) == expected


def test_prose_below_the_name_of_a_section_has_its_lines() -> None:
    head, prose, item = find_blocks("  1.1 Scope\n  This is it\n  of all.\n1. Do this.")

    assert (head.lines, prose.lines, item.lines) == (1, 2, 1)
    assert (head.kind, prose.indent, prose.ordered) == ("heading", 2, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- 1. Mix", "i Mix"),
        ("- Step 1: Mix", "i Mix"),
        ("- Step 1: 1. Mix", "i Mix"),
        ("- a) Mix", "i a) Mix"),
    ],
)
def test_the_words_of_an_item_stand_behind_all_its_numbers(text: str, words: str) -> None:
    assert shape(text) == [words]


@pytest.mark.parametrize(
    ("lines", "are_items"),
    [
        (["1 Mix", "2 Bake"], False),
        (["1 Mix", "2 Bake", "3 Eat"], True),
        (["2 Mix", "3 Bake", "4 Eat"], False),
        (["1 Mix", "3 Bake", "4 Eat"], False),
        (["1 Mix", "1 Stir", "2 Bake", "3 Eat"], True),
        (["1 Mix", "2 Bake", "3 Eat", "2 Rest"], False),
        (["1 Mix it", "2 Bake it", "3 Eat it"] * 2, False),
        (["1 Mix all", "2 Bake all of it", "3 Eat all of it"] * 2, True),
        (["1 Mix it", "2 Bake it all", "3 Eat it all"] * 2, True),
        (["1", "Mix it", "2", "Bake it", "3", "Eat it"], True),
        (["1 Mix it", "2 Bake it all", "3 Eat it", "1 Mix it", "2 Bake it all", "3 Eat it all"],
         False),
    ],
)  # fmt: skip
def test_numbers_without_marks_are_those_of_steps_if_they_count_up_to_three(
    lines: list[str], are_items: bool
) -> None:
    assert ("i" in kinds("\n".join(lines))) is are_items


@pytest.mark.parametrize(("n_lines", "are_items"), [(5, False), (6, True)])
def test_six_numbers_in_turn_before_small_letters_are_those_of_steps(
    n_lines: int, are_items: bool
) -> None:
    lines = [f"{number} rub it" for number in range(1, n_lines + 1)]

    assert ("i" in kinds("\n".join(lines))) is are_items
    assert "i" not in kinds("\n".join([*lines[1:], "9 rub it"]))


@pytest.mark.parametrize(
    ("headings", "are_items"),
    [
        (["1. Mix", "2. Bake"], False),
        (["1. Mix", "2. Bake", "3. Eat"], True),
        (["2. Mix", "3. Bake", "4. Eat"], False),
        (["1. Mix", "3. Bake", "4. Eat"], False),
        (["1. Mix", "2. Bake", "3. Notes"], False),
        (["1. Mix", "2. Bake", "3. Eat", "4. Notes"], True),
        (["1. Mix", "2. Bake", "3. Eat", "4. Tools"], False),
        (["1. Mix\n- it", "2. Bake\n- it", "3. Eat"], False),
        (["1. Mix\n- it", "2. Bake", "3. Eat"], True),
        (["1. Mix\n- it", "2. Bake", "3. Eat\n- it"], True),
        (["1. Mix\n- it", "2. Bake\n- it", "3. Eat", "4. Rest"], False),
        (["1. Mix\n- it\n- all", "2. Bake", "3. Eat", "4. Rest"], True),
    ],
)
def test_three_numbered_headings_are_steps_unless_they_are_sections_or_phases(
    headings: list[str], are_items: bool
) -> None:
    text = "\n\n".join(f"## {heading}" for heading in headings)

    assert (find_blocks(text)[0].kind == "item") is are_items


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Mix.\n4. Bake.\n7. Eat.", "iii"),
        ("1. Mix.\n\n5. Bake.", "ip"),
        ("6. Mix.\n\n7. Bake.", "ii"),
        ("6. Mix.\n\n8. Bake.", "pp"),
        ("b) Mix.\n\nc) Bake.", "pp"),
        ("a) Mix.\n\nd) Bake.", "ii"),
        ("a) Mix.\n\ne) Bake.", "ip"),
        ("i. Mix.\n\niv. Bake.", "ii"),
        ("0. Mix.\n1. Bake.", "ii"),
        ("1. Mix.\nStep 1: Stir.\n2. Bake.", "iii"),
        ("2021: Mix.\n\n2022: Bake.", "pp"),
        ("2021. Mix.\n\n2022. Bake.", "ii"),
        ("1899: Mix.\n\n1900: Bake.", "pp"),
        ("2099: Mix.\n\n2100: Bake.", "ii"),
    ],
)
def test_a_list_may_miss_two_numbers_and_begin_anywhere(text: str, expected: str) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [("1. Mix", True), ("- Mix", True), ("2 Mix", True), ("2 mix", False), ("Mix", False)],
)
def test_a_line_begins_an_item_with_its_marker(line: str, expected: bool) -> None:
    assert begins_item(line) is expected


def test_small_roman_numbers_count_up() -> None:
    numbers = "i ii iii iv v vi vii viii ix x".split()

    assert kinds("\n".join(f"{number}. Mix it" for number in numbers)) == "i" * 10


def test_a_block_below_a_gap_is_apart() -> None:
    assert [block.is_apart for block in find_blocks("- Mix\n- Stir\n\n- Bake")] == [
        True, False, True
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "is_note"),
    [
        ("Tip: rub it.", True),
        ("Storage: cold.", True),
        ("CAUTION it is hot.", True),
        ("*** Hot ***", True),
        ("Last time: 12 jars", True),
        ("Rub it.", False),
    ],
)
def test_a_paragraph_that_begins_like_a_note_is_one(text: str, is_note: bool) -> None:
    (block,) = find_blocks(text)

    assert block.is_note is is_note


def test_a_note_on_last_time_runs_on_in_a_full_line() -> None:
    full, short = f"Last time: {'x' * 60}", "Last time: 12 jars"

    assert kinds(f"{full}\nmore of it") == "p"
    assert kinds(f"{short}\nBoil the jars {'y' * 60}") == "pp"
    assert kinds(f"{short}\n\n{'y' * 80}") == "pp"
    assert kinds("*** Hot ***\nRub it") == "pp"
    assert kinds("*** Hot ***\nrub it") == "p"
