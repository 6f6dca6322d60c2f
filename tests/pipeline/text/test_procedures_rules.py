"""Which headings and lines begin a procedure of their own."""

from __future__ import annotations

import pytest

from pipeline.text.procedures import split_procedures

STEPS = "1. Mix it.\n2. Bake it.\n\n"
BREAD = f"# Bread\n\n{STEPS}"
OATS = "- 2 cups oats\n- 1 cup milk\n\n"


def titles(text: str) -> list[str | None]:
    return [part.title for part in split_procedures(text)]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("Two bakes", ["Bread", "Cake"]),
        ("Our bakes", [None]),
        ("Recipes of ours", ["Bread", "Cake"]),
    ],
)
def test_sections_that_number_anew_are_procedures_below_the_title_of_a_collection(
    first: str, expected: list[str | None]
) -> None:
    assert titles(f"# {first}\n\n## Bread\n\n{STEPS}## Cake\n\n{STEPS}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{BREAD}# Cake\n\n1. Mix it.\n\n", [None]),
        (f"{BREAD}# Part 2\n\n{STEPS}", [None]),
        (f"{BREAD}# Cake\n\n{STEPS}# Tart\n\n{STEPS}", ["Bread", "Cake", "Tart"]),
        (f"{BREAD}# Notes\n\n{STEPS}", [None]),
        (f"{BREAD}# Cake\n\n3. Cool it.\n4. Eat it.\n\n", [None]),
        (f"{BREAD}# Cake\n\n2. Cool it.\n3. Eat it.\n\n", ["Bread", "Cake"]),
        ("# Recipe 1\n\nMix it.\n\n# Recipe 2\n\nBake it.\n\n", ["Recipe 1", "Recipe 2"]),
        ("# Recipe 1\n\nMix it.\n\n# Recipes\n\nBake it.\n\n", [None]),
        ("# Recipe 1\n\nMix it.\n\n# Recipe 2\n\n# Cake\n\nBake it.", [None]),
        (f"# Oats\n\n{OATS}Mix it.\n\n# Rice\n\n{OATS}Boil it.", ["Oats", "Rice"]),
        (f"# Oats\n\n{OATS}Mix it.\n\n# Sauce\n\n{OATS}Boil it.", [None]),
        (f"# Oats\n\n{OATS}Mix it.\n\n# Day 2\n\n{OATS}Boil it.", [None]),
        (f"# Oats\n\n{OATS}Mix it.\n\n# Rice\n\n{OATS}", [None]),
        (f"# Meals\n\n## Oats\n\n{OATS}Mix it.\n\n## Rice\n\n{OATS}Boil it.", ["Oats", "Rice"]),
        (f"# Meal\n\n## Oats\n\n{OATS}Mix it.\n\n## Rice\n\n{OATS}Boil it.", [None]),
        (f"# Meals\n\n## Oats\n\n{OATS}Mix it.\n\n## Rice\n\n{OATS}Boil it.\n\n## To serve\n\nEat.",
         [None]),
        (f"# Op 1\n\nTools:\n- saw\n\n{STEPS}# Cake\n\nTools:\n- tin\n\n{STEPS}",
         ["Op 1", "Cake"]),
        (f"# Cake\n\nTools:\n- tin\n\n{STEPS}# Tart\n\nTools:\n- tin\n\n{STEPS}# Rest\n\nIt is.",
         ["Cake", "Tart"]),
        (f"# Cake\n\nTools:\n- tin\n\n{STEPS}# Tart\n\nTools:\n- tin\n\n{STEPS}"
         f"# Rice\n\n{OATS}Boil it.", ["Cake", "Tart", "Rice"]),
        ("# Cake\n\nTools:\n- 2 tins\n\n# Tart\n\nTools:\n- 2 tins\n\n", [None]),
    ],
)  # fmt: skip
def test_headings_of_one_level_begin_procedures_if_each_is_whole(
    text: str, expected: list[str | None]
) -> None:
    assert titles(text) == expected


