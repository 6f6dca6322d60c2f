"""Entries of lists of materials at the bounds of the rules for amounts, sizes and dates."""

from __future__ import annotations

import pytest

from pipeline.domain.document import Material
from pipeline.text.entry_lists import (
    amounts_first,
    ends_with_amount,
    ends_with_count,
    without_groups,
)
from pipeline.text.material_entries import (
    has_quantity,
    is_group,
    is_size,
    is_unit,
    parse_material,
)
from pipeline.text.materials import (
    begins_list,
    entries_in_line,
    entries_of,
    names_amount,
    without_group,
)


@pytest.mark.parametrize(
    ("entry", "material"),
    [
        ("onions, chopped        2.5 kg", Material("onions", "2.5", "kg", "chopped")),
        ("capsules ......... 10", Material("capsules", "10")),
        ("1 tbsp semolina if you have it", Material("semolina", "1", "tbsp", "if you have it")),
        ("1 squirt washing-up liquid", Material("washing-up liquid", "1", "squirt")),
        ("2 balls mozzarella", Material("mozzarella", "2", "balls")),
        ("Solution II: 0.2 N NaOH, 1% SDS", Material("Solution II", note="0.2 N NaOH, 1% SDS")),
        ("optional: salt", Material("salt", note="optional")),
        ("• 2 eggs;", Material("eggs", "2")),
        ("side panel x2", Material("side panel", "2")),
        ("2 side panels x2", Material("side panels", "2")),
        ("gloves x 3 pairs", Material("gloves", "3", "pairs")),
        ("½ of a lemon", Material("lemon", "½")),
        ("½ a lemon (big) [ripe]", Material("lemon", "½", None, "big; ripe")),
        ("100g/4oz butter", Material("butter", "100", "g", "4oz")),
        ("1 x 400g tin tomatoes", Material("tomatoes", "1", "tin", "400g")),
        ("knob of butter", Material("butter", None, "knob")),
        ("2 knobs of butter", Material("butter", "2", "knob")),
        ("1 spatula of copper oxide", Material("copper oxide", "1", "spatula")),
        ("spatula", Material("spatula")),
        ("a thumb of ginger", Material("ginger", None, "thumb")),
        ("the rubber mat", Material("rubber mat")),
        ("oil for frying", Material("oil", note="for frying")),
        ("sugar for the top", Material("sugar", note="for the top")),
        ("abt 2 lb plums", Material("plums", "abt 2", "lb")),
        ("2 g each oil", Material("oil", "2", "g")),
        ("2 boxes", Material("boxes", "2")),
        ("2 bags", Material("bags", "2")),
        ("2 package wax", Material("wax", "2", "package")),
        ("2 ml", None),
        ("250 ml jug", Material("250 ml jug")),
        ("250 g jug", Material("jug", "250", "g")),
        ("1 cup plus 2 tbsp oil", Material("oil", "1", "cup", "plus 2 tbsp")),
        ("1 cup plus 2 leeks", Material("plus 2 leeks", "1", "cup")),
        ("2 leeks plus 2 tbsp oil", Material("leeks plus 2 tbsp oil", "2")),
        ("flour: 200 g", Material("flour", "200", "g")),
        ("flour: 200 g fine", Material("flour fine", "200", "g")),
        ("wine: 350 ml | 2 cups", Material("wine", "350", "ml", "2 cups")),
        ("wine: 350 ml or 2 cups", Material("wine", "350", "ml", "2 cups")),
        ("water at 25 °C", Material("water at 25 °C")),
        ("PFA 4% in PBS", Material("PFA 4% in PBS")),
        ("95%, 70% ethanol", Material("95%, 70% ethanol")),
        ("PFA, 4% in PBS", Material("PFA", note="4% in PBS")),
        ("clamps, 24 in. wide", Material("clamps", note="24 in. wide")),
        ("oil 2", Material("oil 2")),
        ("oil, 2", Material("oil", "2")),
        ("oil - mild", Material("oil", note="mild")),
        ("oil; mild", Material("oil", note="mild")),
        ("buffer P1 (250 µl)", Material("buffer P1", "250", "µl")),
        ("1 M Tris, 50 ml", Material("1 M Tris", "50", "ml")),
        ("1 M Tris, 50", Material("1 M Tris", note="50")),
        ("oil (2 ml warm)", Material("oil", note="2 ml warm")),
        ("oil (2 ml) (3 ml)", Material("oil", "3", "ml", "2 ml")),
        ("2 eggs (3 g)", Material("eggs", "2", None, "3 g")),
        ("5x SSC buffer", Material("5x SSC buffer")),
        ("2x eggs", Material("eggs", "2")),
        ("11/20 cups", Material("11/20 cups")),
        ("2 level spoons", Material("level spoons", "2")),
        ("2 large g", Material("large g", "2")),
        ("2 tube racks", Material("tube racks", "2")),
        ("2 tubes", Material("tubes", "2")),
        ("ca. 2 g oil", Material("oil", "ca. 2", "g")),
        ("an egg", Material("egg")),
        ("several eggs", Material("eggs", "several")),
        ("19 mm socket", Material("19 mm socket")),
        ("19 mm", None),
        ("10 mg/ml BSA", Material("10 mg/ml BSA")),
        ("nil", None),
        ("n/a", None),
        ("Total", None),
        ("Width 60 cm", None),
        ("$4.50", None),
        ("For the sauce:", None),
    ],
)
def test_an_entry_is_taken_apart(entry: str, material: Material | None) -> None:
    assert parse_material(entry) == material


