"""Tables of steps and of materials become lists; other tables are left out."""

import pytest

from pipeline.sources.outline import Outline
from pipeline.sources.tables import add_table


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
