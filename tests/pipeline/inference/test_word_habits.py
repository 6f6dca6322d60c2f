"""How annotated procedures use words."""

from __future__ import annotations

from pipeline.inference.word_habits import Habits, Uses, WordHabits

OFTEN = Uses(documents=1, heads=1, uses=4, openings=2)


def test_uses_are_added_up_and_rare_words_left_out():
    habits = WordHabits.learnt([{"salt": OFTEN, "zorb": OFTEN}, {"salt": OFTEN}, {"salt": OFTEN}])

    assert habits.uses == {"salt": Uses(documents=3, heads=3, uses=12, openings=6)}


def test_a_document_is_judged_without_its_own_uses():
    habits = WordHabits.learnt([{"salt": OFTEN}] * 3)

    less = habits.without({"salt": OFTEN, "zorb": OFTEN})

    assert less.uses["salt"] == Uses(documents=2, heads=2, uses=8, openings=4)
    assert habits.uses["salt"].documents == 3
    assert "zorb" not in less.uses


def test_habits_grow_with_the_evidence_and_start_from_a_prior():
    unknown, rare, usual = (
        Habits.of(Uses(documents=number, heads=number, uses=number)) for number in (0, 1, 50)
    )

    assert unknown.head < rare.head < usual.head
    assert unknown.place > rare.place > usual.place
    assert (unknown.known, rare.known, usual.known) == (0, 0.2, 1)


def test_habits_are_the_same_after_a_file():
    habits = WordHabits.learnt([{"salt": OFTEN}] * 3)

    assert WordHabits.from_json(habits.as_json()) == habits
