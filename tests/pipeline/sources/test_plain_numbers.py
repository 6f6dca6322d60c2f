"""Circled numbers and numbers in words in front of steps."""

from __future__ import annotations

import pytest

from pipeline.sources.plain_numbers import with_plain_numbers


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "① Rub it in.\n  ②Wait a day.\n③ Stop now.",
            "1. Rub it in.\n  2. Wait a day.\n3. Stop now.",
        ),
        (
            "① Rub it in.\n② Wait a day.\n\n① Stop it now.",
            "1. Rub it in.\n2. Wait a day.\n\n1. Stop it now.",
        ),
        ("⑨ Rub it.\n⑩ Wait.", "⑨ Rub it.\n⑩ Wait."),
        ("① Rub it.\n③ Wait.", "① Rub it.\n③ Wait."),
        ("① lever\n② stop screw\n③ table", "① lever\n② stop screw\n③ table"),
        ("① Rub it.\nLook at ② too.", "① Rub it.\nLook at ② too."),
        ("Step one: Rub it.\n\n## STEP Two\nWait.", "Step 1: Rub it.\n\n## STEP 2\nWait."),
        ("Step one foot back.\nWait.", "Step one foot back.\nWait."),
        ("Step two of it\nStep three", "Step two of it\nStep three"),
    ],
)
def test_numbers_are_figures_if_they_count(text: str, plain: str) -> None:
    assert with_plain_numbers(text) == plain


def test_circled_numbers_within_a_paragraph_begin_lines() -> None:
    text = "\u2460 Weigh it, wash it. \u2461 Dry it\nwell. \u2462 Fold it."

    assert with_plain_numbers(text).splitlines() == [
        "1. Weigh it, wash it. ",
        "2. Dry it",
        "well. ",
        "3. Fold it.",
    ]
    assert with_plain_numbers("Turn \u2461 and \u2463 off.") == "Turn \u2461 and \u2463 off."
