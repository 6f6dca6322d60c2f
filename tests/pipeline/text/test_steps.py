import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.text.material_entries import parse_material
from pipeline.text.steps import find_procedure


def steps(text: str) -> list[str]:
    procedure = find_procedure(text)
    procedure_steps = procedure.steps
    assert [step.number for step in procedure_steps] == list(range(1, len(procedure_steps) + 1))
    for step in procedure_steps:
        assert procedure.text[step.char_start : step.char_start + len(step.text)] == step.text
    return [step.text for step in procedure_steps]


@pytest.mark.parametrize(
    "text",
    [
        "1. Mix. Stir well.\n2. Bake it",
        "1) Mix. Stir well.\r\n\r\n2) Bake it\r\n",
        "(1) Mix. Stir well.\n(2) Bake it",
        "Step 1: Mix. Stir well.\nStep 2: Bake it",
        "STEP 1 - Mix. Stir well.\nSTEP 2 - Bake it",
        "Step 1\nMix. Stir well.\nStep 2\nBake it",
        "a) Mix. Stir well.\nb) Bake it",
        "i. Mix. Stir well.\nii. Bake it",
        "1.1 Mix. Stir well.\n1.2 Bake it",
        "- Mix. Stir well.\n- Bake it",
        "* Mix. Stir well.\n* Bake it",
        "  • Mix. Stir well.\n  • Bake it",
        "- [ ] Mix. Stir well.\n- [x] Bake it",
        "- Step 1: Mix. Stir well.\n- Step 2: Bake it",
        "1. Mix. Stir well. 2. Bake it",
    ],
)
def test_every_way_to_write_a_list_gives_its_items(text: str) -> None:
    assert steps(text) == ["Mix. Stir well.", "Bake it"]


def test_a_lone_number_is_no_list_and_no_part_of_a_step() -> None:
    lone = ["Mix the flour and the water.", "Bake the dough."]

    assert steps("1. Mix the flour and the water. Bake the dough.") == lone
    assert steps("Heat the oven.\n\n1) Mix the flour and the water. Bake the dough.") == [
        "Heat the oven.",
        *lone,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Bread\n\nThis is how it is made:\n\n1. Mix.\n2. Bake.\n\nServe it warm.",
        "# Bread\n\n## Ingredients\n\n- flour\n- water\n\n## Method\n\n1. Mix.\n2. Bake.\n\n"
        "## Notes\n\n- Keep dry.\n- Keep cool.",
        "Bread\n=====\nIngredients:\n- flour\n- water\n\nMethod:\n- Mix.\n- Bake.",
        "What you need\n* flour\n* an oven\n1. Mix.\n2. Bake.",
        "Bread\n\nIngredients:\n- flour\n- water\n\nMix. Bake.",
        "METHOD\n\nMix. Bake.",
        "1. Batter\n1.1 Mix.\n2. Heat\n2.1 Bake.\n3. References\n3.1 A book.\n3.2 Another.",
        "For the dough:\n1. Mix.\n\nFor the oven:\n2. Bake.",
    ],
)
def test_headings_introductions_ingredients_and_notes_are_not_steps(text: str) -> None:
    assert steps(text) == ["Mix.", "Bake."]


def test_bullets_nested_under_a_number_are_part_of_its_step_without_their_markers() -> None:
    text = "1. Make the dough.\n   - Weigh it.\n   - Knead it.\n2. Bake it."

    assert steps(text) == ["Make the dough.      Weigh it.      Knead it.", "Bake it."]
    assert len(find_procedure(text).text) == len(text)


def test_a_line_end_before_a_nested_bullet_becomes_a_mark_if_it_has_none() -> None:
    text = "1. Wash\n - the rice\n - the beans\n - Dry both\n2. Cook."

    assert steps(text) == ["Wash:   the rice;   the beans.   Dry both", "Cook."]


def test_items_nested_under_a_bullet_are_steps_after_it() -> None:
    assert steps("- Mix.\n  - Stir.\n- Bake.") == ["Mix.", "Stir.", "Bake."]


def test_bullets_at_the_margin_are_part_of_a_numbered_item_only_between_two_numbers() -> None:
    assert steps("1. Mix.\n- Stir.\n2. Bake.\n- Wait.") == ["Mix.   Stir.", "Bake.   Wait."]
    assert steps("1. Mix.\n2. Bake.\n- Wait.") == ["Mix.", "Bake.", "Wait."]


def test_indented_text_and_text_between_two_numbers_belong_to_the_item() -> None:
    assert steps("1. Mix\n   the flour.\n2. Bake.") == ["Mix\n   the flour.", "Bake."]
    assert steps("1. Mix.\n\n   Stir.\n2. Bake.") == ["Mix.\n\n   Stir.", "Bake."]
    assert steps("1. Mix.\n\nStir.\n\n2. Bake.") == ["Mix.\n\nStir.", "Bake."]
    assert steps("## Step 1: Mix\n\nStir.\n\n## Step 2: Bake\n\nWait.") == [
        "Mix: Stir.",
        "Bake: Wait.",
    ]


def test_bare_items_numbered_in_two_levels_are_steps_and_their_sections_are_not() -> None:
    text = "1. Dough\n1.1 Mix the flour\n1.2 Knead\n2. Oven\n2.1 Heat\n2.1.1 Bake it"

    assert steps(text) == ["Mix the flour", "Knead", "Bake it"]


def test_a_wrapped_line_that_begins_with_a_number_is_not_an_item() -> None:
    assert steps("It was found in\n1998. Then it was lost.\n") == [
        "It was found in\n1998.",
        "Then it was lost.",
    ]


