"""What is unsure in an answer, and how it says so."""

from __future__ import annotations

import pytest

from pipeline.questions.confidence import (
    columns_with_unsure,
    least_sure,
    mark_unsure,
    probability_remark,
    with_unsure,
)

SURE, UNSURE = {"probability": 0.9}, {"probability": 0.2}


def test_an_answer_is_as_sure_as_its_least_sure_part():
    assert least_sure([0.9, None, 0.3]) == 0.3
    assert least_sure([None]) is None and least_sure([]) is None


@pytest.mark.parametrize(
    ("sentence", "parts", "probability", "marked"),
    [
        ("It is.", [SURE], 0.9, "It is."),
        ("It is.", [UNSURE], 0.2, "Unsure (probability 0.20): It is."),
        ("Yes. It is.", [UNSURE], 0.2, "Yes, but unsure (probability 0.20): It is."),
        ("No. It is not.", [], 0.2, "No, but unsure (probability 0.20): It is not."),
        ("It is.", [UNSURE, SURE | {"entity": "salt"}], 0.2,
         "It is. Unsure: this (probability 0.20)."),
        ("It is.", [UNSURE | {"entity": "salt; NaCl", "step": 2}, SURE], 0.2,
         "It is. Unsure: salt in step 2 (probability 0.20)."),
        ("It is.", [UNSURE | {"location": "pot"}, UNSURE | {"from_step": 3}, SURE], 0.2,
         "It is. Unsure: pot (probability 0.20) and step 3 (probability 0.20)."),
        ("It is.", [UNSURE | {"entity": "a", "document": "d", "change_step": 4, "step": 1}, SURE],
         0.2, "It is. Unsure: d: a in step 4 (probability 0.20)."),
        ("It is.", [UNSURE | {"entity": "a"}, UNSURE | {"entity": "a"}, SURE], 0.2,
         "It is. Unsure: a (probability 0.20)."),
        ("It is.", [{"probability": None}, {}], None, "It is."),
        ("It is.", [UNSURE], 0.9, "It is. Unsure: this (probability 0.20)."),
    ],
)  # fmt: skip
def test_all_of_an_answer_or_its_parts_are_marked_as_unsure(sentence, parts, probability, marked):
    assert mark_unsure(sentence, parts, probability, below=0.5) == marked


def test_a_probability_has_two_digits():
    assert probability_remark(0.916, unsure=False) == "probability 0.92"
    assert probability_remark(0.3, unsure=True) == "probability 0.30, unsure"


def test_rows_with_a_probability_state_whether_they_are_unsure():
    rows = [{"step": 1, **SURE}, {"step": 2, **UNSURE}, {"step": 3, "probability": None}]

    marked = with_unsure(rows, below=0.5)

    assert [row["unsure"] for row in marked] == [False, True, None]
    assert [row["step"] for row in marked] == [1, 2, 3]
    assert with_unsure([{"step": 1}], below=0.5) == [{"step": 1}]
    assert with_unsure([], below=0.5) == []


def test_columns_say_whether_there_is_an_unsure_one():
    assert columns_with_unsure({"step": int}) == {"step": int}
    assert columns_with_unsure({"probability": float}) == {"probability": float, "unsure": bool}
