"""Rows of SQL tables and queries → documents; their ids are ``NAME/KEY``.

The user describes tables in the config file. Every scan reads the key and the watermark of each
row, and the text of those whose watermark has changed since they were last read. So a row that was
committed late, with an earlier time, is not missed, and a deleted row is noticed.
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
from pipeline.sources.config_file import TableSource, read_table_source
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
    UnusableSource,
)
from pipeline.sources.shard import Shard

__all__ = ["discover_rows", "fetch_rows"]

AT_ONCE = 500  # rows

Entities = tuple[Entity, ...] | None


def discover_rows(
    inputs: Sequence[str],
    *,
    entities: Entities,
    access: Access,
    source_state: SourceState,
    shard: Shard,
) -> Iterator[ScanResult]:
    """Yield the shard's rows of every ``sql:NAME``; a table that cannot be read stops no other."""
    for name in inputs:
        try:
            with _opened(name.removeprefix(SQL), access) as rows:
                yield from _discover(rows, name, entities, source_state, shard)
        except UnusableSource as error:
            yield Rejected(name, name, f"{name} {error}")


def fetch_rows(
    sources: Sequence[str], *, entities: Entities, access: Access
) -> Iterator[Document | Rejected]:
    """Yield the documents of these rows, one result for each."""
    by_name: dict[str, list[str]] = {}
    for source in sources:
        name, _, key = source.removeprefix(SQL).partition("/")
        by_name.setdefault(name, []).append(key)
    results: dict[str, Document | Rejected] = {}
    for name, keys in by_name.items():
        reason = "does not exist any more"
        try:
            with _opened(name, access) as rows:
                for row in rows.texts(keys):
                    result = _document(row, f"{SQL}{name}", entities)
                    results[result.source] = result
        except UnusableSource as error:
            reason = str(error)
        for key in keys:
            source = f"{SQL}{name}/{key}"
            results.setdefault(source, Rejected(f"{name}/{key}", source, f"{source} {reason}"))
    yield from (results[source] for source in sources)


class _Rows:
    """An open table or query, with its columns by the part of a document they hold."""

    def __init__(self, connection: Connection, second: Connection, source: TableSource) -> None:
        self._connection, self._second = connection, second
        self._from, columns = _columns(connection, source)
        self._key, self._text = columns["id"], columns["text"]
        self._title = columns.get("title")
        self._watermark = columns.get("watermark")
        deleted = columns.get("deleted")
        self._conditions: list[ColumnElement[bool]] = (
            [] if deleted is None else [_is_unset(deleted)]
        )

    def keys(self) -> Iterator[tuple[str, str | None]]:
        """Yield the key and the watermark of every row that is not deleted.

        They have a connection of their own, since some databases stream one result at a time.
        """
        streamed = {"yield_per": AT_ONCE}
        for row in self._second.execute(self._select(), execution_options=streamed):
            yield _spelled(row.id), _version_token(row)

    def texts(self, keys: Sequence[str]) -> Iterator[Row[Any]]:
        """Yield the rows with these keys."""
        sample = self._connection.execute(select(self._key).select_from(self._from).limit(1))
        example = sample.scalar()
        for start in range(0, len(keys), AT_ONCE):
            batch = [_typed(key, example) for key in keys[start : start + AT_ONCE]]
            columns = [self._text.label("text")]
            columns += [] if self._title is None else [self._title.label("title")]
            query = self._select(*columns).where(self._key.in_(batch))
            yield from self._connection.execute(query)

    def _select(self, *columns: ColumnElement[Any]) -> Select[Any]:
        selected = [self._key.label("id"), *columns]
        selected += [] if self._watermark is None else [self._watermark.label("watermark")]
        return select(*selected).select_from(self._from).where(*self._conditions)


