"""Units by their surfaces, and their base units."""

from __future__ import annotations

import pytest

from pipeline.text.units import unit_at

SURFACES = {
    "tbsps": "tbsp",
    "Cups": "cup",
    "μL": "µl",
    "℃": "°C",
    "degrees Fahrenheit": "°F",
    "fl. oz": "fl oz",
    "× g": "× g",
    "RPM": "rpm",
    "mg/ml": "mg/ml",
    "ml per minute": "ml/min",
    "V/cm": "V/cm",
    "cells/ml": "cells/ml",
    "g per 100 ml": "g/100 ml",
    "rcf": "× g",
}
BASES = {
    "h": (2.0, 7200.0, "s"),
    "°F": (212.0, 100.0, "°C"),
    "K": (300.0, 26.85, "°C"),
    "kg": (1.5, 1500.0, "g"),
    "l": (0.25, 250.0, "ml"),
    "cm": (3.0, 30.0, "mm"),
    "mM": (5.0, 0.005, "mol/l"),
    "µg/ml": (2.0, 0.002, "g/l"),
    "g/100 ml": (5.0, 50.0, "g/l"),
    "l/h": (6.0, 100.0, "ml/min"),
    "rpm": (900.0, 900.0, "rpm"),
    "kHz": (2.0, 2000.0, "Hz"),
    "pinch": (2.0, 2.0, "pinch"),
}


@pytest.mark.parametrize(("text", "name"), SURFACES.items())
def test_a_unit_is_known_by_how_it_is_written(text: str, name: str) -> None:
    measured = unit_at(f"{text} of it", 0)

    assert measured is not None
    unit, end = measured
    assert (unit.name, end) == (name, len(text))


@pytest.mark.parametrize(("text", "expected"), BASES.items())
def test_a_value_is_converted_to_the_base_unit(
    text: str, expected: tuple[float, float, str]
) -> None:
    value, base_value, base = expected
    measured = unit_at(text, 0)

    assert measured is not None
    unit, _ = measured
    assert (unit.to_base(value), unit.base) == (pytest.approx(base_value), base)


@pytest.mark.parametrize("text", ["bowl", "M9", "Mix", "gently", "Crown", "mL3", "cells", ""])
def test_other_words_are_no_units(text: str) -> None:
    assert unit_at(text, 0) is None
