"""Which paragraphs are entries of a list, and which lines head the next ones."""

from __future__ import annotations

import pytest

from pipeline.text.quantity_lists import is_entry_line, is_listing, without_group_lines
from pipeline.text.steps import find_procedure


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


OATS = "Mix it in a jar. Put the lid on."


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("1 cup oats, 1 cup milk, 1 tbsp chia", ["oats", "milk", "chia"]),
        ("1 cup oats | 1 cup milk | 1 tbsp chia | pinch salt", ["oats", "milk", "chia", "salt"]),
        ("1 cup oats · 1 cup milk · 1 tbsp chia", ["oats", "milk", "chia"]),
        ("1 cup oats, 1 cup milk, salt", ["oats", "milk", "salt"]),
        ("1 cup oats, 1 cup milk", []),
        ("1 cup oats, some milk, salt", []),
        ("1 cup oats, 1 cup milk, and mix", []),
    ],
)
def test_a_line_of_three_entries_below_the_title_is_a_list_if_most_have_units(line, names):
    for text in (f"Night oats\n\n{line}\n\n{OATS}", f"# Night oats\n\n{line}\n\n{OATS}"):
        procedure = find_procedure(text)

        assert [material.name for material in procedure.materials] == names
        assert [step.text for step in procedure.steps][-2:] == OATS.replace(". ", ".|").split("|")


def test_a_line_above_a_line_of_entries_is_the_title():
    procedure = find_procedure(f"NIGHT OATS\n1 cup oats, 1 cup milk, 1 tbsp chia\n\n{OATS}")

    assert (procedure.title, len(procedure.materials)) == ("NIGHT OATS", 3)


@pytest.mark.parametrize("line", ["10 squats, 20 lunges, 5 jumps", "2 knit, 1 purl, 2 knit"])
def test_a_line_of_counts_below_the_title_is_a_step(line):
    procedure = find_procedure(f"A round\n\n{line}\n\nTurn round. Repeat it.")

    assert procedure.materials == () and procedure.steps[0].text == line


@pytest.mark.parametrize(("n_entries", "are_read"), [(83, True), (84, False)])
def test_a_line_of_entries_has_a_thousand_characters_at_most(n_entries, are_read):
    line = ", ".join(["1 cup oats"] * n_entries)

    assert is_entry_line(line) == are_read
    assert (len(line) <= 1_000) == are_read