def test_a_short_list_in_long_prose_does_not_drop_the_prose() -> None:
    text = (
        "A plant takes up:\n- light\n- water\n\nThe roots absorb the water from the soil. "
        "The leaves catch the light. Both together make the sugar that the plant lives on."
    )

    assert len(steps(text)) == 3


def test_prose_gives_its_sentences_even_where_they_wrap() -> None:
    text = "Park the car on level\nground. Loosen\r\nthe nuts."

    assert steps(text) == ["Park the car on level\nground.", "Loosen\r\nthe nuts."]


def test_four_lines_that_each_end_with_a_full_stop_are_steps_each() -> None:
    lines = ["Mix it. Stir.", "Rest it.", "Bake it!", "Eat it."]

    assert steps("\n".join(lines)) == lines
    assert steps("\n".join(lines[:3])) == ["Mix it.", "Stir.", "Rest it.", "Bake it!"]


@pytest.mark.parametrize("broken", ["Mix it and", "rest it. Stir."])
def test_lines_of_which_one_does_not_begin_or_end_a_sentence_are_running_text(broken) -> None:
    lines = ["Wash it. Dry it.", broken, "Bake it.", "Cool it.", "Eat it."]

    assert "Wash it. Dry it." not in steps("\n".join(lines))


def test_lines_without_full_stops_are_steps() -> None:
    assert steps("Boil the water\nAdd the tea\nWait") == ["Boil the water", "Add the tea", "Wait"]


def test_a_text_of_no_words_has_no_steps() -> None:
    assert steps("") == steps("\n \n") == steps("***\n...\n") == []


def test_one_line_is_one_step_and_no_title() -> None:
    assert steps("Photosynthesis") == ["Photosynthesis"]
    assert find_procedure("Photosynthesis").title is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Bread #\n\nMix. Bake.", "Bread"),
        ("Bread\n-----\n\nMix. Bake.", "Bread"),
        ("Bread\n\nMix. Bake.", "Bread"),
        ("Baking bread:\n\n1. Mix.\n2. Bake.", "Baking bread"),
        ("How is bread made?\n\nMix. Bake.", "How is bread made?"),
        ("Bread\nMix the flour with water and salt.\nBake it.", "Bread"),
        ("Mix it. Bake it.", None),
        ("Mix it.\n\nBake it.", None),
        ("Boil the water\n\nAdd the tea\n\nWait", None),
        ("1. Mix\n2. Bake", None),
        ("Follow these steps:\n1. Mix\n2. Bake", None),
        ("Ingredients\n- flour\n- salt\n1. Mix\n2. Bake", None),
    ],
)
def test_a_title_is_a_heading_or_a_first_line_that_is_clearly_one(
    text: str, title: str | None
) -> None:
    assert find_procedure(text).title == title
    assert title is None or title not in steps(text)


@settings(max_examples=150, deadline=None)
@example(["Step 1", ":", "a", "\n", " ", "Step 1"])
@given(st.lists(st.sampled_from([*"ab1. -•#:\n\r?!é💧A(", "Step 1", "\r\n\r\n", "Mix it"])))
def test_steps_are_slices_in_order_and_never_overlap_whatever_the_text(parts: list[str]) -> None:
    text = "".join(parts)
    procedure = find_procedure(text)

    assert len(procedure.text) == len(text)
    position = 0
    for step in procedure.steps:
        assert step.char_start >= position
        assert step.text == step.text.strip() != ""
        start, position = step.char_start, step.char_start + len(step.text)
        assert procedure.text[start:position] == step.text
        assert _letters(step.text) in _letters(text[start : position + 1])


def _letters(text: str) -> str:
    """The text without white space and the marks that set titles and nested items apart."""
    return re.sub(r"[\s:;.]", "", text)


def test_a_paragraph_below_the_last_number_is_part_of_it_where_every_number_has_one() -> None:
    explained = "1. Boil the water.\n\nUse the big pan.\n\n2. Add the pasta.\n\nStir it once."
    noted = "1. Boil the water.\n\n2. Add the pasta.\n\nStir it once."

    assert steps(explained)[1] == "Add the pasta.\n\nStir it once."
    assert steps(noted)[1] == "Add the pasta."


def test_one_item_with_the_name_of_a_section_is_a_step_like_the_others() -> None:
    assert steps("1. Safety\n2. Mix the flour.\n3. Bake it.") == [
        "Safety",
        "Mix the flour.",
        "Bake it.",
    ]
    assert steps("1. Safety\nWear gloves.\n2. Procedure\nMix the flour. Bake it.") == [
        "Mix the flour.",
        "Bake it.",
    ]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1. Cut the boards\n\nCut them in half.\n\n2. Glue.", "Cut the boards: Cut them in half."),
        (
            "1. Cut them\n   Cut all of them in half.\n2. Glue.",
            "Cut them:   Cut all of them in half.",
        ),
        ("1. Cut them\n\n   cut all of them.\n2. Glue.", "Cut them\n\n   cut all of them."),
        ("1. Cut them.\n\n   Cut all of them.\n2. Glue.", "Cut them.\n\n   Cut all of them."),
        ("1. Cut them -\n\n   Cut all of them.\n2. Glue.", "Cut them -\n\n   Cut all of them."),
        ("1. Cut them\n\n   Cut all\n2. Glue.", "Cut them\n\n   Cut all"),
        ("1. Cut them\nCut all of them in half.\n2. Glue.", "Cut them: Cut all of them in half."),
        ("1. Cut the long boards of it\nAll.\n2. Glue.", "Cut the long boards of it\nAll."),
        (
            "1. a b c d e f g\n\n   Cut all of them.\n2. Glue.",
            "a b c d e f g: Cut all of them.",
        ),
        (
            "1. a b c d e f g h\n\n   Cut all of them.\n2. Glue.",
            "a b c d e f g h\n\n   Cut all of them.",
        ),
    ],
)
def test_a_colon_separates_the_title_of_a_step_from_its_sentences(text: str, first: str) -> None:
    assert [" ".join(step.split()) for step in steps(text)] == [" ".join(first.split()), "Glue."]


