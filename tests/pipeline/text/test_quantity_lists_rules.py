"""How many lines of a paragraph have to be entries for a list of quantities."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.quantity_lists import (
    are_quantities,
    entries_of_lists,
    is_listing,
    lists_of_quantities,
    quantity_lists_among_steps,
)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], False),
        (["2 eggs"], False),
        (["2 eggs, 1 cup milk"], True),
        (["2 eggs, 1 cup milk."], True),
        (["2 eggs, milk"], False),
        (["2 eggs, 1 l. of milk"], False),
        (["2 eggs, 1 leek, 3 figs, 4 nuts, salt", "Icing: 1 lemon, 2 eggs"], True),
        (["2 eggs, 1 leek, 3 figs, herbs", "Icing: 1 lemon, 2 eggs"], False),
        (["2 eggs", "1 cup milk", "salt", "pepper", "oil"], True),
        (["2 eggs", "salt", "pepper", "oil"], False),
        (["2 eggs", "1 cup milk", "leeks", "beans", "rice"], True),
        (["2 eggs", "leeks", "beans"], False),
        (["2 eggs", "1 cup milk", "leeks", "beans", "rice", "figs"], False),
        (["2 eggs", "1 cup milk", "leeks cut into rings", "beans", "rice"], False),
        (["2 eggs", "1 cup milk", "leeks cut up", "beans", "rice"], True),
        (["2 eggs", "1 cup milk", "3 leeks cut into rings", "beans", "rice"], True),
        (["2 eggs", "1 cup milk", "3 leeks", "4 figs", "Mix it."], False),
        (["2 eggs", "1 cup milk", "3 leeks", "4 figs", "5 nuts", "Mix it."], True),
        (["2 eggs", "1 cup milk", "For the sauce:", "leeks", "beans", "rice"], True),
        (["For the sauce:", "For the dough:"], False),
        (["2 eggs", "salt."], False),
    ],
)
def test_two_of_five_short_lines_or_three_of_five_have_amounts(
    lines: list[str], expected: bool
) -> None:
    assert are_quantities(lines) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Beaker, tongs, a burner.", True),
        ("Beaker, tongs.", False),
        ("Beaker, tongs, a burner of the old kind.", False),
        ("Beaker, tongs, a burner of some kind.", True),
        ("Beaker, tongs, a burner.\nWait.", False),
        ("Beaker\nTongs", True),
        ("Beaker", False),
        ("2 beakers", True),
        ("2 beakers.", False),
    ],
)
def test_a_listing_has_several_lines_an_amount_or_three_short_entries(
    words: str, expected: bool
) -> None:
    assert is_listing(words) is expected


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("2 eggs, 1 cup milk\nsalt", ["2 eggs", "1 cup milk", "salt"]),
        ("Beaker, tongs, a burner.", ["Beaker", "tongs", "a burner"]),
        ("Beaker, tongs", ["Beaker, tongs"]),
        ("- Beaker, tongs, a burner", ["Beaker", "tongs", "a burner"]),
        ("- 2 eggs, 1 cup milk, salt", ["2 eggs", "1 cup milk", "salt"]),
        ("- 2 eggs, 1 cup milk, beaten", ["2 eggs, 1 cup milk, beaten"]),
        ("- 2 eggs, salt, 1 cup milk", ["2 eggs", "salt", "1 cup milk"]),
        ("- 2 tabs, 5 x 8 cm", ["2 tabs, 5 x 8 cm"]),
        ("- 2 eggs, beaten", ["2 eggs, beaten"]),
        ("For the sauce: 2 eggs, 1 leek\nsalt", ["2 eggs", "1 leek", "salt"]),
        ("Icing: 2 eggs, 1 leek\nsalt", ["2 eggs", "1 leek", "salt"]),
        ("Icing: 2 eggs, leeks\nsalt", ["Icing: 2 eggs, leeks", "salt"]),
        ("Tools: pan, pot\nsalt", ["pan", "pot", "salt"]),
    ],
)
def test_a_line_is_several_entries_if_most_have_amounts(text: str, entries: list[str]) -> None:
    assert entries_of_lists(text, find_blocks(text)) == entries


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("- 2 eggs\n- 1 leek\n\n- Beat it all\n- Eat it all up", ["2 eggs", "1 leek"]),
        ("- 2 eggs\n- 1 leek\n\n1. Beat it", ["2 eggs", "1 leek"]),
        ("1. 2 eggs\n2. 1 leek", []),
        ("2 eggs\n1 leek\n\nBeat it.", ["2 eggs\n1 leek"]),
        ("2 eggs\n\nBeat it.", []),
        ("- 2 eggs\n- 1 leek\n\nTo serve\n\n- bread\n- rolls",
         ["2 eggs", "1 leek", "bread", "rolls"]),
        ("- 2 eggs\n- 1 leek\n\nTo serve\n\n- Cut it.\n- Eat it.", ["2 eggs", "1 leek"]),
        ("To serve\n\n- bread\n- rolls", []),
        ("- 2 eggs\n- 1 leek\n\nOn top\n\n- bread\n- rolls", ["2 eggs", "1 leek"]),
        ("- 2 eggs\n\n- 1 leek\n\n- Beat it\n\n- Eat it",
         ["2 eggs", "1 leek", "Beat it", "Eat it"]),
    ],
)  # fmt: skip
def test_runs_of_bullets_and_paragraphs_are_lists(text: str, chosen: list[str]) -> None:
    blocks = lists_of_quantities(text, find_blocks(text))

    assert [block.text(text) for block in blocks] == chosen


def test_a_text_of_nothing_but_quantities_has_them_as_steps() -> None:
    lists, steps = "- 2 eggs\n- 1 leek", "- 2 eggs\n- 1 leek\n\n1. Beat it"

    assert quantity_lists_among_steps(lists, find_blocks(lists)) == []
    assert len(quantity_lists_among_steps(steps, find_blocks(steps))) == 2
    assert len(quantity_lists_among_steps(f"# Soup\n{lists}", find_blocks(f"# Soup\n{lists}"))) == 0


def test_a_wrapped_line_and_a_second_column_are_entries_too() -> None:
    wrapped = "6 oz flour, 4 oz butter (soft), pinch salt,\n1 tbsp semolina"
    columns = "8 oz flour     4 oz butter\n6 oz sugar     1 egg"

    assert entries_of_lists(wrapped, find_blocks(wrapped)) == [
        "6 oz flour", "4 oz butter (soft)", "pinch salt", "1 tbsp semolina",
    ]  # fmt: skip
    assert entries_of_lists(columns, find_blocks(columns)) == [
        "8 oz flour", "4 oz butter", "6 oz sugar", "1 egg",
    ]  # fmt: skip


def test_dot_leaders_and_counts_below_amounts_are_quantities() -> None:
    assert are_quantities(["Tape ....... 1 roll", "Wet paper ... 2 sheets", "Spray bottle"])
    assert are_quantities(["rhubarb 1 kg", "lemons 2 (juice only)", "jars 5"])
    assert not are_quantities(["lemons 2", "jars 5", "Rinse them"])
