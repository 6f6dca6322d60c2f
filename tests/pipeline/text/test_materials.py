"""An entry of a list of materials: amount, unit, name and note."""

import pytest

from pipeline.domain.document import Material
from pipeline.text.entry_lists import amounts_first, ends_with_amount, without_groups
from pipeline.text.material_entries import has_quantity, parse_material
from pipeline.text.materials import entries_in_line, entries_of
from pipeline.text.steps import find_procedure


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
        ("Ethanol, 70%", Material("Ethanol", note="70%")),
        ("Ethanol, 95% (10 mL)", Material("Ethanol", "10", "mL", "95%")),
        ("Primers, 10 µM", Material("Primers", note="10 µM")),
        ("Serological pipettes, 10 ml", Material("Serological pipettes", note="10 ml")),
        ("Spanner, 13 mm", Material("Spanner", note="13 mm")),
        ("Alcohol gel 70%", Material("Alcohol gel 70%")),
        ("40 µm cell strainer", Material("40 µm cell strainer")),
        ("50 mL burette and clamp", Material("50 mL burette and clamp")),
        ("2 litre plastic bottle", Material("2 litre plastic bottle")),
        ("20 x 30 cm baking tin", Material("20 x 30 cm baking tin")),
        ("2 x 80 cm cord", Material("80 cm cord", "2")),
        ("300ml/10fl oz whole milk", Material("whole milk", "300", "ml", "10fl oz")),
        ("2 15-oz. cans chickpeas, rinsed", Material("chickpeas", "2", "cans", "15-oz.; rinsed")),
        ("10 kΩ resistor", Material("10 kΩ resistor")),
        ("116 mg Pd(PPh3)4", Material("Pd(PPh3)4", "116", "mg")),
        ("1 crystal iodine", Material("iodine", "1", "crystal")),
        ("butter 60g, melted", Material("butter", "60", "g", "melted")),
        ("11/20 new plug", Material("11/20 new plug")),
        ("½ tablet Protafloc", Material("Protafloc", "½", "tablet")),
        ("15 litre stockpot", Material("15 litre stockpot")),
        ("oligo d(T) primer (50 µM)", Material("oligo d(T) primer", note="50 µM")),
        ("4 carriage bolts (M8 x 60)", Material("carriage bolts", "4", note="M8 x 60")),
        ("12 ea egg yolks", Material("egg yolks", "12", "ea")),
        ("200 yds worsted yarn", Material("worsted yarn", "200", "yds")),
        ("bucket of at least 5 l", Material("bucket of at least 5 l")),
        ("PPE: goggles, gloves, boots", Material("PPE", note="goggles, gloves, boots")),
        ("Optional: 5 peppercorns", Material("peppercorns", "5", note="optional")),
        ("Aspirin 20 mg tablets ........ 10", Material("Aspirin 20 mg tablets", "10")),
        ("none", None),
        ("Ingredient  Qty  Unit", None),
        ("6 Slices of bread", Material("bread", "6", "Slices")),
        ("3 eggs", Material("eggs", "3")),
        ("a pot", Material("pot")),
        ("salt and pepper", Material("salt and pepper")),
        ("Heat block", Material("Heat block")),
        ("Tris pH 8.0 (cold)", Material("Tris pH 8.0", None, None, "cold")),
        ("2-inch nails", Material("2-inch nails")),
        ("a jar", Material("jar")),
        ("95% ethanol", Material("95% ethanol")),
        ("70 % ethanol, 50 ml", Material("70 % ethanol", "50", "ml")),
        ("20 cm3 dilute acid", Material("dilute acid", "20", "cm3")),
        ("250 ml beaker (clean) (dry)", Material("250 ml beaker", None, None, "clean; dry")),
        ("250 ml water", Material("water", "250", "ml")),
        ("250 g tube", Material("tube", "250", "g")),
        ("copper(II) oxide", Material("copper(II) oxide")),
        ("copper (fine)", Material("copper", None, None, "fine")),
        ("pMD2.G: 2.5 µg", Material("pMD2.G", "2.5", "µg")),
        ("part 2: 7", Material("part 2", "7")),
        ("Gloves x 1 pair", Material("Gloves", "1", "pair")),
        ("Gloves (x2)", Material("Gloves", "2")),
        ("1 bag", Material("bag", "1")),
        ("6 mm", None),
        ("pinch salt", Material("salt", None, "pinch")),
        ("handful of mint", Material("mint", None, "handful")),
        ("A few sprigs of thyme", Material("thyme", "A few", "sprigs")),
        ("1 t. turmeric", Material("turmeric", "1", "t")),
        ("1 tsp each salt and pepper", Material("salt and pepper", "1", "tsp")),
        ("1 tsp each of salt and pepper", Material("salt and pepper", "1", "tsp")),
        ("400ml can coconut milk", Material("coconut milk", "400", "ml", "can")),
        ("½ a lemon", Material("lemon", "½")),
        ("2 a lemon", Material("a lemon", "2")),
        ("1½ tsp fine sea salt", Material("fine sea salt", "1½", "tsp")),
        ("Clamps, 24 in. or longer", Material("Clamps", note="24 in. or longer")),
        ("120- and 220-grit sandpaper", Material("120- and 220-grit sandpaper")),
        ("8 - washers", Material("washers", "8")),
        ("3 - 2x10x8 ft. boards", Material("2x10x8 ft. boards", "3")),
        ('24 - 3-1/2" deck screws', Material('3-1/2" deck screws', "24")),
        ("2 - 3 onions", Material("onions", "2 - 3")),
        ("4 parts coir", Material("coir", "4", "parts")),
    ],
)
def test_an_entry_is_cut_into_amount_unit_name_and_note(
    entry: str, material: Material | None
) -> None:
    assert parse_material(entry) == material


