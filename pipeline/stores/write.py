"""Write readings once, whole: a batch is one transaction, and repeating it changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pipeline.domain.document import checked_name
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import SOMEWHERE, Location
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput
from pipeline.stores.concepts import meanings_of
from pipeline.stores.create_rows import send
from pipeline.stores.graph_schema import SCHEMA, GraphSchema
from pipeline.stores.rows import Rows, rows_of
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Row, Store
from pipeline.stores.transaction_time import OPEN_END, TICK

__all__ = [
    "check",
    "close",
    "close_superseded",
    "create",
    "document_rows",
    "gathered",
    "lock",
    "refusal_of_forgotten",
    "write",
]


@dataclass(frozen=True, slots=True)
class _Last:
    """The latest of a document's readings: highest number, and latest moment recorded."""

    number: int
    recorded: datetime


def write(
    readings: Sequence[NumberedReading], *, store: Store, clock: Callable[[], datetime]
) -> list[str]:
    """Write the readings in one transaction; return the ids of those that were not there.

    A reading whose number is not above all its document has is left out: it is a repetition or
    comes late. ``clock`` gives naive UTC. If the answer to a commit was lost, the transaction is
    repeated and finds its own work done: then less is returned than was written, never more.
    Raises BadInput for what cannot be stored, before anything is written.
    """
    batch = sorted(
        {reading.id: reading for reading in reversed(readings)}.values(),  # the first one counts
        key=lambda reading: (reading.document_id, reading.number),
    )
    for reading in batch:
        check(reading)
    if not batch:
        return []
    return store.write(lambda ask: _write(batch, store=store, ask=ask, clock=clock))


def close(readings: Mapping[str, str], *, store: Store, clock: Callable[[], datetime]) -> list[str]:
    """Close readings (by document id) whose sources are gone; return those that were open.

    Nothing holds of these documents from now on; the past stays as it was.
    """
    return store.write(lambda ask: _close(readings, ask=ask, now=_naive(clock())))


def close_superseded(readings: Mapping[str, datetime], *, store: Store) -> None:
    """Close readings, by id, that stayed open when a newer one came; each at its moment."""
    rows = [{"reading": id, "recorded_until": moment} for id, moment in sorted(readings.items())]
    if rows:
        parameters = {"rows": rows, "open_end": OPEN_END}
        store.write(lambda ask: ask(statement("write/close_reading"), parameters))


def refusal_of_forgotten(document: str) -> str:
    """The message for a forgotten document that is ingested again."""
    return (
        f"{document!r} was forgotten and is not read again; stepgraph forget --lift {document!r}"
        " allows it"
    )


def _close(readings: Mapping[str, str], *, ask: Ask, now: datetime) -> list[str]:
    documents = sorted(readings)
    ask(statement("write/lock_documents"), {"documents": documents})
    last = _last_readings(documents, ask=ask)
    rows = [
        {
            "reading": readings[document],
            "recorded_until": max(now, last[document].recorded + TICK),
        }
        for document in documents
        if document in last
    ]
    if not rows:
        return []
    closed = ask(statement("write/close_reading"), {"rows": rows, "open_end": OPEN_END})
    return [row["reading"] for row in closed]


def _write(
    batch: Sequence[NumberedReading], *, store: Store, ask: Ask, clock: Callable[[], datetime]
) -> list[str]:
    documents = sorted({reading.document_id for reading in batch})
    there = lock(documents, ask=ask)
    last = _last_readings(there, ask=ask)
    fresh = [
        reading
        for reading in batch
        if reading.document_id not in last or reading.number > last[reading.document_id].number
    ]
    if not fresh:
        return []
    recorded = _recorded(fresh, last=last, now=_naive(clock()))
    first = {reading.document_id: recorded[reading.id][0] for reading in reversed(fresh)}
    closed = [
        {"document": document, "recorded_until": moment}
        for document, moment in first.items()
        if document in last
    ]
    send("close_readings", closed, ask=ask, open_end=OPEN_END)
    meanings = meanings_of(there, ask=ask)
    rows = [
        rows_of(
            reading.graph,
            reading=reading.id,
            meanings=meanings.get(reading.document_id, {}),
            schema=store.schema,
        )
        for reading in fresh
    ]
    create(fresh, rows, recorded, store=store, ask=ask)
    return [reading.id for reading in fresh]


def create(
    fresh: Sequence[NumberedReading],
    rows_of_each: Sequence[Rows],
    recorded: Mapping[str, tuple[datetime, datetime]],
    *,
    store: Store,
    ask: Ask,
) -> None:
    """Create readings, of each document in order, with the rows under them.

    The documents are locked and what held before is closed.
    """
    send("name_documents", document_rows(fresh), ask=ask)
    rows = gathered(fresh, rows_of_each, recorded, schema=store.schema)
    ask(statement("write/merge_concepts"), {"names": _concepts(rows)})
    store.create(rows, ask=ask)


def document_rows(readings: Iterable[NumberedReading]) -> list[Row]:
    """Each document, by the title and source of its last reading here."""
    newest = {reading.document_id: reading for reading in readings}
    return [_document_row(reading) for reading in newest.values()]


