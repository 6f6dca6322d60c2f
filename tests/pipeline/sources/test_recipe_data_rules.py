"""What the data of a page say of a procedure, and what is added from the page."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest

pytest.importorskip("bs4")

from pipeline.sources.page_tree import parsed
from pipeline.sources.recipe_data import DescribedProcedure, described_procedure

Steps = tuple[tuple[str, list[str]], ...]


def described(
    record: dict[str, Any], kind: Literal["HowTo", "Recipe"] = "HowTo"
) -> DescribedProcedure | None:
    script = f"<script type='application/ld+json'>{json.dumps(record)}</script>"
    return described_procedure(parsed(script), kind=kind)


def guide(*steps: object, **others: Any) -> dict[str, Any]:
    return {"@type": "HowTo", "name": "Wax", "step": list(steps), **others}


def sections(*steps: object) -> list[tuple[str, list[str]]]:
    procedure = described(guide(*steps))
    assert procedure is not None
    return list(procedure.sections)


def first_step(step: object) -> str:
    return sections(step, "Wait.")[0][1][0]


def made(*steps: tuple[str, list[str]]) -> DescribedProcedure:
    return DescribedProcedure("Wax", (), tuple(steps))


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"name": "Rub it", "text": "Take wax."}, "Rub it: Take wax."),
        ({"name": "Rub it.", "text": "Take wax."}, "Rub it: Take wax."),
        ({"name": "Rub it:", "text": "Take wax."}, "Rub it: Take wax."),
        ({"name": "Rub", "text": "Rub it all."}, "Rub it all."),
        ({"name": "RUB it …", "text": "Rub it all."}, "Rub it all."),
        ({"name": "Rub it...", "text": "Rub it all."}, "Rub it all."),
        ({"name": "Step 1:", "text": "Rub it."}, "Rub it."),
        ({"name": "Step 1 of it", "text": "Rub it."}, "Step 1 of it: Rub it."),
        ({"name": "Rub it"}, "Rub it"),
        ({"text": "Rub it."}, "Rub it."),
        ({"description": "Rub it."}, "Rub it."),
        ({"text": "Rub it.", "description": "All."}, "Rub it."),
        ({"text": "Rub", "itemListElement": [{"text": "it"}, "all."]}, "Rub it all."),
        ({"itemListElement": {"text": "Rub it."}}, "Rub it."),
        ({"item": {"text": "Rub it."}}, "Rub it."),
        ({"item": "Oil", "text": "Rub it."}, "Rub it."),
        ({"text": "<p>Rub</p><p>it.</p>"}, "Rub it."),
        ({"text": "Rub &amp; wax."}, "Rub & wax."),
        ({"text": "2 &lt; 3"}, "2 < 3"),
        ("Rub it.", "Rub it."),
        (7, "7"),
        (1.5, "1.5"),
    ],
)
def test_a_step_has_its_text_below_its_title(step: object, words: str) -> None:
    assert first_step(step) == words


@pytest.mark.parametrize(
    "step",
    [
        {"@type": "HowToTip", "text": "Rest."},
        {"name": "Step 1"},
        {},
        True,
        None,
        "",
        " \n ",
        {"item": {"@type": "HowToTip", "text": "Rest."}},
    ],
)
def test_tips_and_empty_steps_are_none(step: object) -> None:
    assert sections("Rub it.", step, "Wait.") == [("", ["Rub it.", "Wait."])]


def section(name: str, *steps: object, key: str = "itemListElement") -> dict[str, Any]:
    return {"@type": "HowToSection", "name": name, key: list(steps)}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([section("A", "Rub."), section("B", "Oil.")], [("A", ["Rub."]), ("B", ["Oil."])]),
        (["Rub.", section("B", "Oil."), "Wait."],
         [("", ["Rub."]), ("B", ["Oil."]), ("", ["Wait."])]),
        ([section("A", "Rub.", section("B", "Oil."))], [("A", ["Rub.", "Oil."])]),
        ([section("A", ["Rub.", ["Oil."]])], [("A", ["Rub.", "Oil."])]),
        ([section("A", "Rub.", key="steps"), "Oil."], [("A", ["Rub."]), ("", ["Oil."])]),
        ([section("A", "Rub.", key="step"), "Oil."], [("A", ["Rub."]), ("", ["Oil."])]),
        ([section("A", "Rub.", key="text"), "Oil."], [("A", ["Rub."]), ("", ["Oil."])]),
        ([section("A"), "Rub.", "Oil."], [("A", []), ("", ["Rub.", "Oil."])]),
        ([["Rub."], "Oil.\nWait."], [("", ["Rub.", "Oil.", "Wait."])]),
    ],
)  # fmt: skip
def test_sections_hold_their_steps_in_order(
    steps: list[object], expected: list[tuple[str, list[str]]]
) -> None:
    assert sections(*steps) == expected


@pytest.mark.parametrize(
    ("supply", "entries"),
    [
        ("wax", ("wax",)),
        (["wax", "", None, "oil"], ("wax", "oil")),
        ({"name": "wax", "requiredQuantity": 2}, ("2 wax",)),
        ({"name": "wax", "requiredQuantity": "2 g"}, ("2 g wax",)),
        ({"name": "wax", "requiredQuantity": {"value": 2, "unitText": "g"}}, ("2 g wax",)),
        ({"name": "wax", "requiredQuantity": {"value": 2}}, ("2 wax",)),
        ({"name": "wax", "requiredQuantity": {"unitText": "g"}}, ("g wax",)),
        ("wax, ", ("wax",)),
        ("wax ((2 g), soft)", ("wax (2 g), soft",)),
        (None, ()),
    ],
)
def test_what_is_needed_may_have_a_quantity(supply: object, entries: tuple[str, ...]) -> None:
    procedure = described(guide("Rub.", "Wait.", supply=supply))

    assert procedure is not None
    assert procedure.materials == ((("Ingredients", entries),) if entries else ())


def test_tools_stand_below_what_is_used_up() -> None:
    procedure = described(guide("Rub.", "Wait.", supply="wax", tool=["rag", "tin"]))

    assert procedure is not None
    assert procedure.name == "Wax"
    assert procedure.materials == (("Ingredients", ("wax",)), ("Equipment", ("rag", "tin")))


@pytest.mark.parametrize(
    ("record", "is_read"),
    [
        (guide("Rub.", "Wait."), True),
        (guide("Rub."), False),
        (guide("Rub … all.", "Wait."), True),
        (guide("Rub.", "Wait…"), False),
        (guide("Rub.", "Wait..."), False),
        (guide("Rub.", "Wait.") | {"@type": "Article"}, False),
        (guide("Rub.", "Wait.") | {"@type": ["Article", "HowTo"]}, True),
        (guide("Rub.", "Wait.") | {"@type": "https://schema.org/HowTo"}, True),
        (guide(section("A"), "Rub.", "Wait."), True),
        ({"@graph": [guide("Rub.", "Wait."), guide("Oil.", "Sit.", name="Oil")]}, False),
        ({"@graph": [guide("Rub.", "Wait."), guide("Oil.", name="Oil")]}, True),
        ({"a": {"b": [[guide("Rub.", "Wait.")]]}}, True),
    ],
)
def test_one_procedure_of_two_whole_steps_is_read(record: dict[str, Any], is_read: bool) -> None:
    assert (described(record) is not None) is is_read


@pytest.mark.parametrize(
    ("others", "is_read"),
    [
        ({"recipeIngredient": ["wax"]}, True),
        ({"ingredients": ["wax"]}, True),
        ({"supply": ["wax"]}, True),
        ({}, False),
        ({"tool": ["rag"]}, True),
    ],
)
def test_a_recipe_needs_materials(others: dict[str, Any], is_read: bool) -> None:
    recipe = {"@type": "Recipe", "name": "Wax", "recipeInstructions": ["Rub.", "Wait."], **others}

    assert (described(recipe, "Recipe") is not None) is is_read
    assert described(recipe, "HowTo") is None


def test_a_recipe_has_steps_in_each_of_its_sections() -> None:
    recipe = {"@type": "Recipe", "name": "Wax", "recipeIngredient": "wax"}

    assert described(recipe | {"step": ["Rub.", "Wait."]}, "Recipe") is not None
    assert described(recipe | {"step": [section("A"), "Rub.", "Wait."]}, "Recipe") is None


def test_a_text_has_a_procedure_if_it_says_each_step() -> None:
    procedure = made(("", ["Rub  it.", "Wait."]))

    assert procedure.is_in("First: Rub\nit. Then: Wait.")
    assert not procedure.is_in("Rub it.")
    assert procedure.steps == ["Rub  it.", "Wait."]


@pytest.mark.parametrize(
    ("page", "labels"),
    [
        ("## Wood\n\n1. Rub.\n\n## Iron\n\n2. Oil.\n", ["Wood", "Iron"]),
        ("## Wood:\n\n1. Rub.\n\n## Method\n\n2. Oil.\n", ["Wood", ""]),
        ("## Wood\n\n1. Rub.\n\n## Wood\n\n2. Oil.\n", [""]),
        ("## Wood\n\n1. Rub.\n\n## Step 2\n\nOil.\n\n## Iron\n", [""]),
        ("## Wood\n\n1. Rub.\n\n## Iron\n\n2. Wait.\n", [""]),
        ("## Iron\n\n2. Oil.\n\n## Wood\n\n1. Rub.\n", [""]),
        ("1. Make the wax\n  1. Rub.\n2. Make the oil\n  1. Oil.\n",
         ["Make the wax", "Make the oil"]),
        ("1. Rub.\n\n# Iron\n\n2. Oil.\n", ["", "Iron"]),
        ("a# Wood\n\nRub.\n\n## Iron\n\n2. Oil.\n", ["", "Iron"]),
    ],
)  # fmt: skip
def test_headings_of_the_page_label_the_steps_below_them(page: str, labels: list[str]) -> None:
    procedure = made(("", ["Rub.", "Oil."])).completed(page)

    assert [label for label, _ in procedure.sections] == labels
    assert procedure.steps == ["Rub.", "Oil."]


def test_sections_of_the_data_keep_their_names() -> None:
    procedure = made(("Tin", ["Rub."]), ("", ["Oil."]))

    assert procedure.completed("## Wood\n\nRub.\n\n## Iron\n\nOil.\n").sections == (
        procedure.sections
    )


@pytest.mark.parametrize(
    ("page", "materials"),
    [
        ("## Equipment\n\n- rag\n- tin\n\n## Wax\n\n- wax\n", [("Equipment", ("rag", "tin"))]),
        ("## Kitchen tools:\n\n- rag\n", [("Kitchen tools:", ("rag",))]),
        ("## Equipment\n\nA rag.\n", []),
        ("Equipment\n\n- rag\n", []),
        ("## My old tools\n\n- rag\n", []),
    ],
)
def test_equipment_of_the_page_is_added(
    page: str, materials: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert list(made(("", ["Rub.", "Oil."])).completed(page).materials) == materials


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ((("", ["Rub.", "Oil."]),), "1. Rub.\n2. Oil."),
        ((("A", ["Rub."]), ("B", ["Oil."])), "### A\n\n1. Rub.\n\n### B\n\n2. Oil."),
        ((("", ["Rub."]), ("B", ["Oil."])), "1. Rub.\n\n### B\n\n2. Oil."),
        ((("A", ["Rub."]), ("", ["Oil."])), "### A\n\n1. Rub.\n\n### Method\n\n2. Oil."),
    ],
)
def test_an_outline_has_the_title_and_numbers_that_run_on(steps: Steps, text: str) -> None:
    procedure = DescribedProcedure("Wax", (("Tools", ("rag",)),), steps)

    assert procedure.outline("").text() == f"# Wax\n\n## Tools\n\n- rag\n\n## Method\n\n{text}\n"
    assert procedure.outline("Oil").text().startswith("# Oil\n")