def test_items_numbered_below_a_number_are_part_of_it_at_any_indent() -> None:
    text = "2.1 Mix it.\n2.2 Press CAL.\n2.2.1 Wait.\n  2.2.2 Note it.\n2.3 Bake it."

    assert [" ".join(step.split()) for step in steps(text)] == [
        "Mix it.",
        "Press CAL. Wait. Note it.",
        "Bake it.",
    ]


def test_what_word_and_its_like_leave_before_an_item_is_its_marker() -> None:
    assert steps("o\tMix.\no\tBake.\n§ Eat.") == ["Mix.", "Bake.", "Eat."]
    assert steps("4.1 pH meter on\n4.2 mRNA out\n4.3 Bake") == ["pH meter on", "mRNA out", "Bake"]
    assert steps("Pour in\n4.1 L of water and\n4.2 mL of oil. Stir.")[-1] == "Stir."


def test_first_paragraphs_that_instruct_nothing_are_left_out() -> None:
    statement = "The printer is old. It is in the hall."
    instructions = "Open the cover. Pull the lever. Close the cover again. Wait for the light."

    assert len(steps(f"Toner\n\n{statement}\n\n{instructions}")) == 4
    assert len(steps(f"Toner\n\n{instructions}\n\n{statement}")) == 6
    assert len(steps(f"Toner\n\n{statement} {statement}\n\nOpen the cover. Wait.")) == 6
    assert len(steps(f"Toner\n\nOpen it. {statement}\n\n{instructions}")) == 7


def test_bullets_below_before_you_start_are_steps_if_they_instruct() -> None:
    above = "Kit\n\nBefore you start\n- Add salt to it.\n- Heat all of it.\n\n"
    text = f"{above}Procedure\n1. Mix.\n2. Bake."

    assert steps(text) == ["Add salt to it.", "Heat all of it.", "Mix.", "Bake."]
    assert steps(text.replace("Before you start", "Overview of it")) == ["Mix.", "Bake."]


def test_two_lists_of_bullets_may_be_materials_and_steps() -> None:
    procedure = find_procedure("Oats\n\n- 1 cup oats\n- 2 dl milk\n\n- mix all\n- eat it")

    assert [step.text for step in procedure.steps] == ["mix all", "eat it"]
    assert [material.name for material in procedure.materials] == ["oats", "milk"]
    loose = find_procedure("Oats\n\n- 1 cup oats\n\n- 2 dl milk\n\n- mix all\n\n- eat it")
    assert len(loose.steps) == 4


def test_variations_in_a_list_are_no_alternatives() -> None:
    procedure = find_procedure("Directions:\n1. Soak.\n2. Stir.\n\nVariations:\n* Use syrup.")

    assert [(step.text, step.alternative) for step in procedure.steps] == [
        ("Soak.", None),
        ("Stir.", None),
    ]
    noted = find_procedure("1. Soak.\n2. Stir.\n\nVariation: use syrup.")
    assert noted.steps[1].alternative == "Variation: use syrup."


def test_needs_are_listed_below_a_last_sentence_that_announces_them() -> None:
    procedure = find_procedure("It is easy. You need:\n- a zip\n- thread\n\n1. Pin.\n2. Sew.")

    assert [material.name for material in procedure.materials] == ["zip", "thread"]
    assert [step.text for step in procedure.steps] == ["Pin.", "Sew."]


def test_entries_in_paragraphs_of_their_own_are_materials() -> None:
    text = "Ingredients\n\n1 tbsp oil\n\n1 onion\n\nMethod\n\nHeat the oil. Fry the onion."
    procedure = find_procedure(text)

    assert [material.name for material in procedure.materials] == ["oil", "onion"]
    assert [step.text for step in procedure.steps] == ["Heat the oil.", "Fry the onion."]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (
            "Wall\n\nCUT IT OUT\nMark it. Cut it.\n\nADD ONE\nScrew it on. Wait.",
            {"CUT IT OUT", "ADD ONE"},
        ),
        (
            "Wall\n\nCut it out\nMark it all. Cut it.\n\nAdd one\nScrew it on. Wait.",
            {"Cut it out", "Add one"},
        ),
        ("Wall\n\nCut it out\nMark it all. Cut it.\n\nScrew it on. Wait.", {None}),
        ("Wall\n\nTo finish\nMark it all. Cut it.\n\nScrew it on. Wait.", {"To finish"}),
    ],
)
def test_lines_above_sentences_are_labels_if_they_stand_out(text: str, labels: set[str]) -> None:
    assert {step.label for step in find_procedure(text).steps} == labels


