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
        "It takes ages.",
        "It takes longer in winter.",
        "You'll hear a hiss.",
        "It will look like wet sand.",
        "It should be barely tacky.",
        "The one in the hall takes longest.",
        "The water can be quite black, which is nothing to worry about.",
        "It is nearly always\nair.",
        "Opened pens last four weeks.",
        "Keeps a fortnight.",
        "The agar clumps in warm water, ask me about it.",
        "That mould eats the jelly, that's why we do it.",
        "Sorry to hear that it is cold again.",
        "Many thanks to all of you.",
        "No, there is no official way.",
        "The old thermometer hangs next to the fridge.",
        "A stringy lump is normal.",
        "The sand matters more than one would think.",
        "There are two of them.",
        "I had to wait.",
    ],
)
def test_a_remark_among_instructions_is_no_step(remark: str) -> None:
    assert not stays(remark, ORDERS)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is now full.",  # what comes of a step
        "The water is drained.",
        "The water is slowly drained.",
        "The salt is still in the pot.",
        "The pump is running.",
        "It is full, so the valve closes.",
        "It is heavy: two people carry it.",
        "The cloth is wet and goes on the line.",
        "This is your filter.",
        "You have a clear solution.",
        "The operator takes the second cap off.",
        "The operator looks at the gauge.",
        "Pick what is ripe.",
        "Check that the tank is empty.",
        "If it is warm, wait.",
        "Don't wait till the jar is full.",
        "What is left in the tank is for the plants.",
        "From the drawer that is open take a cap.",
        "Water flows into the tank.",
    ],
)
def test_what_is_done_and_what_comes_of_it_stays(sentence: str) -> None:
    assert stays(sentence, ORDERS)


@pytest.mark.parametrize(
    ("remark", "is_kept"),
    [
        ("Blanks never exceeded 0.004.", False),
        ("The sand matters more than one would think.", False),
        ("Moss content served as a measure.", False),
        ("The moss was then washed.", True),
    ],
)
def test_reports_have_remarks_too(remark: str, is_kept: bool) -> None:
    assert stays(remark, REPORTS) is is_kept


def test_a_description_keeps_what_is_the_case() -> None:
    sentences = ["Water falls as rain.", "The soil is wet.", "Roots drink it.", "Leaves are green."]

    assert without_remarks(sentences) == [True] * 4


def test_a_short_text_and_one_of_many_remarks_stay_whole() -> None:
    remarks = ["It is small.", "It is old.", "It is blue."]

    assert without_remarks([*ORDERS[:2], "It is small."]) == [True] * 3
    assert without_remarks([*ORDERS[:3], "It is small."]) == [True, True, True, False]
    assert without_remarks([*ORDERS, *remarks[:2]]) == [True] * 4 + [False] * 2
    assert without_remarks([*ORDERS, *remarks]) == [True] * 7


def test_remarks_between_sentences_are_no_steps_of_a_procedure() -> None:
    text = (
        "Tea\n\nBoil the water. This takes five minutes. Warm the pot. Pour the water in. Stir it."
    )

    steps = [step.text for step in find_procedure(text).steps]

    assert steps == ["Boil the water.", "Warm the pot.", "Pour the water in.", "Stir it."]


def test_a_paragraph_of_something_else_between_numbers_is_no_part_of_a_step() -> None:
    aside = "Some people use soap. I had some, it was no good."
    text = f"Wash\n\n1. Wet it.\n2. Rub it.\n\n{aside}\n\n3. Dry it."

    steps = [step.text for step in find_procedure(text).steps]

    assert are_asides(aside)
    assert not are_asides(f"{aside} Rub it.")
    assert not are_asides("")
    assert steps == ["Wet it.", "Rub it.", "Dry it."]
