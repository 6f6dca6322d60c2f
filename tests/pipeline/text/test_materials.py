"""An entry of a list of materials: amount, unit, name and note."""

import pytest

from pipeline.domain.document import Material
from pipeline.text.materials import entries_in_line, has_quantity, parse_material


@pytest.mark.parametrize(
    ("entry", "material"),
    [
        ("2 cups flour, sifted", Material("flour", "2", "cups", "sifted")),
        ("1 1/2 tsp. salt", Material("salt", "1 1/2", "tsp")),
        ("½ onion (chopped)", Material("onion", "½", None, "chopped")),
        ("1½ cups of milk", Material("milk", "1½", "cups")),
        ("2–3 cloves garlic", Material("garlic", "2–3", "cloves")),
        ("20 to 30 g yeast", Material("yeast", "20 to 30", "g")),
        ("200g butter", Material("butter", "200", "g")),
        ("1.5 mL tubes", Material("1.5 mL tubes")),
        ("0.5 M EDTA", Material("0.5 M EDTA")),
        ("about 20 ml water", Material("water", "about 20", "ml")),
        ("2 (400 g) cans tomatoes", Material("tomatoes", "2", "cans", "400 g")),
        ("a pinch of salt", Material("salt", "a", "pinch")),
        ("Flour - 200 g", Material("Flour", "200", "g")),
        ("Cider: 350ml | 1 1/2 cups", Material("Cider", "350", "ml", "1 1/2 cups")),
        ("Ethanol, 70%", Material("Ethanol", "70", "%")),
        ("6 Slices of bread", Material("bread", "6", "Slices")),
        ("3 eggs", Material("eggs", "3")),
        ("a pot", Material("pot")),
        ("salt and pepper", Material("salt and pepper")),
        ("Heat block", Material("Heat block")),
        ("Tris pH 8.0 (cold)", Material("Tris pH 8.0", None, None, "cold")),
        ("2-inch nails", Material("2-inch nails")),
        ("a jar", Material("jar")),
    ],
)
def test_an_entry_is_cut_into_amount_unit_name_and_note(entry: str, material: Material) -> None:
    assert parse_material(entry) == material


@pytest.mark.parametrize("entry", ["", " - ", "(cold)", "..."])
def test_an_entry_without_a_name_is_none(entry: str) -> None:
    assert parse_material(entry) is None


def test_a_line_that_begins_with_a_time_is_no_quantity() -> None:
    assert has_quantity("2 cups flour")
    assert has_quantity("½ onion")
    assert not has_quantity("10 minutes later, stir")
    assert not has_quantity("Add 2 cups flour")


def test_entries_in_a_line_are_separated_by_commas_but_not_within_parentheses() -> None:
    line = "Ingredients: flour (white, fine), 2 eggs and salt."

    assert entries_in_line(line) == ["flour (white, fine)", "2 eggs", "salt"]
    needed = "You will need 500 g of flour, 2 eggs and 10 g of salt."
    assert entries_in_line(needed) == ["500 g of flour", "2 eggs", "10 g of salt"]
    assert entries_in_line("You need to mix 2 eggs with the flour.") == []
    assert entries_in_line("You need 2 eggs. Beat them.") == []
    assert entries_in_line("Step one: mix the flour, then bake it.") == []


def test_an_entry_may_have_two_amounts_or_an_adjective() -> None:
    assert parse_material("1 cup + 2 tbsp sugar") == Material("sugar", "1", "cup", "plus 2 tbsp")
    assert parse_material("2 level teaspoons salt") == Material("salt", "2", "level teaspoons")
