"""Title, steps and alternatives of a whole text."""

from __future__ import annotations

import pytest

from pipeline.text.steps import find_procedure


def alternatives(text: str) -> list[tuple[str, str | None]]:
    return [(step.text, step.alternative) for step in find_procedure(text).steps]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Mix it.\n2. Or stir it.\n3. Bake it.",
         [("Mix it.", "Or stir it."), ("Bake it.", None)]),
        ("1. Or stir it.\n2. Bake it.", [("Or stir it.", None), ("Bake it.", None)]),
        ("1. Mix it.\n2. Or a.\n3. Or b.", [("Mix it.", "Or a.; Or b.")]),
        ("- Mix it.\n- Stir it.\n\nor\n\n- Boil it.\n- Eat it.",
         [("Mix it.", None), ("Stir it.", "Boil it."), ("Eat it.", None)]),
        ("Mix it.\n\nVariation: use  oil.\n\nBake it.",
         [("Mix it.", "Variation: use oil."), ("Bake it.", None)]),
        ("Variation: use oil.\n\nMix it.\n\nBake it.", [("Mix it.", None), ("Bake it.", None)]),
        ("Mix it.\n\nBake it.\n\nVariation: a.\n\nVariation: b.",
         [("Mix it.", None), ("Bake it.", "Variation: a.; Variation: b.")]),
        ("1. Mix it.\n2. Option 2: stir it.", [("Mix it.", "Option 2: stir it.")]),
        ("1. Mix it.\n2. Option 1: stir it.", [("Mix it.", None), ("Option 1: stir it.", None)]),
        ("1. Mix it.\n2. Oranges are cut.", [("Mix it.", None), ("Oranges are cut.", None)]),
    ],
)  # fmt: skip
def test_what_begins_with_or_is_an_alternative_to_the_step_above(
    text: str, expected: list[tuple[str, str | None]]
) -> None:
    assert alternatives(text) == expected


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("# Bread:\n\n1. Mix it.\n2. Bake it.", None, "Bread"),
        ("#  Rye   bread\n\n1. Mix it.\n2. Bake it.", None, "Rye bread"),
        ("# Bread\n\n1. Mix it.\n2. Bake it.", "Rolls", "Rolls"),
        ("1. Mix it.\n2. Bake it.", "Rolls", "Rolls"),
        ("1. Mix it.\n2. Bake it.", None, None),
    ],
)
def test_the_title_is_the_one_that_is_known_or_that_of_the_text(
    text: str, title: str | None, expected: str | None
) -> None:
    procedure = find_procedure(text, title=title)

    assert procedure.title == expected
    assert [step.text for step in procedure.steps] == ["Mix it.", "Bake it."]


def test_a_title_alone_is_a_step() -> None:
    (step,) = find_procedure("# Bread").steps

    assert (step.number, step.text, step.label) == (1, "Bread", None)


def test_each_step_has_the_label_that_begins_above_it() -> None:
    text = "# Tart\n\n- Wash.\n- Dry.\n\n## Dough\n\n- Mix.\n- Rest.\n\n## Oven\n\n- Bake."

    assert [step.label for step in find_procedure(text).steps] == [
        None, None, "Dough", "Dough", "Oven"
    ]  # fmt: skip
