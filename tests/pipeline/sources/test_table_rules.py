"""Which tables hold steps or materials, and which of their cells are amounts, names and remarks."""

from __future__ import annotations

import pytest

from pipeline.sources.outline import Outline
from pipeline.sources.tables import add_table, title_in

Row = list[str]


def text(*rows: Row, under: str = "") -> str:
    """What is read of a table, which may stand under a heading."""
    outline = Outline()
    if under:
        outline.begin_heading(2)
        outline.add(under)
    add_table(rows, outline)
    return outline.text().strip().removeprefix(f"## {under}").strip()


def entries(*rows: Row, under: str = "") -> list[str]:
    """The materials of a table."""
    lines = text(*rows, under=under).removeprefix("Materials:").split("\n")
    return [line.removeprefix("- ") for line in lines if line]


def in_item(item: str, *rows: Row) -> str:
    """What is read of a table that stands in an item of a list, under "Ingredients"."""
    outline = Outline()
    outline.begin_heading(2)
    outline.add("Ingredients")
    outline.open_list(first=1)
    outline.begin_item()
    outline.add(item)
    add_table(rows, outline)
    return outline.text().partition("1. ")[2].strip()


def test_a_sheet_has_four_tables_at_most():
    sheet = [["Item", "Qty"], ["wax", "2 g"], ["#", "Method"], ["1", "Rub it."]] * 2
    list_of_shelves = [
        ["Item", "Notes"], ["Tools", "Stock"], ["Parts", "Stock"], ["Chemicals", "Storage"],
        ["Buffers", "Storage"],
    ]  # fmt: skip

    assert text(*sheet) == "\n\n".join(["Materials:\n\n- 2 g wax\n\n1. Rub it."] * 2)
    assert text(*list_of_shelves).count("- ") == 4


def test_a_row_is_a_header_if_all_its_cells_are_names_of_columns():
    rows = [["Item", "Quantity"], ["Tools", "2 sets"], ["wax", "5 g"]]

    assert entries(*rows) == ["2 sets Tools", "5 g wax"]


def test_empty_rows_do_not_count():
    assert entries(["Malt", "Amount"], ["Munich", "4 g"], ["", ""], ["hops", "5 g"], ["", ""]) == [
        "4 g Munich",
        "5 g hops",
    ]


def test_a_thing_may_have_the_name_of_a_warning():
    assert entries(["Item", "Quantity"], ["Note pads", "2"], ["wax", "5 g"]) == [
        "2 Note pads",
        "5 g wax",
    ]


@pytest.mark.parametrize(
    ("rows", "read"),
    [
        ([["Ingredients"], ["wax"], ["oil"]], ["wax", "oil"]),
        ([["Item", "Price"], ["wax", "seven"]], ["wax"]),
        ([["Item", "Supplier", "Unit"], ["wax", "Lee", "tin"]], ["wax (tin; Lee)"]),
        ([["Item", "Supplier", "Price"], ["wax", "Lee", "seven"]], []),
    ],
)
def test_names_without_amounts_are_materials_if_nothing_but_remarks_is_next_to_them(rows, read):
    assert entries(*rows) == read


def test_materials_begin_below_a_heading_without_words():
    outline = Outline()
    outline.begin_heading(2)
    add_table([["Item", "Quantity"], ["wax", "5 g"]], outline)

    assert outline.text().startswith("Materials:")


@pytest.mark.parametrize(
    ("amount", "entry"),
    [
        ("5", "5 ml oil (warm)"),
        ("to 50", "oil (to 50 ml; warm)"),
        ("up to 50, clean", "oil (up to 50 ml; clean; warm)"),
        ("some", "oil (some ml; warm)"),
        ("5, clean", "5 ml oil (clean; warm)"),
        ("", "oil (warm)"),
    ],
)
def test_an_amount_stands_before_the_name_if_it_is_a_number(amount, entry):
    assert entries(["Item", "Volume (ml)", "Notes"], ["oil", amount, "warm"]) == [entry]


@pytest.mark.parametrize("row", [["Total", "9 g"], ["Subtotal", "9 g"], ["Grand total", "9 g"]])
def test_a_sum_is_no_material(row):
    assert entries(["Item", "Quantity"], ["wax", "9 g"], row) == ["9 g wax"]


