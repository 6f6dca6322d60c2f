"""Several procedures in one text, and phases of one that are not several."""

import pytest

from pipeline.text.procedures import split_procedures

STEPS = "1. Mix it.\n2. Bake it.\n\n"


def titles(text: str) -> list[str | None]:
    return [part.title for part in split_procedures(text)]


@pytest.mark.parametrize(
    "text",
    [
        f"# Bread\n\n{STEPS}# Cake\n\n{STEPS}",
        f"# Two bakes\n\n## Bread\n\n{STEPS}## Cake\n\n{STEPS}",
        f"# Bakes\n\n## Bread\n\n### Method\n\n{STEPS}## Cake\n\n### Method\n\n{STEPS}",
        f"# Bread\n\nYou need:\n- flour\n\n{STEPS}# Cake\n\nYou need:\n- eggs\n\nMix. Bake.\n",
        f"Bread\n=====\n\n{STEPS}Cake\n====\n\n{STEPS}",
    ],
)
def test_sections_that_stand_alone_are_procedures_with_their_titles(text: str) -> None:
    assert titles(text) == ["Bread", "Cake"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Mix it. Bake it.",
        f"# Bread\n\n{STEPS}",
        f"# Bread\n\n## Dough\n\n{STEPS}## Oven\n\n{STEPS}",
        f"# Two bakes\n\n## Bread\n\n{STEPS}## Cake\n\n3. Mix it.\n4. Bake it.\n",
        f"# Day 1\n\n{STEPS}# Day 2\n\n{STEPS}",
        f"# 1 PURPOSE\n\nIt is clean.\n\n# 6 PROCEDURE\n\n## Stop\n\n{STEPS}## Start\n\n{STEPS}",
        f"# Bakes\n\n## Materials\n\n### Icing\n\nYou need:\n- sugar\n\nMix it.\n\n"
        f"### Dough\n\nYou need:\n- flour\n\nKnead it.\n\n## Protocol\n\n{STEPS}",
        f"# Ingredients\n\n- flour\n- water\n\n# Method\n\n{STEPS}# Notes\n\n- Warm.\n- Cold.\n",
        "# Step 1: Mix\n\nStir.\n\n# Step 2: Bake\n\nWait.\n",
    ],
)
def test_phases_and_parts_of_one_procedure_stay_together(text: str) -> None:
    (part,) = split_procedures(text)

    assert (part.title, part.text) == (None, text)


def test_the_parts_are_the_whole_text_but_for_an_introduction_to_all() -> None:
    text = f"Here are two.\n\n# Bread\n\n{STEPS}## Notes\n\nKeep dry.\n\n# Cake\n\n{STEPS}"

    parts = split_procedures(text)

    assert "Here are two.\n\n" + "".join(part.text for part in parts) == text
    assert parts[0].text.endswith("Keep dry.\n\n")


def test_tables_of_materials_under_two_headings_are_one_procedure():
    text = (
        "# Ale\n\n## Grain\n\nMaterials:\n\n- 3 kg malt\n\n## Hops\n\nMaterials:\n\n- 15 g hops\n\n"
        "## Brew day\n\n1. Boil it.\n2. Cool it."
    )

    assert len(split_procedures(text)) == 1


def test_notes_with_several_jobs_are_several_procedures():
    job = "## {}\n\nTools:\n- pliers\n\n1. Heat it.\n2. Pull it.\n\n"
    text = "# Printer notes\n\n" + job.format("Cold pull") + job.format("Nozzle")

    assert [part.title for part in split_procedures(text)] == ["Cold pull", "Nozzle"]


def test_operations_of_a_work_instruction_are_one_procedure() -> None:
    text = f"# Housing\n\n## Op 10 – Mill\n\nTools:\n- drill\n\n{STEPS}"

    assert titles(f"{text}## Op 20 – Turn\n\nTools:\n- bar\n\n{STEPS}") == [None]


@pytest.mark.parametrize(
    "needs",
    [
        "You need: wax, a cloth",
        "Yield 2 l   Keeps 3 days\n\n- 2 g wax\n- 3 g oil",
    ],
)
def test_lines_above_one_line_or_bullets_of_materials_are_titles(needs: str) -> None:
    joint = "\n" if needs.startswith("Yield") else "\n\n"
    text = "".join(
        f"{name}{joint}{needs}\n\nRub it in well. Wait for a day.\n\n"
        for name in ("Waxing a table", "Oiling a door")
    )

    assert titles(text) == ["Waxing a table", "Oiling a door"]


def test_lines_above_bullets_are_no_titles_without_facts_below_them() -> None:
    text = (
        "Pie with mash\n\nBoil them.\n\nPie\n\n- 2 eggs\n\nBake it.\n\nMash\n\n- 1 egg\n\nBeat it."
    )

    assert titles(text) == [None]
