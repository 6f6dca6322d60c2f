"""Tables of steps and of materials become lists; other tables are left out."""

import pytest

from pipeline.sources.outline import Outline
from pipeline.sources.tables import add_table, is_header, title_in


def text(*rows: list[str]) -> str:
    outline = Outline()
    add_table(rows, outline)
    return outline.text().strip()


@pytest.mark.parametrize("header", [["No.", "Action"], ["Step", "Instructions"], ["#", "Anything"]])
def test_the_column_of_what_is_done_gives_numbered_items(header: list[str]) -> None:
    assert text(header, ["1", "Stop  it."], ["2", "Open it."]) == "1. Stop it.\n2. Open it."


def test_steps_may_stand_in_the_column_of_steps() -> None:
    rows = [["Step", "Minutes"], ["Stop it.", "1"], ["Open it.", "2"]]

    assert text(*rows) == "1. Stop it.\n2. Open it."


def test_a_table_of_materials_gives_bullets_with_amount_unit_and_note() -> None:
    rows = [["Reagent", "Volume (ml)", "Notes"], ["water", "5", "cold"], ["salt", "", ""]]

    assert text(*rows) == "Materials:\n\n- 5 ml water (cold)\n- salt"


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [["Action"]],
        [["Voltage", "Speed"], ["80", "slow"]],
        [["Item", "Price", "Shop"], ["water", "5", "here"]],
        [["No.", "Contents", "Temp."], ["1", "hot soap", "60"], ["2, 3", "rinse", "15"]],
    ],
)
def test_other_tables_are_left_out(rows: list[list[str]]) -> None:
    assert text(*rows) == ""


def test_a_row_of_one_cell_heads_the_steps_below_it_unless_half_of_the_rows_are_such() -> None:
    header, day, opened, shut = ["No.", "Action"], ["Day 1"] * 2, ["1", "Open it."], ["2", "Shut."]

    assert text(header, day, opened, shut) == "###### Day 1\n\n1. Open it.\n2. Shut."
    assert text(header, ["Stop it"] * 2, opened) == "1. Stop it\n2. Open it."


def test_times_and_temperatures_stand_in_brackets_behind_the_step() -> None:
    rows = [
        ["Step", "Action", "Time (min)", "Temp.", "Who"],
        ["1", "Block it", "60", "22 °C", "Ann"],
        ["2", "Add it.", "overnight", "-", "Ann"],
        ["3", "", "5", "", ""],
    ]

    assert text(*rows) == "1. Block it (60 min, 22 °C)\n2. Add it (overnight)."


def test_a_preparation_in_the_cell_of_the_amount_is_a_remark() -> None:
    rows = [["Ingredient", "Amount"], ["cheese", "50 g, grated"], ["onion", "1"]]

    assert text(*rows) == "Materials:\n\n- 50 g cheese (grated)\n- 1 onion"


def test_a_column_of_counts_holds_amounts_unless_it_counts_the_rows() -> None:
    parts = [["1.2 m", "belt"], ["2", "nuts"]]

    assert text(["#", "Part", "Price"], *parts) == "Materials:\n\n- 1.2 m belt\n- 2 nuts"
    assert text(["#", "Part"], ["1", "belt"], ["2", "nuts"]) == "Materials:\n\n- belt\n- nuts"


def test_a_comment_is_the_remark_and_a_number_of_a_catalogue_is_none() -> None:
    header = ["Reagent", "Cat. No.", "Comments"]

    assert text(header, ["lectin", "K11", "rabbit"]) == "Materials:\n\n- lectin (rabbit)"
    assert text(header[:2], ["lectin", "112372"]) == "Materials:\n\n- lectin"


def test_a_table_below_a_heading_of_materials_needs_no_amounts() -> None:
    rows = [["Name", "Company", "Country"], ["lectin", "Oakbio", "here"]]
    outline = Outline()
    outline.begin_heading(2)
    outline.add("Materials")
    outline.begin_heading(3)
    outline.add("Buffers")

    add_table(rows, outline)

    assert outline.text() == "## Materials\n\n### Buffers\n\n- lectin\n"
    assert text(*rows) == ""