def test_a_name_below_a_text_is_no_step() -> None:
    assert steps("Pickles\n\nSlice them. Boil them.\n\nMrs. Edna Kowalski") == [
        "Slice them.",
        "Boil them.",
    ]
    assert steps("Slice them\n\nBoil them\n\nEdna Kowalski")[-1] == "Edna Kowalski"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Step 1\n1.1 Open the valve.", ["Open the valve."]),
        ("1.\n1.1 Read the label.", ["Read the label."]),
        ("1.1 Scope\nThis is it.\n\n  More text.\n1. Do this.", ["Do this."]),
        ("## ##\n\n# Make tea\n\nBoil the water.", ["Boil the water."]),
        (
            "Heat the oven and grease a tin.\n\nFirst cream the butter.\n\nFold in the flour.",
            ["Heat the oven and grease a tin.", "First cream the butter.", "Fold in the flour."],
        ),
        (
            "# A\n\n## Dough\n1. Mix it.\n2. Knead.\n\nLeave the dough to rise for an hour.\n\n"
            "## Filling\n1. Chop.\n2. Fry.",
            ["Mix it.", "Knead.\n\nLeave the dough to rise for an hour.", "Chop.", "Fry."],
        ),
        (
            "Slides\n\nWash the slides.\n\nPlease leave the slides to dry.",
            ["Wash the slides.", "Please leave the slides to dry."],
        ),
        ("Toast\n--\n1. Cut the bread.\n2. Toast it.", ["Cut the bread.", "Toast it."]),
        (
            "Rice\n\nMaterials: rice, water\nSteps: Boil it. Add the rice.\n\nServe at once.",
            ["Steps: Boil it.", "Add the rice.", "Serve at once."],
        ),
        (
            "Oil\n\nWood: sand along the grain.\n\nLet it dry.",
            ["Wood: sand along the grain.", "Let it dry."],
        ),
        (
            "# Feed\n\n## Making the formula\n\n1. Boil water.\n2. Add powder.\n\n"
            "## Monitoring\n1. Weigh it.\n2. Note it.",
            ["Boil water.", "Add powder.", "Weigh it.", "Note it."],
        ),
        (
            "# Cake\n\n## Step 1: Mix\n\nAdd the flour to the bowl.\n\n- Sift it first.\n"
            "- Stir it.",
            ["Add the flour to the bowl.", "Sift it first.", "Stir it."],
        ),
        (
            "Method\n- Mix the flour with the\nbutter\n- Bake it",
            ["Mix the flour with the\nbutter", "Bake it"],
        ),
        ("Rice\n\nMethod: Boil the rice. Drain it.", ["Boil the rice.", "Drain it."]),
    ],
)
def test_no_instruction_is_lost_where_a_rule_could_take_it_for_another_thing(
    text: str, expected: list[str]
) -> None:
    assert steps(text) == expected


def test_time_is_linear_in_what_a_list_of_kinds_holds() -> None:
    assert parse_material("PPE: " + "gloves, " * 50 + "1") is not None


def test_what_instructs_above_first_is_kept() -> None:
    assert steps("Tea\n\nHeat the water. First, mix it with leaves. Serve it.")[0] == (
        "Heat the water."
    )
    assert steps("Tea\n\nIt is easy. First, heat the water. Serve it.")[0] == (
        "First, heat the water."
    )


def test_a_list_of_materials_alone_is_the_procedure() -> None:
    assert steps("Soup\n\nIngredients\n\n2 eggs\n1 cup flour") == [
        "Ingredients",
        "2 eggs",
        "1 cup flour",
    ]


def test_white_space_after_a_title_is_no_part_of_it() -> None:
    text = "1. Mix   \nStir the dough well.\n2. Bake  \nBake it for an hour."
    assert [step.split()[0] for step in steps(text)] == ["Mix:", "Bake:"]


def test_a_line_of_three_things_is_a_list() -> None:
    procedure = find_procedure("Soap\n\nApparatus\n\nBeaker, tongs, a burner\n\n1. Heat.\n2. Stir.")
    assert [material.name for material in procedure.materials] == ["Beaker", "tongs", "burner"]


@pytest.mark.parametrize(
    "statement",
    [
        "The tool needs a fast computer.",
        "In this section, you define when it stops.",
        "To unlock it, you need the code.",
    ],
)
def test_what_is_stated_between_a_heading_and_its_numbers_is_no_step(statement: str) -> None:
    stop = f"## Stop\n\n{statement}\n\n1. Stop it.\n2. Open it.\n\n"
    text = f"# Pump\n\n{stop}## Start\n\n{statement}\n\n1. Close it.\n"

    assert steps(text) == ["Stop it.", "Open it.", "Close it."]


def test_a_list_below_one_numbered_heading_does_not_keep_the_others_from_being_steps() -> None:
    cool = "### 2. Cool it\n\nUse one of:\n\n- ice\n- a can\n\n"
    text = f"# Sting\n\n### 1. Wash it\n\nUse soap.\n\n{cool}### 3. Rest\n\nSit down.\n"

    assert steps(text)[0] == "Wash it: Use soap."
    assert steps(text)[-1] == "Rest: Sit down."


def test_the_number_of_a_subsection_is_no_part_of_the_label() -> None:
    numbers = "1. Shout.\n2. Ring the bell.\n\n"
    text = f"# Fire\n\n## 4.1 Raising the alarm\n\n{numbers}## 4.2 Leaving\n\n{numbers}"

    assert {step.label for step in find_procedure(text).steps} == {"Raising the alarm", "Leaving"}


@pytest.mark.parametrize("below", ["Method", "## Cutting"])
def test_lines_below_ingredients_are_entries_up_to_the_method_or_a_heading(below: str) -> None:
    text = (
        f"# Loaf\n\nIngredients\n\nA pinch of salt\n\nGrated zest\n\n{below}\n\nMix it. Bake it.\n"
    )
    procedure = find_procedure(text)

    assert [material.name for material in procedure.materials] == ["salt", "Grated zest"]
    assert [step.text for step in procedure.steps] == ["Mix it.", "Bake it."]


