"""Tables in plain text become lists, if they are of steps or of materials."""

from __future__ import annotations

import pytest

from pipeline.sources.json_documents import document_from_text, documents_from_text
from pipeline.sources.text_tables import with_tables


def lines(text: str) -> list[str]:
    return [line for line in with_tables(text).splitlines() if line.strip()]


def test_rows_with_tabs_are_steps() -> None:
    text = "Chiller\n\nNo\tTask\tLimit\n1\tMeasure it\tmax 86 A\n2\tDrain it\t\n\nDone."

    assert lines(text) == ["Chiller", "1. Measure it (max 86 A)", "2. Drain it", "Done."]


def test_cells_below_a_header_are_materials_though_one_is_empty() -> None:
    text = (
        "Component        Part no.    Quantity\n"
        "Coated plate     ME-A        1\n"
        "Standard, dry                2 vials\n"
        "Diluent          ME-C        50 ml\n"
    )

    assert lines(text) == [
        "Materials:",
        "- 1 Coated plate (ME-A)",
        "- 2 vials Standard, dry",
        "- 50 ml Diluent (ME-C)",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Step\tAction\n1\tOpen it.\n",  # one row
        "Speed\tForce\n1\t2\n3\t4\n",  # data
        "Bread\tmilk\n1\t2\n3\t4\n",  # no header
        "1. Open it.\n2. Close it.\n",
        "Step  Action\n" + "x" * 500 + "  y\n" + "z" * 500 + "  y\n",
        "",
    ],
)
def test_other_lines_stay(text: str) -> None:
    assert with_tables(text) == text


def test_a_pasted_sheet_is_a_document_with_its_steps() -> None:
    text = "Chiller service\n\nNo\tTask\tLimit\n1\tMeasure it\tmax 86 A\n2\tDrain it\t\n"
    place = {"document_id": "sheet", "source": "sheet.txt"}

    for document in (*documents_from_text(text, **place), document_from_text(text, **place)):
        assert document.title == "Chiller service"
        assert [step.text for step in document.steps] == ["Measure it (max 86 A)", "Drain it"]


def test_a_cell_may_continue_on_the_next_line() -> None:
    text = (
        "No  Task                      Limit\n"
        "1   Open it                   4 bar\n"
        "2   Close it when the gauge   6 bar\n"
        "    reads zero\n"
        "3   Bleed it\n"
    )

    assert lines(text) == [
        "1. Open it (4 bar)",
        "2. Close it when the gauge reads zero (6 bar)",
        "3. Bleed it",
    ]


def test_several_tabs_stand_for_one_where_columns_are_aligned_by_them() -> None:
    text = "Ingredient\tAmount\nFlour\t\t200 g\nSourdough\t50 g\n"

    assert lines(text) == ["Materials:", "- 200 g Flour", "- 50 g Sourdough"]


def test_a_table_whose_words_would_be_lost_stays() -> None:
    text = "Step\tAction\tLocation\n1\tOpen it.\tBoiler house\n2\tClose it.\tCellar\n"

    assert with_tables(text) == text
    assert lines(text.replace("Location", "Initials")) == ["1. Open it.", "2. Close it."]


def test_a_table_that_stays_takes_no_time() -> None:
    text = "Step  Action\n" * 20_000

    assert with_tables(text) == text


def test_what_to_check_is_no_column_to_fill_in_if_it_says_what() -> None:
    text = "Step\tAction\tStatus\n1\tOpen it.\twait until gauge reads zero\n2\tClose it.\tfine\n"

    assert with_tables(text) == text


def test_why_and_by_whom_are_no_part_of_a_step() -> None:
    text = "No.\tAction\tRationale\tOwner\n1.\tRub it.\tTo keep it dry.\tKim\n2.\tWait.\t\tA. Lee\n"

    assert lines(text) == ["1. Rub it.", "2. Wait."]


def test_a_sheet_may_have_empty_columns_rows_that_head_others_and_cells_of_two_lines() -> None:
    text = (
        "\t#\tTask\tStatus\tComment\n\tBefore\t\t\t\n\t1\tRub it\tdone\t\n"
        '\t2\t"Wait for\nthe wax"\topen\tan hour\n\tAfter\t\t\t\n\t3\tPolish it\topen\t\n'
    )

    assert lines(text) == [
        "###### Before", "1. Rub it", "2. Wait for the wax (an hour)",
        "###### After", "3. Polish it",
    ]  # fmt: skip


def test_letters_of_columns_and_numbers_of_rows_are_no_cells() -> None:
    text = "\tA\tB\tC\n1\tReagent\tAmount\tUnit\n2\tBuffer\t45\tml\n3\tDye\t2\tg\n\n4\tMix\n"

    assert lines(text) == ["Materials:", "- 45 ml Buffer", "- 2 g Dye", "4\tMix"]


def test_signs_for_the_same_as_above_are_no_quotes() -> None:
    text = 'Step\tAction\tOwner\n1\tRub it\tKim\n2\tWait\t"\n3\tPolish it\t"\n'

    assert [line[:5] for line in lines(text)] == ["1. Ru", "2. Wa", "3. Po"]


def test_a_step_without_a_time_is_a_step() -> None:
    text = "Step\tTime\tTemp\nMix it\t10 min\t26 °C\nRest\t\t\nKnead it\t8 min\t\n"

    assert lines(text) == ["1. Mix it (10 min, 26 °C)", "2. Rest", "3. Knead it (8 min)"]


def test_names_and_amounts_with_tabs_need_no_header() -> None:
    text = "Stock\n\nFennel\t1.2\tkg\tshaved\nSalt\t24\tg\nWater\t600 ml\nPepper\tto taste\nBoil.\n"

    assert lines(text) == [
        "Stock", "- 1.2 kg Fennel (shaved)", "- 24 g Salt", "- 600 ml Water",
        "- Pepper (to taste)", "Boil.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Fennel\t1.2\tkg\nSalt\t24\tg\n",
        "Kim\tLee\nAnn\tOrr\nBob\tPoe\n",
        "Kim\t7\nAnn\t8\tclean\tdry\nBob\t9\n",
        "Water\t60 g\nSpindle\t1200\nWait\t10 min\n",
        "Bolts\t30\tNm\nNuts\t60\tNm\nCaps\t10\tNm\n",
        "kcal\t498\tg\nfat\t22\tg\nprotein\t13\tg\n",
        "1\tRub it\n2\tWait\n3\tPolish it\n",
    ],
)
def test_other_lines_with_tabs_stay(text: str) -> None:
    assert with_tables(text) == text


def test_a_rule_below_the_header_is_no_row() -> None:
    text = (
        "No   Action                Should be\n"
        "---  --------------------  ---------\n"
        "A    Set the supply to 12  -\n"
        "B    Connect the load      flat line\n"
    )

    assert lines(text) == ["1. Set the supply to 12", "2. Connect the load (flat line)"]


def test_columns_may_be_divided_by_strokes() -> None:
    text = (
        "When      | What to do\n"
        "----------+-----------------\n"
        "mid Oct   | Soak the seeds.\n"
        "late Nov  | Sow them.\n"
    )

    assert lines(text) == ["1. Soak the seeds (mid Oct).", "2. Sow them (late Nov)."]
