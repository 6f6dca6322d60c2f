"""Batches on the cores of a CPU."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from kgmodel.cancellation import cancelled_by, check_cancelled
from kgmodel.cores import each_on_a_core

CPU = torch.device("cpu")


def in_another_thread(work):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def meeting(number, *, barrier):
    """Return the number once another thread is here too; BrokenBarrierError if none comes."""
    barrier.wait(timeout=30)
    return number


@pytest.mark.parametrize("called", [lambda work: work(), in_another_thread])
def test_batches_are_worked_on_at_once_and_come_back_in_order(called):
    barrier = threading.Barrier(2)

    results = called(
        lambda: list(
            each_on_a_core(
                lambda number: meeting(number, barrier=barrier), range(4), device=CPU, n_threads=2
            )
        )
    )

    assert results == [0, 1, 2, 3]


def test_a_computation_that_is_cancelled_ends_in_the_other_threads_too():
    def cancel():
        raise TimeoutError

    with cancelled_by(cancel), pytest.raises(TimeoutError):
        list(each_on_a_core(lambda _: check_cancelled(), range(2), device=CPU, n_threads=2))


def test_one_batch_stays_in_the_thread_of_its_caller():
    [thread] = each_on_a_core(lambda _: threading.current_thread(), [0], device=CPU, n_threads=2)

    assert thread is threading.current_thread()


def test_an_error_in_a_batch_is_the_callers():
    with pytest.raises(ZeroDivisionError):
        list(each_on_a_core(lambda number: 1 // number, [1, 0, 1], device=CPU, n_threads=2))
