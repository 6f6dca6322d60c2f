"""Retries wait for the outside world, and for nothing else."""

from __future__ import annotations

import threading
from itertools import islice

import pytest

from pipeline.errors import Unreachable
from pipeline.retry import RetryPolicy, backoff, with_retries

TWICE_AT_ONCE = RetryPolicy((0.0, 0.0))


def failing(error: Exception, attempts: list[Exception]) -> None:
    attempts.append(error)
    raise error


def test_work_is_tried_again_after_each_pause_while_the_world_is_unreachable():
    attempts: list[Exception] = []

    with pytest.raises(Unreachable):
        with_retries(
            lambda: failing(Unreachable("away"), attempts),
            stop=threading.Event(),
            policy=TWICE_AT_ONCE,
        )

    assert len(attempts) == TWICE_AT_ONCE.max_attempts == 3


def test_any_other_error_is_raised_at_once():
    attempts: list[Exception] = []

    with pytest.raises(ValueError, match="bad"):
        with_retries(
            lambda: failing(ValueError("bad"), attempts),
            stop=threading.Event(),
            policy=TWICE_AT_ONCE,
        )

    assert len(attempts) == 1


def test_a_run_that_stops_waits_for_nothing():
    attempts: list[Exception] = []
    stop = threading.Event()
    stop.set()

    with pytest.raises(Unreachable):
        with_retries(
            lambda: failing(Unreachable("away"), attempts), stop=stop, policy=RetryPolicy((60.0,))
        )

    assert len(attempts) == 1


def test_the_error_that_is_worth_another_attempt_is_an_argument():
    attempts: list[Exception] = []

    with pytest.raises(KeyError):
        with_retries(lambda: failing(KeyError("x"), attempts), policy=TWICE_AT_ONCE, error=KeyError)

    assert len(attempts) == 3


def test_looks_for_work_are_further_and_further_apart_up_to_a_limit():
    assert list(islice(backoff(0.25, 1.0), 5)) == [0.25, 0.5, 1.0, 1.0, 1.0]