@contextmanager
def _opened(name: str, access: Access) -> Iterator[_Rows]:
    """Open a source. Raises UnusableSource, in one line without secrets, if that fails."""
    source = read_table_source(access.sources, name)
    try:
        engine = create_engine(source.url)
    except (SQLAlchemyError, ModuleNotFoundError, ValueError, TypeError):
        raise UnusableSource(
            "names a database that cannot be opened; check its url and that its driver is installed"
        ) from None
    if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").is_file():
        raise UnusableSource(f"names the file {engine.url.database!r}, which does not exist")
    try:
        with engine.connect() as connection, engine.connect() as second:
            yield _Rows(connection, second, source)
    except NoSuchTableError:
        raise UnusableSource(f"names the table {source.table!r}, which does not exist") from None
    except SQLAlchemyError as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        reason = one_line(cause, limit=200)
        for secret in filter(None, (engine.url.password, source.url)):
            reason = reason.replace(str(secret), "…")
        raise UnusableSource(f"cannot be read: {reason}") from None
    finally:
        engine.dispose()


def _discover(
    rows: _Rows, origin: str, entities: Entities, source_state: SourceState, shard: Shard
) -> Iterator[ScanResult]:
    prefix = origin.removeprefix(SQL)
    keys = rows.keys()
    remaining = ((key, token) for key, token in keys if shard.holds(f"{prefix}/{key}"))
    while batch := dict(islice(remaining, AT_ONCE)):
        known = source_state.known([f"{prefix}/{key}" for key in batch])
        changed = []
        for key, version_token in batch.items():
            before = known.get(f"{prefix}/{key}", KnownDocument(None))
            if before.forgotten or (
                version_token is not None and before.version_token == version_token
            ):
                yield Unchanged(f"{prefix}/{key}", f"{origin}/{key}", origin)
            else:
                changed.append(key)
        for row in rows.texts(changed) if changed else ():
            result = _document(row, origin, entities)
            if isinstance(result, Rejected):
                yield result
            else:
                yield DiscoveredDocument.of(
                    result, origin=origin, version_token=_version_token(row)
                )
    yield ListingComplete(origin)


def _document(row: Row[Any], origin: str, entities: Entities) -> Document | Rejected:
    key = _spelled(row.id)
    name, source = f"{origin.removeprefix(SQL)}/{key}", f"{origin}/{key}"
    try:
        if not isinstance(row.text, str) or not row.text.strip():
            content = "no text" if not row.text else type(row.text).__name__
            raise ValueError(f"holds {content} instead of text; name a column of text")
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
    """Return the rows, and their columns by the part of a document they hold.

    The columns are those of the table as the database knows it, or those that the query returns.
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
            raise UnusableSource("has no primary key of one column; name one with id = …")
        columns["id"] = key[0].name
    for part, name in columns.items():
        if name not in rows.c:
            names = ", ".join(rows.c.keys())
            raise UnusableSource(f"has no column {name!r} for {part}; it has {names}")
    return rows, {part: rows.c[name] for part, name in columns.items()}


def _part(query: Any, names: list[str]) -> FromClause:
    from sqlalchemy import column

    return query.columns(*map(column, names)).subquery("rows")  # type: ignore[no-any-return]


def _is_unset(deleted: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that a soft-delete column is empty, false or 0: the row still exists."""
    if isinstance(deleted.type, Boolean):
        return or_(deleted.is_(None), deleted.is_(False))
    try:
        numeric = issubclass(deleted.type.python_type, int | Decimal)
    except NotImplementedError:
        numeric = False
    return or_(deleted.is_(None), deleted == 0) if numeric else deleted.is_(None)


def _spelled(key: Any) -> str:
    return key.hex() if isinstance(key, bytes) else str(key)


def _typed(key: str, example: Any) -> Any:
    """Convert the key to the type that it has in the database, by an example of a key."""
    if isinstance(example, bytes):
        return bytes.fromhex(key)
    kind = type(example) if isinstance(example, int | Decimal | UUID) else str
    try:
        return kind(key)
    except (ValueError, ArithmeticError):
        return key


def _version_token(row: Row[Any]) -> str | None:
    value = getattr(row, "watermark", None)
    if value is None:
        return None
    return value.isoformat() if isinstance(value, date | datetime) else str(value)
