"""Results that are kept are those of the store as it is."""

from __future__ import annotations

from itertools import count

from pipeline.services.kept_results import KeptResults


def test_a_result_is_kept_while_the_state_is_the_same():
    kept, numbers = KeptResults(), count()

    results = [kept.result("a", lambda: next(numbers), state=state) for state in (1, 1, 2, 2, 1)]

    assert results == [0, 0, 1, 1, 2]


def test_nothing_is_kept_where_the_state_is_unknown():
    kept, numbers = KeptResults(), count()

    assert [kept.result("a", lambda: next(numbers), state=()) for _ in range(3)] == [0, 1, 2]


def test_a_result_of_a_state_that_has_passed_meanwhile_is_not_kept():
    kept = KeptResults()

    def compute() -> str:
        kept.result("b", lambda: "later", state=2)
        return "earlier"

    assert kept.result("a", compute, state=1) == "earlier"
    assert kept.result("a", lambda: "now", state=2) == "now"


def test_the_result_that_was_used_longest_ago_makes_room():
    kept = KeptResults(most=2)
    for subject in "ababc":
        kept.result(subject, lambda subject=subject: subject, state=1)

    assert kept.result("b", lambda: "anew", state=1) == "b"
    assert kept.result("a", lambda: "anew", state=1) == "anew"