@pytest.mark.parametrize(
    ("values", "are_amounts"),
    [
        (["4 g", "5 g", "6 g", "7 g", "none"], True),
        (["4 g", "5 g", "6 g", "none"], False),
        (["4 g", "5 g", "6 g dry"], False),
        (["4", "5", "6"], False),
    ],
)
def test_a_column_holds_amounts_if_most_of_its_short_values_have_units(values, are_amounts):
    rows = [["Item", "Size", "Colour"], *([f"wax {value}", value, "red"] for value in values)]

    assert bool(text(*rows)) == are_amounts


def test_amounts_with_units_count_more_than_counts():
    rows = [["#", "Part", "Size", "Shop"], ["2", "belt", "4 m", "Lee"], ["3", "rope", "5 m", "Lee"]]

    assert entries(*rows) == ["4 m belt", "5 m rope"]


@pytest.mark.parametrize(
    "rows",
    [
        [["Item", "Load"], ["rope", "40 kg"], ["belt", "60 kg"]],
        [["Item", "Price"], ["rope", "40"], ["belt", "60"]],
        [["Item", "Price (EUR)"], ["rope", "40"], ["belt", "60"]],
        [["Item", "1st shop"], ["rope", "40"], ["belt", "60"]],
        [["g", "Item"], ["", "rope"], ["", "belt"]],
    ],
)
def test_other_numbers_are_no_amounts(rows):
    assert entries(*rows) == ["rope", "belt"]


def test_a_name_that_begins_with_a_number_is_read_once():
    assert entries(["Item", "Colour"], ["2 eggs", "white"], ["3 nuts", "brown"]) == [
        "2 eggs",
        "3 nuts",
    ]


def test_a_column_of_counts_has_one_in_each_row():
    assert text(["#", "Part", "Price"], ["2", "belt", "9"], ["", "nuts", "7"]) == ""


@pytest.mark.parametrize("header", [["Item", "g"], ["Malt", "Amount"], ["Item", "Quantity"]])
def test_a_row_that_heads_materials_does_not_count(header):
    unit = "" if header[1] == "g" else " g"
    rows = [header, ["Sauce", "Sauce"], ["oil", f"70{unit}"], ["lye", f"14{unit}"]]

    assert entries(*rows) == ["70 g oil", "14 g lye"]


@pytest.mark.parametrize(
    ("rows", "n_entries"),
    [
        ([["Malt", "Amount"], ["Munich", "4 g"]], 1),
        ([["Malt", "Amount"], *[["hops", "5 g"]] * 4, ["yeast", "none"]], 5),
        ([["Malt", "Amount"], *[["hops", "5 g"]] * 3, ["yeast", "none"]], 0),
        ([["Malt", "Amount"], *[["hops", "5 g"]] * 3, ["7", "5 g"]], 0),
        ([["Malt", "Amount"], ["Sauce", "Sauce"]], 0),
        ([["Malt", "Colour"], ["Munich", "4 g"], ["hops", "5 g"]], 0),
        ([["Amount", "Malt"], ["4 g", "Munich"], ["5 g", "hops"]], 0),
        ([["", "1 loaf"], ["flour", "4 g"], ["water", "5 g"]], 2),
        ([["", "a loaf", "2 loaves"], ["flour", "4 g", "8 g"]], 0),
        ([["", "1 loaf", "Price"], ["flour", "4 g", "8"]], 0),
    ],
)
def test_the_first_column_holds_names_if_amounts_are_next_to_nearly_all(rows, n_entries):
    assert len(entries(*rows)) == n_entries
    assert text(*rows).startswith("Materials:") == (n_entries > 0)


@pytest.mark.parametrize(
    "rows",
    [
        [["600 g", "haddock"], ["", "salt"]],
        [["", "salt"], ["600 g", "haddock"], ["1 kg", "potatoes"]],
        [["600 g", "haddock", "fresh"], ["1 kg", "potatoes", "old"]],
    ],
)
def test_rows_without_a_header_are_materials_if_most_and_the_first_have_amounts(rows):
    assert text(*rows, under="Ingredients") == ""


STAGES = [["Stage", "Time", "Heat"], ["Hold", "5 min", "(95 °C)"], ["–", "-", ""], ["Rest", "", ""]]


