"""What every graph engine must do for us; a backend translates calls and errors, no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

__all__ = ["Ask", "Row", "Store"]

Row = dict[str, Any]
Ask = Callable[[str, Mapping[str, Any]], list[Row]]
T = TypeVar("T")


class Store(Protocol):
    """A graph engine with the schema of ``cypher/schema/`` in place."""

    engine: Literal["ladybug", "neo4j"]
    url: str  # without any secret: it may be shown, and names the store in the ledger

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement and return every row. Raises StoreError if it is refused."""

    def write(self, work: Callable[[Ask], T]) -> T:
        """Call ``work`` with an ``ask`` inside one transaction and commit, or change nothing.

        ``work`` may be called again after a passing failure, so it must have no other effects.
        """

    def create(self, rows: Mapping[str, Sequence[Row]], *, ask: Ask) -> None:
        """Create what is under new readings, in the transaction of ``ask``, as fast as it goes.

        The rows are by the names in ``creating.STATEMENTS``; documents and concepts are there.
        """

    def identity(self) -> str:
        """The store's own id, made with it: a store that was emptied or replaced has another."""

    def close(self) -> None: ...

    def close_rewritten(self) -> None:
        """Close, leaving nothing in files of our own of what was deleted. Raises StoreError."""
