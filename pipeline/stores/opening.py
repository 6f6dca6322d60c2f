"""From a URL to an open store whose schema is the one this version knows."""

from __future__ import annotations

import os
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from pipeline.errors import BadInput, EmptyStore, OutdatedStore, Unreachable
from pipeline.redaction import redact_url
from pipeline.stores.statements import schema_statements, statement
from pipeline.stores.store import Row, Store

__all__ = ["SCHEMA_VERSION", "Credentials", "open_store"]

SCHEMA_VERSION = 2
OLDEST_VERSION = 1  # that can be migrated, by cypher/schema/ENGINE_from_N.cypher
NEO4J_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
Statement = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who asks a Neo4j server, and for which database; the password never shows in a repr."""

    username: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Credentials:
        """Read NEO4J_USERNAME (also NEO4J_USER), NEO4J_PASSWORD and NEO4J_DATABASE."""
        return cls(
            environment.get("NEO4J_USERNAME") or environment.get("NEO4J_USER") or None,
            environment.get("NEO4J_PASSWORD") or None,
            environment.get("NEO4J_DATABASE") or None,
        )


class _OpenedStore(Store, Protocol):
    """What a backend offers while it is being opened."""

    def stored_identity(self) -> Row | None:
        """The row of read/identity.cypher, None if the schema was never made."""

    def make_schema(self, identify: Statement) -> None:
        """Make what ``cypher/schema/`` declares, then run ``identify``: at once or repeatably."""

    def change_schema(self, changes: Sequence[str], then: Sequence[Statement]) -> None:
        """Change the schema, then run ``then``: at once or repeatably, ``then`` last."""


def open_store(
    url: str,
    *,
    read_only: bool = False,
    username: str | None = None,
    password: str | None = None,
    database: str | None = None,
) -> Store:
    """Open ``ladybug:PATH``, ``neo4j://…`` or ``bolt://…``; make the schema unless ``read_only``.

    An older store is migrated, which only opening it for writing does.

    Neo4j's credentials come from the URL, else from the arguments, else from the environment; they
    are in no message and not in ``Store.url``. Raises BadInput if the URL is none of these and
    Unreachable if what it names cannot be opened or has another schema version.
    """
    scheme, separator, rest = url.partition(":")
    if separator and scheme == "ladybug":
        store = _open_embedded(rest, read_only=read_only)
    elif separator and scheme in NEO4J_SCHEMES:
        store = _open_neo4j(url, Credentials(username, password, database), read_only=read_only)
    else:
        raise BadInput(
            f"the store URL {redact_url(url)!r} is not one of ladybug:PATH,"
            " neo4j://HOST:7687, bolt://HOST:7687"
        )
    try:
        _check_schema(store, read_only=read_only)
    except BaseException:
        store.close()
        raise
    return store


def _open_embedded(path: str, *, read_only: bool) -> _OpenedStore:
    from pipeline.stores.ladybug import EmbeddedStore

    if not path.strip():
        raise BadInput("the store URL 'ladybug:' names no file; write ladybug:PATH")
    if "\0" in path:
        raise BadInput("the path of the store holds a NUL character; remove it")
    return EmbeddedStore(Path(path.removeprefix("//")).expanduser(), read_only=read_only)


def _open_neo4j(url: str, given: Credentials, *, read_only: bool) -> _OpenedStore:
    from pipeline.stores.neo4j import Neo4jStore

    around = Credentials.from_environment(os.environ)
    try:
        parts = urlsplit(url)
        named, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadInput(f"the store URL {redact_url(url)!r} is malformed: {error}") from None
    if not named:
        raise BadInput(f"the store URL {redact_url(url)!r} names no host")
    host = f"[{named}]" if ":" in named else named
    query = f"?{parts.query}" if parts.query else ""
    return Neo4jStore(
        f"{parts.scheme}://{host}{'' if port is None else f':{port}'}{query}",
        username=unquote(parts.username or "") or given.username or around.username,
        password=unquote(parts.password or "") or given.password or around.password,
        database=given.database or around.database,
        read_only=read_only,
    )


def _check_schema(store: _OpenedStore, *, read_only: bool) -> None:
    stored = store.stored_identity()
    if stored is None and read_only:
        raise EmptyStore(
            f"the store {store.url} holds no graph yet; fill it with"
            f" stepgraph ingest PATH --store {store.url}"
        )
    if stored is None:
        new = {"schema_version": SCHEMA_VERSION, "id": str(uuid.uuid4())}
        store.make_schema((statement("write/identify_store"), new))
        return
    found = stored["schema_version"]
    if found > SCHEMA_VERSION:
        raise Unreachable(
            f"the store {store.url} has schema version {found}, this stepgraph knows up to"
            f" {SCHEMA_VERSION}: upgrade stepgraph"
        )
    if found < OLDEST_VERSION:
        raise Unreachable(
            f"the store {store.url} has schema version {found}, this stepgraph writes"
            f" {SCHEMA_VERSION}: ingest into a new store, --store with another URL"
        )
    if found < SCHEMA_VERSION and read_only:
        raise OutdatedStore(
            f"the store {store.url} has schema version {found}, this stepgraph reads"
            f" {SCHEMA_VERSION}: bring it up to date with stepgraph migrate --store {store.url}"
        )
    if found < SCHEMA_VERSION:
        _migrate(store, found, stored["id"])


def _migrate(store: _OpenedStore, found: int, identity: str) -> None:
    """The version is changed last: a kill before that leaves a store that is migrated again."""
    changes = [
        one
        for version in range(found, SCHEMA_VERSION)
        for one in schema_statements(f"{store.engine}_from_{version}")
    ]
    now = {"schema_version": SCHEMA_VERSION}
    store.change_schema(
        changes,
        [
            (statement("write/identify_store"), now | {"id": identity}),
            (statement("write/drop_older_versions"), now),
        ],
    )