def test_a_column_of_storage_is_a_remark_even_if_it_has_amounts() -> None:
    rows = [["Reagent", "Storage"], ["lectin", "5 ml"], ["PBS", "9 ml"]]

    assert text(*rows) == "Materials:\n\n- lectin (5 ml)\n- PBS (9 ml)"


def test_numbered_rows_are_steps_if_half_of_them_end_with_a_full_stop() -> None:
    assert text(["No.", "Anything"], ["1", "Mix."], ["2", "Bake"]) == "1. Mix.\n2. Bake"
    assert text(["No.", "Anything"], ["1", "Mix."], ["2", "Bake"], ["3", "Eat"]) == ""


def test_a_cell_over_all_columns_heads_the_steps_below_it() -> None:
    rows = [["Action", "Time"], ["A. Before", "A. Before"], ["Clean it.", "5 min"],
            ["B. Waxing", "B. Waxing"], ["Rub it.", "9 min"], ["Wait.", ""]]  # fmt: skip

    assert text(*rows) == (
        "###### Before\n\n1. Clean it (5 min).\n\n###### Waxing\n\n2. Rub it (9 min).\n3. Wait."
    )


def test_a_long_cell_over_all_columns_is_no_heading_and_a_warning_is_left_out() -> None:
    long = "Stop at once if the table smells of anything but wax and oil."
    rows = [["No.", "Action"], ["Danger: it burns.", "Danger: it burns."], ["1", "Rub it."]]

    assert text(*rows) == "1. Rub it."
    assert text(["Action", "Remarks"], ["Rub it.", ""], [long, long]) == f"1. Rub it.\n2. {long}"


def test_a_row_that_heads_materials_and_a_total_are_no_entries() -> None:
    rows = [["Ingredient", "Quantity"], ["Sauce", "Sauce"], ["salt", "5 g"], ["Total", "5 g"]]

    assert text(*rows) == "Materials:\n\n- 5 g salt"


def test_a_sheet_with_several_headers_is_several_tables() -> None:
    rows = [["Recipe:", "Romesco"], ["Item", "Qty"], ["peppers", "2 kg"], ["#", "Method"],
            ["1", "Roast them."]]  # fmt: skip

    assert text(*rows) == "Materials:\n\n- 2 kg peppers\n\n1. Roast them."


def test_of_several_numbers_of_portions_the_first_counts() -> None:
    rows = [["Ingredients", "2P", "4P"], ["onion", "1", "2"], ["salt", "½", "1"]]

    assert text(*rows) == "Materials:\n\n- 1 onion\n- ½ salt"


def test_a_description_next_to_a_quantity_is_a_name() -> None:
    rows = [["Part no.", "Description", "Qty"], ["101", "Top panel", "1"], ["102", "Leg", "4"]]

    assert text(*rows) == "Materials:\n\n- 1 Top panel\n- 4 Leg"


def test_a_header_over_the_numbers_and_the_actions_stands_above_both() -> None:
    rows = [["Action", "Action", "Rationale"], ["1.", "Wash your hands.", "They are dirty."]]

    assert text(*rows) == "1. Wash your hands."


def test_a_cell_of_a_dash_is_left_out_of_a_table_within_a_step() -> None:
    outline = Outline()
    outline.open_list(first=1)
    outline.begin_item()
    outline.add("Run this:")
    add_table([["Stage", "Time", "Cycles"], ["Hold", "∞", "–"]], outline)

    assert outline.text().split() == "1. Run this: Hold (∞)".split()


@pytest.mark.parametrize(
    ("rows", "title"),
    [
        ([["Recipe name", "Dal", "No.", "7"]], "Dal"),
        ([["No.", "7"], ["", "Title: Waxing a  table"]], "Waxing a table"),
        ([["Document title:", "Waxing"]], "Waxing"),
        ([["Title", ""]], None),
        ([["Author", "Name of the ship"]], None),
    ],
)
def test_the_title_of_a_table_of_facts(rows: list[list[str]], title: str | None) -> None:
    assert title_in(rows) == title


