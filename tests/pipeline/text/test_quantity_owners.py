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


def test_a_range_and_a_single_value_compare_alike() -> None:
    both, single = quantities("Rest 1-2 h, then 30 min.", "dough")

    assert (both.base_value, both.base_until) == (3600.0, 7200.0)
    assert (single.base_value, single.base_until) == (1800.0, 1800.0)
    assert (single.until, single.base_unit) == (None, "s")