def test_a_long_entry_is_cut() -> None:
    material = parse_material("2 g " + "x" * 600)

    assert material is not None
    assert set(material.name) == {"x"}
    assert len(material.name) <= 496


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("3/4 cup", True),
        ("4/4 cup", False),
        ("5/4 cup", False),
        ("3/7 cup", False),
        ("1/64 inch", True),
        ("1/63 inch", False),
        ("2022 grams", True),
        ("2022 leeks here", False),
        ("2022 leeks", True),
        ("1822 leeks here", True),
        ("9:15 wash", False),
        ("5 °C bath", False),
        ("2 g oil  13:00", False),
        ("2 g oil 13:00", True),
        ("oil 2 g", False),
    ],
)
def test_a_date_a_year_or_a_time_is_no_quantity(entry: str, expected: bool) -> None:
    assert has_quantity(entry) is expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [("g", True), ("G", False), ("ML", False), ("CUPS", True), ("fl oz", True), ("wax", False)],
)
def test_short_units_are_written_as_they_are(word: str, expected: bool) -> None:
    assert is_unit(word) is expected


@pytest.mark.parametrize(
    ("name", "unit", "expected"),
    [
        ("jug", "ml", True),
        ("oil", "ml", False),
        ("oil", "%", True),
        ("drill", "mm", True),
        ("jug", "g", False),
        ("jug", None, False),
        ("lamp", "W", True),
        ("dye", "μM", True),
        ("beaker", "cm3", True),
    ],
)
def test_a_size_is_that_of_a_vessel_or_a_strength(
    name: str, unit: str | None, expected: bool
) -> None:
    assert is_size(name, unit) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Wax it:", True),
        ("Which wax?  ", True),
        (" For the sauce", True),
        ("To serve", True),
        ("To serve it", False),
        ("Wax", False),
    ],
)
def test_a_line_heads_entries_by_its_end_or_its_words(line: str, expected: bool) -> None:
    assert is_group(line) is expected


@pytest.mark.parametrize(
    ("entries", "first"),
    [
        (["Oil 2 g", "Wax 3 g", "Ash 4 g"], "2 g Oil"),
        (["Oil 2 g", "Wax 3 g", "Ash 4 g", "dill", "salt"], "2 g Oil"),
        (["Oil 2 g", "Wax 3 g", "Ash 4 g", "dill", "salt", "figs"], None),
        (["Leeks 2", "Figs 3", "Nuts 4"], None),
        (["Leeks 2", "Oil 3 g", "Wax 4 g", "Figs 5"], "2 Leeks"),
        (["Leeks 2", "Oil 3 g", "Figs 4"], None),
        (["Oil 2 g", "Wax 3 g", "Ash 4 g", "1 leek"], "2 g Oil"),
        (["Oil 2 g", "Wax 3 g", "Ash 4 g", "1 leek", "2 figs"], None),
        ([f"{'x' * 196} 2 g"] * 3, f"2 g {'x' * 196}"),
        ([f"{'x' * 197} 2 g"] * 3, None),
        (["Oil - 2 g", "Wax: 3 g", "Ash – 4 g"], "2 g Oil"),
    ],
)
def test_amounts_stand_last_in_three_of_five_entries_and_half_with_units(
    entries: list[str], first: str | None
) -> None:
    assert amounts_first(entries)[0] == (first or entries[0])


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("Oil 2 g", True),
        ("Tape 2 cm", False),
        ("Tape 2 in", False),
        ("Jug 2 ml", False),
        ("Oil 2 leeks", False),
        ("Figs 2", False),
        ("Width 2 g", False),
        ("Oil: mild 2 g", False),
    ],
)
def test_an_amount_at_the_end_is_no_size(entry: str, expected: bool) -> None:
    assert ends_with_amount(entry) is expected


