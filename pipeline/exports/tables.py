"""The graphs of a store as tables: their columns, and the rows of one reading.

The columns are those of the graph schema. Every table has the document's id in front; where the
schema marks missing evidence with -1, a table has nothing, and ``sentence`` is the text of the
step that the evidence is in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.domain.document import Document
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import NOWHERE
from pipeline.exports.readings import history_of, origin_of
from pipeline.stores.graph_records import evidence_of, records_of
from pipeline.stores.graph_schema import SCHEMA, Column, ColumnType
from pipeline.stores.read import StoredReading
from pipeline.stores.store import Row

__all__ = ["TABLES", "Table", "rows_of_reading"]

HISTORY = ("source", "number", "recorded_from")  # no content: left out with --current
EVIDENCE = ("evidence_step", "char_start", "char_end")


@dataclass(frozen=True, slots=True)
class Table:
    """A table; a column that is ``optional`` may be empty in a row."""

    name: str
    columns: tuple[Column, ...]


def _text(name: str, *, optional: bool = False) -> Column:
    return Column(name, ColumnType.TEXT, optional=optional)


def _integer(name: str, *, optional: bool = False) -> Column:
    return Column(name, ColumnType.INTEGER, optional=optional)


def _stored(part: str) -> tuple[Column, ...]:
    """What the schema stores of a part, without what is derived when it is stored."""
    columns = (column for column in SCHEMA.columns_of(part) if not column.derived)
    return tuple(
        Column(column.name, column.type, column.is_list, column.optional or column.name in EVIDENCE)
        for column in columns
    )


def _documents() -> tuple[Column, ...]:
    stored = (
        column
        for column in SCHEMA.node("Reading").columns
        if column.name not in ("id", "recorded_until")
    )
    return tuple(
        Column(column.name, column.type, optional=column.name in HISTORY) for column in stored
    )


_DOCUMENT = _text("document")
_SENTENCE = _text("sentence", optional=True)

TABLES: Mapping[str, Table] = {
    name: Table(name, (_DOCUMENT, *columns))
    for name, columns in {
        "documents": _documents(),
        "steps": _stored("steps"),
        "entities": _stored("entities"),
        "locations": (_text("name"), _text("kind")),
        "states": (
            _text("entity"),
            _integer("state"),
            _text("location", optional=True),
            _text("kind"),
            Column("probability", ColumnType.REAL),
            Column("exists", ColumnType.REAL),
        ),
        "presences": (
            _text("entity"), _text("location"), _text("kind"), *_stored("presences"), _SENTENCE,
        ),
        "changes": (
            _integer("step"), _text("entity"), _text("change"),
            _text("origin", optional=True), _text("destination", optional=True),
            *(column for column in _stored("events")
              if column.name not in ("origin", "destination")),
            _SENTENCE,
        ),
        "materials": _stored("materials"),
        "quantities": (
            *_stored("quantities"),
            _integer("step", optional=True), _text("material", optional=True),
            _text("entity", optional=True), _SENTENCE,
        ),
    }.items()
}  # fmt: skip


def rows_of_reading(
    reading: StoredReading, graph: TemporalGraph, *, with_history: bool
) -> Iterator[tuple[str, Row]]:
    """The rows of a reading, each with the name of its table."""
    document = graph.document
    for table, row in _rows(reading, graph, with_history=with_history):
        own: dict[str, Any] = {"document": document.id, **row}
        yield table, {column.name: own.get(column.name) for column in TABLES[table].columns}


def _rows(
    reading: StoredReading, graph: TemporalGraph, *, with_history: bool
) -> Iterator[tuple[str, Row]]:
    document, records = graph.document, records_of(graph)
    yield "documents", _document_row(reading, document, with_history=with_history)
    for table in ("steps", "entities", "materials"):
        for record in records[table]:
            yield table, record
    places = dict.fromkeys(presence.location for presence in graph.presences)
    for place in places:
        yield "locations", {"name": place.text, "kind": place.kind}
    for track in graph.to_grid().tracks:
        for state, place in enumerate(track.locations):
            yield (
                "states",
                {
                    "entity": track.entity.name,
                    "state": state,
                    "location": None if place == NOWHERE else place.text,
                    "kind": place.kind,
                    "probability": track.probabilities[state],
                    "exists": track.exists[state],
                },
            )
    for record in records["presences"]:
        yield "presences", _with_sentence(record, document)
    for record in records["events"]:
        yield "changes", _with_sentence(record, document)
    for record in records["quantities"]:
        step = record["step"]
        is_in_step = step is not None
        yield (
            "quantities",
            {
                **record,
                "char_start": record["char_start"] if is_in_step else None,
                "char_end": record["char_end"] if is_in_step else None,
                "sentence": document.steps[step - 1].text if is_in_step else None,
            },
        )


def _document_row(reading: StoredReading, document: Document, *, with_history: bool) -> Row:
    row: Row = {
        "title": document.title,
        "text": document.text,
        "text_sha256": document.text_sha256,
        "entities_given": document.entities is not None,
        "n_steps": document.n_steps,
        **origin_of(reading),
    }
    if with_history:
        row |= {name: history_of(reading)[name] for name in HISTORY}
        row["recorded_from"] = reading.recorded_from
    return row


def _with_sentence(record: Row, document: Document) -> Row:
    """The record with the sentence of its evidence, and nothing where there is none."""
    evidence = evidence_of(record)
    if evidence is None:
        return record | dict.fromkeys(EVIDENCE)
    if not 1 <= evidence.step <= document.n_steps:
        return record
    words = {"char_start": None, "char_end": None} if evidence.char_start < 0 else {}
    return record | words | {"sentence": document.steps[evidence.step - 1].text}
