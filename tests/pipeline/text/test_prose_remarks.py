"""Remarks in running instructions, and what must not be taken for one."""

from __future__ import annotations

import pytest

from pipeline.text.prose_remarks import are_asides, without_remarks
from pipeline.text.steps import find_procedure

ORDERS = ["Open the lid.", "Pour the water out.", "Wipe the tank dry.", "Close the lid again."]
REPORTS = [
    "Tips were cut to 1 cm.",
    "They were ground in acetone.",
    "The slurry was kept dark.",
    "It was then spun for 10 min.",
]


def stays(sentence: str, others: list[str]) -> bool:
    kept = without_remarks([*others, sentence])
    assert all(kept[:-1])
    return kept[-1]


@pytest.mark.parametrize(
    "remark",
    [
        "This takes about ten minutes.",
        "You'll hear a hiss.",
        "It will look like wet\nsand.",
        "The water can be quite black, which is nothing to worry about.",
        "My neighbour swears by vinegar.",
        "Keeps a fortnight.",
        "That mould eats the jelly, that's why we do it.",
        "A stringy lump is normal.",
        "Dad liked his with tea.",
        "Hot wax eats the scent, that's why shop kits smell of nothing.",
    ],
)
def test_a_remark_among_instructions_is_no_step(remark: str) -> None:
    assert not stays(remark, ORDERS)


@pytest.mark.parametrize(
    "sentence",
    [
        "The water is drained.",
        "It is full, so close the valve.",
        "It is heavy: lift it with two people.",
        "The cloth is hung up to dry.",
        "Pick what is ripe.",
        "Check that the tank is empty.",
        "The rim must be dry, since paint does not stick to wet wood.",
        "If it is warm, wait.",
        "Lid on, heat off.",
        "Back into the bath for an hour.",
        "The operator takes the second cap off.",
        "Water flows into the tank.",
    ],
)
def test_what_is_done_and_what_comes_of_it_stays(sentence: str) -> None:
    assert stays(sentence, ORDERS)


def test_reports_have_remarks_too() -> None:
    assert not stays("Blanks never exceeded 0.004.", REPORTS)
    assert stays("The moss was then washed.", REPORTS)


def test_a_description_keeps_what_is_the_case() -> None:
    sentences = [
        "Water falls as rain.",
        "The soil takes it up.",
        "Roots drink it.",
        "Leaves are green and make sugar.",
    ]

    assert without_remarks(sentences) == [True] * 4


def test_a_short_text_and_one_of_many_remarks_stay_whole() -> None:
    remark = "My neighbour swears by vinegar."

    assert without_remarks([*ORDERS[:2], remark]) == [True] * 3
    assert without_remarks([*ORDERS[:3], remark]) == [True, True, True, False]
    assert without_remarks([*ORDERS[:2], *[remark] * 3]) == [True] * 2 + [False] * 3
    assert without_remarks([ORDERS[0], *[remark] * 3]) == [True] * 4


def test_lines_without_a_full_stop_are_items_and_stay() -> None:
    remark = "My neighbour swears by vinegar"

    assert without_remarks([*ORDERS, remark]) == [True] * 4 + [False]
    assert without_remarks([*ORDERS, "Wait an hour", remark]) == [True] * 6


def test_remarks_between_sentences_are_no_steps_of_a_procedure() -> None:
    text = (
        "Tea\n\nBoil the water. This takes about ten minutes. Warm the pot. Pour the water in. "
        "Stir it with care."
    )

    steps = [step.text for step in find_procedure(text).steps]

    assert steps == ["Boil the water.", "Warm the pot.", "Pour the water in.", "Stir it with care."]


def test_a_paragraph_of_something_else_between_numbers_is_no_part_of_a_step() -> None:
    aside = "My neighbour swears by vinegar. I had some once and hated the smell."
    text = f"Wash\n\n1. Wet it.\n2. Rub it.\n\n{aside}\n\n3. Dry it."

    steps = [step.text for step in find_procedure(text).steps]

    assert are_asides(aside)
    assert not are_asides(f"{aside} Wipe the rim.")
    assert not are_asides("")
    assert steps == ["Wet it.", "Rub it.", "Dry it."]
