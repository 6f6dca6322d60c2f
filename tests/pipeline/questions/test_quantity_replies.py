"""Questions about amounts, times, temperatures and speeds, asked as people ask them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.domain.document import Entity, Material
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.questions import quantity_replies
from pipeline.stores import Store
from pipeline.stores.write import write
from pipeline.text.annotate import annotate
from pipeline.text.quantity_owners import quantities_of
from tests.pipeline.questions.test_answer import ask
from tests.support.graphs import document

DAY = datetime(2024, 1, 1)
ROLLS = (
    "Stir 20 ml of oil into the flour.",
    "Knead the dough for 10 min.",
    "Let it rest for 1-2 hours, then roll it 3 cm thick.",
    "Bake the rolls in the oven at 430 °F for a quarter of the time. Turn them twice.",
)
SPIN = (
    "Spin the cells at 800 rpm for 90 s. Change the buffer until it is clear, about 3 cycles.",
    "Wash them in 5 ml of 70% ethanol.",
    "Keep the cells at 4 °C overnight. Feed them once a day.",
    "Wrap the flask in two layers of foil.",
)
FLOUR = Material("strong flour", "500", "g")


def read(id: str, steps: tuple[str, ...], entities: str, *materials: Material) -> NumberedReading:
    tracked = Entity.parse_all(entities.split(", "))
    described = replace(document(id, steps), entities=tracked, materials=materials)
    grid = Grid.from_texts(tracked, [("?",) * (len(steps) + 1)] * len(tracked))
    stated = quantities_of(annotate(described))
    graph = TemporalGraph.from_grid(described, grid, quantities=stated)
    return NumberedReading(graph, 1, "default", "0abc", "{}")


@pytest.fixture
def kitchen(ladybug_store: Store) -> Store:
    rolls = read("rolls.txt", ROLLS, "flour, oil, dough, rolls", FLOUR, Material("eggs", "2"))
    write([rolls, read("spin.txt", SPIN, "cells")], store=ladybug_store, clock=lambda: DAY)
    return ladybug_store


ANSWERS = {
    ("rolls.txt", "How much flour?"): "500 g of strong flour (as listed).",
    ("rolls.txt", "How many eggs do I need?"): "2 eggs (as listed).",
    ("rolls.txt", "How much oil goes into the flour?"): "20 ml of oil in step 1.",
    ("rolls.txt", "How long do I knead the dough?"): "10 min in step 2.",
    ("rolls.txt", "How long does it rest?"): "1-2 hours in step 3.",
    ("rolls.txt", "How long does step 2 take?"): "10 min in step 2.",
    ("rolls.txt", "At what temperature do the rolls bake?"): "430 °F in step 4.",
    ("rolls.txt", "How hot is the oven?"): "430 °F in step 4.",
    ("rolls.txt", "How thick is it rolled?"): "3 cm in step 3.",
    ("rolls.txt", "How often are the rolls turned?"): "Twice in step 4.",
    ("spin.txt", "How often is the buffer changed?"): "3 cycles in step 1.",
    ("spin.txt", "How many cycles for the buffer?"): "3 cycles in step 1.",
    ("spin.txt", "How many layers of foil are there?"): "Two (2) layers of foil in step 4.",
    ("spin.txt", "How often do I feed them?"): "Once a day in step 3.",
    ("spin.txt", "How fast?"): "800 rpm in step 1.",
    ("spin.txt", "How long are the cells spun?"): "90 s in step 1.",
    ("spin.txt", "How cold in step 3?"): "4 °C in step 3.",
    ("spin.txt", "What concentration of ethanol?"): "70% of ethanol in step 2.",
    (None, "Which recipes bake above 200 °C?"): "Above 200 °C: rolls.txt (430 °F in step 4).",
    (None, "What takes longer than an hour?"): "Above 1 hour: rolls.txt (1-2 hours in step 3).",
    (None, "Which steps take less than 2 minutes?"): "Below 2 minutes: spin.txt (90 s in step 1).",
    (None, "Which recipes bake below 250 c?"): "Below 250 c: rolls.txt (430 °F in step 4).",
    (None, "What is baked above 400 °C?"): "Above 400 °C: nothing that a document states.",
}


@pytest.mark.parametrize(("document", "question"), ANSWERS)
def test_a_quantity_is_answered_with_its_step(
    kitchen: Store, document: str | None, question: str
) -> None:
    answer = ask(question, store=kitchen, document=document)

    assert answer.sentence == ANSWERS[document, question]


def test_the_sentence_of_a_quantity_begins_at_its_first_letter() -> None:
    row = {"evidence_text": "Two layers. Then three more.", "char_start": 0, "char_end": 3}

    assert quantity_replies._sentence_of(row).strip() == "Two layers."
    assert quantity_replies._sentence_of(row | {"char_start": 17, "char_end": 22}).strip() == (
        "Then three more."
    )


def test_a_count_of_nothing_that_is_named_is_of_nothing() -> None:
    row = {
        "kind": "count",
        "unit": None,
        "text": "two",
        "material": None,
        "entity": None,
        "evidence_text": "Use two.",
        "char_start": 4,
        "char_end": 7,
    }

    assert quantity_replies._of(row) == ""


def test_an_answer_has_the_words_that_state_it(kitchen: Store) -> None:
    (support,) = ask("How long does it rest?", store=kitchen, document="rolls.txt").support

    assert support.text[support.char_start : support.char_end] == "1-2 hours"
    assert (support.step, support.probability) == (3, None)


def test_what_no_quantity_is_stated_of_is_no_answer(kitchen: Store) -> None:
    answer = ask("How much butter?", store=kitchen, document="rolls.txt")

    assert answer.outcome == "not tracked"
    assert answer.sentence.startswith(
        "The amount of 'butter' is not tracked here. The closest is step "
    )


def test_a_step_that_states_such_a_quantity_and_likely_answers_is_quoted(kitchen: Store) -> None:
    answer = ask("How long is it left alone?", store=kitchen, document="rolls.txt")

    assert (answer.kind, answer.support[0].step) == ("quoted", 3)


def test_a_step_without_such_a_quantity_or_an_unlikely_one_is_only_the_closest(
    kitchen: Store,
) -> None:
    fast = ask("How fast is it left alone?", store=kitchen, document="rolls.txt")
    cold = ask("How long does it stay in the fridge?", store=kitchen, document="rolls.txt")

    assert fast.outcome == cold.outcome == "not tracked"
    assert cold.sentence.startswith("The time is not tracked here. The closest is step 3: ")


def test_the_parts_of_another_thing_are_not_counted(kitchen: Store) -> None:
    answer = ask("How many layers of felt are there?", store=kitchen, document="spin.txt")

    assert answer.kind == "quoted" or answer.outcome == "not tracked"


def test_a_comparison_needs_a_unit_that_is_known(kitchen: Store) -> None:
    with pytest.raises(BadInput, match="is no quantity with a unit"):
        ask("What is longer than five m?", store=kitchen, document="rolls.txt")