def test_sections_below_materials_or_notes_are_no_procedures() -> None:
    buffers = f"### Lysis\n\nTools:\n- jar\n\n{STEPS}### Wash\n\nTools:\n- jar\n\n{STEPS}"

    assert titles(f"# Cells\n\n## Materials\n\n{buffers}## Protocol\n\n{STEPS}") == [None]
    assert titles(f"# Cells\n\n## Notes\n\n{buffers}## Protocol\n\n{STEPS}") == [None]
    assert titles(f"# Cells\n\n## Buffers\n\n{buffers}") == ["Lysis", "Wash"]
    assert titles(f"# Cells\n\n## Materials\n\n- jar\n\n## Buffers\n\n{buffers}") == [
        "Lysis",
        "Wash",
    ]


@pytest.mark.parametrize(
    ("above", "is_kept"),
    [
        ("It is good.", False),
        ("- flour", True),
        ("Tools: a pan", True),
        ("2 eggs\n1 cup milk", True),
        ("Heat the oven.", True),
    ],
)
def test_what_instructs_above_the_first_procedure_is_part_of_it(above: str, is_kept: bool) -> None:
    first, second = split_procedures(f"{above}\n\n{BREAD}# Cake\n\n{STEPS}")

    assert first.text.startswith(above) is is_kept
    assert (first.title, second.text) == ("Bread", f"# Cake\n\n{STEPS}")


def lines(*names: str, needs: str = "2 g wax\n3 g oil", below: str = "Rub it. Wait.") -> str:
    return "".join(f"{name}\n\n{needs}\n\n{below}\n\n" for name in names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (lines("Waxing a table", "Oiling it"), ["Waxing a table", "Oiling it"]),
        (lines("Waxing a table"), [None]),
        (lines("Waxing a table", "oiling it"), [None]),
        (lines("Waxing a table", "Oiling it (old)"), ["Waxing a table", "Oiling it (old)"]),
        (lines("Waxing a table", "Oiling it:"), [None]),
        (lines("Waxing a table", "For the door"), [None]),
        (lines("Waxing a table", "Day 2"), [None]),
        (lines("Waxing a table", "Tools"), [None]),
        (lines("Waxing a table", "Serves 4"), [None]),
        (lines("Wax", "One two three four five six seven eight"),
         ["Wax", "One two three four five six seven eight"]),
        (lines("Wax", "One two three four five six seven eight nine"), [None]),
        (lines("Wax", "Oil", needs="2 g wax"), [None]),
        (lines("Wax", "Oil", needs="Wax and oil"), [None]),
        (lines("Wax", "Oil", needs="Tools: a cloth"), ["Wax", "Oil"]),
        (lines("Wax", "Oil", needs="You need\n2 g wax"), ["Wax", "Oil"]),
        (lines("Wax", "Oil", below="Rub it"), [None]),
        (lines("Wax", "Oil", below="1. Rub it"), ["Wax", "Oil"]),
        (lines("Wax\nServes 4", "Oil\nAnn Lee"), ["Wax", "Oil"]),
        (lines("Wax\nof bees", "Oil\nAnn Lee"), [None]),
        (lines("Wax      page 1", "Oil      page 2"), ["Wax", "Oil"]),
        (lines("Wax  it", "Oil"), ["Wax it", "Oil"]),
        (f"# Wood\n\n{lines('Wax', 'Oil')}", [None]),
        (lines("Wax\nServes 4", "Oil\nServes 2", needs="- 2 g wax"), ["Wax", "Oil"]),
        (lines("Wax\nServes 4", "Oil\nServes 2", needs="1. 2 g wax"), [None]),
    ],
)  # fmt: skip
def test_lines_above_materials_are_titles_if_there_are_several(
    text: str, expected: list[str | None]
) -> None:
    assert titles(text) == expected


@pytest.mark.parametrize(
    ("above", "is_kept"),
    [("A book", False), ("A book\nof wax", True), ("- Wax it", True)],
)
def test_more_than_a_line_above_the_first_line_is_part_of_it(above: str, is_kept: bool) -> None:
    first, _ = split_procedures(f"{above}\n\nIt is.\n\n{lines('Wax', 'Oil')}")

    assert first.text.startswith(above) is is_kept
    assert first.title == "Wax"
