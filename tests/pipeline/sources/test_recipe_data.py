"""What a page says in data for search engines is its text, if it is one procedure."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("bs4")

from pipeline.sources.html import html_text
from pipeline.sources.results import UnusableSource

BREAD = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    "name": "Bread",
    "recipeIngredient": ["500 g flour", "1 tsp salt"],
    "recipeInstructions": [
        {"@type": "HowToStep", "text": "Mix it."},
        {"@type": "HowToStep", "text": "Bake it."},
    ],
}
INGREDIENTS = "# Bread\n\n## Ingredients\n\n- 500 g flour\n- 1 tsp salt\n\n## Method\n\n"
IN_PAGE = "Bread is easy."


def page(*scripts: str, body: str = f"<p>{IN_PAGE}</p>") -> str:
    data = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return html_text(f"<html><head>{data}</head><body>{body}</body></html>".encode()).strip()


def text(*records: object) -> str:
    return page(*map(json.dumps, records))


def bread(*instructions: object, **others: Any) -> dict[str, Any]:
    return BREAD | {"recipeInstructions": list(instructions)} | others


def step(text: str, **others: Any) -> dict[str, Any]:
    return {"@type": "HowToStep", "text": text, **others}


@pytest.mark.parametrize(
    "data",
    [
        BREAD,
        [BREAD],
        {"@graph": [{"@type": "WebPage", "name": "Bread"}, BREAD]},
        {"@type": "WebPage", "mainEntity": BREAD | {"@type": ["Recipe", "NewsArticle"]}},
        BREAD | {"@type": "http://schema.org/Recipe"},
        bread("Mix it.", "Bake it."),
        bread([step("Mix it."), step("Bake it.")]),
        BREAD | {"recipeInstructions": "Mix it.\nBake it."},
        BREAD | {"recipeInstructions": "<p>Mix it.</p>Bake it."},
        BREAD | {"recipeInstructions": "<ol><li>Mix it.</li><li>Bake it.</li></ol>"},
        BREAD
        | {
            "recipeInstructions": {
                "@type": "ItemList",
                "itemListElement": [step("Mix it."), step("Bake it.")],
            }
        },
        bread(step("<p>Mix&nbsp;it.</p>"), step("&lt;b&gt;Bake&lt;/b&gt; it.")),
        bread(step("Mix it.", name="Mix it"), step("Bake it.", name="Step 2")),
        bread(*[{"@type": "HowToStep", "description": each} for each in ("Mix it.", "Bake it.")]),
        bread({"@type": "ListItem", "item": step("Mix it.")}, {"itemListElement": ["Bake it."]}),
        bread(step("", name="Mix it."), step("Bake it."), {"@type": "HowToTip", "text": "Wait."}),
    ],
)
def test_a_recipe_is_found_in_each_of_its_forms(data: object) -> None:
    assert text(data) == f"{INGREDIENTS}1. Mix it.\n2. Bake it."


def test_the_same_recipe_may_be_described_twice() -> None:
    assert text(BREAD, BREAD) == text(BREAD)


def test_a_recipe_without_instructions_is_no_second_one() -> None:
    assert text(BREAD, {"@type": "Recipe", "name": "Buns", "url": "/buns"}) == text(BREAD)


def test_sections_are_headings_and_their_numbers_run_on() -> None:
    dough = {"@type": "HowToSection", "name": "Dough", "itemListElement": [step("Mix it.")]}

    assert text(bread(dough, step("Bake it."), step("Eat it."))) == (
        f"{INGREDIENTS}### Dough\n\n1. Mix it.\n\n### Method\n\n2. Bake it.\n3. Eat it."
    )


def test_a_guide_is_read_if_the_page_has_no_text_with_titles_and_without_tips() -> None:
    tape = {"@type": "HowToSupply", "name": "tape"}
    guide = {
        "@type": "HowTo",
        "name": "Repair a pipe",
        "supply": [tape | {"requiredQuantity": {"value": 2, "unitText": "m"}}, "glue"],
        "tool": {"@type": "HowToTool", "name": "knife"},
        "step": [
            {
                "@type": "HowToStep",
                "name": "Cut the tape",
                "itemListElement": [
                    {"@type": "HowToDirection", "text": "Measure it."},
                    {"@type": "HowToTip", "text": "Twice."},
                    {"@type": "HowToDirection", "text": "Cut it."},
                ],
            },
            step("Wind it around the pipe."),
        ],
    }

    in_page = page(json.dumps(guide))
    alone = page(json.dumps(guide), body="<div id=root></div>")

    assert in_page == IN_PAGE  # data of a guide are often a summary of what the page says
    assert alone == (
        "# Repair a pipe\n\n## Ingredients\n\n- 2 m tape\n- glue\n\n## Equipment\n\n- knife\n\n"
        "## Method\n\n1. Cut the tape: Measure it. Cut it.\n2. Wind it around the pipe."
    )


@pytest.mark.parametrize(
    "scripts",
    [
        ["{", ""],
        ["[" * 100_000],
        [json.dumps(BREAD), json.dumps(BREAD | {"name": "Buns"})],
        [json.dumps(bread(step("Mix it. Bake it.")))],
        [json.dumps(bread(step("Mix it."), step("Bake it for …")))],
        [json.dumps(BREAD | {"@type": "Article"})],
        [json.dumps(BREAD | {"recipeIngredient": None})],
        [
            json.dumps(
                bread({"@type": "HowToSection", "name": "Dough"}, step("Mix."), step("Bake."))
            )
        ],
        [json.dumps(BREAD | {"recipeInstructions": None})],
        [json.dumps(BREAD | {"recipeInstructions": [True, {}, 7]})],
        ["null"],
    ],
)
def test_data_that_describe_no_procedure_or_several_leave_the_page_as_it_is(
    scripts: list[str],
) -> None:
    assert page(*scripts) == IN_PAGE


def test_lists_within_lists_of_any_depth_are_read() -> None:
    deep: list[Any] = [step("Bake it.")]
    for _ in range(400):
        deep = [deep]

    assert text(bread(step("Mix it."), deep)) == text(BREAD)


def test_a_page_of_scripts_has_the_text_of_its_data() -> None:
    data = f'<script type="application/ld+json">{json.dumps(BREAD)}</script>'

    assert html_text(f"<body><div id=root></div>{data}</body>".encode()).startswith(INGREDIENTS)
    with pytest.raises(UnusableSource, match="is a page without text of its own"):
        html_text(b"<body><div id=root></div></body>")


@pytest.mark.parametrize(
    "body",
    [
        "<h3>Dough:</h3><ol><li>Mix it.</li></ol><h3>Oven</h3><h4>Step 1</h4><p>Bake it.</p>",
        "<ol><li><h3>Dough</h3><ol><li>Mix it.</li></ol></li>"
        "<li><h3>Oven</h3><ol><li>Bake it.</li></ol></li></ol>",
    ],
)
def test_headings_of_the_page_are_the_labels_of_steps_that_have_none(body: str) -> None:
    labelled = f"{INGREDIENTS}### Dough\n\n1. Mix it.\n\n### Oven\n\n2. Bake it."

    assert page(json.dumps(BREAD), body=body) == labelled
    own = {"@type": "HowToSection", "name": "All", "itemListElement": BREAD["recipeInstructions"]}
    assert "### All\n\n1. Mix it.\n2. Bake it." in page(json.dumps(bread(own)), body=body)


def test_one_heading_over_all_steps_is_no_label_and_nor_is_one_over_other_words() -> None:
    steps = "<ol><li>Mix it.</li><li>Bake it.</li></ol>"

    assert page(json.dumps(BREAD), body=f"<h3>Bread</h3>{steps}") == text(BREAD)
    assert page(json.dumps(BREAD), body="<h3>Dough</h3><p>Mix it.</p><p>Eat it.</p>") == text(BREAD)


def test_a_card_that_says_the_same_is_read_instead_for_what_it_has_besides() -> None:
    tools = "<h3>Equipment</h3><ul><li>bowl</li></ul>"
    card = f"<div class=recipe-card>{tools}<ol><li>Mix  it.</li><li>Bake it.</li></ol></div>"

    assert page(json.dumps(BREAD), body=card) == (
        "### Equipment\n\n- bowl\n\n1. Mix it.\n2. Bake it."
    )
    assert page(json.dumps(bread("Mix it.", "Rest it.", "Bake it.")), body=card) == (
        f"{INGREDIENTS}1. Mix it.\n2. Rest it.\n3. Bake it.".replace(
            "## Method", "## Equipment\n\n- bowl\n\n## Method"
        )
    )


def test_brackets_within_brackets_of_an_entry_are_two_notes() -> None:
    recipe = BREAD | {"recipeIngredient": ["1 cup milk ((300 ml), warm)", "salt ((fine))"]}

    assert "- 1 cup milk (300 ml), warm\n- salt (fine)\n" in text(recipe)


def test_sections_may_have_a_text_or_steps_of_their_own() -> None:
    dough = {"@type": "HowToSection", "name": "Dough", "text": "Mix it."}
    oven = {"@type": "HowToSection", "name": "Oven"}

    for key in ("steps", "step"):
        assert text(bread(dough, oven | {key: [step("Bake it.")]})) == (
            f"{INGREDIENTS}### Dough\n\n1. Mix it.\n\n### Oven\n\n2. Bake it."
        )


def test_the_equipment_that_data_lack_is_that_of_the_page() -> None:
    tools = "<h2>Equipment</h2><ul><li>bowl</li></ul><h2>Tips</h2><ul><li>Rest it.</li></ul>"

    with_tools = page(json.dumps(BREAD), body=f"<h1>Bread</h1>{tools}<p>Easy.</p>")
    assert with_tools == text(BREAD).replace("## Method", "## Equipment\n\n- bowl\n\n## Method")
    assert page(json.dumps(BREAD), body="<h2>Equipment</h2><p>A bowl.</p>") == text(BREAD)


def test_broken_marks_in_data_are_text() -> None:
    assert "1. Mix <![foo[ it.\n2. Bake it." in text(bread("Mix <b><![foo[ it.", "Bake it."))


def test_a_guide_is_read_below_a_title_without_text() -> None:
    guide = {"@type": "HowTo", "name": "Pipe", "step": ["Cut it.", "Wind it."]}

    assert page(json.dumps(guide), body="<h1>Pipe</h1><div id=app></div><ul></ul>") == (
        "# Pipe\n\n## Method\n\n1. Cut it.\n2. Wind it."
    )
