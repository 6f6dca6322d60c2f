"""Documents and concepts of one batch after another, each given once."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.stores.rows import Rows
from pipeline.stores.store import Row

__all__ = ["BulkBatches"]


class BulkBatches:
    """Adds to each batch what it needs of shared nodes.

    Batches come sorted by document, and a document may continue in the next batch.
    """

    def __init__(self) -> None:
        self._last: dict[str, Row] = {}  # the document that may continue
        self._concepts: set[str] = set()

    def complete(self, documents: Sequence[Row], rows: Rows) -> dict[str, Sequence[Row]]:
        """A batch's rows, with the documents that are complete and the concepts that are new."""
        *complete, last = (self._last | {row["id"]: row for row in documents}).values()
        self._last = {last["id"]: last}
        names = {row["concept"] for row in rows["INSTANCE_OF"]} - self._concepts
        self._concepts |= names
        concepts = [{"name": name} for name in sorted(names)]
        return {**rows, "Document": complete, "Concept": concepts}

    def rest(self) -> dict[str, Sequence[Row]]:
        return {"Document": list(self._last.values())}
