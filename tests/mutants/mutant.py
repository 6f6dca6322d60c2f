"""A mutant: one small change of a source file, which a test should notice."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

__all__ = ["Mutant", "numbered"]

LONGEST = 70  # characters of an original or a replacement in a report


@dataclass(frozen=True, slots=True)
class Mutant:
    """The characters ``[start, end)`` of a file, which are replaced.

    ``where`` is the function or class around it, "" at the level of the module; ``in_function`` if
    it runs each time that function does. ``number`` counts equal changes of one place, from 0.
    """

    path: str
    where: str
    line: int
    start: int
    end: int
    original: str
    replacement: str
    in_function: bool = False
    number: int = 0

    @property
    def id(self) -> str:
        """A name that stays the same while the place itself does, whatever else the file holds."""
        parts = (self.path, self.where, self.original, self.replacement, str(self.number))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]

    @property
    def change(self) -> str:
        """The change on one line, for reports."""
        return f"{_shortened(self.original)} → {_shortened(self.replacement) or '(nothing)'}"

    def planted_in(self, source: str) -> str:
        return source[: self.start] + self.replacement + source[self.end :]


def numbered(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """The mutants, equal changes of one place counted."""
    times: Counter[tuple[str, str, str]] = Counter()
    for mutant in mutants:
        change = mutant.where, mutant.original, mutant.replacement
        yield replace(mutant, number=times[change])
        times[change] += 1


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
