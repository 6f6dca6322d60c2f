"""Readings shared out to transactions, each of which an engine keeps in memory until its commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

__all__ = ["FACTS_AT_ONCE", "by_transaction"]

T = TypeVar("T")
FACTS_AT_ONCE = 20_000  # of steps, entities, presences, events, quantities: 800 common documents


def by_transaction(readings: Iterable[T], n_facts: Callable[[T], int]) -> Iterator[list[T]]:
    """Yield readings that are written together, in order: as many as have ``FACTS_AT_ONCE``, and
    one at least."""
    together: list[T] = []
    facts = 0
    for reading in readings:
        of_reading = n_facts(reading)
        if together and facts + of_reading > FACTS_AT_ONCE:
            yield together
            together, facts = [], 0
        together.append(reading)
        facts += of_reading
    if together:
        yield together
