"""Numbers as people write them."""

from __future__ import annotations

import pytest

from pipeline.text.numbers import numbers_in

WRITTEN = {
    "12": 12.0,
    "2.5": 2.5,
    ".5": 0.5,
    "1,000": 1000.0,
    "12,345,678": 12345678.0,
    "10 000": 10000.0,
    "2\u202f500": 2500.0,
    "1,5": 1.5,
    "0,500": 0.5,
    "½": 0.5,
    "1½": 1.5,
    "2 ¼": 2.25,
    "1/3": 1 / 3,
    "1 1/2": 1.5,
    "1-1/2": 1.5,
    "3⁄4": 0.75,
    "10⁵": 1e5,
    "10^6": 1e6,
    "1.5 × 10⁻³": 0.0015,
    "2 x 10^6": 2e6,
    "3e5": 3e5,
    "1.5 million": 1.5e6,
    "twenty-five": 25.0,
    "two and a half": 2.5,
    "half an": 0.5,
    "two-thirds": 2 / 3,
    "three quarters of a": 0.75,
    "1/2 a": 0.5,
    "a couple of": 2.0,
    "a dozen": 12.0,
    "a few": None,
    "several": None,
}


@pytest.mark.parametrize(("text", "value"), WRITTEN.items())
def test_a_number_has_the_value_and_the_span_that_it_is_written_with(
    text: str, value: float | None
) -> None:
    sentence = f"Take {text} now."

    (number,) = numbers_in(sentence)

    assert number.value == pytest.approx(value)
    assert sentence[number.char_start : number.char_end] == text


@pytest.mark.parametrize(
    "text", ["M9", "HEK293", "1/2/3", "a1", "9" * 40, "10^" + "9" * 40, "someone", "10:30:15"]
)
def test_codes_and_endless_digits_are_no_numbers(text: str) -> None:
    assert [number.value for number in numbers_in(text) if number.char_start == 0] in ([], [10.0])


def test_an_article_is_marked_as_one() -> None:
    assert [number.is_article for number in numbers_in("a cup and one spoon")] == [True, False]


def test_a_fraction_of_zero_parts_is_no_error() -> None:
    assert [number.value for number in numbers_in("1/0 cup")] == [1.0]
