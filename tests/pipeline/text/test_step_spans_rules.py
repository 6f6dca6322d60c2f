"""When a text is a list and when it is prose, at the bounds of each rule."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.step_spans import (
    list_spans,
    prose_spans,
    with_line_items,
    without_prose_introduction,
)


def listed(text: str, *, is_procedure: bool = False) -> list[str]:
    spans = list_spans(text, find_blocks(text), is_procedure=is_procedure)
    return [" ".join(text[slice(*span)].split()) for span in spans]


def sentences_in(text: str) -> list[str]:
    return [text[slice(*span)] for span in prose_spans(text, find_blocks(text))]


def prose(n_words: int) -> str:
    return " ".join(["It", "is", *["old"] * (n_words - 2)]) + "."


@pytest.mark.parametrize(
    ("lines", "n_items"),
    [
        (["Mix it.", "Stir it.", "Bake it.", "Eat it."], 4),
        (["Mix it.", "Stir it.", "Bake it."], 0),
        (["Mix it.", "Stir it.", "Bake it.", "Eat it"], 0),
        (["Mix it.", "stir it.", "Bake it.", "Eat it."], 0),
        (["Mix it.", "9:30 stir it.", "Bake it.", "Eat it."], 4),
    ],
)
def test_four_lines_with_full_stops_are_items(lines: list[str], n_items: int) -> None:
    text = "\n".join(lines)
    items = with_line_items(text, find_blocks(text))

    assert [item.text(text) for item in items if item.kind == "item"] == lines[:n_items]


def test_two_lines_of_another_paragraph_are_items_then_too() -> None:
    four = "Mix it.\nStir it.\nBake it.\nEat it."
    text = f"{four}\n\nCut it.\nWrap it.\n\nStop.\n\nCut it and\nwrap it."

    assert [block.kind[0] for block in with_line_items(text, find_blocks(text))] == [
        *"iiiiii", "p", "p"
    ]  # fmt: skip
    short = "Mix it.\nStir it.\n\nStop."
    assert [block.kind[0] for block in with_line_items(short, find_blocks(short))] == ["p", "p"]


@pytest.mark.parametrize(
    ("text", "n_spans"),
    [
        ("- Mix it\n- Bake it", 2),
        ("- Mix it", 0),
        (f"- Mix it\n- Bake it\n\n{prose(4)}", 2),
        (f"- Mix it\n- Bake it\n\n{prose(5)}", 0),
        (f"{prose(16)}\n\n- Mix it\n- Bake it", 2),
        (f"{prose(17)}\n\n- Mix it\n- Bake it", 0),
        (f"1. Mix it\n2. Bake it\n\n{prose(12)}", 2),
        (f"1. Mix it\n2. Bake it\n\n{prose(13)}", 0),
        (f"{prose(48)}\n\n1. Mix it\n2. Bake it", 2),
        (f"{prose(49)}\n\n1. Mix it\n2. Bake it", 0),
        (f"{prose(99)}\n\n1. Mix it\n2. Bake it\n3. Eat it", 3),
        (f"1. Mix it\n2. Bake it\n3. Eat it\n\n{prose(19)}", 0),
        ("1. Mix it\n- Bake it", 2),
        ("- ...\n- Mix it\n- Bake it", 2),
    ],
)
def test_items_are_the_steps_unless_the_prose_is_much_longer(text: str, n_spans: int) -> None:
    assert len(listed(text)) == n_spans


@pytest.mark.parametrize(("n_numbers", "is_list"), [(2, False), (3, True)])
def test_three_numbers_below_method_are_a_list_whatever_follows(
    n_numbers: int, is_list: bool
) -> None:
    numbers = "\n".join(f"{number}. Mix it" for number in range(1, n_numbers + 1))

    assert (listed(f"{numbers}\n\n{prose(99)}", is_procedure=True) != []) is is_list


@pytest.mark.parametrize(
    ("end", "is_step"),
    [
        ("To freeze: wrap it.", True),
        ("Then eat it up.", True),
        ("To freeze it, wrap it.", True),
        ("Wrap it all up.", True),
        ("Wrap it up.", True),
        ("Dry your hands.", True),
        ("Put it up.", True),
        ("Share your photos.", False),
        ("Add your photos.", False),
        ("Wipe it every day.", False),
        ("Perfect for parties.", False),
        ("Recipe from Anna.", False),
        ("Wrap it all up every day.", False),
        ("It is all done now.", False),
        ("Store it all up.", False),
        ("Wrap it all up. It is warm.", False),
        ("Wrap it all up", False),
    ],
)
def test_plain_instructions_right_below_the_last_number_are_a_step(end: str, is_step: bool) -> None:
    assert (listed(f"1. Mix it.\n2. Bake it.\n\n{end}")[2:] == [end]) is is_step


def test_plain_instructions_stand_below_a_number_that_is_closed() -> None:
    end = "Wrap it all up."

    assert listed(f"1. Mix it.\n2. Bake it\n\n{end}") == ["Mix it.", "Bake it"]
    assert listed(f"1. Mix it.\n2. Bake it.\n\nIt is hot.\n\n{end}") == ["Mix it.", "Bake it."]
    assert listed(f"1. Mix it.\n2. Bake it.\n\nIt is hot.\n\nThen {end.lower()}")[2:] == [
        "Then wrap it all up."
    ]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("# To clean\n\nWash the big jars.\n\n# Jam\n\n1. Boil.\n2. Pour.", 3),
        ("# Why it works\n\nWash the big jars.\n\n# Jam\n\n1. Boil.\n2. Pour.", 2),
        ("# Jars\n\nThe jars are big.\n\n# Jam\n\n1. Boil.\n2. Pour.", 2),
        ("# Jars\n\n- Wash it well\n- Dry it well\n\n# Jam\n\n1. Boil.\n2. Pour.", 4),
        ("# Jars\n\n- Wash it well\n- The old big jar\n\n# Jam\n\n1. Boil.\n2. Pour.", 2),
        ("# Jars\n\n- Rice\n- Naan bread\n\n# Jam\n\n1. Boil.\n2. Pour.", 2),
        ("# Later\n\nWash the big jars.\n\n# Jam\n\n1. Boil.\n2. Pour.", 2),
        ("# Later\n\n- Wash it well\n- Dry it well\n\n# Jam\n\n1. Boil.\n2. Pour.", 4),
        ("# Jars\n\nWash the big jars:\n\n- Dry it all well\n\n# Jam\n\n1. Boil.\n2. Pour.", 3),
        ("Wash the big jars.\n\n# Jam\n\n1. Boil.\n2. Pour.", 3),
        ("Jam for every day.\n\n# Jam\n\n1. Boil.\n2. Pour.", 2),
        ("Before you start, wash the jars.\n\n1. Boil.\n2. Pour.", 3),
        ("Before you start, make sure it is cold.\n\n1. Boil.\n2. Pour.", 3),
        ("Wash the jars. They are big.\n\n1. Boil.\n2. Pour.", 2),
        ("Wash the jars:\n\n1. Boil.\n2. Pour.", 2),
        ("# Jars\n\nJars are big. Wash them well. Dry them.\n\n# Jam\n\n1. Boil.\n2. Pour.", 2),
    ],
)
def test_instructions_under_a_heading_above_the_numbers_are_steps(text: str, steps: int) -> None:
    assert len(listed(text)) == steps


@pytest.mark.parametrize(
    ("below", "steps"),
    [
        ("# Afterwards\n\nWash the pot well.", ["Wash the pot well."]),
        ("# Afterwards\n\n- Wash it\n- Dry it", ["Wash it", "Dry it"]),
        ("# Why it works\n\nWash the pot well.", []),
        ("# Pots\n\nWash the pot well.", ["Wash the pot well."]),
        ("# Pots\n\nThe pot is old.", []),
        ("Pots:\n\n- Wash the pot\n- Dry the pot", ["Wash the pot", "Dry the pot"]),
        ("Pots:\n\nWash the pot well.", []),
        ("# Pots\n\nThe pot is old.\n\n# Afterwards\n\nWash it all.", ["Wash it all."]),
        ("# Afterwards\n\nWash the pot.\n\n# Pots\n\nThe pot is old.", ["Wash the pot."]),
    ],
)
def test_what_stands_under_a_sequel_below_the_last_number_is_a_step(
    below: str, steps: list[str]
) -> None:
    assert listed(f"# Jam\n\n1. Boil it all.\n2. Pour it in.\n\n{below}")[2:] == steps


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("1. Mix.\n\nIt is wet.\n\n2. Bake.", ["Mix. It is wet.", "Bake."]),
        ("1. Mix.\n\nIt is wet.\n\n2. Bake.\n\nIt is hot.",
         ["Mix. It is wet.", "Bake. It is hot."]),
        ("1. Mix.\n\n2. Stir.\n\nIt is wet.\n\n3. Bake.\n\nIt is hot.",
         ["Mix.", "Stir. It is wet.", "Bake."]),
        ("1. Mix.\n\n# Oven\n\nIt is hot.\n\n1. Heat.", ["Mix.", "Heat."]),
        ("1. Mix.\n\n# Oven\n\nOpen the oven.\n\n1. Heat.", ["Mix.", "Open the oven.", "Heat."]),
        ("1. Mix.\n\n# Oven\n\nOpen the oven.\n\n2. Heat.", ["Mix.", "Heat."]),
        ("1. Mix.\n- Stir.\n\nWait for it.\n\n1. Heat.",
         ["Mix.", "Stir.", "Wait for it.", "Heat."]),
        ("1. Mix.\n- Stir.\n\nWait for it.\n\n2. Heat.",
         ["Mix.", "Stir.", "Wait for it.", "Heat."]),
    ],
)  # fmt: skip
def test_prose_between_numbers_belongs_to_the_number_above_it(text: str, steps: list[str]) -> None:
    assert listed(text) == steps


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("# Jars\n\nWash them all now.\n\n# Jam\n\n- Boil it\n- Pour it",
         ["Wash them all now.", "Boil it", "Pour it"]),
        ("# Why\n\nWash them all now.\n\n# Jam\n\n- Boil it\n- Pour it", ["Boil it", "Pour it"]),
        ("# Jars\n\nThey are big.\n\n# Jam\n\n- Boil it\n- Pour it", ["Boil it", "Pour it"]),
        ("- Boil it\n- Pour it\n\nFor the jars:\n\nWash them all now.",
         ["Boil it", "Pour it", "Wash them all now."]),
        ("For the jars:\n\nWash them all now.\n\n- Boil it\n- Pour it", ["Boil it", "Pour it"]),
        ("- Boil it up\n- Pour it in\n\nFor the jars:\n\nThey are big.",
         ["Boil it up", "Pour it in"]),
        ("- Boil it up\n- Pour it in\n\nFor the jars:\n\nWash them now",
         ["Boil it up", "Pour it in"]),
    ],
)  # fmt: skip
def test_sections_of_prose_next_to_bullets_are_steps_if_they_instruct(
    text: str, steps: list[str]
) -> None:
    assert listed(text) == steps


@pytest.mark.parametrize(
    ("above", "is_left_out"),
    [
        ("This is it.", True),
        ("How to wax. Rub.", True),
        ("Rub it all.", False),
        ("We wax. Rub.", True),
        ("Wax is old.", True),
        (prose(4), True),
        (prose(5), False),
    ],
)
def test_what_stands_above_several_headings_of_prose_speaks_or_states(
    above: str, is_left_out: bool
) -> None:
    headed = "# Wood\n\nRub it all over.\n\n# Iron\n\nOil it all over and wait for it all."
    text = f"{above}\n\n{headed}"
    left = without_prose_introduction(text, find_blocks(text))

    assert (left[0].kind == "heading") is is_left_out


def test_a_text_with_items_keeps_what_stands_above_its_headings() -> None:
    text = "It is.\n\n# Wood\n\n- Rub it all over\n\n# Iron\n\nOil it all over and wait."

    assert without_prose_introduction(text, find_blocks(text)) == find_blocks(text)


@pytest.mark.parametrize(
    ("paragraphs", "n_left"),
    [
        (["It is old.", "Rub it in well. Wait."], 1),
        (["It is old. It is dry.", "Rub it in well. Wait."], 2),
        (["Rub it in.", "It is old and dry and worn."], 2),
        (["It is old.", "Rub it in well. Wait.", "It is done now."], 3),
        (["It is old.", "First, rub it in well. It is good."], 1),
        (["Open it.", "First, rub it in well. It is good."], 2),
        (["It is old. It is dry. It is worn.", "First, rub it in."], 2),
        (["It is old.", "It is dry and it is worn."], 2),
    ],
)
def test_paragraphs_above_the_first_instructions_are_left_out(
    paragraphs: list[str], n_left: int
) -> None:
    text = "\n\n".join(paragraphs)

    assert len(without_prose_introduction(text, find_blocks(text))) == n_left


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Knit it. (72 sts.) Stop.", ["Knit it. (72 sts.)", "Stop."]),
        ("knit all\n(72 sts)\nturn", ["knit all\n(72 sts)", "turn"]),
        ("Bake it. Makes 3 dozen.", ["Bake it."]),
        ("Makes 3 dozen. Bake it.", ["Makes 3 dozen.", "Bake it."]),
        ("boil the water\nadd the tea\nwait", ["boil the water", "add the tea", "wait"]),
        ("boil the water\nadd the tea.\nwait", ["boil the water\nadd the tea.", "wait"]),
        ("boil it and\nadd it,\nwait\nstop", ["boil it and\nadd it,\nwait\nstop"]),
        ("boil all and\nadd all\nwait\nstop", ["boil all and\nadd all\nwait\nstop"]),
        (
            "boil all and\nadd all\nwait\nstop\nsit",
            ["boil all and", "add all", "wait", "stop", "sit"],
        ),
        ("Rub it. Wait\nDry it", ["Rub it.", "Wait", "Dry it"]),
        (f"{'rub ' * 15}\n{'oil ' * 15}", [f"{'rub ' * 15}\n{'oil ' * 14}oil"]),
        (f"{'rub ' * 8}\n{'oil ' * 15}", [f"{'rub ' * 7}rub", f"{'oil ' * 14}oil"]),
        ("1. Mix. Stir. 2. Bake.", ["Mix. Stir.", "Bake."]),
        ("1. Mix. Stir. 3. Bake.", ["Mix.", "Stir.", "3. Bake."]),
        ("Mix it.\n\n- Bake it", ["Mix it.", "Bake it"]),
        ("Mix it.\n\nAnn Lee", ["Mix it."]),
        ("Mix it\n\nAnn Lee", ["Mix it", "Ann Lee"]),
        ("Ann Lee", ["Ann Lee"]),
        ("For all:\n\nMix it. Bake it.", ["Mix it.", "Bake it."]),
    ],
)
def test_prose_gives_its_sentences_or_its_lines(text: str, steps: list[str]) -> None:
    assert sentences_in(text) == steps
