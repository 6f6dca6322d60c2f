"""Labels of steps: which headings, lines and items stand above them, and where that ends."""

from __future__ import annotations

import pytest

from pipeline.text.steps import find_procedure


def labelled(text: str) -> list[tuple[str, str | None]]:
    return [(step.text, step.label) for step in find_procedure(text).steps]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("# Tart\n\n## Dough\n\n- Mix.\n- Rest.\n\n## Filling\n\n- Cook.\n- Fill.",
         [("Mix.", "Dough"), ("Rest.", "Dough"), ("Cook.", "Filling"), ("Fill.", "Filling")]),
        ("# Tart\n\n## Method\n\n- Mix.\n- Rest.", [("Mix.", None), ("Rest.", None)]),
        ("For the dough:\n- Mix.\n- Rest.\n\nFor the filling:\n- Cook.\n- Fill.",
         [("Mix.", "For the dough"), ("Rest.", "For the dough"),
          ("Cook.", "For the filling"), ("Fill.", "For the filling")]),
        ("1. Mix.\n2. Rest.\n3. Bake.", [("Mix.", None), ("Rest.", None), ("Bake.", None)]),
        ("# Tart\n\n# Our tart\n\n- Mix.\n- Rest.", [("Mix.", None), ("Rest.", None)]),
        ("# Tart\n\n## Tart\n\n- Mix.\n- Rest.\n\n## Cream\n\n- Whip.\n- Serve.",
         [("Mix.", None), ("Rest.", None), ("Whip.", "Cream"), ("Serve.", "Cream")]),
    ],
)  # fmt: skip
def test_headings_and_lines_above_steps_are_their_labels(text, steps):
    assert labelled(text) == steps


def test_an_item_that_ends_with_a_colon_is_the_label_of_what_is_nested_under_it():
    text = "- Make the sauce:\n  - Melt butter.\n  - Add flour.\n- Boil pasta.\n- Serve."

    assert labelled(text) == [
        ("Melt butter.", "Make the sauce"),
        ("Add flour.", "Make the sauce"),
        ("Boil pasta.", None),
        ("Serve.", None),
    ]


def test_a_numbered_heading_above_items_is_their_label():
    text = "## Step 1: Dough\n\n- Mix.\n- Rest.\n\n## Step 2: Bake\n\n- Heat.\n- Bake."

    assert [label for _, label in labelled(text)] == ["Dough", "Dough", "Bake", "Bake"]


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("No worries, it's easy", None),
        ("No worries, it is really quick", None),
        ("Hi all, here is the recipe", None),
        ("It goes like this", None),
        ("It goes as follows", None),
        ("Like this one", "Like this one"),
        ("What you do", None),
        ("What you do at night", "What you do at night"),
        ("Ok so", None),
        ("Well done", None),
        ("Well done on top", "Well done on top"),
        ("If it's easy to reach", "If it's easy to reach"),
        ("When it is quick to open", "When it is quick to open"),
        ("Once it's cold", "Once it's cold"),
        ("For the collar", "For the collar"),
        ("(The coat of Ann)", None),
        ("_(The coat of Ann)_", None),
        ("The coat (of Ann)", "The coat (of Ann)"),
    ],
)
def test_a_line_that_only_leads_to_the_steps_is_no_label(line, label):
    text = f"Wax a coat\n\n{line}:\n\nRub the wax in with a cloth. Warm it with a dryer."

    assert [step.label for step in find_procedure(text).steps] == [label, label]
