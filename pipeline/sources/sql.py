"""Rows of SQL tables and queries → documents; their ids are ``NAME/KEY``.

Tables are described in the sources file, the user's own. Every row's key and watermark is read on
each look, and of rows whose watermark is another than when they were last read, the text too: so
a row that was committed late, with an earlier time, is not missed, and one that is gone is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    CursorResult,
    FromClause,
    MetaData,
    Row,
    Select,
    Table,
    create_engine,
    literal_column,
    or_,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, NoSuchTableError, SQLAlchemyError

from pipeline.domain.document import Document, Entity, checked_name
from pipeline.errors import one_line
from pipeline.sources.access import Access
from pipeline.sources.files import Unusable
from pipeline.sources.inputs import SQL
from pipeline.sources.json_documents import document_from_text
from pipeline.sources.results import (
    DiscoveredDocument,
    KnownDocument,
    ListingComplete,
    Rejected,
    ScanResult,
    SourceState,
    Unchanged,
)
from pipeline.sources.sources_file import TableSource, read_table_source

__all__ = ["discover_rows", "fetch_rows"]

AT_ONCE = 500  # rows

Entities = tuple[Entity, ...] | None


def discover_rows(
    inputs: Sequence[str], *, entities: Entities, access: Access, source_state: SourceState
) -> Iterator[ScanResult]:
    """Show the rows of every ``sql:NAME``; a table that cannot be read stops no other."""
    for given in inputs:
        try:
            with _opened(given.removeprefix(SQL), access) as rows:
                yield from _discover(rows, given, entities, source_state)
        except Unusable as error:
            yield Rejected(given, given, f"{given} {error}")


def fetch_rows(
    sources: Sequence[str], *, entities: Entities, access: Access
) -> Iterator[Document | Rejected]:
    """The documents of these rows, one result for each."""
    by_name: dict[str, list[str]] = {}
    for source in sources:
        name, _, key = source.removeprefix(SQL).partition("/")
        by_name.setdefault(name, []).append(key)
    found: dict[str, Document | Rejected] = {}
    for name, keys in by_name.items():
        reason = "is not there any more"
        try:
            with _opened(name, access) as rows:
                for row in rows.texts(keys):
                    one = _document(row, f"{SQL}{name}", entities)
                    found[one.source] = one
        except Unusable as error:
            reason = str(error)
        for key in keys:
            source = f"{SQL}{name}/{key}"
            found.setdefault(source, Rejected(f"{name}/{key}", source, f"{source} {reason}"))
    yield from (found[source] for source in sources)


class _Rows:
    """An open table or query, under the names that a document's parts have."""

    def __init__(self, connection: Connection, second: Connection, source: TableSource) -> None:
        self._connection, self._second = connection, second
        self._from, columns = _columns(connection, source)
        self._key, self._text = columns["id"], columns["text"]
        self._title = columns.get("title")
        self._watermark = columns.get("watermark")
        deleted = columns.get("deleted")
        self._is_there: list[ColumnElement[bool]] = [] if deleted is None else [_unset(deleted)]

    def keys(self) -> Iterator[tuple[str, str | None]]:
        """The key and the watermark of every row that is not deleted.

        Over a connection of its own: some databases stream one result at a time.
        """
        streamed = {"yield_per": AT_ONCE}
        for row in self._second.execute(self._select(), execution_options=streamed):
            yield _spelled(row.id), _version_token(row)

    def texts(self, keys: Sequence[str]) -> Iterator[Row[Any]]:
        """The rows with these keys."""
        sample = self._connection.execute(select(self._key).select_from(self._from).limit(1))
        like = sample.scalar()
        for start in range(0, len(keys), AT_ONCE):
            wanted = [_as(key, like) for key in keys[start : start + AT_ONCE]]
            columns = [self._text.label("text")]
            columns += [] if self._title is None else [self._title.label("title")]
            query = self._select(*columns).where(self._key.in_(wanted))
            yield from self._connection.execute(query)

    def _select(self, *columns: ColumnElement[Any]) -> Select[Any]:
        shown = [self._key.label("id"), *columns]
        shown += [] if self._watermark is None else [self._watermark.label("watermark")]
        return select(*shown).select_from(self._from).where(*self._is_there)


