"""Words that were cut at the end of a line."""

from __future__ import annotations

import pytest

from pipeline.text.cut_words import is_compound, with_whole_words
from pipeline.text.steps import find_procedure


def whole(text: str) -> str:
    """The text, which is as long as before, with single spaces."""
    read = with_whole_words(text)
    assert len(read) == len(text)
    return " ".join(read.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where it usual-\nly blows", "where it usually blows"),
        ("1. where it usual-\n   ly blows", "1. where it usually blows"),
        ("read the use-\nby date, use it", "read the use-by date, use it"),
        ("a bare-root tree, bare-\nroot only", "a bare-root tree, bare-root only"),
        ("open the left-\nhand-side panel", "open the left-hand-side panel"),
        ("10-\nfold", "10- fold"),
        ("model X-\nray", "model X- ray"),
        ("for Anne-\nMarie", "for Anne- Marie"),
        ("pre-\nand post-bake", "pre- and post-bake"),
        ("200 g of all-\npurpose flour", "200 g of all-purpose flour"),
        (
            "For the dough-\nmix flour and water and knead it",
            "For the dough- mix flour and water and knead it",
        ),
        ("one - two", "one - two"),
    ],
)
def test_a_word_is_whole_unless_the_hyphen_is_its_own(text: str, expected: str) -> None:
    assert whole(text) == expected


def test_a_hyphen_stays_where_the_text_has_the_word_with_it_more_often() -> None:
    assert is_compound("bare", "root", {"bare-root": 1})
    assert not is_compound("bare", "root", {"bare-root": 1, "bareroot": 1})
    assert is_compound("set-as", "ide", {})
    assert is_compound("add", "on", {"add": 1})
    assert not is_compound("add", "on", {})


def test_a_step_has_its_words_whole() -> None:
    steps = find_procedure("1. Hammer in the stake usual-\nly.\n2. Tie it.").steps

    assert [" ".join(step.text.split()) for step in steps] == [
        "Hammer in the stake usually.",
        "Tie it.",
    ]
