"""Names of things: when two are equal, and which one a person means."""

from __future__ import annotations

import pytest

from pipeline.domain.name_keys import WORD, key_of, matching_names, name_list


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("The red Leaves", ("red", "leaf")),
        ("an egg", ("egg",)),
        ("a", ("a",)),
        ("well-done steak", ("well", "done", "steak")),
        ("children's toys", ("child", "toy")),
        (" ?! ", ("?!",)),
        ("egg, the", ("egg", "the")),
    ],
)
def test_the_key_of_a_name_has_its_lemmas_without_a_leading_article(name, key):
    assert key_of(name) == key


def test_words_keep_hyphens_and_apostrophes_but_no_possessive():
    assert WORD.findall("The baker's well-done pie isn't_x e\u0301") == [
        "The",
        "baker",
        "well-done",
        "pie",
        "isn't",
        "x",
        "e\u0301",
    ]


NAMES = {"1": ("Egg", "eggs"), "2": ("egg",), "3": ("milk",), "4": ("MILK",)}


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("egg", ["2"]),  # exactly
        ("EGG", ["1", "2"]),  # in any case
        ("the eggs", ["1", "2"]),  # without article and number
        ("Milk", ["3", "4"]),
        ("salt", []),
    ],
)
def test_the_surest_kind_of_match_wins(name, keys):
    assert matching_names(name, NAMES) == keys


@pytest.mark.parametrize(
    ("n_names", "ending"), [(0, "none"), (1, "0"), (20, ", 19"), (21, ", 19 and 1 more")]
)
def test_a_long_list_of_names_is_cut(n_names, ending):
    listed = name_list(str(number) for number in range(n_names))

    assert listed.endswith(ending)
    assert listed.count(",") == max(0, min(n_names, 20) - 1)
