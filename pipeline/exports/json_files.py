"""A JSON file with long arrays, written line by line: one element a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

__all__ = ["array_lines"]


def array_lines(elements: Iterable[str]) -> Iterator[str]:
    """The lines of an array whose elements are JSON texts without line ends, brackets included."""
    yield "["
    for element, following in pairwise(chain(elements, [None])):
        yield f"{element}," if following is not None else f"{element}"
    yield "]"