@pytest.mark.parametrize("entry", ["", " - ", "(cold)", "..."])
def test_an_entry_without_a_name_is_none(entry: str) -> None:
    assert parse_material(entry) is None


def test_a_line_that_begins_with_a_time_is_no_quantity() -> None:
    assert has_quantity("2 cups flour")
    assert has_quantity("  ½ onion")
    assert not has_quantity(" 9:15 wash")
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


def test_some_lines_list_things_by_their_kind() -> None:
    assert entries_in_line("Paints: dark green, sky") == ["dark green", "sky"]
    assert entries_in_line("Yarn: 3 balls of wool") == ["3 balls of wool"]
    assert entries_in_line("Yarn: wool\nSize: large") == []
    assert entries_in_line("Cockpit: seat, floor") == []


def test_an_entry_may_have_two_amounts_or_an_adjective() -> None:
    assert parse_material("1 cup + 2 tbsp sugar") == Material("sugar", "1", "cup", "plus 2 tbsp")
    assert parse_material("2 level teaspoons salt") == Material("salt", "2", "level teaspoons")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("1/2 tsp salt", True),
        ("3/8 inch bolt", True),
        ("11/20 new plug", False),
        ("24/12 lit the fire", False),
        ("18 C  13:00", False),
        ("5 µl antibody 1:50", True),
        ("2000 grams of flour", True),
        ("2022 blight in August", False),
        ("2000 cable ties", True),
        ("7/64 hex key", True),
        ("2 eggs", True),
    ],
)
def test_a_date_or_a_clock_is_no_quantity(entry: str, expected: bool) -> None:
    assert has_quantity(entry) is expected


def test_amounts_at_the_end_of_most_entries_come_first() -> None:
    entries = [
        "Potatoes, floury 1 kg",
        "Onions 2",
        "Salt - \N{VULGAR FRACTION ONE HALF} tsp",
        "dill",
    ]

    assert [parse_material(entry) for entry in amounts_first(entries)] == [
        Material("Potatoes", "1", "kg", "floury"),
        Material("Onions", "2"),
        Material("Salt", "\N{VULGAR FRACTION ONE HALF}", "tsp"),
        Material("dill"),
    ]


