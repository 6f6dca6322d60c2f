"""Documents and concepts of one batch after another, each told once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.stores.store import Row

__all__ = ["Once"]


class Once:
    """Batches come sorted by document, and a document may go on in the next."""

    def __init__(self) -> None:
        self._last: dict[str, Row] = {}  # the document that may go on
        self._concepts: set[str] = set()

    def new(
        self, documents: Sequence[Row], rows: Mapping[str, Sequence[Row]]
    ) -> dict[str, Sequence[Row]]:
        """A batch's rows, with the documents that are complete and the concepts that are new."""
        *complete, last = (self._last | {row["id"]: row for row in documents}).values()
        self._last = {last["id"]: last}
        names = {row["concept"] for row in rows["create_instances"]} - self._concepts
        self._concepts |= names
        concepts = [{"name": name} for name in sorted(names)]
        return {**rows, "documents": complete, "concepts": concepts}

    def rest(self) -> dict[str, Sequence[Row]]:
        return {"documents": list(self._last.values())}
