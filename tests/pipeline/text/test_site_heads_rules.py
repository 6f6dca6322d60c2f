"""Paths, tabs, accounts and names of a site above the title of a copied page."""

from __future__ import annotations

import pytest

from pipeline.text.copied_lines import without_copied_lines
from pipeline.text.site_heads import above_title

TEXT = "Waxing\n\nRub it in.\nWait."
WAXING = ["Waxing", "Rub it in.", "Wait."]
NAMES = ["Wood", "Oils", "Cloths", "Glues", "Nails", "Saws", "Paint", "Tiles", "Doors", "Walls"]
SITE = ["Add comment", "Skip to content", "Menu icon"]


def kept(text: str) -> list[str]:
    return [line.strip() for line in without_copied_lines(text).splitlines() if line.strip()]


@pytest.mark.parametrize(("n_names", "is_left_out"), [(9, True), (10, False)])
def test_a_path_stands_among_the_first_twelve_lines(n_names: int, is_left_out: bool) -> None:
    head = ["Skip to content", *NAMES[:n_names], "Home > Wood > Wax"]

    lines = kept("\n".join([*head, TEXT]))

    assert lines == (WAXING if is_left_out else [*head[1:], *WAXING])


def test_several_names_above_a_path_are_left_out_only_with_a_line_of_a_site() -> None:
    path = f"Home > Wood > Wax\n{TEXT}"

    assert kept(f"The Wax Post\n{path}") == WAXING
    assert kept(f"The Wax Post\nTables\n{path}")[:3] == [
        "The Wax Post", "Tables", "Home > Wood > Wax"
    ]  # fmt: skip
    assert kept(f"The Wax Post\nSkip to content\n{path}") == WAXING


def test_a_heading_above_a_path_stays() -> None:
    assert kept(f"# Tables\nHome > Wood > Wax\n{TEXT}") == ["# Tables", *WAXING]


def test_a_path_above_another_is_the_text() -> None:
    assert "Home > Paste > Values" in kept("Home > Paste > Values\nHome > Copy > All\nPress OK.")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Help > Kitchen > Eggs\n\nFried eggs", "Fried eggs"),
        ("Help > Kitchen > Eggs\n\n", "Help > Kitchen > Eggs"),
        ("Garden > Trees\n\nPruning a tree\n\nCut it. Wait.", "Garden > Trees"),
        ("Help > Kitchen > Eggs\n\nBeat the eggs.\nFry them.", "Beat the eggs."),
        ("Help / Kitchen / Eggs\n\nBeat the eggs.\nFry them.", "Help / Kitchen / Eggs"),
        ("Help / Kitchen / Eggs\n\nTools\n1 pan\n\nFry them.", "Help / Kitchen / Eggs"),
        ("Help / Kitchen / Eggs\n\n- Fry them\n- Eat them", "Help / Kitchen / Eggs"),
        ("Help → Kitchen → Eggs\n\nFried eggs\n\nFry them.", "Fried eggs"),
        ("Help → kitchen → eggs\n\nFried eggs\n\nFry them.", "Help → kitchen → eggs"),
        (f"Help > Wood > {'x' * 75}\n\nFried eggs\n\nFry them.", "Fried eggs"),
        (f"Help > Wood > {'x' * 76}\n\nFried eggs\n\nFry it.", f"Help > Wood > {'x' * 76}"),
    ],
)
def test_a_path_without_home_is_known_by_its_parts_and_by_what_is_below(
    text: str, first: str
) -> None:
    assert kept(text)[0] == first


@pytest.mark.parametrize("marker", ["1)", "*", "-", "›"])
def test_parts_of_a_path_on_lines_of_their_own_may_have_any_marker(marker: str) -> None:
    below = marker.replace("1", "2")
    text = f"{marker} Home\n{below} Garden\n\nPruning\nTools\n1 saw\n\nMethod\n1. Cut it."

    assert kept(text)[:2] == ["Pruning", "Tools"]


def test_signs_of_quotations_may_mark_the_parts_of_a_path() -> None:
    text = "You are here:\n> Home\n> Garden\n\nPruning\nTools\n1 saw\n\nMethod\n1. Cut it."

    assert kept(text)[:3] == ["You are here:", "Pruning", "Tools"]


def test_numbers_of_a_path_may_stand_on_lines_of_their_own() -> None:
    path = "1.\nHome\n2.\nGarden"

    assert kept(f"{path}\n\nPruning\nTools\n1 saw\n\nMethod\n1. Cut it.")[0] == "Pruning"
    assert kept("Wax\n1.") == ["Wax", "1."]


def test_a_listed_path_has_seven_parts_at_most() -> None:
    parts = ["• Home", *(f"• {name}" for name in NAMES[:7])]
    text = "\n".join(parts)

    assert kept(f"{text}\n\nPruning\nTools\n1 saw\n\nMethod\n1. Cut it.")[0] == f"• {NAMES[6]}"


def test_the_last_part_of_a_path_is_the_title_if_a_sentence_follows_below_the_gap() -> None:
    text = "Home\nGarden\nPruning trees\n\nWhy, and how\n\nTools\n1 saw\n\nMethod\n1. Cut it."

    assert kept(text)[:2] == ["Pruning trees", "Why, and how"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Part 1\nPart 1 of 2\nRub it.\nWait.", ["Rub it.", "Wait."]),
        ("Method 1\nMethod 1 of 2\nRub it.\nWait.", ["Rub it.", "Wait."]),
        ("Part 2\nPart 1 of 2\nRub it.", ["Part 2", "Part 1 of 2", "Rub it."]),
        ("Part 1 of 2:\nRub it.\nWait.", ["Rub it.", "Wait."]),
    ],
)
def test_a_counted_part_has_a_colon_or_its_name_above(text: str, lines: list[str]) -> None:
    assert kept(text) == lines


