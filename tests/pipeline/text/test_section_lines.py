"""Lines that announce a section, and amounts with a sentence right below them."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.section_lines import with_sections


@pytest.mark.parametrize(
    ("last", "is_apart"), [("Stir it well.", True), ("2 tbsp. oil.", False), ("Stir it", False)]
)
def test_a_sentence_right_below_amounts_is_no_entry(last: str, is_apart: bool) -> None:
    text = f"Wax\n\n200 g wax\n3 g oil\n{last}\n\nWait."
    blocks = [block.text(text) for block in with_sections(text, find_blocks(text))]

    assert (last in blocks) is is_apart
