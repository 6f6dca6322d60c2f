"""The name that a person means is found by its head word and by its spelling."""

from __future__ import annotations

import pytest

from pipeline.questions.name_match import close_names

NAMES = {
    "cold butter": ("cold butter",),
    "red pepper": ("red pepper",),
    "black pepper": ("black pepper",),
    "yeast": ("yeast", "dried yeast"),
}


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        ("butter", ["cold butter"]),
        ("the yeasts", ["yeast"]),
        ("fresh yeast", ["yeast"]),
        ("yeats", ["yeast"]),
        ("white pepper", []),
        ("pepper", ["red pepper", "black pepper"]),
        ("milk", []),
    ],
)
def test_a_name_matches_by_head_word_or_spelling(name: str, matches: list[str]) -> None:
    assert close_names(name, NAMES) == matches


def test_a_name_as_it_is_stored_means_no_other_one():
    names = {"a": ["butter"], "b": ["cold butter"]}

    assert close_names("butter", names) == close_names("Butter", names) == ["a"]
    assert close_names("cold butter", names) == ["b"]