def test_a_count_alone_heads_no_list() -> None:
    text = "# Tile\n\n37\n\n- Saw out the grout.\n- Chisel out the tile.\n"

    assert {step.label for step in find_procedure(text).steps} == {None}


def test_a_line_that_leads_to_the_steps_right_below_a_label_is_none() -> None:
    off = "## Taking it off\n\nTo take it off:\n\n- Loosen the tape.\n- Lift the pad.\n\n"
    on = "## Putting it on\n\nFor the wrist:\n\n- Fold the pad.\n- Fasten the tape.\n"

    labels = [step.label for step in find_procedure(f"# Bandage\n\n{off}{on}").steps]
    assert labels == ["Taking it off", "Taking it off", "For the wrist", "For the wrist"]


def test_getting_ready_is_the_label_of_the_numbers_right_below_it() -> None:
    numbers = "1. Wash your hands.\n2. Dry them.\n\n"
    text = f"# Drops\n\n## Getting ready\n\n{numbers}## Putting them in\n\n{numbers}"

    labels = [step.label for step in find_procedure(text).steps]
    assert labels == ["Getting ready", "Getting ready", "Putting them in", "Putting them in"]


def test_the_title_stands_below_standard_operating_procedure_in_headings_too() -> None:
    steps = "1. Stop it.\n2. Open it.\n"

    assert find_procedure(f"# STANDARD OPERATING PROCEDURE\n\nCleaning\n\n{steps}").title == (
        "Cleaning"
    )
    assert find_procedure(f"# Device Information\n\nCleaning\n\n{steps}").title == (
        "Device Information"
    )


def test_three_numbers_are_a_list_however_long_the_prose_above_is_and_two_are_not() -> None:
    prose = "The pump is old and it has been here for many years, as all of us know. " * 6
    numbers = "1. Stop it.\n2. Open it.\n3. Close it.\n"

    assert steps(f"{prose}\n\n{numbers}") == ["Stop it.", "Open it.", "Close it."]
    assert len(steps(f"{prose}\n\n{numbers[:24]}")) == 8


def test_a_wrapped_item_is_no_heading_of_the_numbers_below_it() -> None:
    assert steps("1.1 Weigh the\npowder\n1. Open it.\n2. Close it.\n")[0] == "Weigh the\npowder"


def test_the_title_may_stand_below_facts() -> None:
    assert find_procedure("Serves: 4\n\nPancakes\n\nMix it. Bake it.\n").title == "Pancakes"


def test_notes_are_a_title_if_they_head_the_whole_text():
    read = find_procedure("# Printer notes\n\n1. Heat it.\n2. Pull it out.")

    assert read.title == "Printer notes"
    assert [step.text for step in read.steps] == ["Heat it.", "Pull it out."]


@pytest.mark.parametrize("heading", ["Batch log", "Log", "To-do", "Readings"])
def test_logs_and_plans_are_no_steps(heading):
    text = f"Soap\n\nMethod\n1. Mix it.\n2. Pour it.\n\n{heading}\n- Ring Ann.\n- Buy oil."

    assert [step.text for step in find_procedure(text).steps] == ["Mix it.", "Pour it."]


@pytest.mark.parametrize("heading", ["Do", "How"])
def test_a_short_heading_announces_the_procedure(heading):
    text = f"# Soap\n\n## You need\n\n- oil\n\n## {heading}\n\n1. Mix it.\n2. Pour it."

    assert [step.label for step in find_procedure(text).steps] == [None, None]


def test_a_line_that_announces_the_steps_is_no_part_of_the_item_above():
    text = "Tree\n\nYou will need\n- spade\n- bucket\nWhat to do\n- Dig a hole.\n- Water it."
    read = find_procedure(text)

    assert [entry.name for entry in read.materials] == ["spade", "bucket"]
    assert [step.text for step in read.steps] == ["Dig a hole.", "Water it."]


def test_materials_below_tips_are_no_tips():
    text = "Tyre\n\n1. Take it off.\n2. Patch it.\n\nTips\nCarry it.\n\nYou will need\nlever\npump"
    read = find_procedure(text)

    assert [entry.name for entry in read.materials] == ["lever", "pump"]
    assert [step.text for step in read.steps] == ["Take it off.", "Patch it."]


@pytest.mark.parametrize("mark", ["\u2043", "\u25aa\ufe0f", "\U0001f538", "\u2705"])
def test_bullets_of_apps_are_bullets(mark):
    text = f"Curry\n\n{mark} Fry the paste\n{mark} Add the milk\n{mark} Simmer it"

    assert [step.text for step in find_procedure(text).steps] == [
        "Fry the paste",
        "Add the milk",
        "Simmer it",
    ]


def test_numbers_in_boxes_are_numbers():
    text = "Tacos\n\n1\ufe0f\u20e3 Roast them \U0001f525\n2\ufe0f\u20e3 Fill them. Eat them."
    steps_ = find_procedure(text).steps

    assert [step.text for step in steps_] == ["Roast them \U0001f525", "Fill them. Eat them."]


def test_numbers_and_bullets_on_lines_of_their_own_begin_a_step():
    numbers = (
        "Radiator\n\n1\nOpen the valve\nTurn it to the left by hand.\n"
        "2\nClose it\nTurn it back to the right.\n3\nWipe it\nUse a cloth that is dry."
    )
    bullets = "Tree\n\n\u2022\nDig a hole.\n\u2022\nWater it\nwell."

    assert [step.text for step in find_procedure(numbers).steps] == [
        "Open the valve: Turn it to the left by hand.",
        "Close it: Turn it back to the right.",
        "Wipe it: Use a cloth that is dry.",
    ]
    assert [" ".join(step.text.split()) for step in find_procedure(bullets).steps] == [
        "Dig a hole.",
        "Water it well.",
    ]


