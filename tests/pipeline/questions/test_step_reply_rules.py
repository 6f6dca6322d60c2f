"""Steps that a reply quotes, what a document lists, and names that are nearly those of it."""

from __future__ import annotations

import pytest

from pipeline.questions.name_match import close_names
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.step_replies import describe_step, list_materials, list_steps_naming
from tests.pipeline.questions.test_quantity_rules import opened

STEPS = [
    {"step": 1, "text": "Pour the tea."},
    {"step": 2, "text": "Stir the Green teas."},
    {"step": 3, "text": "Drink green tea."},
]


@pytest.mark.parametrize(
    ("relation", "step", "sentence"),
    [
        ("at", 2, "Step 2: “Stir it.”."),
        ("after", 2, "Step 3: “Drink it.”."),
        ("before", 2, "Step 1: “Pour it.”."),
        ("after", 4, "There is no such step."),
    ],
)
def test_a_step_is_quoted_at_or_next_to_another(relation, step, sentence):
    texts = ("Pour it.", "Stir it.", "Drink it.", "Wash up.")
    document = opened(steps=[{"step": n, "text": text} for n, text in enumerate(texts, 1)])

    reply = describe_step(document, ParsedQuestion("", "", time=Time(relation, step)), {})

    assert reply.sentence == sentence


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ({"amount": "2", "unit": "g", "material": "salt", "note": "fine"}, "2 g salt (fine)"),
        ({"amount": None, "unit": None, "material": "salt", "note": None}, "salt"),
        ({"amount": "2", "unit": "", "material": "eggs", "note": ""}, "2 eggs"),
    ],
)
def test_a_material_is_shown_with_what_is_known_of_it(row, shown):
    reply = list_materials(opened(materials=[row]), ParsedQuestion("", ""), {})

    assert (reply.sentence, list(reply.rows)) == (f"Listed: {shown}.", [row])


@pytest.mark.parametrize(
    ("thing", "steps", "start"),
    [
        ("the green tea", [2, 3], "Steps 2 and 3 name the green tea; step 2: “Stir the Green"),
        ("tea drink", [3], "Step 3 names tea drink; step 3: “Drink green tea.”."),
        ("teas", [1, 2, 3], "Steps 1, 2 and 3 name teas; "),
        ("It", [2, 3], "Steps 2 and 3 name It; "),
    ],
)
def test_the_steps_with_most_words_of_a_name_are_quoted_in_order(thing, steps, start):
    rows = STEPS[::-1] if thing != "It" else [{"step": n, "text": "See it."} for n in (3, 2)]

    reply = list_steps_naming(opened(steps_naming=rows), ParsedQuestion("", "", thing=thing), {})

    assert [row["step"] for row in reply.rows] == steps
    assert reply.sentence.startswith(start)


NAMES = {name: (name,) for name in ("hot green tea", "red cup of milk", "saucer", "tea spoon")}


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        ("green tea", ["hot green tea"]),
        ("very hot green tea", ["hot green tea"]),
        ("cold green tea", []),
        ("cup", ["red cup of milk"]),
        ("milk", []),
        ("saucr", ["saucer"]),
        ("sauser", []),
        ("saucepan", []),
        ("spoon", ["tea spoon"]),
        ("The Saucers", ["saucer"]),
    ],
)
def test_a_name_has_the_same_head_and_no_other_words_or_nearly_the_spelling(name, matches):
    assert close_names(name, NAMES) == matches
