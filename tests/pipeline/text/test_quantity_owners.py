"""A quantity belongs to a step or to an entry of the list of materials, and to an entity."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.domain.document import Entity, Material
from pipeline.domain.quantity import Quantity
from pipeline.text.annotate import annotate
from pipeline.text.quantity_owners import quantities_of
from tests.support.graphs import document


def quantities(
    step: str, *entities: str, materials: tuple[Material, ...] = ()
) -> tuple[Quantity, ...]:
    described = replace(
        document("a.txt", (step,)), entities=Entity.parse_all(entities), materials=materials
    )
    return quantities_of(annotate(described))


OWNERS = {
    "Stir 2 cups of the flour into the milk.": "flour",
    "Pour 1 l warm milk into the flour.": "milk",
    "Sift the flour (250 g) and the milk.": "flour",
    "Add milk to the flour, 250 ml in all.": "flour",
    "Bake the flour at 180 °C.": "flour",
    "Warm the milk and let it stand for 5 min.": "milk",
    "Put the flour in a bowl and heat the milk to 40 °C.": "milk",
    "Wait 10 min.": None,
    "Fill a 2 l jug with milk.": None,
    "Rinse with 25 °C milk.": "milk",
    "Dry the milk and the flour for 2 h.": "milk",
    "Stir the milk and the flour at 300 rpm.": "milk",
    "Heat the milk with the flour to 80 °C.": "milk",
    "Cut the flour sacks 15 cm deep.": "flour",
    "Stir in the flour after 5 min.": None,
    "Chill the flour; the lid closes in 5 s.": None,
}


@pytest.mark.parametrize("sentence", OWNERS)
def test_a_quantity_belongs_to_what_it_measures(sentence: str) -> None:
    (quantity,) = quantities(sentence, "flour", "milk")

    assert (quantity.entity and quantity.entity.name) == OWNERS[sentence]
    assert sentence[quantity.char_start : quantity.char_end] == quantity.text
    assert quantity.step == 1


def test_a_count_belongs_to_what_is_counted() -> None:
    (quantity,) = quantities("Loosen the 6 hex screws.", "hex screws")

    assert quantity.entity == Entity.parse("hex screws")


def test_an_entry_of_the_list_has_its_amount_and_that_of_its_note() -> None:
    yeast = Material("fresh yeast", "1", "pkg", "7 g")

    listed = quantities("Add yeast.", "yeast", materials=(yeast, Material("eggs", "4")))

    assert [(quantity.text, quantity.material) for quantity in listed] == [
        ("1 pkg", "fresh yeast"),
        ("7 g", "fresh yeast"),
        ("4 eggs", "eggs"),
    ]
    assert listed[0].entity == Entity.parse("yeast")
    assert (listed[0].step, listed[0].char_start) == (None, -1)


def test_the_lower_end_of_a_range_is_the_base_value() -> None:
    (cold,) = quantities("Cool it from -20 to -80 °C.", "dough")

    assert (cold.value, cold.until) == (-20.0, -80.0)
    assert (cold.base_value, cold.base_until) == (-80.0, -20.0)


def test_an_entry_without_a_unit_counts_its_head_word() -> None:
    (mango, onions) = quantities(
        "Peel.", "dough", materials=(Material("ripe mango", "1/2"), Material("red onions", "2-3"))
    )

    assert (mango.value, mango.unit, mango.text) == (0.5, "mango", "1/2 ripe mango")
    assert (onions.value, onions.until, onions.unit) == (2.0, 3.0, "onion")


def test_the_name_of_an_entry_and_its_packages_state_quantities_too() -> None:
    tubes, butter = Material("2 mL tubes", "10"), Material("butter at room temperature")

    listed = quantities("Chill.", "dough", materials=(tubes, butter, Material("milk", "1", "can")))

    assert [(quantity.kind, quantity.value, quantity.unit) for quantity in listed] == [
        ("count", 10.0, "tube"),
        ("amount", 2.0, "ml"),
        ("temperature", None, None),
        ("count", 1.0, "can"),
    ]


def test_a_range_and_a_single_value_compare_alike() -> None:
    both, single = quantities("Rest 1-2 h, then 30 min.", "dough")

    assert (both.base_value, both.base_until) == (3600.0, 7200.0)
    assert (single.base_value, single.base_until) == (1800.0, 1800.0)
    assert (single.until, single.base_unit) == (None, "s")
