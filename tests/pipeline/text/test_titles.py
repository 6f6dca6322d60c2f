"""The title of a text is its first heading, or a first line that clearly is one."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.titles import find_title, without_title


def title(text: str) -> str | None:
    span = find_title(text, find_blocks(text))
    return None if span is None else text[slice(*span)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Bread\n\nMix it.", "Bread"),
        ("Mix it first.\n\n# Bread\n\nBake it.", "Bread"),
        ("# Ingredients\n\n- flour", None),
        ("Bread\n\nMix it.", "Bread"),
        ("Bread\n\n- Mix", "Bread"),
        ("Bread", None),
        ("Bread\n\nMix\n\nBake", None),  # no line has a full stop
        ("Bread.\n\nMix it.", None),
        ("Bread,\n\nMix it.", None),
        ("Ingredients\n\nMix it.", None),
        ("How is bread made?\nMix it. Bake it.", "How is bread made?"),
        ("Bread\nMix it.\nBake it.", "Bread"),
        ("Bread\nmix it.\nBake it.", None),
        ("Our bread of wheat\nMix all of the flour and the water well\nand bake it.",
         "Our bread of wheat"),
        ("Bread of wheat\nMix all of it\nand bake", None),
        ("The bread:\n\nMix it.", "The bread:"),
        ("For the bread:\n\nMix it.", None),
        ("The very best bread:\n\nMix it.", None),
        ("The bread:\nMix it. Bake it.", None),
        ("(Bread)\n\nMix it.", None),
        (f"{'bread ' * 12}\n\nMix it.", "bread " * 11 + "bread"),
        (f"{'bread ' * 13}\n\nMix it.", None),
        (f"{'b' * 80}\n\nMix it.", "b" * 80),
        (f"{'b' * 81}\n\nMix it.", None),
    ],
)  # fmt: skip
def test_a_title_is_a_heading_or_stands_out(text, expected):
    assert title(text) == expected


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("# Bread\n\nMix it.", ["Mix it."]),
        ("Bread\nMix it.\nBake it.", ["Mix it.\nBake it."]),
        ("Flour.\n\n# Bread\n\nMix it.", ["Flour.", "Mix it."]),
    ],
)
def test_the_rest_of_a_text_is_without_its_title(text, rest):
    blocks = find_blocks(text)
    span = find_title(text, blocks)
    assert span is not None

    left = without_title(text, blocks, span)

    assert [block.text(text) for block in left] == rest
    if text.startswith("Bread\nMix"):
        assert left[0].lines == 2 and left[0].start == len("Bread\n")