def gathered(
    readings: Sequence[NumberedReading],
    rows_of_each: Sequence[Rows],
    recorded: Mapping[str, tuple[datetime, datetime]],
    *,
    schema: GraphSchema = SCHEMA,
) -> dict[str, list[Row]]:
    """The rows of readings and of all that is under them, by the type that they make."""
    rows: dict[str, list[Row]] = {filled.rows: [] for filled in schema.reading_types}
    for reading, rows_below in zip(readings, rows_of_each, strict=True):
        rows["Reading"].append(_reading_row(reading, recorded[reading.id]))
        for name, rows_of_type in rows_below.items():
            rows[name] += rows_of_type
    rows["INSTANCE_OF"].sort(key=lambda row: (row["concept"], row["entity"]))
    return rows


def lock(documents: Sequence[str], *, ask: Ask) -> list[str]:
    """Keep other writers from these documents; return those that others have written before.

    Two statements: most engines find by key much faster than they merge.
    """
    there = _documents(ask(statement("write/lock_documents"), {"documents": documents}))
    present = set(there)
    missing = [document for document in documents if document not in present]
    if missing:
        there += _documents(ask(statement("write/merge_documents"), {"documents": missing}))
    return there


def _documents(rows: Sequence[Row]) -> list[str]:
    for row in rows:
        if row["forgotten_at"] is not None:
            raise BadInput(refusal_of_forgotten(row["document"]))
    return [row["document"] for row in rows]


def _last_readings(documents: Sequence[str], *, ask: Ask) -> dict[str, _Last]:
    if not documents:
        return {}
    parameters = {"documents": documents, "open_end": OPEN_END}
    rows = ask(statement("write/last_readings"), parameters)
    return {row["document"]: _Last(row["number"], row["recorded"]) for row in rows}


def _recorded(
    fresh: Iterable[NumberedReading], *, last: Mapping[str, _Last], now: datetime
) -> dict[str, tuple[datetime, datetime]]:
    """When each reading holds: from now, but always after the one before, to the next one."""
    latest = {document: reading.recorded for document, reading in last.items()}
    recorded: dict[str, tuple[datetime, datetime]] = {}
    previous: dict[str, str] = {}
    for reading in fresh:
        document = reading.document_id
        start = max(now, latest[document] + TICK) if document in latest else now
        if document in previous:
            recorded[previous[document]] = (recorded[previous[document]][0], start)
        recorded[reading.id] = (start, OPEN_END)
        latest[document], previous[document] = start, reading.id
    return recorded


def _document_row(reading: NumberedReading) -> Row:
    document = reading.graph.document
    return {"id": document.id, "title": document.title, "source": document.source}


def _reading_row(reading: NumberedReading, recorded: tuple[datetime, datetime]) -> Row:
    document = reading.graph.document
    return {
        "id": reading.id,
        "document": document.id,
        "number": reading.number,
        "title": document.title,
        "source": document.source,
        "text": document.text,
        "text_sha256": document.text_sha256,
        "entities_given": document.entities is not None,
        "model": reading.model,
        "checkpoint": reading.checkpoint,
        "settings": reading.settings,
        "n_steps": document.n_steps,
        "recorded_from": recorded[0],
        "recorded_until": recorded[1],
    }


def _concepts(rows: Rows) -> list[str]:
    return sorted({row["concept"] for row in rows["INSTANCE_OF"]})


def _naive(now: datetime) -> datetime:
    if now.tzinfo is not None:
        raise ValueError(f"the clock says {now}: it must give UTC without a zone")
    return now


def check(reading: NumberedReading) -> None:
    """Refuse what an engine would refuse, cut or confuse, with the document's name."""
    try:
        for role, name in _names(reading.graph):
            checked_name(name, role=role)
        for role, text in _texts(reading):
            if "\0" in text:
                raise ValueError(f"{role} contains a NUL character; remove it")
            text.encode()
        for presence in reading.graph.presences:
            if presence.location == Location(SOMEWHERE.text):
                raise ValueError(
                    f"a stated place is called {SOMEWHERE.text!r}, which means unstated"
                )
    except ValueError as error:
        raise BadInput(f"{reading.document_id[:200]!r} cannot be stored: {error}") from error


def _names(graph: TemporalGraph) -> Iterator[tuple[str, str]]:
    yield "the document's id", graph.document.id
    for entity in graph.entities:
        yield "the entity", entity.name
    for presence in graph.presences:
        yield "the location", presence.location.text


def _texts(reading: NumberedReading) -> Iterator[tuple[str, str]]:
    document = reading.graph.document
    yield "the text", document.text
    yield "the title", document.title
    yield "the source", document.source
    for step in document.steps:
        yield f"step {step.number}", step.text
        for words in (step.label, step.alternative):
            yield f"the label of step {step.number}", words or ""
    for material in document.materials:
        for words in (material.name, material.amount, material.unit, material.note):
            yield f"the material {material.name!r}", words or ""
    for quantity in reading.graph.quantities:
        yield f"the quantity {quantity.text!r}", quantity.text