@pytest.mark.parametrize(
    ("entries", "left"),
    [
        (["Dough", "2 g oil", "wax"], ["2 g oil", "wax"]),
        (["2 g oil", "Dough", "3 g wax"], ["2 g oil", "Dough", "3 g wax"]),
        (["2 g oil", "Dough", "3 g wax", "Topping", "1 fig"], ["2 g oil", "3 g wax", "1 fig"]),
        (["Dough", "wax", "2 g oil"], ["Dough", "wax", "2 g oil"]),
        ([" Dough ", "2 g oil"], ["2 g oil"]),
        (["dough", "2 g oil"], ["dough", "2 g oil"]),
    ],
)
def test_names_of_parts_stand_above_amounts(entries: list[str], left: list[str]) -> None:
    assert without_groups(entries) == left


@pytest.mark.parametrize(
    ("line", "entries"),
    [
        ("Tools: pan, pot", ["pan", "pot"]),
        ("Tools: pan; pot and spoon", ["pan", "pot", "spoon"]),
        ("Tools: pan • pot", ["pan", "pot"]),
        ("Paint: sky.", []),
        ("Paint: sky", ["sky"]),
        ("Paint: sky\nRub it", []),
        (" Paint : sky", ["sky"]),
        ("You need 2 eggs", ["2 eggs"]),
        ("You need\n2 eggs", ["2 eggs"]),
        ("You need eggs", []),
        (f"Tools: {'x' * 1992}", ["x" * 1992]),
        (f"Tools: {'x' * 1993}", []),
    ],
)
def test_a_line_lists_what_its_head_announces(line: str, entries: list[str]) -> None:
    assert entries_in_line(line) == entries


def test_amounts_without_names_belong_to_the_next_name() -> None:
    assert entries_of("95% and 70% wax.") == ["95% and 70% wax"]
    assert entries_of("2 figs, and 1 leek .") == ["2 figs", "1 leek"]


def test_a_line_begins_a_list_with_its_head() -> None:
    assert begins_list("Tools: a pan")
    assert not begins_list("Rub: a pan")
    assert not begins_list("Tools")


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("For the sauce: 2 eggs", "2 eggs"),
        ("For the sauce: eggs", "For the sauce: eggs"),
        ("Sauce: 2 eggs", "Sauce: 2 eggs"),
    ],
)
def test_a_group_at_the_beginning_of_a_line_is_no_part_of_its_entries(line: str, rest: str) -> None:
    assert without_group(line) == rest


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 eggs", True),
        ("oil 2 g", True),
        ("a b c d e oil 2g", True),
        ("a b c d e f oil 2g", False),
        ("oil: 2", True),
        ("a b c d e f oil: 2", False),
        ("oil", False),
        ("oil:", False),
    ],
)
def test_an_entry_names_its_amount_in_seven_words(line: str, expected: bool) -> None:
    assert names_amount(line) is expected


@pytest.mark.parametrize(
    ("entry", "counts"),
    [("jars 5", True), ("lemons 2 (juice only)", True), ("tray 1", True), ("Tween 20", False),
     ("sugar 1 kg", False)],
)  # fmt: skip
def test_a_number_after_a_plural_is_a_count(entry: str, counts: bool) -> None:
    assert ends_with_count(entry) is counts


def test_notes_stand_behind_amounts_that_move_to_the_front() -> None:
    entries = ["rhubarb 1 kg", "lemons 2 (juice only)", "ginger 4 balls, chopped small", "oil 1 l"]

    assert amounts_first(entries) == [
        "1 kg rhubarb",
        "2 lemons (juice only)",
        "4 balls ginger, chopped small",
        "1 l oil",
    ]


@pytest.mark.parametrize(
    ("line", "entries"),
    [
        ("2 onions, sliced; salt; oil", ["2 onions, sliced", "salt", "oil"]),
        (
            "2 aubergines / 1 clove garlic, crushed / oil",
            ["2 aubergines", "1 clove garlic, crushed", "oil"],
        ),
        ("salt, butter / margarine, oil / lard", ["salt", "butter / margarine", "oil / lard"]),
    ],
)
def test_what_divides_entries_may_leave_commas_within_them(line: str, entries: list[str]) -> None:
    assert entries_of(line) == entries


@pytest.mark.parametrize(
    ("line", "n_entries"),
    [
        ("Bring: a mug, waders, rope", 3),
        ("used: YPD plates (2); liquid YPD (115 ml); cryotubes (4)", 3),
        ("NOT SUPPLIED: stopwatch, water, tissue", 3),
        ("For one batch: 1 l water / 80 g cornmeal / 18 g yeast", 3),
        ("Tools (all in the drawer under the boiler): brass key; old towel; plastic cup", 3),
        ("Bring: it to the boil", 0),
    ],
)
def test_lists_in_one_line_have_other_heads_too(line: str, n_entries: int) -> None:
    assert len(entries_in_line(line)) == n_entries
