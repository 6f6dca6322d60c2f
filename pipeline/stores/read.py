"""Read what was written: documents, their readings, and a reading as the equal TemporalGraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from itertools import islice
from operator import attrgetter
from pathlib import PurePath

from pipeline.domain.graph import TemporalGraph
from pipeline.errors import BadInput, UnknownDocument
from pipeline.stores.generated_statements import (
    read_edges_statement,
    read_nodes_statement,
    read_referents_statement,
)
from pipeline.stores.graph_records import graph_of
from pipeline.stores.graph_schema import ColumnType, End, GraphSchema, NodeType
from pipeline.stores.rows import is_key_of
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import LATEST, OPEN_END

__all__ = [
    "GRAPHS_AT_ONCE",
    "DocumentsPage",
    "StoredReading",
    "count_documents",
    "documents_page",
    "each_document",
    "each_reading",
    "find_reading",
    "list_documents",
    "list_readings",
    "read_graph",
    "read_graphs",
    "reading_pair",
    "resolve_document",
    "rows_by_reading",
]

CANDIDATES_SHOWN = 5
MOST_CANDIDATES = 1_000  # documents that an unknown name is compared with
DOCUMENTS_AT_ONCE = 5_000
GRAPHS_AT_ONCE = 100


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
        """Return True if no newer reading has closed it."""
        return self.recorded_until == OPEN_END

    def holds_at(self, moment: datetime) -> bool:
        return self.recorded_from <= moment < self.recorded_until


@dataclass(frozen=True, slots=True)
class DocumentsPage:
    """Readings of some documents; ``next_after`` is the last id, None if no more follow."""

    readings: list[StoredReading]
    next_after: str | None


def list_documents(store: Store, as_of: datetime | None = None) -> list[StoredReading]:
    """The reading of every document that held at ``as_of``, by document id."""
    return list(each_document(store, as_of))


def each_document(
    store: Store, as_of: datetime | None = None, *, after: str = ""
) -> Iterator[StoredReading]:
    """What ``list_documents`` lists, some thousands in memory at a time; ``after`` is an id."""
    moment = as_of or LATEST
    return (reading for reading in each_reading(store, after=after) if reading.holds_at(moment))


def each_reading(store: Store, *, after: str = "") -> Iterator[StoredReading]:
    """All readings by document id and number, some thousands in memory at a time."""
    while ids := _ids_after(after, DOCUMENTS_AT_ONCE, store):
        yield from _readings_of(ids, store)
        after = ids[-1]


def documents_page(
    store: Store,
    *,
    limit: int,
    after: str = "",
    words: Sequence[str] = (),
    as_of: datetime | None = None,
) -> DocumentsPage:
    """The first ``limit`` documents after an id, by id, with the readings that held at ``as_of``.

    With ``words`` those that have all of them, in any case, in their id, title or source.
    """
    moment, readings = as_of or LATEST, list[StoredReading]()
    while ids := _ids_after(after, limit + 1, store, words):
        readings += [each for each in _readings_of(ids, store) if each.holds_at(moment)]
        if len(readings) > limit:
            page = readings[:limit]
            return DocumentsPage(page, page[-1].document)
        if len(ids) <= limit:
            break
        after = ids[-1]
    return DocumentsPage(readings, None)


def count_documents(store: Store) -> int:
    """The number of documents with a reading that holds now."""
    (row,) = store.ask(statement("read/open_readings"), {"open_end": OPEN_END})
    return int(row["readings"])


def _ids_after(after: str, most: int, store: Store, words: Sequence[str] = ()) -> list[str]:
    parameters = {"after": after, "most": most, "words": [word.lower() for word in words]}
    name = "read/documents_with" if words else "read/documents_after"
    return [row["document"] for row in store.ask(statement(name), parameters)]


def _readings_of(documents: Sequence[str], store: Store) -> list[StoredReading]:
    """Their readings by document id and number; Neo4j itself orders text by UTF-16 here."""
    rows = store.ask(statement("read/readings_of"), {"documents": list(documents)})
    return sorted((StoredReading(**row) for row in rows), key=attrgetter("document", "number"))


def list_readings(store: Store, document_id: str | None = None) -> list[StoredReading]:
    """All readings of a document, or of all documents, by document id and number."""
    if document_id is None:
        return list(each_reading(store))
    rows = store.ask(statement("read/document_readings"), {"document": document_id})
    return [StoredReading(**row) for row in rows]


def resolve_document(name: str, *, store: Store) -> str:
    """The id of the document called ``name``: its id, or a title or file name only one has.

    Raises UnknownDocument with the candidates where none or several answer to it.
    """
    if store.ask(statement("read/document"), {"document": name}):
        return name
    lower = name.lower()
    called = {"lower": lower, "ending": f"/{lower}", "most": MOST_CANDIDATES}
    rows = store.ask(statement("read/documents_called"), called)
    for same in (str, str.casefold):
        matches = [row["id"] for row in rows if same(name) in set(map(same, _names(row)))]
        if len(matches) == 1:
            return str(matches[0])
        if matches:
            raise UnknownDocument(
                f"{len(matches)} documents are called {name!r}: {_listed(matches)};"
                " give the id of one"
            )
    rows = store.ask(statement("read/documents"), {"most": MOST_CANDIDATES})
    if not rows:
        raise UnknownDocument(f"no document {name!r}: the store {store.url} is empty")
    close = get_close_matches(
        name, [own_name for row in rows for own_name in _names(row)], n=3, cutoff=0.5
    )
    names = dict.fromkeys([*close, *(row["id"] for row in rows)])
    raise UnknownDocument(f"no document {name!r}; there are {_listed(list(names))}")


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
        closed = readings[-1].recorded_until.isoformat(" ", "seconds")
        raise UnknownDocument(
            f"{document_id!r} was closed at {closed}, because its source disappeared;"
            " give an earlier time with --as-of to see it"
        )
    first = readings[0].recorded_from
    if first.microsecond:  # rounded up, so that the reading holds at the time that is shown
        first = first.replace(microsecond=0) + timedelta(seconds=1)
    raise UnknownDocument(
        f"{document_id!r} has no reading that holds at {moment.isoformat(' ', 'seconds')} UTC;"
        f" its first is of {first.isoformat(' ')} UTC"
    )


def _no_reading(document_id: str, *, store: Store) -> str:
    for row in store.ask(statement("read/document"), {"document": document_id}):
        if row["forgotten_at"] is not None:
            moment = row["forgotten_at"].isoformat(" ", "seconds")
            return f"{document_id!r} was forgotten at {moment}"
    return f"no document {document_id!r} in {store.url}"


def read_graph(document_id: str, *, store: Store, as_of: datetime | None = None) -> TemporalGraph:
    """The document's graph as it was recorded at ``as_of``, by default the latest.

    Raises UnknownDocument if the document has no reading then.
    """
    reading = find_reading(document_id, store=store, as_of=as_of)
    (graph,) = _read([reading], store=store)
    return graph


def read_graphs(readings: Iterable[StoredReading], *, store: Store) -> Iterator[TemporalGraph]:
    """The graphs of these readings, in their order, a hundred in memory at a time."""
    remaining = iter(readings)
    while some_readings := list(islice(remaining, GRAPHS_AT_ONCE)):
        yield from _read(some_readings, store=store)


def reading_pair(
    readings: list[StoredReading], document: str, first: int | None, second: int | None
) -> tuple[StoredReading, StoredReading]:
    """The readings with these numbers; by default the newest and the one before the second.

    Raises BadInput if the document does not have them.
    """
    numbers = [reading.number for reading in readings]
    if not numbers:
        raise BadInput(f"{document!r} has no reading")
    if second is None:
        second = numbers[-1]
    if first is None:
        earlier = [number for number in numbers if number < second]
        if not earlier:
            raise BadInput(f"{document!r} has no reading before {second} to compare with")
        first = earlier[-1]
    for number in (first, second):
        if number not in numbers:
            raise BadInput(
                f"{document!r} has no reading {number}; it has {', '.join(map(str, numbers))}"
            )
    return readings[numbers.index(first)], readings[numbers.index(second)]


def _read(readings: Sequence[StoredReading], *, store: Store) -> Iterator[TemporalGraph]:
    """The graphs of some readings; each statement is asked once for all of them."""
    ids = list(dict.fromkeys(reading.id for reading in readings))
    texts = {row["reading"]: row for row in store.ask(statement("read/texts"), {"readings": ids})}
    rows = {
        cypher: rows_by_reading(cypher, ids, store=store)
        for part in _parts(store.schema)
        for cypher in (part.cypher, part.referents)
        if cypher is not None
    }
    for reading in readings:
        own = {cypher: of_each.get(reading.id, []) for cypher, of_each in rows.items()}
        yield graph_of(
            _records(own, store.schema),
            document=reading.document,
            title=reading.title,
            text=texts[reading.id]["text"],
            source=reading.source,
            entities_given=texts[reading.id]["entities_given"],
            schema=store.schema,
        )


def rows_by_reading(cypher: str, readings: Sequence[str], *, store: Store) -> dict[str, list[Row]]:
    """Rows of a generated statement that reads nodes or relationships, by the reading's id."""
    of_each: dict[str, list[Row]] = {}
    for row in store.ask(cypher, {"readings": readings}):
        of_each.setdefault(row.pop("of_reading"), []).append(row)
    return of_each


