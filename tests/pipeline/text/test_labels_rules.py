"""Where labels of steps begin and end."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.labels import find_labels, with_labels


def labels(text: str, title: str | None = None, *, first_step: int = 0) -> list[str | None]:
    body = with_labels(text, find_blocks(text))
    return [label for _, label in find_labels(text, body, title, first_step=first_step)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Dough\n\n- Mix.\n\n## Oven\n\n- Bake.", ["Dough", "Oven"]),
        ("## Method\n\n- Mix.\n\n## Oven\n\n- Bake.", [None, "Oven"]),
        ("## Dough:\n\n- Mix.\n\n## 2. Oven\n\n- Bake.", ["Dough", "Oven"]),
        ("## 2.1 Dough\n\n- Mix.\n\n## 2.1 dough\n\n- Bake.", ["Dough", "2.1 dough"]),
        ("## 2. 100 ml\n\n- Mix.\n\n## Oven\n\n- Bake.", ["2. 100 ml", "Oven"]),
        ("## Re: Dough\n\n- Mix.\n\n## Oven\n\n- Bake.", [None, "Oven"]),
        ("## Dough\n\n- Mix.\n\n## Assay method\n\n- Bake.", ["Dough", "Assay method"]),
        ("## Assay method\n\n- Mix.\n\n## Oven\n\n- Bake.", [None, "Oven"]),
        ("## Dough\n\n- Mix.\n\n## The method\n\n- Bake.", ["Dough", None]),
        ("## Dough\n\n- Mix.", ["Dough"]),
    ],
)
def test_a_heading_is_the_label_of_what_is_below_unless_it_announces_steps(
    text: str, expected: list[str | None]
) -> None:
    assert labels(text) == expected


def test_the_title_is_no_label_where_signs_mark_it() -> None:
    text = "## Tart\n\n- Mix.\n\n## Cream\n\n- Whip."
    plain = "Tart\n***\n- Mix.\n\nCream\n***\n- Whip."

    assert labels(text, "Tart") == [None, "Cream"]
    assert labels(plain, "Tart") == ["Tart", "Cream"]


@pytest.mark.parametrize(("first_step", "expected"), [(11, []), (3, []), (2, ["Dough"])])
def test_one_heading_above_the_first_step_is_a_second_title(
    first_step: int, expected: list[str]
) -> None:
    assert labels("## Dough\n\n- Mix.", first_step=first_step) == expected


def test_one_heading_below_the_first_step_is_a_label() -> None:
    text = "- Mix.\n\n## Oven\n\n- Bake."

    assert labels(text, first_step=2) == ["Oven"]
    assert labels("Dough\n***\n- Mix.", first_step=12) == ["Dough"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("For the dough:\n\n- Mix.", ["For the dough"]),
        ("For the dough\n\n- Mix.", ["For the dough"]),
        ("## Dough\n\nTo mix it:\n\n- Mix.\n\n## Oven", ["Dough", "Oven"]),
        ("## Dough\n\nFor us:\n\n- Mix.\n\n## Oven", ["Dough", "For us", "Oven"]),
        ("Dough\n***\nTo mix it:\n\n- Mix.\n\n## Oven", ["Dough", "To mix it", "Oven"]),
        ("## Method\n\nTo mix it:\n\n- Mix.\n\n## Oven", [None, "To mix it", "Oven"]),
        ("## Dough\n\nIt is.\n\nTo mix it:\n\n- Mix.", ["Dough", "To mix it"]),
    ],
)
def test_a_line_above_items_is_a_label_but_not_right_below_another(
    text: str, expected: list[str]
) -> None:
    assert labels(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("To mix it:\n\n- Mix.\n\n## Step 1: Bake\n\nWait.", ["To mix it", None]),
        ("Before you start\n\n- Mix.\n\n1. Bake.\n2. Eat.", ["Before you start", None]),
        ("Before you start\n\n- Mix.\n\n2. Bake.\n3. Eat.", ["Before you start"]),
        ("Before you start\n\n1. Bake.\n2. Eat.", ["Before you start"]),
        ("To mix it\n\n- Mix.\n\n1. Bake.\n2. Eat.", ["To mix it"]),
        ("- Mix:\n  - Stir.\n- Bake.", ["Mix", None]),
        ("- Mix:\n- Stir.\n- Bake.", ["Mix"]),
        ("- Mix:\n  - Stir.\n  - Rest.", ["Mix"]),
        ("Oven\n***\n- Mix:\n  - Stir.\n- Bake.", ["Oven", "Mix", "Oven"]),
        ("1. Mix:\n   1. Stir.\n   2. Rest.\n2. Bake.", ["Mix", None]),
        ("A. The dough\n1. Mix.\n2. Stir.\nB. The oven\n1. Heat.", ["The dough", "The oven"]),
    ],
)
def test_a_label_ends_with_its_list(text: str, expected: list[str | None]) -> None:
    assert labels(text) == expected


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("## Step 1: Dough\n\n- Mix.\n- Rest.", "hii"),
        ("## Step 1: Dough\n\nStir it all.\n\n- Mix.\n- Rest.", "hiii"),
        ("## Step 1: Dough\n\nIt is old.\n\n- Mix.\n- Rest.", "hii"),
        ("## Step 1: Dough\n\n1. Mix.\n2. Rest.", "hii"),
        ("## Step 1: Dough\n\n## Step 2: Rest", "ii"),
        ("## Step 1: Dough\n\nStir it.", "i"),
        ("- Dough:\n- Mix.", "hi"),
        ("- Dough\n- Mix.", "ii"),
        ("- Dough:", "i"),
    ],
)
def test_an_item_that_only_heads_a_list_is_a_heading(text: str, kinds: str) -> None:
    body = with_labels(text, find_blocks(text))

    assert "".join(block.kind[0] for block in body) == kinds
    assert not any(block.ordered or block.section for block in body if block.kind == "heading")


def test_the_words_of_a_step_that_heads_a_list_end_with_its_line() -> None:
    text = "## Step 1: Dough  \n\nStir it all.\n\n- Mix."
    body = with_labels(text, find_blocks(text))

    assert [block.text(text) for block in body] == ["Dough", "Stir it all.", "Mix."]