def test_numbers_of_a_journal_and_its_signs():
    text = (
        "Cells\n\nHarvest\n\u25cf TIMING 20 min\n1| Thaw it.\n\u25b2 CRITICAL Keep it cold.\n"
        "2| Spin it.\n? TROUBLESHOOTING\n3| Plate it.\n\u25a0 PAUSE POINT It keeps for a day."
    )

    assert [step.text for step in find_procedure(text).steps] == [
        "Thaw it.",
        "Spin it.",
        "Plate it.",
    ]


def test_lines_in_capitals_label_the_lines_below():
    text = (
        "Microscope\n\nTURN ON\nRemote switch of the lamp\nArgon laser\n\n"
        "TURN OFF\nQuit the programme first\nRemote switches"
    )
    steps_ = find_procedure(text).steps

    assert [(step.label, step.text) for step in steps_] == [
        ("TURN ON", "Remote switch of the lamp"),
        ("TURN ON", "Argon laser"),
        ("TURN OFF", "Quit the programme first"),
        ("TURN OFF", "Remote switches"),
    ]


def test_a_letter_further_in_than_the_next_number_is_no_label():
    text = "1. Zip\n   a. sew it\n   b. press it\n2. Body\n   a. open it\n   b. turn it"

    assert [step.text for step in find_procedure(text).steps] == [
        "sew it",
        "press it",
        "open it",
        "turn it",
    ]


def test_a_day_may_have_a_name():
    first, second = "Week 1: Making the lye and the oils in the workshop", "Week 2: Cutting"
    text = f"Soap\n\n{first}\n\nMix it. Stir it.\n\n{second}\n\nCut it. Wrap it."

    assert [step.label for step in find_procedure(text).steps] == [first, first, second, second]


def test_a_tip_of_somebody_and_last_time_are_no_steps():
    text = (
        "Soup\n\n1. Boil it.\n2. Serve it.\n\nTip from Ann: freeze it.\n\nLast time (May): too thin"
    )

    assert [step.text for step in find_procedure(text).steps] == ["Boil it.", "Serve it."]


def test_a_molarity_is_no_number_of_a_step():
    assert [step.text for step in find_procedure("0.5 M EDTA is added. It is stirred.").steps] == [
        "0.5 M EDTA is added.",
        "It is stirred.",
    ]


def test_what_heads_the_numbers_above_the_procedure_labels_them():
    above = "Kit\n\nREAGENT PREPARATION\n1. Warm it.\n2. Dilute it."
    text = f"{above}\n\nASSAY PROCEDURE\n1. Add it.\n2. Wash it."

    assert [step.label for step in find_procedure(text).steps] == [
        *["REAGENT PREPARATION"] * 2,
        *["ASSAY PROCEDURE"] * 2,
    ]


@pytest.mark.parametrize("word", ["Steps:", "Preparation", "Cooking", "Prep"])
def test_a_heading_above_the_first_number_is_no_fact(word):
    text = f"Rice\n\n{word}\n1. Wash it\n2. Boil it\n3. Serve it"

    assert [step.text for step in find_procedure(text).steps] == ["Wash it", "Boil it", "Serve it"]


def test_lines_without_full_stops_are_steps_and_none_is_a_title():
    text = "Boil the water\nAdd the tea\nWait for about five whole minutes\nPour the tea"

    assert find_procedure(text).title is None
    assert len(find_procedure(text).steps) == 4


def test_steps_that_name_logs_are_steps():
    text = "Server\n\n1. Check the logs\n2. Record the readings\n3. Restart it"

    assert len(find_procedure(text).steps) == 3


def test_numbers_with_hyphens_may_begin_with_any_word():
    text = "Toast\n\n1- slice it\n2- spread it\n3- top it\n4- toast it"

    assert len(find_procedure(text).steps) == 4


def test_days_with_what_to_do_are_steps():
    text = "Day 1: soak the beans\n\nDay 2: grind the beans\n\nDay 3: boil the beans"

    assert len(find_procedure(text).steps) == 3


def test_a_step_in_capitals_may_begin_with_note():
    capitals = "* SWITCH IT OFF\n* NOTE THE PRESSURE ON THE GAUGE\n* CLOSE IT"

    assert len(find_procedure(capitals).steps) == 3


def test_a_question_in_the_middle_does_not_end_the_steps():
    text = "Router\n\n1. Restart it.\nDid this help?\n2. Reset it.\n3. Call us."

    assert len(find_procedure(text).steps) == 3


def test_have_at_the_beginning_is_no_goodbye():
    steps_ = find_procedure("Start the car. Have a partner time the car.").steps

    assert steps_[-1].text == "Have a partner time the car."


def test_a_subtitle_that_says_instructions_does_not_begin_the_procedure():
    text = (
        "Soil kit\nInstructions for use\n\n"
        "Materials required but not supplied\n- Ethanol\n- Vortex\n\n"
        "Protocol\n1. Weigh it.\n2. Spin it."
    )
    read = find_procedure(text)

    assert [entry.name for entry in read.materials] == ["Ethanol", "Vortex"]
    assert [step.text for step in read.steps] == ["Weigh it.", "Spin it."]


