"""Warnings about an annotated grid before a model learns from it."""

from __future__ import annotations

import pytest

from pipeline.datasets.propara import parse_grid
from pipeline.datasets.validation import annotation_warnings, step_differences
from pipeline.domain.document import Document

TEXTS = ["Pour the milk into the pots.", "Bacteria sour it.", "Yogurt forms in the pots."]
GRID = {
    "milk": ["?", "pots", "pots", "-"],
    "yogurt": ["-", "-", "-", "pot"],
}


def grid_of(**rows: list[str]):
    rows = GRID | rows
    record = {
        "para_id": "y",
        "sentence_texts": TEXTS,
        "participants": list(rows),
        "states": list(rows.values()),
    }
    return parse_grid(record, source="test")


def test_a_grid_in_the_words_of_the_text_has_no_warnings():
    assert annotation_warnings(*grid_of()) == []


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ({"cream": ["?", "?", "?", "?"]}, "'cream': the text has no such name"),
        ({"bacteria": ["-", "-", "-", "-"]}, "'bacteria': it never exists"),
        ({"bacteria": ["-", "pots", "-", "pots"]}, "destroyed in step 2 and exists again"),
        ({"bacteria": ["?", "-", "-", "?"]}, "destroyed in step 1 and exists again"),
        ({"bacteria": ["?", "jar", "jar", "jar"]}, "the place 'jar' is not in the text"),
        ({"bacteria": ["?", "", "pots", "pots"]}, "'' is read as a place; write '?'"),
        ({"bacteria": ["None", "pots", "pots", "pots"]}, "'None' is read as a place; write '-'"),
        ({"bacteria": ["?", "milk", "milk", "milk"]}, "in state 3 it is in 'milk', which does not"),
    ],
)
def test_a_likely_mistake_is_reported_once_with_its_entity(rows, expected):
    [warning] = annotation_warnings(*grid_of(**rows))

    assert expected in warning


def test_steps_that_differ_from_those_of_the_text_are_reported():
    document, _ = grid_of()
    changed, _ = parse_grid(
        {"para_id": "y", "sentence_texts": TEXTS[:2], "participants": ["milk"],
         "states": [["?", "pots", "pots"]]},
        source="test",
    )  # fmt: skip

    texts: dict[str, Document] = {"y": document}

    assert step_differences(document, texts) == []
    assert step_differences(changed, texts) == ["2 steps, in the text 3"]
    assert "no text has this id; there are z" in step_differences(document, {"z": document})[0]