@contextmanager
def _opened(name: str, access: Access) -> Iterator[_Rows]:
    """The rows of a source. Raises Unusable, in one line without secrets, if they fail."""
    source = read_table_source(access.sources, name)
    try:
        engine = create_engine(source.url)
    except (SQLAlchemyError, ModuleNotFoundError, ValueError, TypeError):
        raise Unusable(
            "names a database that cannot be opened; see that its url is right and that its driver "
            "is installed"
        ) from None
    if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").is_file():
        raise Unusable(f"names the file {engine.url.database!r}, which is not there")
    try:
        with engine.connect() as connection, engine.connect() as second:
            yield _Rows(connection, second, source)
    except NoSuchTableError:
        raise Unusable(f"names the table {source.table!r}, which is not there") from None
    except SQLAlchemyError as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        reason = one_line(cause, limit=200)
        for secret in filter(None, (engine.url.password, source.url)):
            reason = reason.replace(str(secret), "…")
        raise Unusable(f"cannot be read: {reason}") from None
    finally:
        engine.dispose()


def _discover(
    rows: _Rows, origin: str, entities: Entities, source_state: SourceState
) -> Iterator[ScanResult]:
    remaining = rows.keys()
    while some := dict(islice(remaining, AT_ONCE)):
        prefix = origin.removeprefix(SQL)
        known = source_state.known([f"{prefix}/{key}" for key in some])
        changed = []
        for key, version_token in some.items():
            before = known.get(f"{prefix}/{key}", KnownDocument(None))
            if before.forgotten or (
                version_token is not None and before.version_token == version_token
            ):
                yield Unchanged(f"{prefix}/{key}", f"{origin}/{key}", origin)
            else:
                changed.append(key)
        for row in rows.texts(changed) if changed else ():
            one = _document(row, origin, entities)
            if isinstance(one, Rejected):
                yield one
            else:
                fingerprint, version_token = one.fingerprint, _version_token(row)
                yield DiscoveredDocument(
                    one.id, one.source, fingerprint, one.title, origin, version_token
                )
    yield ListingComplete(origin)


def _document(row: Row[Any], origin: str, entities: Entities) -> Document | Rejected:
    key = _spelled(row.id)
    name, source = f"{origin.removeprefix(SQL)}/{key}", f"{origin}/{key}"
    try:
        if not isinstance(row.text, str) or not row.text.strip():
            kind = "no text" if not row.text else type(row.text).__name__
            raise ValueError(f"holds {kind} where its text should be; name a column of text")
        title = getattr(row, "title", None)
        return document_from_text(
            row.text,
            document_id=checked_name(name, role="the key"),
            source=source,
            title=str(title) if title else None,
            entities=entities,
        )
    except ValueError as error:
        return Rejected(name, source, f"{source} {error}", origin)


def _columns(
    connection: Connection, source: TableSource
) -> tuple[FromClause, Mapping[str, ColumnElement[Any]]]:
    """The columns by what they are to us: those of the table as the database knows it, or those
    that the query returns.
    """
    rows: FromClause
    if source.query is not None:
        query = text(source.query.strip().rstrip(";")).bindparams(**source.parameters)
        head: CursorResult[Any] = connection.execute(
            select(literal_column("*")).select_from(_part(query, [])).limit(0)
        )
        rows = _part(query, list(head.keys()))
    else:
        schema, _, table = (source.table or "").rpartition(".")
        rows = Table(table, MetaData(), autoload_with=connection, schema=schema or None)
    columns = dict(source.columns)
    if "id" not in columns:
        key = list(rows.primary_key) if isinstance(rows, Table) else []
        if len(key) != 1:
            raise Unusable("has no primary key of one column; name one with id = …")
        columns["id"] = key[0].name
    for what, name in columns.items():
        if name not in rows.c:
            found = ", ".join(rows.c.keys())
            raise Unusable(f"has no column {name!r} for {what}; it has {found}")
    return rows, {what: rows.c[name] for what, name in columns.items()}


def _part(query: Any, names: list[str]) -> FromClause:
    from sqlalchemy import column

    return query.columns(*map(column, names)).subquery("rows")  # type: ignore[no-any-return]


def _unset(deleted: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a soft-delete column says that the row is there: it is empty, false or 0."""
    if isinstance(deleted.type, Boolean):
        return or_(deleted.is_(None), deleted.is_(False))
    try:
        numeric = issubclass(deleted.type.python_type, int | Decimal)
    except NotImplementedError:
        numeric = False
    return or_(deleted.is_(None), deleted == 0) if numeric else deleted.is_(None)


def _spelled(key: Any) -> str:
    return key.hex() if isinstance(key, bytes) else str(key)


def _as(key: str, like: Any) -> Any:
    """The key as the database has it, judged by one of its keys."""
    if isinstance(like, bytes):
        return bytes.fromhex(key)
    kind = type(like) if isinstance(like, int | Decimal | UUID) else str
    try:
        return kind(key)
    except (ValueError, ArithmeticError):
        return key


def _version_token(row: Row[Any]) -> str | None:
    value = getattr(row, "watermark", None)
    if value is None:
        return None
    return value.isoformat() if isinstance(value, date | datetime) else str(value)
