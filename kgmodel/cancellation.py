"""The end of a long computation before it is complete, between two of its parts.

What computes asks ``check_cancelled`` now and then; who called it says, by ``cancelled_by``, what
is to happen. Nothing has to be passed through the functions in between. Other threads see nothing
of it unless they run in a copy of the context.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["cancelled_by", "check_cancelled"]


def _never() -> None:
    """Let the computation run to its end."""


_CHECK: ContextVar[Callable[[], None]] = ContextVar("check", default=_never)


@contextmanager
def cancelled_by(check: Callable[[], None]) -> Iterator[None]:
    """End what is computed in this context as soon as ``check``, called often, raises an error."""
    token = _CHECK.set(check)
    try:
        yield
    finally:
        _CHECK.reset(token)


def check_cancelled() -> None:
    """Raise what the caller's check raises if the computation is to end."""
    _CHECK.get()()