@pytest.mark.parametrize(
    "entries",
    [
        ["Onions 2 kg", "Salt 5 g"],  # too few
        ["Onions 2 kg", "Salt 5 g", "Eggs 3", "dill", "oil", "pepper"],  # less than most
        ["Tube 1", "Tube 2", "Buffer 3", "Water 5 ml"],  # names with numbers
        ["2 cups flour 240 g", "1 cup oats 90 g", "1 tsp salt 5 g"],  # both
        ["Width 60 cm", "Height 178 cm", "Weight 21 kg"],  # of a piece of furniture
        ["Wine: dry 350 ml", "Stock: brown 100 ml", "Oil: mild 10 ml"],  # named otherwise
        ["Standard, dry, 2 vials", "Cells, wet, 3 vials", "Mix, cold, 4 ml"],  # a note
        ["Tris 2.4 g", "NaCl 8 g", "KCl 0.2 g", "Tween 20"][3:] * 3,  # names
        ["Drill bit 6 mm", "Socket 13 mm", "Beaker 50 ml", "Burette 25 ml"],  # sizes
    ],
)
def test_entries_of_another_form_stay(entries: list[str]) -> None:
    assert amounts_first(entries) == entries


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("baking powder 4 tsp", True),
        ("milk 600ml", True),
        ("eggs 2", False),
        ("turn to step 2", False),
        ("Portions: 100  Size: 250 g", False),
    ],
)
def test_an_entry_ends_with_an_amount_if_it_has_a_unit(entry: str, expected: bool) -> None:
    assert ends_with_amount(entry) is expected


def test_a_size_is_no_entry_of_its_own() -> None:
    text = (
        "Pouch\n\nYou need:\n  2 outer pieces, 25 x 20 cm\n  1 zip, 25 cm\n\n1. Pin it.\n2. Sew it."
    )
    entries = find_procedure(text).materials

    assert [(entry.amount, entry.name, entry.note) for entry in entries] == [
        ("2", "outer pieces", "25 x 20 cm"),
        ("1", "zip", "25 cm"),
    ]


def test_one_line_below_parts_is_an_entry_and_a_sentence_is_none() -> None:
    text = "Battery\n\nTools\nHeat gun\nParts\nNew battery\n\nStep 1 Open it\nTurn it over.\n"
    read = find_procedure(text + "Step 2 Close it\nTurn it back.")

    assert [entry.name for entry in read.materials] == ["Heat gun", "New battery"]
    assert [step.label for step in read.steps] == [None, None]


def test_names_of_parts_are_no_entries() -> None:
    parts = ["Dough", "150 g butter", "salt", "For brushing", "1 egg"]

    assert without_groups(parts) == ["150 g butter", "salt", "1 egg"]
    assert without_groups(["Icing", "water"]) == ["Icing", "water"]


def test_a_number_that_belongs_to_a_name_is_no_amount() -> None:
    entries = ["Tris 2.4 g", "NaCl 8 g", "KCl 0.2 g", "Tween 20", "Tape 10 cm", "Onions 2"]

    assert amounts_first(entries)[3:] == ["Tween 20", "Tape 10 cm", "2 Onions"]


@pytest.mark.parametrize(
    "name",
    [
        "Pizza dough",
        "Cherry pie filling",
        "Soy sauce",
        "Chicken stock",
        "Tomato paste",
        "Sour cream",
    ],
)
def test_what_is_bought_is_an_entry_though_it_has_no_amount(name: str) -> None:
    entries = [name, "2 eggs", name, "1 tsp salt"]

    assert without_groups(entries) == entries


def test_one_name_among_entries_is_an_entry() -> None:
    entries = ["300 g lettuce", "Topping", "2 eggs"]

    assert without_groups(entries) == entries


def test_names_before_amounts_are_entries() -> None:
    text = "Bread\n\nIngredients\nFlour: 500 g\nWater: 300 ml\n\nMethod\n1. Mix it.\n2. Bake it."

    assert [entry.name for entry in find_procedure(text).materials] == ["Flour", "Water"]


def test_lines_full_of_entries_may_be_named() -> None:
    lines = "225g butter (soft), 4 eggs\nDrizzle: 1 lemon (juice), 85g sugar"
    text = f"Cake\n\n{lines}\n\nBeat it. Bake it."

    assert [entry.name for entry in find_procedure(text).materials] == [
        "butter",
        "eggs",
        "lemon",
        "sugar",
    ]


def test_long_entries_take_no_time() -> None:
    assert amounts_first(["a 1 " * 10_000] * 4) == ["a 1 " * 10_000] * 4


def test_entries_without_names_are_one() -> None:
    assert entries_of("95% and 70%.") == ["95% and 70%"]
    assert entries_of("1 onion and salt.") == ["1 onion", "salt"]
