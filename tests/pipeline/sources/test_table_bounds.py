"""Tables of steps and of materials, at the bounds of the rules for their columns."""

from __future__ import annotations

import pytest

from pipeline.sources.tables import is_header, title_in
from tests.pipeline.sources.test_table_rules import Row, entries, text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Action", True),
        ("Steps", True),
        ("#", True),
        ("Item", True),
        ("Amount", True),
        ("Unit", True),
        ("Supplier", True),
        ("Duration", True),
        ("Remark", True),
        ("Photo", True),
        (" Photo ", True),
        ("Wax", False),
        ("", False),
    ],
)
def test_a_header_is_of_one_of_ten_kinds(words: str, expected: bool) -> None:
    assert is_header(words) is expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["Item", "Qty"], ["Warning: hot", "Warning: hot"], ["wax", "2 g"]], ["2 g wax"]),
        ([["Item", "Qty"], ["Warning", "2 g"]], ["2 g Warning"]),
        ([["Item", "Qty"], ["a b c d e f g h", "a b c d e f g h"], ["wax", "2 g"]], ["2 g wax"]),
        ([["Item", "Qty"], ["oil", "1 g"], ["", "2 g"]], ["1 g oil", "2 g"]),
        ([["Item", "Qty"], ["wax", "–"]], ["wax"]),
        ([["Item", "Qty"], ["wax"]], ["wax"]),
        ([["Item", "Qty (g)"], ["wax", "2"], ["oil", ""]], ["2 g wax", "oil"]),
        ([["Item", "Qty [g]"], ["wax", "2"]], ["2 g wax"]),
        ([["Item", "Qty", "Unit", "Note"], ["wax", "2", "g", "12"]], ["2 g wax"]),
        ([["Item", "Qty", "Unit", "Note"], ["wax", "2", "g", "12b"]], ["2 g wax (12b)"]),
        ([["Item", "Qty", "Place", "Note"], ["wax", "2 g", "tin", "soft"]], ["2 g wax (soft)"]),
        ([["Item", "Qty", "Place"], ["wax", "2 g", "tin"]], ["2 g wax (tin)"]),
    ],
)
def test_a_row_is_an_entry_with_its_amount_its_unit_and_its_remark(
    rows: list[Row], expected: list[str]
) -> None:
    assert entries(*rows) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["2 g", "wax"], ["oil", "rag"]], []),
        ([["2 g", "wax"], ["3 g", "oil"], ["", "rag"]], ["2 g wax", "3 g oil", "rag"]),
        ([["2 g", "wax"], ["3 g", "oil"], ["", "rag"], ["", "tin"]], []),
        ([["Item", "Qty"], ["wax", "2 g"]], ["2 g wax"]),
        ([["wax", "2 g"], ["", ""], ["oil", "3 g"]], ["2 g wax", "3 g oil"]),
        ([["2 g", "wax"], ["Tin", "Tin"]], ["2 g wax"]),
        ([["2 g", "3 g"], ["4 g", "wax"]], ["2 g 3 g", "4 g wax"]),
    ],
)
def test_two_columns_without_a_header_are_entries_if_most_rows_have_amounts(
    rows: list[Row], expected: list[str]
) -> None:
    assert entries(*rows, under="Ingredients") == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["No.", "Action"], ["A", "A"], ["1", "Rub."], ["2", "Oil."]],
         "###### A\n\n1. Rub.\n2. Oil."),
        ([["No.", "Action"], ["A", "A"], ["1", "Rub."], ["B", "B"], ["2", "Oil."]],
         "1. A\n2. Rub.\n3. B\n4. Oil."),
        ([["No.", "Action"], ["A", "A"], ["1", "Rub."], ["B", "B"], ["2", "Oil."], ["3", "Go."]],
         "###### A\n\n1. Rub.\n\n###### B\n\n2. Oil.\n3. Go."),
        ([["No.", "Action"], ["B) Wax", "B) Wax"], ["1", "Rub."], ["2", "Oil."]],
         "###### Wax\n\n1. Rub.\n2. Oil."),
        ([["No.", "Action"], ["1", "Rub."], ["2", ""], ["3", "Oil."]], "1. Rub.\n2. Oil."),
        ([["Step", "Action", "Time (h)", "Speed"], ["1", "Rub.", "1.5", "9"]],
         "1. Rub (1.5 h, 9)."),
        ([["Step", "Action", "Time (h)"], ["1", "Rub", "2 h"]], "1. Rub (2 h)"),
        ([["Step", "Action", "Time"], ["1", "Rub", "…"]], "1. Rub"),
        ([["Step", "Action", "Action"], ["1", "a", "Rub it in."]], "1. Rub it in."),
        ([["Step", "Action", "Action"], ["1", "Rub it in.", "Oil it up."]], "1. Rub it in."),
    ],
)  # fmt: skip
def test_rows_are_steps_below_those_that_head_them(rows: list[Row], expected: str) -> None:
    assert text(*rows) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["Title", "Wax"]], "Wax"),
        ([["Title: Wax", "Oil"]], "Wax"),
        ([["Recipe name", "  Wax  it "]], "Wax it"),
        ([["Name", "Wax"]], None),
        ([["Name:", "Wax"]], "Wax"),
        ([["Dish:", "Wax"]], "Wax"),
        ([["No.", "2"], ["x", "Title", "Wax"]], "Wax"),
        ([["x", "Title"]], None),
        ([["Title", ""], ["Title", "Wax"]], "Wax"),
        ([], None),
    ],
)
def test_a_title_stands_behind_its_key(rows: list[Row], expected: str | None) -> None:
    assert title_in(rows) == expected


@pytest.mark.parametrize(
    ("rows", "n_entries"),
    [
        ([["Item", "Size", "Shop"], ["wax", "2 g", "Lee"]], 1),
        ([["Item", "Size", "Shop"], ["wax", "2 big g", "Lee"]], 0),
        ([["Item", "Stock", "Shop"], ["wax", "2 g", "Lee"]], 0),
        ([["Item", "Load", "Shop"], ["wax", "2 g", "Lee"]], 0),
        ([["Item", "#", "Shop"], ["wax", "2", "Lee"]], 1),
        ([["Item", "#", "Shop"], ["wax", "1", "Lee"]], 0),
        ([["Item", "#", "Shop"], ["wax", "1", "Lee"], ["oil", "3", "Lee"]], 2),
        ([["Item", "4 people", "Shop"], ["wax", "two", "Lee"]], 1),
        ([["Item", "g", "Shop"], ["wax", "2", "Lee"], ["oil", "", "Lee"]], 2),
        ([["Item", "g", "Shop"], ["wax", "2", "Lee"], ["oil", "", ""], ["rag", "", "L"]], 0),
        ([["Item", "2 loaves (g)", "Shop"], ["wax", "2", "Lee"]], 1),
        ([["Item", "two (g)", "Shop"], ["wax", "2", "Lee"]], 0),
    ],
)
def test_a_column_of_amounts_is_known_by_its_header_or_its_values(
    rows: list[Row], n_entries: int
) -> None:
    assert len(entries(*rows)) == n_entries
