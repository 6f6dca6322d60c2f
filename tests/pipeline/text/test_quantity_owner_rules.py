"""Whose a quantity is, at the bounds of what is looked at around it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.domain.document import Entity, Material
from pipeline.domain.quantity import Quantity
from pipeline.text.annotate import annotate
from pipeline.text.quantity_owners import quantities_of
from tests.support.graphs import document


def quantities(step: str, *materials: Material, names: str = "flour milk") -> list[Quantity]:
    described = replace(
        document("a.txt", (step,)), entities=Entity.parse_all(names.split()), materials=materials
    )
    return list(quantities_of(annotate(described)))


def owners(step: str) -> list[str | None]:
    return [quantity.entity and quantity.entity.name for quantity in quantities(step)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Take the flour, about 2 g.", ["flour"]),
        ("Take flour from the shelf, 2 g.", [None]),
        ("Take 2 g of it with flour.", [None]),
        ("Take 2 g of (fine) flour.", ["flour"]),
        ("Take 2 g. flour.", ["flour"]),
        ("Take 2 g of fine white flour.", ["flour"]),
        ("Take 2 g and the flour.", [None]),
        (f"Take flour{' ' * 39}2 g.", ["flour"]),
        (f"Take flour{' ' * 40}2 g.", ["flour"]),
        (f"Take flour{' ' * 41}2 g.", [None]),
        ("Shake it for 2 h with flour.", [None]),
        ("Shake 2 h of flour.", ["flour"]),
        ("Shake the flour and wait 2 h.", [None]),
        ("Shake the flour for 2 h.", ["flour"]),
        ("Shake the flour, 2 h later stop.", ["flour"]),
        ("Shake the flour. Heat it to 9 °C.", [None]),
        ("Shake the flour and heat it to 9 °C.", ["flour"]),
        ("Shake the flour and heat the milk to 9 °C.", ["milk"]),
        ("Shake the flour and then heat milk to 9 °C.", ["milk"]),
        ("Cut the flour 2 cm thick.", ["flour"]),
        ("Cut the flour into 2 cm cubes.", [None]),
        ("The flour is 2 cm.", ["flour"]),
        ("The flour and the milk is 2 g.", ["milk"]),
        ("The flour has, in the bowl, 2 cm.", [None]),
        ("The flour is thinner than 2 cm.", ["flour"]),
    ],
)
def test_an_amount_belongs_to_what_is_next_to_it_and_a_time_to_its_clause(
    sentence: str, expected: list[str | None]
) -> None:
    assert owners(sentence) == expected


@pytest.mark.parametrize(("n_letters", "expected"), [(390, "flour"), (391, None)])
def test_what_a_clause_is_about_stands_four_hundred_characters_above_at_most(
    n_letters: int, expected: str | None
) -> None:
    sentence = f"Heat flour {'x' * n_letters} to 9 °C."

    assert sentence.index("9") - sentence.index("flour") == n_letters + 10
    assert owners(sentence) == [expected]


@pytest.mark.parametrize(
    ("material", "expected"),
    [
        (Material("fresh flour", "2", "g"), "flour"),
        (Material("a b c d e flour", "2", "g"), "flour"),
        (Material("flour mill", "2", "g"), None),
        (Material("salt", "2", "g"), None),
    ],
)
def test_an_entry_is_the_entity_that_ends_its_name(
    material: Material, expected: str | None
) -> None:
    (quantity,) = quantities("Wait.", material)

    assert (quantity.entity and quantity.entity.name) == expected
    assert (quantity.material, quantity.char_start, quantity.char_end) == (material.name, -1, -1)


@pytest.mark.parametrize(
    ("material", "expected"),
    [
        (Material("salt", "2-3", "g"), [("amount", 2.0, 3.0, "g")]),
        (Material("red figs", "2-3"), [("count", 2.0, 3.0, "fig")]),
        (Material("red figs", "some"), []),
        (Material("red figs"), []),
        (Material("figs", "2", "boxes"), [("count", 2.0, None, "box")]),
        (Material("figs", "2", None, "3 g; 4 ml"), [
            ("count", 2.0, None, "fig"), ("amount", 3.0, None, "g"), ("amount", 4.0, None, "ml")
        ]),
        (Material("oil of 2 figs", "3", "g"), [("amount", 3.0, None, "g")]),
    ],
)  # fmt: skip
def test_an_entry_states_its_amount_its_count_and_its_note(
    material: Material, expected: list[tuple[str, float, float | None, str]]
) -> None:
    stated = [
        (each.kind, each.value, each.until, each.unit) for each in quantities("Wait.", material)
    ]

    assert stated == expected


def test_base_values_are_in_order_and_vague_ones_have_none() -> None:
    (vague,) = quantities("Wait overnight.")
    (few,) = quantities("Wait a few minutes.")
    (minutes,) = quantities("Wait 2 min.")

    assert (vague.unit, vague.base_value, vague.base_until, vague.base_unit) == (None,) * 4
    assert (few.unit, few.base_value, few.base_until, few.base_unit) == ("min", None, None, "s")
    assert (minutes.step, minutes.material) == (1, None)
    assert (minutes.char_start, minutes.char_end, minutes.text) == (5, 10, "2 min")
