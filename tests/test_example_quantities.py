"""The annotated quantities of examples/quantities are well formed, and most are found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.quantity import Quantity
from pipeline.text.annotate import annotate
from pipeline.text.material_entries import parse_material
from pipeline.text.quantity_owners import quantities_of

FILE = Path(__file__).parents[1] / "examples" / "quantities" / "quantities.json"
LINES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def stated(line: dict[str, Any]) -> list[Quantity]:
    material = parse_material(line["text"]) if line["part"] == "entry" else None
    steps = (Step(1, "" if line["part"] == "entry" else line["text"], 0),)
    materials = (material,) if material else ()
    document = Document(
        "a", "", "", steps, "", Entity.parse_all(line["entities"]), materials=materials
    )
    return list(quantities_of(annotate(document)))


def key(quantity: dict[str, Any]) -> tuple[Any, ...]:
    numbers = (quantity["value"], quantity["until"])
    rounded = (None if number is None else float(f"{number:.6g}") for number in numbers)
    return quantity["kind"], quantity["unit"], *rounded


def test_every_annotation_is_where_it_says() -> None:
    for line in LINES:
        for quantity in line["quantities"]:
            assert line["text"][quantity["char_start"] : quantity["char_end"]] == quantity["text"]
            assert quantity["entity"] in (None, *line["entities"])


def test_there_are_three_hundred_annotated_quantities() -> None:
    assert sum(len(line["quantities"]) for line in LINES) >= 300


@pytest.mark.parametrize(("part", "least"), [("precision", 0.95), ("recall", 0.9)])
def test_most_quantities_are_found(part: str, least: float) -> None:
    right = of = 0
    for line in LINES:
        own = [key({name: getattr(quantity, name) for name in ("kind", "unit", "value", "until")})
               for quantity in stated(line)]  # fmt: skip
        annotated = [key(quantity) for quantity in line["quantities"]]
        of += len(own if part == "precision" else annotated)
        right += sum(min(own.count(each), annotated.count(each)) for each in set(own))

    assert right / of >= least
