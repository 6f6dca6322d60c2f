"""Facts that requests ask a server for: a document, a cell explained, a lineage, rows, changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from pydantic_core import from_json, to_json

from pipeline.domain.graph import TemporalGraph
from pipeline.errors import BadInput
from pipeline.questions.catalogue import find
from pipeline.questions.explain import Explanation, explain
from pipeline.questions.limits import MOST_DOCUMENTS_FOLLOWED
from pipeline.questions.lineage import Direction, lineage, lineage_facts
from pipeline.questions.row_pages import FIRST_PAGE, RowsPage
from pipeline.services.services import Services
from pipeline.stores.read import StoredReading, find_reading, resolve_document
from pipeline.stores.store import Row
from stepgraph.arguments import utc_time

__all__ = [
    "erase_document",
    "explained_cell",
    "graph_and_reading",
    "lineage_of",
    "rows_of_cypher",
    "rows_of_question",
    "store_text",
]


def graph_and_reading(
    document: str, services: Services, *, as_of: datetime | None = None
) -> tuple[TemporalGraph, StoredReading]:
    """The graph of a document, and the reading that it is of. Raises UnknownDocument."""
    with services.graphs() as graphs:
        graph = graphs.graph(document, as_of=as_of)
        reading = find_reading(graph.document.id, store=graphs.store, as_of=utc_time(as_of))
        return graph, reading


def explained_cell(
    document: str, entity: str, step: int, services: Services, *, as_of: datetime | None = None
) -> Explanation:
    """Where an entity is after a step, and why. Raises BadInput."""
    with services.graphs() as graphs:
        return explain(
            document,
            entity,
            step,
            store=graphs.store,
            as_of=utc_time(as_of),
            unsure_below=services.settings.unsure_below,
        )


def lineage_of(
    document: str,
    services: Services,
    *,
    direction: Direction,
    depth: int | None = None,
    as_of: datetime | None = None,
) -> dict[str, Any]:
    """The documents that use up what this one makes, or make what it uses up, as JSON values."""
    with services.graphs() as graphs:
        hops = lineage(
            resolve_document(document, store=graphs.store),
            store=graphs.store,
            direction=direction,
            depth=depth,
            as_of=utc_time(as_of),
            most_documents=MOST_DOCUMENTS_FOLLOWED,
        )
        return lineage_facts(hops, below=services.settings.unsure_below)


def rows_of_question(
    name: str,
    parameters: Mapping[str, Any],
    services: Services,
    *,
    as_of: datetime | None = None,
    limit: int = FIRST_PAGE,
    after: str = "",
) -> RowsPage:
    """Rows of a question of the catalogue; across documents, a page of them. Raises BadInput."""
    if taken := sorted(parameters.keys() & {"name", "as_of", "self", "after"}):
        raise BadInput(f"a question has no parameter {taken[0]!r}")
    with services.graphs() as graphs:
        if not find(name).is_across and not after:
            return RowsPage(graphs.query(name, as_of=as_of, **parameters), None)
        return graphs.page(name, as_of=as_of, limit=limit, after=after, **parameters)


def rows_of_cypher(
    cypher: str,
    parameters: Mapping[str, Any],
    services: Services,
    *,
    as_of: datetime | None = None,
    all_readings: bool = False,
) -> list[Row]:
    """Rows of a statement that only reads, as JSON values. Raises BadInput.

    An engine has values that JSON does not have: a duration is a text in ISO 8601, bytes are in
    Base64, what is infinite or no number is None.
    """
    with services.graphs() as graphs:
        rows = graphs.cypher(cypher, parameters, as_of=as_of, all_readings=all_readings)
    text = to_json(rows, fallback=str, bytes_mode="base64", inf_nan_mode="null")
    plain: list[Row] = from_json(text)
    return plain


def store_text(record: Mapping[str, Any], services: Services) -> dict[str, Any]:
    """Read a text, store its graph, and return its id, the counts and the errors."""
    document, result = services.ingest(record)
    failures = [failure.error for failure in result.failed]
    counts = {"written": result.written, "unchanged": result.unchanged}
    return {"document": document} | counts | {"failures": failures}


def erase_document(document: str, services: Services, *, erase: bool) -> dict[str, Any]:
    """What forgetting a document erases, as JSON values; it is erased if ``erase``."""
    footprint = services.forget(document, erase=erase)
    done = "erased" if erase else "nothing"
    return asdict(footprint) | {"spooled": footprint.spooled is not None, "done": done}