def test_a_table_in_an_item_is_part_of_it_if_the_item_ends_with_a_colon():
    amounts = [["600 g", "haddock"], ["1 kg", "potatoes"]]
    steps = [["No.", "Action"], ["1", "Rub it."]]

    assert in_item("Run this:", *STAGES).split() == "Run this: Hold (5 min, 95 °C); Rest".split()
    assert in_item("Run this.", *STAGES) == "Run this."
    assert in_item("Run this.", *amounts) == "Run this."
    assert in_item("Run this.", *steps) == "Run this."


@pytest.mark.parametrize(
    ("band", "is_heading"),
    [
        ("Now do the same again with the lid", True),
        ("Now do the same once again with the lid", False),
        ("Part B.2", True),
        ("Open the lid.", False),
        ("Open the lid!", False),
    ],
)
def test_a_short_row_over_all_columns_heads_steps_unless_it_is_a_sentence(band, is_heading):
    rows = [["Action", "Notes"], ["Rub it.", "well"], [band, band], ["Wait.", ""], ["Look.", ""]]
    read = text(*rows)

    assert (f"###### {band}\n" in read) == is_heading
    assert (f"2. {band}" in read) != is_heading
    assert read.startswith("1. Rub it (well).")


def test_steps_under_materials_have_a_heading_of_their_own():
    rows = [["No.", "Action"], ["Day 1", "Day 1"], ["1", "Rub it."], ["2", "Wait."]]

    assert text(*rows, under="Ingredients") == "## Day 1\n\n1. Rub it.\n2. Wait."


@pytest.mark.parametrize(
    ("header", "cells", "step"),
    [
        (["Action", "Speed"], ["Rub it.", "5"], "Rub it (5)."),
        (["Action", "Time (min)"], ["Rub it", "1.5"], "Rub it (1.5 min)"),
        (["Action", "Time (min)"], ["Rub it", "5 to 7"], "Rub it (5 to 7)"),
        (["Action", "Shop"], ["Rub it", "here"], "Rub it"),
        (["Action", "Check"], ["Rub it", "that it is even and dry everywhere"],
         "Rub it (that it is even and dry everywhere)"),
        (["Action", "Check"], ["Rub it", "that it is even and dry nearly everywhere"], "Rub it"),
        (["Step", "Settings"], ["1", "Turn it on."], "Turn it on."),
        (["No.", "Thing", "Settings"], ["1", "Rub it.", "on a low heat for an hour"],
         "Rub it (on a low heat for an hour)."),
    ],
)  # fmt: skip
def test_settings_and_short_remarks_stand_in_brackets(header, cells, step):
    assert text(header, cells) == f"1. {step}"


@pytest.mark.parametrize(
    ("header", "rows", "read"),
    [
        (["Step", "Temp."], [["First melting", "9 °C"], ["Slow cooling", "6 °C"]], ""),
        (["Step", "Temp."], [["First melting", "9 °C"], ["Open the lid", "-"]],
         "1. First melting (9 °C)\n2. Open the lid"),
        (["Step", "Minutes"], [["Stop", "1"], ["Open", "2"]], ""),
        (["Step", "Minutes"], [["Stop it", "1"], ["Open", "2"]], "1. Stop it\n2. Open"),
        (["Step", "What"], [["1", "Rub"], ["2", "Wait"]], "1. Rub\n2. Wait"),
        (["Step", "What"], [["Rub", "slow"], ["Wait", "long"]], ""),
        (["Step", "What"], [["Rub", "Take it."], ["Wait", "Sit."]], "1. Take it.\n2. Sit."),
        (["No.", "What"], [["1", "Rub the wax"], ["2", "Wait an hour"]],
         "1. Rub the wax\n2. Wait an hour"),
        (["No.", "What"], [["1", "Rub the wax"], ["2", "Wait long"]], ""),
        (["No.", "What"], [["1", "Rub!"], ["2", "Wait"]], "1. Rub!\n2. Wait"),
        (["No.", "What", "Time"], [["1", "Rub", "5 min"], ["2", "Wait", "1 h"]],
         "1. Rub (5 min)\n2. Wait (1 h)"),
        (["No.", "What", "Time", "Amount"], [["1", "wax", "5 min", "2"]], ""),
        (["What", "Where"], [["Rub it in.", "Here, on the table."]], ""),
    ],
)  # fmt: skip
def test_rows_with_numbers_or_names_are_steps_if_they_are_sentences(header, rows, read):
    assert text(header, *rows) == read