def _records(rows: Mapping[str, list[Row]], schema: GraphSchema) -> dict[str, list[Row]]:
    """The records of a reading by part, of its rows by the statement that read them."""
    records: dict[str, list[Row]] = {}
    for part in _parts(schema):
        if part.node is None:
            records[part.name] = _in_order(rows[part.cypher], part, records["entities"])
        else:
            records[part.name] = _numbered(rows[part.cypher], part.node)
            if part.referents is not None:
                _refer(records[part.name], rows[part.referents], part, schema)
    return records


@dataclass(frozen=True, slots=True)
class _Part:
    """How a part of a graph is read: nodes or, if ``node`` is None, relationships.

    ``referents`` is a statement for what the nodes refer to, at ``ends``.
    ``order``: columns that order relationships; those in ``entities`` name an entity.
    """

    name: str
    cypher: str
    node: NodeType | None = None
    referents: str | None = None
    ends: tuple[End, ...] = ()
    order: tuple[str, ...] = ()
    entities: frozenset[str] = frozenset()


@cache
def _parts(schema: GraphSchema) -> tuple[_Part, ...]:
    """The parts of a graph, those that are nodes first."""
    return tuple(
        _edge_part(name, schema) if node is None else _node_part(name, node, schema)
        for name in schema.parts
        for node in [schema.node_of(name)]
    )


