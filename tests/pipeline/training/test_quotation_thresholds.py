"""The thresholds of quotations and of yes or no, by what held-out questions show."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.questions.question_parts import INTENTS, QuestionParts
from pipeline.training.question_examples import QuestionExample
from pipeline.training.question_training import HeldOut
from pipeline.training.quotation_thresholds import (
    MOST_WRONG,
    held_out_report,
    least_verdict,
    thresholds_of_steps,
)

PARTS = QuestionParts(dict.fromkeys(INTENTS, 0.0), "", "", "", "", (), ())


def example(*steps: int, answer: str = "step 1") -> QuestionExample:
    return QuestionExample("soup", ("a", "b", "c"), "?", "where-to", {}, steps, (), ((answer,),))


def held_out(*likely: float, verdict: float | None = None) -> HeldOut:
    """Steps 1 to 3, and last none."""
    return HeldOut(PARTS, np.array(likely, dtype=np.float32), verdict)


def test_a_step_is_quoted_alone_only_where_nearly_all_such_steps_answer() -> None:
    examples = [example(1)] * 19 + [example(2)] * 2
    likely = [held_out(0.9, 0.05, 0.0, 0.05)] * 19 + [held_out(0.5, 0.3, 0.1, 0.1)] * 2

    assert thresholds_of_steps(examples, likely)["alone"] == pytest.approx(0.9, abs=0.0011)


def test_alternatives_are_quoted_until_too_many_are_wrong() -> None:
    sure, open_, lost = (
        held_out(0.6, 0.2, 0.1, 0.1), held_out(0.4, 0.3, 0.2, 0.1), held_out(0.3, 0.02, 0.3, 0.38)
    )  # fmt: skip
    examples = [example(2)] * 8 + [example(1)] * 4 + [example(2)] * 8
    likely = [sure] * 8 + [open_] * 4 + [lost] * 8

    least = thresholds_of_steps(examples, likely)

    wrong = held_out_report(examples, likely, {**least, "verdict": 1.0})["wrong"]
    assert wrong <= MOST_WRONG * len(examples)
    assert least["either"] == pytest.approx(0.7, abs=0.0011)


def test_yes_or_no_is_given_where_most_are_right() -> None:
    examples = [example(1, answer="yes")] * 8 + [example(1, answer="no")] * 4
    likely = [held_out(0.7, 0.1, 0.1, 0.1, verdict=0.9)] * 8
    likely += [held_out(0.7, 0.1, 0.1, 0.1, verdict=0.6)] * 4

    assert least_verdict(examples, likely) == pytest.approx(0.9, abs=0.0011)
