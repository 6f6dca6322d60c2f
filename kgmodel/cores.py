"""Batches on the cores of a CPU, one batch a core, and what must run on one core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from typing import TypeVar

import torch

__all__ = ["each_on_a_core", "on_one_core"]

Batch = TypeVar("Batch")
Result = TypeVar("Result")


def each_on_a_core(
    work: Callable[[Batch], Result],
    batches: Sequence[Batch],
    *,
    device: torch.device,
    n_threads: int | None = None,
) -> Iterator[Result]:
    """Yield what ``work`` makes of each batch, in their order, from whatever thread it is called.

    On a CPU each core has batches of its own: two cores that share one batch's matrices wait for
    each other at every layer (15 % of the time), and the caller can use a result while the next are
    made. ``work`` runs in a copy of the caller's context. ``n_threads`` is by default as many as
    torch used when this was first called.
    """
    if n_threads is None:
        n_threads = _n_cores() if device.type == "cpu" else 1
    if min(len(batches), n_threads) < 2:
        yield from map(work, batches)
    else:
        contexts = [copy_context() for _ in batches]  # a thread may be in each once
        yield from _pool(n_threads).map(
            lambda context, batch: context.run(work, batch), contexts, batches
        )


@contextmanager
def on_one_core() -> Iterator[None]:
    """Compute on one core within: how many there are decides in which order numbers are added."""
    before = torch.get_num_threads()
    if before == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@cache
def _n_cores() -> int:
    return torch.get_num_threads()


@cache
def _pool(n_threads: int) -> ThreadPoolExecutor:
    """Threads that stay: torch keeps memory for each one that it ever ran in."""
    return ThreadPoolExecutor(
        n_threads, "stepgraph-core", initializer=torch.set_num_threads, initargs=(1,)
    )
