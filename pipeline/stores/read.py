"""Read what was written: documents, their readings, and a reading as the equal TemporalGraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from pathlib import PurePath

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import Change, Evidence, Location, location_from_name
from pipeline.errors import UnknownDocument
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import LATEST, OPEN_END

__all__ = [
    "StoredReading",
    "find_reading",
    "list_documents",
    "list_readings",
    "read_graph",
    "read_graphs",
    "resolve_document",
]

CANDIDATES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class StoredReading:
    """One reading of a document: what made it and, in naive UTC, since and until when it holds."""

    document: str
    id: str
    number: int
    title: str
    source: str
    text_sha256: str
    model: str
    checkpoint: str
    settings: str
    n_steps: int
    recorded_from: datetime
    recorded_until: datetime

    @property
    def is_open(self) -> bool:
        """Whether no newer reading has closed it."""
        return self.recorded_until == OPEN_END


def list_documents(store: Store, as_of: datetime | None = None) -> list[StoredReading]:
    """The reading of every document that held at ``as_of``, by document id."""
    rows = store.ask(statement("read/current_readings"), {"as_of": as_of or LATEST})
    return [StoredReading(**row) for row in rows]


def list_readings(store: Store, document_id: str | None = None) -> list[StoredReading]:
    """All readings of a document, or of all documents, by document id and number."""
    if document_id is None:
        return [StoredReading(**row) for row in store.ask(statement("read/all_readings"), {})]
    rows = store.ask(statement("read/document_readings"), {"document": document_id})
    return [StoredReading(**row) for row in rows]


def resolve_document(name: str, *, store: Store) -> str:
    """The id of the document called ``name``: its id, or a title or file name only one has.

    Raises UnknownDocument with the candidates where none or several answer to it.
    """
    if store.ask(statement("read/document"), {"document": name}):
        return name
    rows = store.ask(statement("read/documents"), {})
    for same in (str, str.casefold):
        found = [row["id"] for row in rows if same(name) in {same(one) for one in _names(row)}]
        if len(found) == 1:
            return str(found[0])
        if found:
            raise UnknownDocument(
                f"{len(found)} documents are called {name!r}: {_some(found)}; give the id of one"
            )
    if not rows:
        raise UnknownDocument(f"no document {name!r}: the store {store.url} is empty")
    close = get_close_matches(name, [one for row in rows for one in _names(row)], n=3, cutoff=0.5)
    names = dict.fromkeys([*close, *(row["id"] for row in rows)])
    raise UnknownDocument(f"no document {name!r}; there are {_some(list(names))}")


def find_reading(document_id: str, *, store: Store, as_of: datetime | None = None) -> StoredReading:
    """The document's reading that held at ``as_of``, by default the latest.

    Raises UnknownDocument if the document has none then.
    """
    moment = as_of or LATEST
    readings = list_readings(store, document_id)
    for reading in readings:
        if reading.recorded_from <= moment < reading.recorded_until:
            return reading
    if not readings:
        raise UnknownDocument(_no_reading(document_id, store=store))
    if as_of is None:
        closed = readings[-1].recorded_until.isoformat(" ")
        raise UnknownDocument(
            f"{document_id!r} was closed at {closed}, its source being gone;"
            " --as-of an earlier time shows what it was"
        )
    raise UnknownDocument(
        f"{document_id!r} has no reading that holds at {moment.isoformat(' ')};"
        f" its first is of {readings[0].recorded_from.isoformat(' ')}"
    )


def _no_reading(document_id: str, *, store: Store) -> str:
    for row in store.ask(statement("read/document"), {"document": document_id}):
        if row["forgotten_at"] is not None:
            return f"{document_id!r} was forgotten at {row['forgotten_at'].isoformat(' ')}"
    return f"no document {document_id!r} in {store.url}"


def read_graph(document_id: str, *, store: Store, as_of: datetime | None = None) -> TemporalGraph:
    """The document's graph as it was recorded at ``as_of``, by default the latest.

    Raises UnknownDocument if the document has no reading then.
    """
    reading = find_reading(document_id, store=store, as_of=as_of)
    return _read(reading, store=store)


def read_graphs(readings: Iterable[StoredReading], *, store: Store) -> Iterator[TemporalGraph]:
    """The graphs of these readings, in their order, one at a time."""
    return (_read(reading, store=store) for reading in readings)


def _read(reading: StoredReading, *, store: Store) -> TemporalGraph:
    """One reading at a time: a list of keys makes the embedded engine scan every reading."""
    parts = ("text", "steps", "entities", "presences", "events")
    given = {"reading": reading.id}
    return _graph(reading, {part: store.ask(statement(f"read/{part}"), given) for part in parts})


def _graph(reading: StoredReading, rows: dict[str, list[Row]]) -> TemporalGraph:
    ordered = sorted(rows["entities"], key=lambda row: _order(row["entity"]))
    entities = {row["entity"]: Entity(row["name"], tuple(row["aliases"])) for row in ordered}
    text = rows["text"][0]
    document = Document(
        id=reading.document,
        title=reading.title,
        text=text["text"],
        steps=tuple(_step(row) for row in rows["steps"]),
        source=reading.source,
        entities=tuple(entities.values()) if text["entities_given"] else None,
    )
    presences = sorted(rows["presences"], key=lambda row: (_order(row["entity"]), row["from_step"]))
    events = sorted(rows["events"], key=lambda row: (row["step"], _order(row["entity"])))
    return TemporalGraph(
        document,
        tuple(entities.values()),
        tuple(_presence(row, entities[row["entity"]]) for row in presences),
        tuple(_event(row, entities[row["entity"]]) for row in events),
        tuple(tuple(row["existence"]) for row in ordered),
    )


def _step(row: Row) -> Step:
    return Step(row["number"], row["text"], row["char_start"], row["starts_at"], row["ends_at"])


def _presence(row: Row, entity: Entity) -> Presence:
    return Presence(
        entity,
        Location(row["location"], row["kind"]),
        row["from_step"],
        row["until_step"],
        tuple(row["probabilities"]),
        _evidence(row),
    )


def _event(row: Row, entity: Entity) -> Event:
    origin, destination = location_from_name(row["origin"]), location_from_name(row["destination"])
    change = Change.CREATE if origin is None else Change.MOVE
    return Event(
        row["step"],
        entity,
        Change.DESTROY if destination is None else change,
        origin,
        destination,
        row["probability"],
        _evidence(row),
    )


def _evidence(row: Row) -> Evidence | None:
    step = row["evidence_step"]
    return None if step == -1 else Evidence(step, row["char_start"], row["char_end"])


def _order(id: str) -> int:
    """The running number at the end of an id below a reading."""
    return int(id.rpartition("/")[2])


def _names(row: Row) -> set[str]:
    """What a person may call a document: its id, title and file name, with its line if any."""
    files = {PurePath(text).name for text in (row["id"], row["source"])}
    return {row["id"], row["title"], *files} - {""}


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:CANDIDATES_SHOWN])
    more = len(names) - CANDIDATES_SHOWN
    return f"{shown} and {more} more" if more > 0 else shown
