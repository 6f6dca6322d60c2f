"""Features of candidates, and the neighbours of names."""

from __future__ import annotations

import pytest

from pipeline.inference.entity_candidates import candidates_in
from pipeline.inference.entity_features import features, neighbour_after, neighbour_before
from pipeline.inference.word_habits import Uses, WordHabits
from tests.support.tagged_texts import tagged

HABITS = WordHabits(
    {
        "add": Uses(documents=10, uses=20, openings=19, entities_after=15),
        "oven": Uses(documents=10, uses=10, places=10),
        "salt": Uses(documents=10, heads=9, uses=10),
    }
)


def of(name: str, chances: dict[str, float], *sentences: str) -> dict[str, float]:
    text = tagged(chances, *sentences)
    candidates = candidates_in(text)
    rows = features(text, candidates, HABITS)
    by_name = {" ".join(each.key): row for each, row in zip(candidates, rows, strict=True)}
    return by_name[name]


@pytest.mark.parametrize(
    ("sentence", "span", "before", "after"),
    [
        ("Add the salt.", (0, 2, 3), "add", "."),
        ("Add 2 tsp of salt slowly", (0, 4, 5), "of", "slowly"),
        ("Add 2 tsp salt slowly", (0, 3, 4), "add", "slowly"),
        ("Salt", (0, 0, 1), "^", "$"),
        ("Pepper, salt (fine)", (0, 1, 2), ",", "("),
    ],
)
def test_a_names_neighbours_are_words_or_marks_past_its_amount(sentence, span, before, after):
    text = tagged({}, sentence)

    assert (neighbour_before(text, span), neighbour_after(text, span)) == (before, after)


def test_evidence_is_of_all_places_of_a_name():
    row = of("salt", {"salt": 0.8, "Salt": 0.2}, "Add the salt.", "Salt dissolves.")

    assert row["most"] == pytest.approx(1.386, abs=0.001)  # log-odds of 0.8
    assert row["mean"] == 0
    assert row["mentions"] == row["steps_with"] == pytest.approx(0.693, abs=0.001)
    assert row["opens"] == row["article"] == row["capital"] == 0.5
    assert row["any_opens"] == 1


def test_neighbouring_words_count_only_if_the_name_could_take_them_in():
    row = of(
        "salt", {"sea": 0.1, "salt": 0.8, "dry": 0.4}, "Add sea salt, dry.", "Add salt and dry."
    )

    assert row["before_most"] == pytest.approx(0.1)
    assert row["after_most"] == 0


def test_habits_distinguish_places_from_things_and_a_word_never_seen_has_those_of_the_prior():
    salt = of("salt", {"salt": 0.5, "oven": 0.5}, "Add salt in the oven.")
    oven = of("oven", {"salt": 0.5, "oven": 0.5}, "Add salt in the oven.")
    strange = of("zorb", {"zorb": 0.5}, "Take the zorb.")

    assert salt["head_entity"] > strange["head_entity"] > oven["head_entity"]
    assert oven["head_place"] > strange["head_place"] > salt["head_place"]
    assert salt["neighbour_before_mean"] > oven["neighbour_before_mean"]
    assert (salt["head_known"], strange["head_known"]) == (1, 0)
    assert (oven["before_at"], salt["before_at"]) == (1, 0)


def test_a_document_of_instructions_is_known_by_its_verbs():
    row = of("salt", {"salt": 0.5}, "Add salt.", "Salt melts.", "Add salt.", "The salt dries.")

    assert (row["imperatives"], row["articles"]) == (0.5, 0.25)


def test_other_names_with_the_same_words_are_evidence():
    chances = {"sea": 0.9, "salt": 0.9, "oil": 0.1}

    bare = of("salt", chances, "Add sea salt and oil.")
    full = of("sea salt", chances, "Add sea salt and oil.")
    other = of("oil", chances, "Add sea salt and oil.")

    assert (bare["always_nested"], full["always_nested"]) == (1, 0)
    assert bare["longer_number"] == 1
    assert bare["longer_most"] == full["shorter_most"] == pytest.approx(2.197, abs=0.001)
    assert other["sharing_most"] == -7
    assert other["rank"] > full["rank"] == 0