def test_the_column_with_the_most_words_says_what_is_done():
    header = ["No.", "Who", "What", "Photo"]

    assert text(header, ["1", "Ann", "Rub the wax in.", "see A"]) == "1. Rub the wax in."
    assert text(["Task", "Action"], ["Table", "Rub the wax in."]) == "1. Rub the wax in."


@pytest.mark.parametrize(
    ("cells", "title"),
    [
        (["  Task title : ", "Table waxing"], "Table waxing"),
        (["Title", "", "Table waxing"], None),
        (["Form 7", "SOP name: Table  waxing"], "Table waxing"),
    ],
)
def test_the_title_of_a_form_is_next_to_its_name(cells, title):
    assert title_in([["Zone", "Kitchen"], cells]) == title


def test_rows_that_head_others_are_no_amounts():
    rows = [["", "1 loaf"], ["Sauce", "Sauce"], ["oil", "70 g"], ["lye", "14 g"]]

    assert entries(*rows) == ["70 g oil", "14 g lye"]


def test_a_long_row_over_all_columns_is_read_once_wherever_the_steps_stand():
    long = "Stop at once if the table smells of anything but wax and oil."
    rows = [["No.", "Action"], ["1", "Rub it."], [long, long], ["2", "Wait."]]

    assert text(*rows) == f"1. Rub it.\n2. {long}\n3. Wait."


@pytest.mark.parametrize(
    ("rows", "read"),
    [
        ([["Poolish", "", ""], ["flour", "600", "30"], ["Dough", "", ""], ["salt", "9", "1"]],
         ["600 g flour", "9 g salt"]),
        ([["Poolish", "", ""], ["flour", "600", "30"]], ["Poolish", "600 g flour"]),
        ([["flour", "600", "30"], ["Poolish", "", ""], ["Dough", "", ""], ["salt", "9", "1"]],
         ["600 g flour", "Poolish", "Dough", "9 g salt"]),
    ],
)  # fmt: skip
def test_rows_that_name_parts_of_a_recipe_head_the_amounts_below(rows, read):
    assert entries(["Ingredient", "g", "%"], *rows) == read


def test_names_of_things_that_count_rows_are_no_units():
    rows = [["Tube", "Dye (µl)"], ["1", "5"], ["2", "10"]]

    assert in_item("Mix:", *rows) == "Mix:\n  1 (5); 2 (10)"


def test_a_table_of_a_header_alone_is_nothing():
    assert entries(["Item", "Quantity"]) == []


def test_a_row_with_more_cells_than_the_header_is_read_in_an_item():
    assert in_item("Cycle:", ["Step", "Time"], ["Digest", "5 min", "37"]).endswith("(5 min, 37)")


def test_names_need_no_header_next_to_amounts_whose_unit_is_in_the_header():
    rows = [["", "Stock", "Volume (µl)"], ["ligase", "400 U/µl", "1"], ["water", "", "12.5"]]

    assert entries(*rows) == ["1 µl ligase (400 U/µl)", "12.5 µl water"]


@pytest.mark.parametrize("other", ["Colour", "Days kept"])
def test_measured_things_without_a_header_are_no_materials(other):
    assert entries(["", other, "Volume (µl)"], ["A1", "red", "5"], ["A2", "blue", "9"]) == []


def test_words_are_no_amounts_though_the_header_has_a_unit():
    rows = [["", "Stock", "Volume (µl)"], ["oil", "yellow", "some"], ["dye", "red", "rest"]]

    assert entries(*rows) == []


def test_settings_in_an_item_have_the_unit_that_heads_their_column():
    rows = [["Step", "°C", "Time"], ["Digest", "37", "5 min"]]

    assert in_item("Cycle:", *rows) == "Cycle:\n  Digest (37 °C, 5 min)"


def test_what_programs_write_into_empty_cells_is_nothing():
    rows = [["Item", "kg", "Unnamed: 2"], ["wax", "2", "NaN"], ["oil", "3", "#N/A"]]

    assert entries(*rows) == ["2 kg wax", "3 kg oil"]
