"""Retries by Prefect: of work that an outage stopped, never of a document that is bad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from prefect import Task, task
from prefect.cache_policies import NO_CACHE

from flows.context import is_leaving
from pipeline.errors import Unreachable
from pipeline.retry import OUTAGE

__all__ = ["retryable"]

P = ParamSpec("P")
R = TypeVar("R")


def retryable(work: Callable[P, R]) -> Task[P, R]:
    """Make a task that is retried after longer and longer pauses while it raises Unreachable.

    Prefect keeps nothing of it: arguments and results stay in the process.
    """
    as_task = task(
        retries=len(OUTAGE.pauses),
        retry_delay_seconds=list(OUTAGE.pauses),
        retry_condition_fn=_may_pass,
        cache_policy=NO_CACHE,
        persist_result=False,
    )
    return as_task(work)


def _may_pass(_task: Any, _run: Any, state: Any) -> bool:
    error = state.result(raise_on_failure=False)
    return isinstance(error, Unreachable) and not is_leaving()
