"""Blocks as Markdown, which gives them back when it is read."""

from __future__ import annotations

import pytest

from pipeline.sources.as_markdown import as_markdown, escaped
from pipeline.sources.blocks import Block, Table, count_of, kind_of
from pipeline.sources.markdown import markdown_text


def item(text: str, number: int = 0, *, place: float = 0.0, letter: bool = False) -> Block:
    kind = "letter" if letter else "number" if number else "bullet"
    return Block("item", text, item=kind, number=number, place=place, is_apart=False)


@pytest.mark.parametrize(
    "words",
    ["2 * 3 * 4", "a_b_c", "# 1", "- 5 °C", "12. May", "`x`", "<b>", "[x](y)", "a | b", "~~~",
     "&amp;", "===", "\\n"],
)  # fmt: skip
def test_signs_mean_themselves(words):
    assert markdown_text(f"{escaped(words)} end\n") == f"{words} end\n"


def test_a_number_that_is_not_1_begins_a_list_of_its_own():
    text = as_markdown([Block("paragraph", "Then:"), item("Wait.", 4), item("Polish.", 5)])

    assert text == "Then:\n\n4. Wait.\n5. Polish.\n"


def test_items_further_to_the_right_and_letters_are_nested():
    blocks = [
        item("Rub.", 1),
        item("hard", 1, letter=True),
        item("long", place=4),
        item("Wait.", 2),
    ]

    assert as_markdown(blocks) == "1. Rub.\n\n    - hard\n\n        - long\n\n2. Wait.\n"


def test_an_item_continues_in_another_column():
    blocks = [item("Rub.", 1, place=2), item("hard", place=4), item("Wait.", 2, place=0)]

    assert as_markdown(blocks) == "1. Rub.\n\n    - hard\n\n2. Wait.\n"


def test_a_paragraph_is_part_of_the_item_if_it_begins_further_to_the_right():
    inside, outside = Block("paragraph", "Hard.", place=3), Block("paragraph", "Enjoy!")

    assert as_markdown([item("Rub.", 1), inside, outside]) == "1. Rub.\n\n    Hard.\n\nEnjoy!\n"


def test_the_title_of_an_item_stands_right_above_its_text():
    title = item("Rub it", 1)
    title.lead = len(title.text)

    assert as_markdown([title, Block("paragraph", "Use a cloth.", place=2)]) == (
        "1. **Rub it**\n    Use a cloth.\n"
    )


def test_a_table_is_part_of_an_item_that_announces_it():
    table = Table([["Stage", "Time"], ["Hot", "5 min"]])
    rows = "| Stage | Time |\n| --- | --- |\n| Hot | 5 min |\n"

    assert as_markdown([item("Rub.", 1), table]).endswith("\n\n" + rows)
    assert "\n    | Stage" in as_markdown([item("Run this:", 1), table])


def test_code_is_part_of_the_item_above():
    blocks = [item("Run this:", 1), Block("code", "mix\nstop ```")]

    assert as_markdown(blocks) == "1. Run this:\n\n    ```\n    mix\n    stop \n    ```\n"


def test_headings_are_a_level_below_the_title():
    text = as_markdown([Block("heading", "Before", level=1)], title="Waxing")

    assert text == "# Waxing\n\n## Before\n"


@pytest.mark.parametrize(
    ("marker", "kind"),
    [("3.", ("number", 3, 0)), ("(12)", ("number", 12, 0)), ("4.3.1", ("number", 1, 2)),
     ("Step 7:", ("number", 7, 0)), ("b)", ("letter", 2, 0)), ("iii.", ("letter", 3, 0)),
     ("•", ("bullet", 0, 0)), ("[ ]", ("bullet", 0, 0))],
)  # fmt: skip
def test_markers_have_a_kind_and_a_number(marker, kind):
    assert kind_of(marker) == kind


def test_words_begin_with_a_marker_and_its_number_or_with_none():
    assert count_of("(b) Wait") == ("(b) ", 2)
    assert count_of("12. Wait") == ("12. ", 12)
    assert count_of("12.5 g") is None


def test_a_paragraph_with_a_title_is_one_of_its_own():
    blocks = [Block("paragraph", "Melt the wax."), Block("paragraph", "Finish. Rub it.", lead=7)]
    for block in blocks:
        block.is_apart = False

    assert as_markdown(blocks) == "Melt the wax.\n\n**Finish.** Rub it.\n"
