"""Which blocks are steps, materials, variations or left out."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.parts import Parts, sort_blocks
from pipeline.text.section_lines import with_sections

STEPS = "1. Mix it.\n2. Bake it."


def sorted_parts(text: str) -> Parts:
    return sort_blocks(text, with_sections(text, find_blocks(text)))


def read(text: str) -> tuple[list[str], list[str]]:
    """The names of the materials, and the words of what is no heading in the procedure."""
    parts = sorted_parts(text)
    body = [block.text(parts.text) for block in parts.body if block.kind != "heading"]
    return [material.name for material in parts.materials], [" ".join(b.split()) for b in body]


def names(text: str) -> list[str]:
    return read(text)[0]


def body(text: str) -> list[str]:
    return read(text)[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Tools\n\n- pan\n\n### Oven\n\n- tin\n\n## Method\n\n" + STEPS, ["pan", "tin"]),
        ("## Tools\n\n- pan\n\n## Oven\n\n- tin\n\n## Method\n\n" + STEPS, ["pan"]),
        ("### Tools\n\n- pan\n\n## Oven\n\n- tin\n\n## Method\n\n" + STEPS, ["pan"]),
        ("Tools\n***\n- pan\n\n## Oven\n\n- tin\n\n## Method\n\n" + STEPS, ["pan"]),
        ("## Tools\n\n- pan\n\n### Notes\n\n- tin\n\n## Method\n\n" + STEPS, ["pan"]),
        ("Tools\n- pan\n- tin\n\n" + STEPS, ["pan", "tin"]),
        ("It is easy. You need:\n- pan\n- tin\n\n" + STEPS, ["pan", "tin"]),
        ("You need. It is easy:\n- pan\n- tin\n\n" + STEPS, ["pan", "tin"]),
        ("You need. It is easy:\n- rub it well\n- shade it\n\n" + STEPS, []),
        ("Tools: pan, tin\n\n" + STEPS, ["pan", "tin"]),
        ("1. Tools\n- pan\n- tin\n2. Mix it.\n3. Bake it.", []),
    ],
)
def test_materials_stand_below_what_announces_them(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You need:\n1 cup oats\n2 dl milk\n\n- mix all\n- eat it", ["oats", "milk"]),
        ("You need:\n- oats\n- milk\n\n- Mix all of it.\n- Eat it.", ["oats", "milk"]),
        ("You need:\n- oats\n- milk\n\n- salt\n- oil\n\n" + STEPS, ["oats", "milk", "salt", "oil"]),
        ("You need:\n- oats\n\n- milk\n\n- Mix it.\n\n" + STEPS, ["oats", "milk", "Mix it"]),
        ("You need:\n- oats\n- milk\n- Mix it.\n\n" + STEPS, ["oats", "milk", "Mix it"]),
        ("You need:\n- oats\n- milk\n\n- It is good.\n\n" + STEPS, ["oats", "milk", "It is good"]),
        ("You need:\n1 cup oats\n\n- mix all\n- eat it\n\n" + STEPS, ["oats", "mix all", "eat it"]),
    ],
)  # fmt: skip
def test_bullets_below_a_gap_are_no_materials_if_they_instruct(
    text: str, expected: list[str]
) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("line", "is_entry"),
    [
        ("New battery of the old kind", True),
        ("New battery of the very old kind", False),
        ("New battery.", False),
        ("New battery!", False),
        ("New battery?", False),
        ("New battery:", False),
        ("2 new batteries of the very old kind", True),
        ("2 new batteries of the very old kind.", False),
    ],
)
def test_one_line_right_below_parts_is_an_entry_if_it_is_short(line: str, is_entry: bool) -> None:
    assert (names(f"Parts\n{line}\n\n{STEPS}") != []) is is_entry


def test_a_line_below_a_gap_is_no_entry() -> None:
    assert names(f"Parts\n\nNew battery\n\nIt is.\n\n{STEPS}") == []


@pytest.mark.parametrize(
    ("line", "below", "is_entry"),
    [
        ("The zest of one big lemon", "## Cutting", True),
        ("The zest of one very big lemon", "## Cutting", False),
        ("The zest of one very big lemon", "Method", True),
        ("The zest of lemons", "Cutting", False),
        ("Take the zest.", "Method", False),
        ("Zest\nof lemons", "Method", True),
    ],
)
def test_lines_between_ingredients_and_the_method_are_entries_if_all_are_short(
    line: str, below: str, is_entry: bool
) -> None:
    text = f"# Loaf\n\nIngredients\n\n{line}\n\n{below}\n\nMix it. Bake it."

    assert (names(text) != []) is is_entry


def test_a_paragraph_of_two_lines_ends_the_lines_of_entries() -> None:
    text = "# Loaf\n\nIngredients\n\n{}\n\nGrated peel\n\nMethod\n\nMix it."

    assert names(text.format("Zest of figs")) == ["Zest of figs", "Grated peel"]
    assert names(text.format("Zest\nof figs")) == ["Zest", "of figs"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tools\n\n- pan\n\nTo serve\n\n- bread\n\n" + STEPS, ["pan", "bread"]),
        ("Tools\n\n- pan\n\nTo serve\n\n- Cut bread.\n\n" + STEPS, ["pan"]),
        ("Tools\n\n- pan\n\nTo serve\nbread\n\n" + STEPS, ["pan", "bread"]),
        ("Tools\n\n- pan\n\nTo serve\nbread.\n\n" + STEPS, ["pan"]),
        ("Tools\n\n- pan\n\nOn top\n\n- bread\n\n" + STEPS, ["pan"]),
        ("Tools\n\n- pan\n\nTo serve\n\n- bread\n\n## Method\n\nMix it.", ["pan", "bread"]),
        ("Tools\n\n- pan\n\nTo serve\n\n- bread\n\nMix it.", ["pan"]),
    ],
)
def test_lines_such_as_to_serve_head_entries_above_the_steps(
    text: str, expected: list[str]
) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# Oil\n\n{STEPS}\n\n# Storage\n\n1. Cool it.\n2. Shut it.", 4),
        ("Boil it.\n\n# Storage\n\n1. Cool it.\n2. Shut it.", 1),
        (f"# Oil\n\n{STEPS}\n\n# Storage\n\n1. It is cold.\n2. Shut it.", 2),
        (f"# Oil\n\n{STEPS}\n\n# Storage\n\n3. Cool it.\n4. Shut it.", 4),
        (f"# Oil\n\n{STEPS}\n\n# Storage\n\n4. Cool it.\n5. Shut it.", 2),
        (f"# Oil\n\n{STEPS}\n\n# Notes\n\n1. Cool it.\n2. Shut it.", 2),
        (f"# Oil\n\n{STEPS}\n\n# Notes\n\n3. Cool it.\n4. Shut it.", 4),
        (f"# Oil\n\n{STEPS}\n\n# Log\n\n- Cool it.\n- Shut it.", 4),
        (f"# Oil\n\n{STEPS}\n\n# Log\n\n- Cold\n- Shut", 2),
        (f"# Oil\n\n{STEPS}\n\n# Log\n\n- Cool it\n- Shut it", 2),
        (f"# Oil\n\n{STEPS}\n\n# Log\n\n1. cold\n2. shut", 4),
    ],
)
def test_asides_are_phases_if_their_numbers_run_on_or_begin_like_others(
    text: str, expected: int
) -> None:
    assert len(body(text)) == expected


@pytest.mark.parametrize(
    ("end", "is_left_out"),
    [
        ("Let me know how it goes!", True),
        ("Let me know how it goes! Dad sends love.\n\nAnn Lee", True),
        ("Let me know how it goes! He sends love.\n\nServes 4\n\nAnn Lee", True),
        ("Let me know how it goes! Dad sends his love.", True),
        ("Let me know how it goes! Dad and all the others send love.", False),
        ("Rub it in.", False),
        ("- Let me know how it goes!", False),
    ],
)
def test_a_goodbye_at_the_end_is_left_out(end: str, is_left_out: bool) -> None:
    text = f"Mix it. Bake it.\n\nCool it. Eat it.\n\n{end}"

    assert (len(body(text)) == 2) is is_left_out


@pytest.mark.parametrize(
    ("above", "kept"),
    [
        ("It is good.", []),
        ("1. Wash it.", ["Wash it."]),
        ("- Wash it.", []),
        ("Before you start\n\n- Wash it.", ["Wash it."]),
        ("Before you start\n\nWash it.", ["Wash it."]),
        ("Cleaning\n\n1. Wash it.", ["Wash it."]),
        ("Before you start", []),
        ("2 eggs\n1 leek", []),
    ],
)
def test_numbers_above_the_method_are_steps_and_prose_is_not(above: str, kept: list[str]) -> None:
    text = f"{above}\n\n## Method\n\nMix it.\n\nBake it."

    assert body(text) == [*kept, "Mix it.", "Bake it."]
    assert names(text) == (["eggs", "leek"] if above.startswith("2") else [])


@pytest.mark.parametrize(
    ("greeting", "is_kept"),
    [
        ("This is my way.", False),
        ("Oats are old. They fill.", False),
        ("Oats are old.", True),
        ("Heat the oven.", True),
        ("- Heat it", True),
    ],
)
def test_who_greets_above_the_materials_is_left_out(greeting: str, is_kept: bool) -> None:
    for needs in ("Tools: a pan, a pot", "2 cups oats\n1 cup milk"):
        text = f"{greeting}\n\n{needs}\n\nMix it. Eat it."

        assert (body(text)[0] != "Mix it. Eat it.") is is_kept
        assert len(names(text)) == 2


@pytest.mark.parametrize(
    ("line", "n_variations", "n_steps"),
    [
        ("Variation: use oil.", 1, 2),
        ("Variations:", 0, 2),
        ("Note: use oil.", 0, 2),
        ("Serves 4", 0, 2),
        ("Use oil.", 0, 3),
    ],
)
def test_variations_are_apart_from_other_notes(line: str, n_variations: int, n_steps: int) -> None:
    text = f"Mix it.\n\nBake it.\n\n{line}"
    parts = sorted_parts(text)

    assert (len(parts.variations), len(parts.body)) == (n_variations, n_steps)


@pytest.mark.parametrize(
    ("text", "expected", "steps"),
    [
        ("To bake:\n\n- 2 eggs\n- 1 leek\n\n" + STEPS, ["eggs", "leek"], 2),
        ("Beat all of them up.\n\n- 2 eggs\n- 1 leek\n\n" + STEPS, ["eggs", "leek"], 3),
        ("- 2 eggs\n- 1 leek", [], 2),
        ("Tools\n\nMix it all. Bake it.", [], 1),
        ("Tools\n\n- pan\n\n- tin", [], 3),
    ],
)
def test_lists_of_quantities_are_taken_from_the_steps_unless_nothing_is_left(
    text: str, expected: list[str], steps: int
) -> None:
    assert (names(text), len(body(text))) == (expected, steps)


def test_the_steps_are_headed_where_something_stands_below_method() -> None:
    for text, is_headed in (
        ("## Method\n\nMix it.", True),
        ("## Method", False),
        ("## Wax\n\nMix it.", False),
        ("Method: mix it.", False),
    ):
        assert sorted_parts(text).is_headed is is_headed