def test_words_that_head_columns_are_known() -> None:
    assert is_header("Qty") and is_header(" Action ") and is_header("Torque (Nm)")
    assert not is_header("Beeswax")


def test_a_column_that_counts_the_rows_holds_no_names() -> None:
    rows = [
        ["Item", "Designation", "Part / Material No.", "Qty", "Unit"],
        ["Tools", "Tools", "Tools", "Tools", "Tools"],
        ["1", "Torque wrench", "–", "1", "EA"],
        ["2", "Warning notice", "WN-12", "2", "EA"],
    ]

    assert text(*rows) == "Materials:\n\n- 1 EA Torque wrench\n- 2 EA Warning notice (WN-12)"


@pytest.mark.parametrize("place", ["Place", "Location", "Where to find it", "Kept in"])
def test_where_a_thing_is_kept_is_its_note(place: str) -> None:
    rows = [["Item", "Quantity", place], ["Guide rails", "2 pairs", "cabinet 3"]]

    assert text(*rows) == "Materials:\n\n- 2 pairs Guide rails (cabinet 3)"


def test_a_sheet_has_a_recipe_its_ingredients_and_its_method_in_one_table() -> None:
    rows = [
        ["", "", "", ""],
        ["Recipe:", "Romesco", "Station:", "Grill"],
        ["Item", "Qty", "Unit", "Prep"],
        ["Tomatoes", "2", "kg", "halved"],
        ["#", "Method", "Method", "Method"],
        ["1", "Roast them.", "Roast them.", "Roast them."],
    ]

    assert text(*rows) == "Materials:\n\n- 2 kg Tomatoes (halved)\n\n1. Roast them."
    assert title_in(rows) == "Romesco"
    assert title_in([["Recipe", "Romesco"]]) is None


def test_a_row_over_all_columns_heads_the_steps_below_it_wherever_it_stands() -> None:
    rows = [["No.", "Action"], ["1", "Rub it."], ["Test", "Test"], ["2", "Look at it."],
            ["3", "Sign."]]  # fmt: skip

    assert text(*rows) == "1. Rub it.\n\n###### Test\n\n2. Look at it.\n3. Sign."


def test_a_header_may_have_columns_for_pictures_and_signatures() -> None:
    facts = ["Work instruction", "Work instruction", "BS-3", "BS-3"]
    header = ["Step", "Action", "Picture", "Done by"]

    assert text(facts, header, ["1", "Stop it.", "", ""]) == "1. Stop it."


@pytest.mark.parametrize(
    "rows",
    [
        [
            ["600 g", "haddock"],
            ["For the mash", "For the mash"],
            ["1 kg", "potatoes"],
            ["", "salt"],
        ],
        [["haddock", "600 g"], ["potatoes", "1 kg"], ["salt", ""]],
    ],
)
def test_two_columns_of_amounts_and_names_need_no_header_under_materials(rows) -> None:
    outline = Outline()
    outline.begin_heading(2)
    outline.add("Ingredients")
    add_table(rows, outline)

    assert outline.text().split("\n\n", 1)[1].strip() == "- 600 g haddock\n- 1 kg potatoes\n- salt"
    assert text(*rows) == ""


def test_a_table_with_a_header_or_without_amounts_is_read_by_its_header() -> None:
    for rows in (
        [["2 people", "4 people"], ["few", "many"], ["some", "more"]],
        [["Shop", "Price"], ["here", "4"]],
    ):
        outline = Outline()
        outline.begin_heading(2)
        outline.add("Ingredients")
        add_table(rows, outline)

        assert outline.text().strip() == "## Ingredients"


@pytest.mark.parametrize(
    ("cell", "title"),
    [
        ("Task title\nPump – replacement", "Pump – replacement"),
        ("Name: Wax", "Wax"),
        ("Name", None),
    ],
)
def test_a_title_may_stand_below_its_name_in_one_cell(cell: str, title: str | None) -> None:
    assert title_in([["Form 7", cell, "Amount"]]) == title