@pytest.mark.parametrize(
    ("tabs", "left"),
    [
        ("Ingredients\nMethod\nNotes", ["Notes"]),
        ("Ingredients\nEquipment\nMethod", ["Method"]),
        ("Ingredients\nMethod", ["Ingredients", "Method"]),
        ("Ingredients\nTools\nNotes", ["Ingredients", "Tools", "Notes"]),
        ("Ingredients\nTools\nWhat to do", ["Ingredients", "Tools", "What to do"]),
        ("Ingredients:\nTools:\nMethod:", ["Ingredients:", "Tools:", "Method:"]),
        ("ingredients\ntools\nmethod", ["ingredients", "tools", "method"]),
    ],
)
def test_tabs_are_three_short_names_of_which_some_are_materials_and_steps(
    tabs: str, left: list[str]
) -> None:
    assert kept(f"Eggs\n\n{tabs}\nBeat them.") == ["Eggs", *left, "Beat them."]


@pytest.mark.parametrize(("n_above", "is_left_out"), [(7, True), (8, False)])
def test_an_account_stands_among_the_first_eight_lines(n_above: int, is_left_out: bool) -> None:
    text = "\n".join([*NAMES[:n_above], "ann.waxes.tables", "", "Rub it in."])

    assert ("ann.waxes.tables" not in kept(text)) is is_left_out


@pytest.mark.parametrize("line", ["Rub it in.", "Log in as:", "Tools"])
def test_an_account_stands_above_sentences_and_lists(line: str) -> None:
    assert "ann.waxes.tables" in kept(f"Waxing\n{line}\nann.waxes.tables\nWait.")


@pytest.mark.parametrize(
    ("names", "left"),
    [
        (["ann.waxes.tables", "ann.waxes.tables"], []),
        (["ann.waxes.tables", "bob_waxes"], ["ann.waxes.tables", "bob_waxes"]),
        (["wax.example.com"], ["wax.example.com"]),
        (["12.50"], ["12.50"]),
    ],
)
def test_one_account_may_stand_there_twice(names: list[str], left: list[str]) -> None:
    assert kept("\n".join([*names, "Rub it in.", "Wait."])) == [*left, "Rub it in.", "Wait."]


def above(lines: list[str], n_site: int = 3) -> list[str]:
    """The names above the title in a text below lines of a site."""
    bare = [*SITE[:n_site], *lines]
    of_site = set(range(n_site))
    return [bare[order] for order in sorted(above_title(bare, of_site, of_site))]


@pytest.mark.parametrize(
    ("line", "is_text"),
    [
        ("Dry yet?", False),
        ("More wax…", False),
        ("More wax...", False),
        ("Rub it.", True),
        ("Tools", True),
        ("Notes", False),
        ("1. Rub", True),
        ("2 eggs", True),
        ("½ egg", False),
        ("2 minutes", False),
        ("(" + " ".join(["wax"] * 14), False),
        ("(" + " ".join(["wax"] * 15), True),
    ],
)
def test_a_head_ends_where_the_text_begins(line: str, is_text: bool) -> None:
    names = above([line, "Waxing a table", "Rub it in."])

    assert names == ([] if is_text else [line])


def test_a_head_has_three_lines_of_a_site_and_a_text_below_it() -> None:
    lines = ["Tables", "Waxing a table", "Rub it in."]

    assert above(lines) == ["Tables"]
    assert above(lines, n_site=2) == []
    assert above(lines[:2]) == []


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["Wax", "Oil"], []),
        (["Wax", "Oil a door"], ["Wax"]),
        (["Tables", "Is it dry now yet?", SITE[0], "Oil a door"], ["Tables", "Is it dry now yet?"]),
        (["Wood", "Is it dry now?"], ["Wood"]),
        (["Wood", "Waxing a table", "Oiling a big door"], ["Wood"]),
        (["Wood", "WAX AND OIL", "Oiling a door"], ["Wood", "WAX AND OIL"]),
        (["Wood", "- by Ann Lee", "Oil a door"], ["Wood", "- by Ann Lee"]),
        (["Wood", "Posted by Ann Lee", "Oil a door"], ["Wood", "Posted by Ann Lee"]),
        (["Wood", "Serves: up to 4", "Oil a door"], ["Wood", "Serves: up to 4"]),
        (["Wood", "", "Oil a door"], ["Wood"]),
    ],
)
def test_the_title_is_the_first_line_of_several_words_in_its_run(
    lines: list[str], names: list[str]
) -> None:
    bare = [*SITE, *lines, "Rub it in."]
    of_site = {order for order, line in enumerate(bare) if line in SITE}

    assert [bare[order] for order in sorted(above_title(bare, of_site, of_site))] == names


@pytest.mark.parametrize(
    ("runs", "names"),
    [
        (["How to wax", "Waxing tables for many years"], []),
        (["Waxing tables for years", "How to wax"], ["Waxing tables for years"]),
        (["Waxing a table", "Waxing a big table"], ["Waxing a table"]),
        (["Waxing a big table", "Waxing a table"], []),
        (["Waxing a table", "Oiling a door"], ["Waxing a table"]),
    ],
)
def test_of_several_runs_the_title_says_how_to_or_has_the_most_words(
    runs: list[str], names: list[str]
) -> None:
    bare = [*SITE[:2], runs[0], SITE[2], runs[1], "Rub it in."]

    assert [bare[n] for n in sorted(above_title(bare, {0, 1, 3}, {0, 1, 3}))] == names
