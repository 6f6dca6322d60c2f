"""The lines of an outline: indents, code, what awaits more text, numbers that stand alone."""

from __future__ import annotations

import pytest

from pipeline.sources.outline import Outline


def with_items(*items: str, first: int | None = 1) -> Outline:
    """An outline with an open list."""
    outline = Outline()
    outline.open_list(first=first)
    for words in items:
        outline.begin_item()
        outline.add(words)
    return outline


def with_paragraphs(*lines: str) -> Outline:
    outline = Outline()
    for line in lines:
        outline.add(line)
    return outline


@pytest.mark.parametrize(("level", "mark"), [(1, "#"), (6, "######"), (9, "######")])
def test_a_heading_has_a_mark_for_each_level_and_six_at_most(level, mark):
    outline = Outline()
    outline.begin_heading(level)
    outline.add("Wax")

    assert outline.text() == f"{mark} Wax\n"


def test_a_heading_without_words_leaves_what_follows_as_it_would_be():
    outline = with_items("Rub it.")
    outline.begin_heading()
    outline.end_heading()
    outline.add("Wait.")
    outline.begin_item()
    outline.end_heading()
    outline.add("Eat.")

    assert outline.text() == "1. Rub it.\n  Wait.\n2. Eat.\n"


def test_items_in_three_lists_are_set_in_by_two_spaces_each():
    outline = with_items("Rub it.", first=None)
    for words in ("hard", "long"):
        outline.open_list(first=3)
        outline.begin_item()
        outline.add(words)
    outline.add("and well")
    outline.close_list()
    outline.begin_item()
    outline.add("soft")

    assert outline.text() == "- Rub it.\n  3. hard\n    3. long\n      and well\n  4. soft\n"


def test_a_blank_line_stands_below_the_outermost_list_if_it_is_spaced():
    outline = with_items("Rub it.")
    outline.open_list(first=None)
    outline.close_list()
    outline.close_list(spaced=False)
    outline.add("Wait.")
    outline.open_list(first=None)
    outline.close_list()
    outline.add("Sit.")

    assert outline.text() == "1. Rub it.\nWait.\n\n\nSit.\n"
    assert outline.n_lines == 3


def test_an_item_is_begun_until_it_has_words():
    outline = with_items()
    states = [outline.begins_item]
    outline.begin_item()
    states.append(outline.begins_item)
    outline.add("Rub it.")
    states.append(outline.begins_item)
    outline.begin_heading()
    states.append(outline.begins_item)

    assert states == [False, True, False, False]
    assert outline.in_list and not Outline().in_list


def test_the_headings_above_are_those_of_higher_levels():
    outline = Outline()
    states = []
    for level, words in ((1, "Wax"), (2, "Oil"), (2, "Tin"), (3, "Lid"), (1, "Eat")):
        outline.begin_heading(level)
        outline.add(words)
        outline.add("So it is.")
        states.append(" ".join(outline.headings))

    assert states == ["Wax", "Wax Oil", "Wax Tin", "Wax Tin Lid", "Eat"]


@pytest.mark.parametrize(
    ("words", "code"),
    [("Then wait.", "mix;"), ("`stop` it.", "mix;"), ("Note: it may fail.", "mix"),
     ("TIP it over.", "mix"), ("(as root)", "mix"), ("Notice it.", "mix;")],
)  # fmt: skip
def test_code_in_an_item_ends_before_text_that_is_no_note(words, code):
    outline = with_items("Run this:")
    outline.add_code("mix")
    outline.add(words)
    outline.add("Eat.")

    assert outline.text() == f"1. Run this:\n  {code}\n  {words}\n  Eat.\n"


def test_code_needs_no_end_before_the_next_item_or_in_a_paragraph():
    outline = with_items("Run this:")
    outline.add_code("mix")
    outline.begin_item()
    outline.add("Wait.")
    paragraph = with_paragraphs("Run this:")
    paragraph.add_code("mix")
    paragraph.add("Wait.")

    assert outline.text() == "1. Run this:\n  mix\n2. Wait.\n"
    assert paragraph.text() == "Run this: mix\n\nWait.\n"


@pytest.mark.parametrize(
    ("words", "awaits"), [("Run this:", True), ("Run this", False), ("Run: this", False)]
)
def test_a_paragraph_or_an_item_with_a_colon_at_its_end_awaits_more(words, awaits):
    item, paragraph = with_items("Rub it.", words), with_paragraphs("Rub it.", words)

    assert (item.awaits_more, item.awaits_more_in_item) == (awaits, awaits)
    assert (paragraph.awaits_more, paragraph.awaits_more_in_item) == (awaits, False)


def test_nothing_more_is_awaited_below_headings_further_text_and_what_has_begun():
    heading = Outline()
    heading.begin_heading()
    heading.add("Wax:")
    begun = with_paragraphs("Run this:")
    begun.begin_heading()
    further = with_items("Rub it.")
    further.add("Then:")

    assert not Outline().awaits_more
    assert not heading.awaits_more
    assert not begun.awaits_more
    assert (further.awaits_more, further.awaits_more_in_item) == (True, False)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["1", "Rub.", "2", "Wait."], "1. Rub.\n\n\n\n2. Wait."),
        (["1.", "Rub.", "2)", "Wait."], "1. Rub.\n\n\n\n2. Wait."),
        (["Step 1:", "Rub.", "STEP 2", "Wait."], "Step 1: Rub.\n\n\n\nSTEP 2: Wait."),
        (["1", "Rub.", "Hard.", "2", "# Wait"], "1. Rub.\n\nHard.\n\n\n\n# 2. Wait"),
        (["1", "Rub.", "1", "Sit.", "2", "Wait."], "1. Rub.\n\n1\n\nSit.\n\n\n\n2. Wait."),
        (["1", "Rub."], "1\n\nRub."),
        (["2", "Rub.", "3", "Wait."], "2\n\nRub.\n\n3\n\nWait."),
        (["1", "Rub.", "2"], "1\n\nRub.\n\n2"),
        (["1", "- wax", "2", "- oil"], "1\n\n- wax\n\n2\n\n- oil"),
        (["1 tin", "Rub.", "2 tins", "Wait."], "1 tin\n\nRub.\n\n2 tins\n\nWait."),
    ],
)
def test_numbers_alone_that_count_from_1_are_put_before_what_follows(lines, text):
    outline = with_paragraphs(*lines)
    outline.number_what_follows()

    assert outline.text() == f"{text}\n"
