"""Materials next to a method in plain text, copied line by line."""

from __future__ import annotations

import pytest

from pipeline.sources.two_columns import with_columns_apart


def lines(text: str) -> list[str]:
    return [line for line in with_columns_apart(text).splitlines() if line.strip()]


def test_columns_with_tabs_stand_one_below_the_other() -> None:
    text = (
        "Wax\n\nIngredients\tMethod\n200 g wax\tMelt it in a pan.\n2 cloths,\t\nclean\tRub it in.\n"
        "oil,\t\nsalt\tWait.\n\nEnjoy!\n"
    )

    assert lines(text) == [
        "Wax", "Ingredients", "200 g wax", "2 cloths, clean", "oil,", "salt", "Method",
        "Melt it in a pan.", "Rub it in.", "Wait.", "Enjoy!",
    ]  # fmt: skip


def test_columns_with_spaces_are_parted_where_the_second_name_begins() -> None:
    text = (
        "TOOLS                METHOD\n"
        "1 brush              1  Rub it in along\n"
        "2 cloths             the grain.\n"
        "1 tin                2  Wait.\n"
        "                     3  Polish it.\n"
    )

    assert lines(text) == [
        "TOOLS", "1 brush", "2 cloths", "1 tin", "METHOD", "1. Rub it in along", "the grain.",
        "2. Wait.", "3. Polish it.",
    ]  # fmt: skip


def test_the_method_may_stand_on_the_left() -> None:
    text = (
        "STEPS\tYOU WILL NEED\n1. Rub it in\t1 brush\nwell.\twax\n2. Wait.\ta cloth\n3. Rub it.\n"
    )

    assert lines(text) == [
        "YOU WILL NEED", "1 brush", "wax", "a cloth", "STEPS", "1. Rub it in", "well.", "2. Wait.",
        "3. Rub it.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Ingredients  Method\n200 g wax  Melt it.\nRub in all of the wax\nWait.  Stop.\n",
        "Ingredients\tTools\n200 g wax\t1 brush\n2 g oil\t2 cloths\n1 egg\t1 tin\n",
        "Ingredients\tMethod\n200 g wax\tMelt it.\n\n2 g oil\tRub it.\n",
        "Ingredients\tMethod\n200 g wax\n2 g oil\n1 egg\nMelt it\n",
        "Ingredients\tMethod\n200 g\twax\tMelt it.\n2 g\toil\tRub it.\n1\tegg\tWait.\n",
        "Tools\tMethod\n1 brush\tRub it.\n2 cloths\tWait.\n1 tin\tPolish it.\nRub it again.\n",
        "Action\tEquipment\nRub it.\tbrush\nWait.\tchair\nPolish it.\tcloth\n",
        "Wax\tMethod\n200 g wax\tMelt it.\n2 g oil\tRub it.\n1 egg\tWait.\n",
    ],
)
def test_other_lines_stay_as_they_are(text: str) -> None:
    assert with_columns_apart(text) == text


def test_one_number_is_no_list() -> None:
    text = "Tools\tMethod\n1 brush\tRub it.\n2 cloths\t1 egg goes in.\n1 tin\tPolish it.\n"

    assert "1 egg goes in." in lines(text)


def test_numbers_that_do_not_count_stay_bare() -> None:
    text = "Tools\tMethod\n1 brush\t1 Rub it.\n2 cloths\t3 Wait.\n1 tin\t4 Polish it.\n"

    assert lines(text)[-3:] == ["1 Rub it.", "3 Wait.", "4 Polish it."]
