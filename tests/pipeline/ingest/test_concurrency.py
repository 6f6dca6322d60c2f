"""A limited number at once; an error ends all and is raised."""

from __future__ import annotations

import threading

import pytest

from pipeline.ingest.concurrency import ExclusiveLock, Stopped, overlap


@pytest.fixture
def stop() -> threading.Event:
    return threading.Event()


def test_a_thread_that_must_be_alone_waits_for_the_others_and_keeps_them_out(stop):
    lock, inside, most = ExclusiveLock(), [], []

    def work(number: int) -> None:
        alone = number % 4 == 0
        with lock.hold(alone=alone):
            inside.append(number)
            threading.Event().wait(0.01)
            most.append((alone, len(inside)))
            inside.remove(number)

    overlap(work, range(16), at_once=3, stop=stop)

    assert {n for alone, n in most if alone} == {1}
    assert max(n for alone, n in most if not alone) > 1


def test_a_lock_is_held_while_a_thread_is_inside():
    lock = ExclusiveLock()
    before = lock.is_held

    with lock.hold(alone=True):
        inside = lock.is_held

    assert (before, inside, lock.is_held) == (False, True, False)


def test_no_more_are_taken_than_may_be_in_flight(stop):
    taken, done = [], []
    full = threading.Barrier(3)

    def take():
        for number in range(9):
            assert len(taken) - len(done) < 3
            taken.append(number)
            yield number

    def work(number: int) -> None:
        full.wait(timeout=20)  # all three are in flight
        done.append(number)

    overlap(work, take(), at_once=3, stop=stop)

    assert sorted(done) == list(range(9))


def test_an_error_is_raised_once_the_others_have_ended_and_they_may_raise_stopped(stop):
    ended = []

    def work(number: int) -> None:
        if number == 1:
            raise ValueError("1 is no good")
        assert stop.wait(timeout=20)
        ended.append(number)
        raise Stopped

    with pytest.raises(ValueError, match="1 is no good"):
        overlap(work, range(100), at_once=2, stop=stop)

    assert ended == [0]