def test_many_numbers_in_turn_are_those_of_steps_though_small_letters_follow():
    frost = "1 cut the stems\n2 tie the label\n3 fork them out\n4 shake them\n5 dry them"
    text = f"Dahlias\n\nAfter the frost:\n{frost}\n\nIn April:\n6 pot them up\n7 water them"

    assert [step.text for step in find_procedure(text).steps][::6] == [
        "cut the stems",
        "water them",
    ]
    amounts = "Soup\n\n1 onion\n2 carrots\n3 leeks\n\nCut it all. Boil it."
    assert [entry.name for entry in find_procedure(amounts).materials] == [
        "onion",
        "carrots",
        "leeks",
    ]


def test_a_note_on_last_time_ends_with_its_line():
    text = "Plum jam\n\nStone 2 kg plums\nLast time: 12 jars\nBoil with 1 kg sugar\nFill the jars"

    assert [step.text for step in find_procedure(text).steps][-2:] == [
        "Boil with 1 kg sugar",
        "Fill the jars",
    ]


def test_a_warning_between_stars_ends_with_its_line():
    text = (
        "*** WARNING: disconnect it ***\nRemove the cover.\n*** Use gloves ***\nLift the cell out."
    )

    assert [step.text for step in find_procedure(text).steps] == [
        "Remove the cover.",
        "Lift the cell out.",
    ]


@pytest.mark.parametrize("heading", ["Readings", "Log", "Work log"])
def test_what_to_write_into_a_log_is_a_step(heading):
    text = f"Meter round\n\n{heading}\n1. Read meter A.\n2. Read meter B.\n\nReset\n1. Press reset."

    assert len(find_procedure(text).steps) == 3


def test_numbered_headings_with_materials_are_sections():
    steps_ = "## 2. Cut\nUse a saw.\n\n## 3. Sand\nUse grit.\n\n## 4. Oil\nOil it."
    text = f"## 1. Materials\n- 2 boards\n\n{steps_}"

    assert [entry.name for entry in find_procedure(text).materials] == ["boards"]


def test_years_with_a_colon_are_no_steps():
    assert len(find_procedure("Mix it. Pour it.\n\n2022: good\n2023: bad\n2024: good").steps) == 2


def test_lines_that_instruct_below_a_title_are_steps():
    lines = "Printer\nOpen the tray\nLoad the paper with the printed side down\nClose the tray"
    read = find_procedure(f"{lines}\n\nNotes:\n- Use A4 only.")

    assert len(read.steps) >= 3


def test_bring_is_a_verb():
    text = "Rice\n\nRinse 1 cup\nBring:\nto the boil\nSimmer 12 min"

    assert "Simmer 12 min" in " ".join(step.text for step in find_procedure(text).steps)


def test_a_line_that_a_number_announces_is_part_of_its_step() -> None:
    text = "1. Run this:\n\nmake all\n\n2. Wait for it.\n\nA remark\n\n3. Stop it."

    assert steps(text)[0] == "Run this:\n\nmake all"


def test_what_stands_below_a_heading_is_no_part_of_the_step_above_it() -> None:
    text = (
        "# Wax\n\n1. Rub it.\n2. Wait.\n\n## Contact\n\nKim, extension 7\n\nNo other tags\n\n"
        "## Then\n\n1. Polish it.\n"
    )

    assert steps(text) == ["Rub it.", "Wait.", "Polish it."]


def test_a_day_between_two_numbers_is_no_part_of_the_first() -> None:
    text = "1. Mix it, and wait until the next day:\n\nDay 2\n\n2. Shape it.\n3. Bake it."

    assert steps(text)[0] == "Mix it, and wait until the next day:"


@pytest.mark.parametrize(
    "text",
    [
        "Mix it.\n\nor\n\nStir it.\n\nBake it.",
        "Mix it.\n\nOR:\n\nStir it.\n\nBake it.",
        "- Mix it.\n- or\n- Stir it.\n- Bake it.",
        "1. Mix it.\n2. Or\n3. Stir it.\n4. Bake it.",
    ],
)
def test_or_alone_is_no_step_and_makes_the_next_one_an_alternative(text):
    steps = find_procedure(text).steps

    assert [(step.text, step.alternative) for step in steps] == [
        ("Mix it.", "Stir it."),
        ("Bake it.", None),
    ]


@pytest.mark.parametrize(
    "text", ["Soup\n\nServes 4\nBoil it.\n\nEat it.", "Soup\n\nBoil it. Serves 4. Eat it."]
)
def test_how_many_it_serves_is_no_step_and_what_stands_below_is_one(text):
    assert [step.text for step in find_procedure(text).steps] == ["Boil it.", "Eat it."]


@pytest.mark.parametrize(
    ("item", "text", "alternative"),
    [
        ("Rub it in.\n\nor\n\nBrush it on.", "Rub it in.", "Brush it on."),
        ("Rub it in.\nOR:\nBrush it on.", "Rub it in.", "Brush it on."),
        ("Rub it in\n\n   or\n\n   brush it on.", "Rub it in", "brush it on."),
        ("Rub it.\n\nor\n\nBrush it.\n\nor\n\nSpray it.", "Rub it.", "Brush it.; Spray it."),
        ("Rub it with a cloth\nor\na brush.", "Rub it with a cloth\nor\na brush.", None),
        ("Rub it.\nOr brush it.", "Rub it.\nOr brush it.", None),
    ],
)
def test_or_on_a_line_of_its_own_within_an_item_divides_two_ways_of_one_step(
    item, text, alternative
):
    steps = find_procedure(f"1. Mix it.\n2. {item}\n\n3. Warm it.\n4. Hang it up.").steps

    assert [step.text for step in steps] == ["Mix it.", text, "Warm it.", "Hang it up."]
    assert [step.alternative for step in steps] == [None, alternative, None, None]


