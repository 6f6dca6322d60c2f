"""How many threads work, and on how many cores each of them computes."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import torch

from kgmodel.cores import each_on_a_core, on_one_core

CPU = torch.device("cpu")


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def threads_of(n_batches: int, **options: Any) -> set[threading.Thread]:
    """The threads that work on so many batches."""
    used = list(each_on_a_core(lambda _: threading.current_thread(), range(n_batches), **options))
    assert len(used) == n_batches
    return set(used)


@pytest.mark.parametrize(("n_batches", "n_threads"), [(0, 2), (1, 2), (5, 1), (2, 1)])
def test_there_is_no_other_thread_without_two_batches_and_two_threads(n_batches, n_threads):
    assert threads_of(n_batches, device=CPU, n_threads=n_threads) <= {threading.current_thread()}


def test_two_batches_are_already_worked_on_by_others():
    assert threading.current_thread() not in threads_of(2, device=CPU, n_threads=2)


@pytest.mark.parametrize(("cores", "alone"), [(1, True), (2, False)])
def test_by_default_a_cpu_has_as_many_threads_as_cores(monkeypatch, cores, alone):
    monkeypatch.setattr("kgmodel.cores._n_cores", lambda: cores)

    assert (threads_of(3, device=CPU) == {threading.current_thread()}) is alone


def test_by_default_another_device_has_one_thread(monkeypatch):
    monkeypatch.setattr("kgmodel.cores._n_cores", lambda: 2)

    assert threads_of(3, device=torch.device("cuda")) == {threading.current_thread()}


def test_each_of_several_new_threads_computes_on_one_core(two_threads):
    cores = each_on_a_core(lambda _: torch.get_num_threads(), range(4), device=CPU, n_threads=3)

    assert list(cores) == [1] * 4


def test_on_one_core_there_is_one_thread_until_the_end(two_threads):
    with on_one_core():
        assert torch.get_num_threads() == 1
        with on_one_core():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 1

    assert torch.get_num_threads() == 2


def test_the_cores_are_back_after_an_error(two_threads):
    with pytest.raises(ZeroDivisionError), on_one_core():
        raise ZeroDivisionError

    assert torch.get_num_threads() == 2
