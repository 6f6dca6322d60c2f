"""Questions that compare a quantity with a limit, over the documents of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pipeline.errors import BadInput
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.quantity_replies import describe_comparison
from pipeline.questions.row_pages import RowsPage
from pipeline.text.units import unit_at
from tests.pipeline.questions.test_quantity_rules import BAKE, REST, SALT, Row, listed, row


class Pages:
    """The scope of a store that has one page of these rows."""

    def __init__(self, *rows: Row, next_after: str | None = None) -> None:
        self._page = RowsPage(list(rows), next_after)
        self.parameters: Mapping[str, Any] = {}

    def page(self, question: str, **parameters: Any) -> RowsPage:
        self.parameters = parameters
        return self._page


def compared(limit: str, pages: Pages, about: str = "", side: str = "above") -> Any:
    parsed = ParsedQuestion("", "quantities-above", about=about, limit=limit)
    return describe_comparison(pages, parsed, side=side)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limit", "kind", "unit", "value", "shown"),
    [
        ("200 °C", "temperature", "°C", 200, "200 °C"),
        ("200 c", "temperature", "°C", 200, "200 c"),
        ("200f", "temperature", "°F", 200, "200f"),
        ("300 degrees", "temperature", "°C", 300, "300 degrees"),
        ("301 degrees", "temperature", "°F", 301, "301 degrees"),
        ("hour", "duration", "h", 1, "1 hour"),
        ("half an hour", "duration", "h", 0.5, "half an hour"),
        ("2 kg", "amount", "kg", 2, "2 kg"),
    ],
)
def test_a_limit_is_a_value_in_the_base_unit(limit, kind, unit, value, shown):
    pages = Pages()
    own = unit_at(unit, 0)
    assert own is not None

    reply = compared(limit, pages)

    expected = {"kind": kind, "unit": own[0].base, "value": own[0].to_base(value)}
    assert pages.parameters == reply.parameters == expected
    assert reply.sentence == f"Above {shown}: nothing that a document states."


@pytest.mark.parametrize("limit", ["five m", "3 eggs", "much"])
def test_a_limit_needs_a_unit(limit):
    with pytest.raises(BadInput, match="is no quantity with a unit"):
        compared(limit, Pages())


def test_a_comparison_lists_the_phrases_of_each_document():
    rows = (SALT, REST | {"document": "e"}, BAKE, listed("5 g", "fat") | {"document": "e"})

    reply = compared("2 g", Pages(*rows, next_after="e"), side="below")

    assert reply.sentence == (
        "Below 2 g: d (2 g of salt in step 3 and 9 min in step 2) and e (5 min in step 1 and 5 g"
        " of fat (as listed))."
    )
    assert (len(reply.rows), len(reply.support), reply.next_after) == (4, 3, "e")
    empty = compared("2 g", Pages(next_after="e"), side="below")
    assert empty.sentence == "Below 2 g: nothing that a document up to e states."


@pytest.mark.parametrize(
    ("about", "sentences", "chosen"),
    [
        ("", "ab", "ab"),
        ("temperature", "ab", "ab"),
        ("bake", "abc", "ab"),
        ("roast", "abc", "b"),
        ("fry", "abc", "abc"),
        ("bake", "cd", "c"),
        ("heat", "abcd", "abc"),
        ("freeze", "abcd", ""),
        ("bread", "abcd", "ad"),
    ],
)
def test_a_comparison_keeps_what_is_done_as_the_question_says(about, sentences, chosen):
    texts = {
        "a": "Bake the bread at 9 °C.",
        "b": "Warm the oven to 9 °C.",
        "c": "Boil it at 9 °C.",
        "d": "Store bread at 9 °C.",
    }
    rows = [row(texts[key], "9 °C", "temperature", "°C", key=key) for key in sentences]

    reply = compared("2 °C", Pages(*rows), about)

    assert "".join(each["key"] for each in reply.rows) == chosen
