"""The protocol of a graph engine. An engine translates calls and errors, and no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from pipeline.stores.graph_schema import GraphSchema

__all__ = ["Ask", "Filling", "Row", "Statement", "Store"]

Row = dict[str, Any]
Ask = Callable[[str, Mapping[str, Any]], list[Row]]
Statement = tuple[str, Mapping[str, Any]]  # Cypher and its parameters
T = TypeVar("T")


class Filling(Protocol):
    """Rows for an empty store, which is filled all at once in the end."""

    schema: GraphSchema

    def add(self, documents: Sequence[Row], rows: Mapping[str, Sequence[Row]]) -> None:
        """Keep some documents and all rows of their readings, as ``Store.create`` takes them.

        The last document of a call may come again in the next one; no other may.
        """

    def finish(self) -> None:
        """Fill the store, or raise StoreError and leave it empty."""

    def discard(self) -> None:
        """Remove what was kept."""


class Store(Protocol):
    """A graph engine with the tables or constraints of its schema in place."""

    engine: str  # its name in URLs and in ``cypher/schema/``
    url: str  # without any secret: it may be shown, and names the store in the ledger
    schema: GraphSchema
    answers_every_shape: bool  # else ``questions.cypher_guard`` refuses what it answers wrongly

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement and return every row. Raises StoreError if it is refused."""

    def write(self, work: Callable[[Ask], T]) -> T:
        """Call ``work`` with an ``ask`` inside one transaction and commit, or change nothing.

        ``work`` may be called again after a passing failure, so it must have no other effects.
        """

    def create(self, rows: Mapping[str, Sequence[Row]], *, ask: Ask) -> None:
        """Create what is under new readings, in the transaction of ``ask``, as fast as possible.

        ``rows`` are by the node or relationship type that they make. Documents and concepts exist
        already.
        """

    def filling(self) -> Filling | None:
        """Fill the store at once while it holds nothing; None if there is no faster way."""

    def identity(self) -> str:
        """The store's own id, made with it: a store that was emptied or replaced has another."""

    def stored_identity(self) -> Row | None:
        """The row of read/identity.cypher, None if the schema was never made."""

    def make_schema(self, identify: Statement) -> None:
        """Make what the schema declares, then run ``identify``: at once or repeatably."""

    def change_schema(self, changes: Sequence[str], then: Sequence[Statement]) -> None:
        """Change the schema, then run ``then``: at once or repeatably, ``then`` last."""

    def close(self) -> None: ...

    def close_rewritten(self) -> None:
        """Close, leaving nothing in files of our own of what was deleted. Raises StoreError."""
