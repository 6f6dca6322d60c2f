"""Engines of a store: open one by its URL, and bring its schema to the current version.

An engine is a class with the protocol ``store.Store`` and an entry in ``ENGINES``.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pipeline.errors import BadInput, EmptyStore, OutdatedStore, Unreachable
from pipeline.redaction import redact_url
from pipeline.stores.answer_limit import AnswerLimit
from pipeline.stores.graph_schema import OLDEST_VERSION, SCHEMA, SCHEMA_VERSION, GraphSchema
from pipeline.stores.statements import schema_statements, statement
from pipeline.stores.store import Store

if TYPE_CHECKING:
    from pipeline.settings import Settings

__all__ = ["ENGINES", "Credentials", "open_configured_store", "open_store"]


@dataclass(frozen=True, slots=True)
class Credentials:
    """Login of a Neo4j server and the name of a database; a repr never shows the password."""

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


@dataclass(frozen=True, slots=True)
class _Options:
    """Everything but the URL that an engine is opened with."""

    credentials: Credentials
    read_only: bool
    small_transactions: bool
    schema: GraphSchema
    limit: AnswerLimit | None


def open_store(
    url: str,
    *,
    read_only: bool = False,
    username: str | None = None,
    password: str | None = None,
    database: str | None = None,
    small_transactions: bool = False,
    schema: GraphSchema = SCHEMA,
    limit: AnswerLimit | None = None,
) -> Store:
    """Open ``ladybug:PATH``, ``neo4j://…`` or ``bolt://…``; make the schema unless ``read_only``.

    An older store is migrated, but only when it is opened for writing. A query beyond the ``limit``
    raises BadInput. With ``small_transactions``, as an ingest's are, an embedded engine has less
    memory until it needs more.

    Neo4j's credentials come from the URL, else from the arguments, else from the environment; they
    are in no message and not in ``Store.url``. Raises BadInput if the URL is none of these and
    Unreachable if what it names cannot be opened or has another schema version.
    """
    scheme, separator, _ = url.partition(":")
    open_engine = ENGINES.get(scheme) if separator else None
    if open_engine is None:
        raise BadInput(
            f"the store URL {redact_url(url)!r} is not one of ladybug:PATH,"
            " neo4j://HOST:7687, bolt://HOST:7687"
        )
    credentials = Credentials(username, password, database)
    store = open_engine(url, _Options(credentials, read_only, small_transactions, schema, limit))
    try:
        _check_version(store, read_only=read_only)
    except BaseException:
        store.close()
        raise
    return store


def open_configured_store(
    settings: Settings,
    *,
    read_only: bool = False,
    small_transactions: bool = False,
    limit: AnswerLimit | None = None,
) -> Store:
    """Open the store that the settings name, with their credentials, as `open_store` does."""
    password = settings.neo4j_password
    return open_store(
        settings.store,
        read_only=read_only,
        small_transactions=small_transactions,
        limit=limit,
        username=settings.neo4j_username,
        password=None if password is None else password.get_secret_value(),
        database=settings.neo4j_database,
    )


def _open_ladybug(url: str, options: _Options) -> Store:
    from pipeline.stores.ladybug import EmbeddedStore

    path = url.partition(":")[2]
    if not path.strip():
        raise BadInput("the store URL 'ladybug:' names no file; write ladybug:PATH")
    if "\0" in path:
        raise BadInput("the path of the store contains a NUL character; remove it")
    file = Path(path.removeprefix("//")).expanduser()
    return EmbeddedStore(
        file,
        read_only=options.read_only,
        small_transactions=options.small_transactions,
        schema=options.schema,
        limit=options.limit,
    )


def _open_neo4j(url: str, options: _Options) -> Store:
    from pipeline.stores.neo4j import Neo4jStore

    environment = Credentials.from_environment(os.environ)
    credentials = options.credentials
    try:
        parts = urlsplit(url)
        hostname, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadInput(f"the store URL {redact_url(url)!r} is malformed: {error}") from None
    if not hostname:
        raise BadInput(f"the store URL {redact_url(url)!r} names no host")
    host = f"[{hostname}]" if ":" in hostname else hostname
    query = f"?{parts.query}" if parts.query else ""
    return Neo4jStore(
        f"{parts.scheme}://{host}{'' if port is None else f':{port}'}{query}",
        username=unquote(parts.username or "") or credentials.username or environment.username,
        password=unquote(parts.password or "") or credentials.password or environment.password,
        database=credentials.database or environment.database,
        read_only=options.read_only,
        schema=options.schema,
        limit=options.limit,
    )


# Every engine, by the scheme of its URLs.
ENGINES: Mapping[str, Callable[[str, _Options], Store]] = {
    "ladybug": _open_ladybug,
    "neo4j": _open_neo4j,
    "neo4j+s": _open_neo4j,
    "neo4j+ssc": _open_neo4j,
    "bolt": _open_neo4j,
    "bolt+s": _open_neo4j,
    "bolt+ssc": _open_neo4j,
}


def _check_version(store: Store, *, read_only: bool) -> None:
    """Make or migrate the schema of a store that is opened for writing."""
    stored = store.stored_identity()
    if stored is None and read_only:
        raise EmptyStore(
            f"the store {store.url} holds no graph yet; fill it with"
            f" stepgraph ingest PATH --store {store.url}"
        )
    if stored is None:
        identity = {"schema_version": SCHEMA_VERSION, "id": str(uuid.uuid4())}
        store.make_schema((statement("write/identify_store"), identity))
        return
    version = stored["schema_version"]
    if version > SCHEMA_VERSION:
        raise Unreachable(
            f"the store {store.url} has schema version {version}, this stepgraph knows up to"
            f" {SCHEMA_VERSION}: upgrade stepgraph"
        )
    if version < OLDEST_VERSION:
        raise Unreachable(
            f"the store {store.url} has schema version {version}, this stepgraph writes"
            f" {SCHEMA_VERSION}: ingest into a new store, --store with another URL"
        )
    if version < SCHEMA_VERSION and read_only:
        raise OutdatedStore(
            f"the store {store.url} has schema version {version}, this stepgraph reads"
            f" {SCHEMA_VERSION}: bring it up to date with stepgraph migrate --store {store.url}"
        )
    if version < SCHEMA_VERSION:
        _migrate(store, version, stored["id"])


def _migrate(store: Store, version: int, identity: str) -> None:
    """Change the version last: a store whose migration was killed is migrated again."""
    changes = [
        cypher
        for older in range(version, SCHEMA_VERSION)
        for cypher in schema_statements(f"{store.engine}_from_{older}")
    ]
    current = {"schema_version": SCHEMA_VERSION}
    store.change_schema(
        changes,
        [
            (statement("write/identify_store"), current | {"id": identity}),
            (statement("write/drop_older_versions"), current),
        ],
    )
