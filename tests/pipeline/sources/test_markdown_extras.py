"""Boxes, attributes, definitions and footnotes of documentation tools."""

from __future__ import annotations

import pytest

from pipeline.sources.markdown_extras import without_extras


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Open the [tin](x){ target=_blank .button } now", "Open the [tin](x) now"),
        ("Open the [tin]{.underline} now", "Open the tin now"),
        ("# Waxing {#waxing .unnumbered}", "# Waxing"),
        ("Rub it in.{: .lead }", "Rub it in."),
        ("Type {#name} and {lang=en} in (here) {x}", "Type {#name} and {lang=en} in (here) {x}"),
        ("Set `a{: .b }` now", "Set `a{: .b }` now"),
    ],
)
def test_attributes_go_where_they_belong_to_something(line, left):
    assert without_extras(line) == left


def test_definitions_go_with_the_marks_of_footnotes_that_are_defined():
    text = "[TOC]\n1. Rub it.[^1]\n2. Search [^0-9].\n\n*[PDF]: a format\n[^1]: With a cloth.\n"

    assert without_extras(text) == "1. Rub it.\n2. Search [^0-9].\n\n"


def test_code_stays_as_it_is():
    text = "```\n!!! note\n*[PDF]: a format\n[TOC]\n{: .b }\n```\n"

    assert without_extras(text) == text


def test_boxes_go_with_what_is_further_in():
    text = (
        '1. Rub it.\n\n    !!! warning "Hot"\n        Mind the pan.\n\n        Really.\n\n2. Wait.'
    )

    assert without_extras(text).split() == ["1.", "Rub", "it.", "2.", "Wait."]


@pytest.mark.parametrize(
    ("box", "left"),
    [
        ('??? info "Mac"\n    1. Open\n    2. Run', "###### Mac\n\n1. Open\n2. Run"),
        ("!!! example\n    - wax\n    - oil", "- wax\n- oil"),
        ('!!! example "Method"\n    Rub it. Wait.', "###### Method\n\nRub it. Wait."),
        ("??? g butter\n    - wax\n    - oil", "??? g butter\n    - wax\n    - oil"),
        ("Wait. !!! note this", "Wait. !!! note this"),
    ],
)  # fmt: skip
def test_a_list_in_a_box_stays(box, left):
    assert without_extras(box).strip() == left


@pytest.mark.parametrize(
    ("alert", "left"),
    [
        ("> [!NOTE]\n> It is hot.", "> Note: It is hot."),
        ("> [!tip]- Cloths\n> Use old ones.", "> Note: Cloths\n> Use old ones."),
        ("> [!todo]\n> - Mix it\n> - Bake it", "> - Mix it\n> - Bake it"),
        ("> [!NOTE]\n> 1. Rub it.", "> 1. Rub it."),
    ],
)
def test_an_alert_is_a_note_unless_it_is_a_list(alert, left):
    assert without_extras(alert) == left
