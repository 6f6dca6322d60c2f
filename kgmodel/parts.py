"""Batches that a graphics card has no memory for, computed in halves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

import torch

__all__ = ["in_parts_that_fit"]

Item = TypeVar("Item")
Result = TypeVar("Result")

log = logging.getLogger("stepgraph")


def in_parts_that_fit(
    work: Callable[[Sequence[Item]], list[Result]], items: Sequence[Item]
) -> list[Result]:
    """Return what ``work`` makes of the items, half of them at a time if the device lacks memory.

    The order is that of the items. Raises torch.OutOfMemoryError if one item alone does not fit.
    """
    try:
        return work(items)
    except torch.OutOfMemoryError:
        if len(items) < 2:
            raise
    # not while the error is handled: it keeps all tensors of the attempt
    torch.cuda.empty_cache()
    half = len(items) // 2
    log.info("out of memory on the device: a batch is halved", extra={"size": len(items)})
    return [
        result for part in (items[:half], items[half:]) for result in in_parts_that_fit(work, part)
    ]
