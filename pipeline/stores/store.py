"""What every graph engine must do for us; a backend translates calls and errors, no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

__all__ = ["Ask", "Filling", "Row", "Store"]

Row = dict[str, Any]
Ask = Callable[[str, Mapping[str, Any]], list[Row]]
T = TypeVar("T")


class Filling(Protocol):
    """What an empty store is being filled with, all at once in the end."""

    def add(self, documents: Sequence[Row], rows: Mapping[str, Sequence[Row]]) -> None:
        """Put aside some documents and all rows of their readings, as ``Store.create`` takes them.

        A document that goes on from the last call may come again; else none may.
        """

    def finish(self) -> None:
        """Fill the store, or raise StoreError and leave it empty."""

    def discard(self) -> None:
        """Remove what was put aside."""


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

    def filling(self) -> Filling | None:
        """To fill the store at once while it holds nothing; None where there is no faster way."""

    def identity(self) -> str:
        """The store's own id, made with it: a store that was emptied or replaced has another."""

    def close(self) -> None: ...

    def close_rewritten(self) -> None:
        """Close, leaving nothing in files of our own of what was deleted. Raises StoreError."""