@pytest.mark.parametrize(
    ("line", "title", "label"),
    [
        ("Knot: bowline", "Knot: bowline", None),
        ("Bowline", "Bowline", None),
        ("Bowline:", None, "Bowline"),
        ("For the collar", None, "For the collar"),
        ("Before you leave", None, "Before you leave"),
    ],
)
def test_a_line_above_all_steps_is_the_title_if_there_is_no_other(line, title, label):
    text = f"{line}\n\nmake a small loop near the end. pass the end through it. pull tight"
    procedure = find_procedure(text)

    assert procedure.title == title
    assert [step.label for step in procedure.steps] == [label] * 3
    assert find_procedure(text, title="Knots").title == "Knots"


def test_a_line_above_some_steps_is_no_title():
    procedure = find_procedure("pull the end out.\n\nBowline\n\nmake a small loop. pull tight")

    assert procedure.title is None


@pytest.mark.parametrize(
    ("below", "is_step"),
    [
        ("When done, wash the bowl.", True),
        ("**Once it's finished:** wash the bowl.", True),
        ("When you’re done, wash it.", True),
        ("When it is cold it is hard.", False),
    ],
)
def test_what_is_done_when_the_steps_are_done_is_a_step(below, is_step):
    steps = find_procedure(f"1. Mix it.\n2. Bake it.\n\nNo oven? Use a pan.\n\n{below}").steps

    assert len(steps) == 2 + is_step


@pytest.mark.parametrize(
    ("text", "title", "steps"),
    [
        ("Q: How do I wax it?\nA: Rub it in. Wait.", "How do I wax it?", ["Rub it in.", "Wait."]),
        ("Question: How do I wax it?\n\nAnswer: Rub it in.", "How do I wax it?", ["Rub it in."]),
        ("A: Rub it in.\nB: Wait.", None, ["A: Rub it in.", "B: Wait."]),
        ("Q: Who?\nA: the cook. Sit.", "Who?", ["A: the cook.", "Sit."]),
        ("1/ Rub it in\n2/ Wait", None, ["Rub it in", "Wait"]),
        ("Mix it.\n1/2 cup goes in. Stir.", None, ["Mix it.", "1/2 cup goes in.", "Stir."]),
    ],
)
def test_the_signs_of_an_answer_and_of_numbers_with_strokes_are_no_words(text, title, steps):
    procedure = find_procedure(text)

    assert procedure.title == title
    assert [step.text for step in procedure.steps] == steps


def test_a_worksheets_questions_are_no_steps():
    actions = "- Fill the jar at it.\n- Count the snails."
    text = f"Pond\n\n{actions}\n\nThink\n1. Why so few?\n2. Who ate?"

    assert steps(text) == ["Fill the jar at it.", "Count the snails."]
    assert steps("1. Why so few?\n2. Who ate?") == ["Why so few?", "Who ate?"]


@pytest.mark.parametrize(
    ("end", "is_step"),
    [("It keeps for a week.", False), ("Great with tea.", False), ("Wipe the table.", True)],
)
def test_remarks_below_instructions_are_no_steps(end, is_step):
    text = f"Cake\n\nBeat the eggs. Add the flour. Bake it for an hour.\n\n{end}"

    assert (steps(text)[3:] == [end]) is is_step


def test_things_named_above_the_first_number_are_materials():
    named = find_procedure("Tap\n\n- screwdriver, flat\n- washer\n\n1. Open it.\n2. Close it.")
    actions = find_procedure("Tap\n\n- Open the box\n- washer\n\n1. Open it.\n2. Close it.")
    tools = find_procedure("Tap\n\n- Tools: torch, tape\n\n1. Open it.\n2. Close it.")

    assert [entry.name for entry in named.materials] == ["screwdriver", "washer"]
    assert actions.materials == ()
    assert [entry.name for entry in tools.materials] == ["torch", "tape"]


def test_things_in_a_list_that_nothing_announces_are_materials() -> None:
    text = "Ripple\n\n- oscilloscope\n- probe with ground spring\n- banana leads (4)\n\n"
    procedure = find_procedure(f"{text}It is an old supply.\n\n1. Set it to 12 V.\n2. Turn it on.")

    assert [step.text for step in procedure.steps] == ["Set it to 12 V.", "Turn it on."]
    assert [(each.name, each.amount) for each in procedure.materials] == [
        ("oscilloscope", None), ("probe with ground spring", None), ("banana leads", "4"),
    ]  # fmt: skip


def test_letters_in_capitals_head_roman_numbers() -> None:
    text = "Potatoes\n\nA. INDOORS - in May\n\n   i. Stand them up.\n   ii. Check them.\n\n"
    procedure = find_procedure(f"{text}B. ON THE PLOT\n\n   iii. Dig a trench.\n   iv. Fill it.")

    assert [(step.text, step.label) for step in procedure.steps] == [
        ("Stand them up.", "INDOORS - in May"),
        ("Check them.", "INDOORS - in May"),
        ("Dig a trench.", "ON THE PLOT"),
        ("Fill it.", "ON THE PLOT"),
    ]


def test_a_time_of_day_is_no_number_of_a_section() -> None:
    log = " 16.15   Picked three colonies.\n 16.20   Tubes into the shaker"
    text = f"Log\n\n{log}\n\nWed\n\n 8.45   Spun."

    assert len(steps(text)) == 3


def test_a_line_below_a_goodbye_is_who_wrote_it() -> None:
    body = "Open the fridge. Read the scale. Write it down. Close the door."

    assert len(steps(f"{body}\n\nMany thanks to all of you.\n\nSr. Lee, Ward 5 / bleep 417")) == 4
