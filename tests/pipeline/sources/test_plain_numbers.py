"""Circled numbers and numbers in words in front of steps."""

from __future__ import annotations

import pytest

from pipeline.sources.plain_numbers import with_plain_numbers


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("① Rub it.\n  ②Wait.\n③ Stop.", "1. Rub it.\n  2. Wait.\n3. Stop."),
        ("① Rub it.\n② Wait.\n\n① Stop.", "1. Rub it.\n2. Wait.\n\n1. Stop."),
        ("⑨ Rub it.\n⑩ Wait.", "⑨ Rub it.\n⑩ Wait."),
        ("① Rub it.\n③ Wait.", "① Rub it.\n③ Wait."),
        ("① Rub it.\nLook at ② too.", "① Rub it.\nLook at ② too."),
        ("Step one: Rub it.\n\n## STEP Two\nWait.", "Step 1: Rub it.\n\n## STEP 2\nWait."),
        ("Step one foot back.\nWait.", "Step one foot back.\nWait."),
        ("Step two of it\nStep three", "Step two of it\nStep three"),
    ],
)
def test_numbers_are_figures_if_they_count(text: str, plain: str) -> None:
    assert with_plain_numbers(text) == plain
