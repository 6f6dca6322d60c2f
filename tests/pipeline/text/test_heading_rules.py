"""What kinds of headings there are, and what only looks like one of them."""

from __future__ import annotations

import pytest

from pipeline.text.headings import (
    is_collection,
    is_component,
    is_day,
    is_named_day,
    is_numbered_title,
    is_phase,
    is_remark,
    is_sequel,
    may_name_several,
    section_of,
)


@pytest.mark.parametrize(
    ("rule", "yes", "no"),
    [
        (is_numbered_title, [" Recipe 2 ", "Method B", "Version #3"], ["Recipes", "A recipe 2"]),
        (is_sequel, [" Afterwards ", "Before you go", "To serve"], ["After", "When is it? "]),
        (is_remark, [" About wax", "Is it? ", "How wax works"], ["Wax", "How to wax"]),
        (is_component, [" For wax", "Fig sauce", "To finish"], ["Wax", "For"]),
        (is_day, ["Day 2", " Part B: "], ["Day 2: wax", "Today 2"]),
        (is_named_day, ["Day 2: wax", "Week 1: a b"], ["Day 2: wa", "Day 2: wax.", "Day 2"]),
        (is_phase, [" Day 2", "Part B: wax", "2. Wax", "ii. Wax"], ["2 g wax", "Wax", "2.5 Wax"]),
        (is_collection, ["Two sauces", "12 figs", "Our recipes"], ["1 sauce", "A recipe"]),
        (may_name_several, ["Buffers", "Fig waxes now", "Two sauce"], ["Glass", "Lotus", "Wax"]),
    ],
)
def test_a_heading_is_of_a_kind_by_its_words(rule, yes: list[str], no: list[str]) -> None:
    assert [words for words in yes if not rule(words)] == []
    assert [words for words in no if rule(words)] == []


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("  **Method**  ", "procedure"),
        ("_Tools_", "materials"),
        ("🍋 Tools", "materials"),
        ("2.1 Tools", "materials"),
        ("🍋 2. Tools", "materials"),
        (f"Tools for {'x' * 70}", "materials"),
        (f"Tools for {'x' * 71}", None),
        ("Materials and methods", "procedure"),
        ("Wax", None),
    ],
)
def test_marks_and_numbers_do_not_hide_a_section(heading: str, section: str | None) -> None:
    assert section_of(heading) == section
