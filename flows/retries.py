"""What Prefect may try again: work that the outside world stopped, never a document that is bad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from prefect import Task, task
from prefect.cache_policies import NO_CACHE

from flows.context import is_leaving
from pipeline.errors import Unreachable
from pipeline.retry import OUTAGE

__all__ = ["repeated"]

P = ParamSpec("P")
R = TypeVar("R")


def repeated(work: Callable[P, R]) -> Task[P, R]:
    """A task that is tried again, after longer and longer pauses, while the world is unreachable.

    Nothing of it is kept: what it takes and gives stays in the process.
    """
    retried = task(
        retries=len(OUTAGE.pauses),
        retry_delay_seconds=list(OUTAGE.pauses),
        retry_condition_fn=_may_pass,
        cache_policy=NO_CACHE,
        persist_result=False,
    )
    return retried(work)


def _may_pass(_task: Any, _run: Any, state: Any) -> bool:
    failed = state.result(raise_on_failure=False)
    return isinstance(failed, Unreachable) and not is_leaving()