def _node_part(name: str, node: NodeType, schema: GraphSchema) -> _Part:
    ends = tuple(
        edge.target if edge.source.node == node.name else edge.source
        for edge in schema.edges_with(node)
        if edge != schema.created_with(node)
    )
    referents = read_referents_statement(node, ends, schema) if ends else None
    return _Part(name, read_nodes_statement(node, schema), node, referents, ends)


def _edge_part(name: str, schema: GraphSchema) -> _Part:
    ends = [end for end in schema.ends_of(name) if end.node in ("Entity", "Step")]
    numbers = [
        column.name
        for column in schema.columns_of(name)
        if column.type is ColumnType.INTEGER and not column.optional
    ]
    return _Part(
        name,
        read_edges_statement(schema.edges_of(name), schema),
        order=(*(end.column for end in ends), *numbers),
        entities=frozenset(end.column for end in ends if end.node == "Entity"),
    )


def _numbered(rows: list[Row], node: NodeType) -> list[Row]:
    """Nodes in the order of the running numbers at the end of their keys."""
    return sorted(rows, key=lambda row: int(row[node.key].rpartition("/")[2]))


def _in_order(rows: list[Row], part: _Part, entities: Sequence[Row]) -> list[Row]:
    """Relationships by their ends, entities in the graph's order, then by their numbers."""
    orders = {row["name"]: order for order, row in enumerate(entities)}

    def order(row: Row) -> list[int]:
        return [orders[row[name]] if name in part.entities else row[name] for name in part.order]

    return sorted(rows, key=order)


def _refer(records: Sequence[Row], rows: Sequence[Row], part: _Part, schema: GraphSchema) -> None:
    """Add to the records of nodes what they refer to at each end, None if to nothing."""
    assert part.node is not None
    referents: dict[str, Row] = {}
    for row in rows:
        (end,) = (end for end in part.ends if is_key_of(row["referent"], end.node))
        first, *others = schema.node(end.node).named_by
        named = {end.column: row[first], **{name: row[name] for name in others}}
        referents.setdefault(row[part.node.key], {}).update(named)
    for record in records:
        record |= dict.fromkeys(end.column for end in part.ends)
        record |= referents.get(record[part.node.key], {})


def _names(row: Row) -> set[str]:
    """The names of a document: its id, title and file name, with its line if any."""
    files = {PurePath(text).name for text in (row["id"], row["source"])}
    return {row["id"], row["title"], *files} - {""}


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:CANDIDATES_SHOWN])
    more = len(names) - CANDIDATES_SHOWN
    return f"{shown} and {more} more" if more > 0 else shown