def test_a_unit_alone_heads_a_column_of_numbers() -> None:
    assert text(["Ingredient", "g"], ["oil", "700"], ["lye", "141"]) == (
        "Materials:\n\n- 700 g oil\n- 141 g lye"
    )
    assert text(["Ingredient", "g", "Shop"], ["oil", "much", "here"], ["lye", "1", "there"]) == ""


@pytest.mark.parametrize("head", ["Malt", "What", ""])
def test_the_first_column_next_to_amounts_holds_the_names(head: str) -> None:
    rows = [[head, "Amount"], ["Munich", "400 g"], ["hops", "15 g"]]

    assert text(*rows) == "Materials:\n\n- 400 g Munich\n- 15 g hops"


def test_of_several_columns_of_amounts_the_first_counts() -> None:
    rows = [["", "1 loaf", "2 loaves"], ["flour", "425 g", "850 g"], ["water", "360 g", "720 g"]]

    assert text(*rows) == "Materials:\n\n- 425 g flour\n- 360 g water"
    rows[0] = ["", "a loaf", "two loaves"]
    assert text(*rows) == ""  # unless materials are announced
    outline = Outline()
    outline.begin_heading(2)
    outline.add("Ingredients")
    add_table(rows, outline)
    assert outline.text().strip().endswith("- 425 g flour\n- 360 g water")


@pytest.mark.parametrize(
    "rows",
    [
        [["Time", "Amount"], ["noon", "4 g"], ["night", "5 g"]],
        [["No.", "Amount"], ["A", "4 g"], ["B", "5 g"]],
        [["Sample", "Amount"], ["A", "many"], ["B", "few"]],
        [["Sample", "Amount"], ["1 g", "4 g"], ["2 g", "5 g"]],
    ],
)
def test_a_column_of_amounts_without_names_next_to_it_is_left_out(rows: list[list[str]]) -> None:
    assert text(*rows) == ""


def test_what_to_check_stands_in_brackets_unless_it_is_long() -> None:
    rows = [["Action", "Check"], ["Open it.", "no hissing"], ["Close it.", ""]]
    long = [["Action", "Check"], ["Open it.", "that nothing hisses or drips or smells of gas"]]

    assert text(*rows) == "1. Open it (no hissing).\n2. Close it."
    assert text(*long) == "1. Open it."


def test_a_stock_is_a_remark_of_the_reagent() -> None:
    rows = [["Reagent", "Stock", "Volume"], ["buffer", "10\N{MULTIPLICATION SIGN}", "2 ml"]]

    assert text(*rows) == "Materials:\n\n- 2 ml buffer (10\N{MULTIPLICATION SIGN})"


def test_a_column_may_be_headed_by_how_much_is_made() -> None:
    rows = [
        ["Component", "1 rxn (ml)", "24 rxn (ml)"],
        ["mix", "10", "250"],
        ["water", "6.4", "160"],
    ]

    assert text(*rows) == "Materials:\n\n- 10 ml mix\n- 6.4 ml water"


def test_a_table_may_say_how_many_and_where_they_are() -> None:
    outline = Outline()
    rows = [["Part", "How many", "Where it lives"], ["screw", "4", "drawer"], ["gun", "", "shed"]]
    add_table(rows, outline)

    assert outline.text().splitlines()[2:] == ["- 4 screw (drawer)", "- gun (shed)"]


def test_what_is_a_thing_next_to_how_much_of_it() -> None:
    outline = Outline()
    add_table([["What", "How much"], ["zip", "1"], ["thread", "2 m"]], outline)

    assert outline.text().splitlines()[2:] == ["- 1 zip", "- 2 m thread"]


def test_what_we_do_is_a_step_and_what_you_should_see_is_not() -> None:
    outline = Outline()
    add_table(
        [["", "What you do", "What you should see"], ["A1", "Turn it on.", "a lamp"]], outline
    )

    assert outline.text().strip() == "1. Turn it on."
