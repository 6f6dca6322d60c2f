"""A Neo4j server over Bolt, the store for several writers."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar

import neo4j
import neo4j.exceptions as failures
import neo4j.graph
import neo4j.time

from pipeline.errors import BadInput, StoreError, Unreachable, one_line
from pipeline.stores.create import create_rows
from pipeline.stores.neo4j_tls import tls_fault
from pipeline.stores.statements import schema_statements, statement
from pipeline.stores.store import Ask, Row
from pipeline.stores.transaction_time import check_naive

__all__ = ["Neo4jStore"]

T = TypeVar("T")
PAUSES = (1.0, 4.0)  # seconds before the second and the third attempt at a transaction
CONNECTION_TIMEOUT = 10.0  # seconds
# What the driver's own retries leave over: a commit whose answer was lost, a server long gone.
PASSING = (failures.ServiceUnavailable, failures.SessionExpired, failures.IncompleteCommit)

_UNHEARD = logging.NullHandler()


class Neo4jStore:
    """A Neo4j database behind the Store protocol; safe to share between threads."""

    engine: Literal["ladybug", "neo4j"] = "neo4j"

    def __init__(
        self,
        url: str,
        *,
        username: str | None,
        password: str | None,
        database: str | None,
        read_only: bool = False,
    ) -> None:
        """Connect; ``url`` holds no secrets. Raises Unreachable if nobody answers or lets us in."""
        self.url = url
        self._read_only = read_only
        self._database = database
        self._user = username
        # What is wrong is raised: without a handler Python would print the driver's words as well.
        logging.getLogger("neo4j").addHandler(_UNHEARD)
        with self._translated():
            try:
                self._driver = neo4j.GraphDatabase.driver(
                    url,
                    auth=None
                    if username is None and password is None
                    else (username or "neo4j", password or ""),
                    connection_timeout=CONNECTION_TIMEOUT,
                    notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
                    user_agent="stepgraph",
                )
            except (ValueError, failures.ConfigurationError) as error:
                raise BadInput(f"the store URL {url!r} is malformed: {error}") from error
            try:
                self._driver.verify_connectivity()
            except BaseException:
                self._driver.close()
                raise

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        """As in Store; the server refuses a statement that writes, since the session only reads."""
        check_naive(parameters)
        with self._translated():
            records, _, _ = self._driver.execute_query(
                _query(cypher),
                dict(parameters),
                routing_=neo4j.RoutingControl.READ,
                database_=self._database,
            )
            return [_row(record) for record in records]

    def write(self, work: Callable[[Ask], T]) -> T:
        """As in Store. After a lost answer to a commit ``work`` is repeated, as it must allow."""
        if self._read_only:
            raise StoreError(f"{self.url} was opened for reading only; open it for writing")
        with self._translated():
            for pause in PAUSES:
                try:
                    return self._write_once(work)
                except PASSING:
                    time.sleep(pause)
            return self._write_once(work)

    def create(self, rows: Mapping[str, Sequence[Row]], *, ask: Ask) -> None:
        create_rows(rows, ask=ask)

    def filling(self) -> None:
        """No way into a server that runs is faster: ``admin_files`` is for one that does not."""

    def identity(self) -> str:
        stored = self.stored_identity()
        if stored is None:
            raise Unreachable(f"{self.url} holds no graph any more; open it again")
        return str(stored["id"])

    def stored_identity(self) -> Row | None:
        return next(iter(self.ask(statement("read/identity"), {})), None)

    def make_schema(self, identify: tuple[str, Mapping[str, Any]]) -> None:
        """The store's own node comes last: whoever finds it finds the rest."""
        self.change_schema(schema_statements(self.engine), [identify])

    def change_schema(
        self, changes: Sequence[str], then: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> None:
        """Repeatable statements one by one, as the server wants, then the rest at once."""
        with self._translated():
            for one in changes:
                self._driver.execute_query(_query(one), database_=self._database)
        self.write(lambda ask: [ask(*one) for one in then])

    def close_rewritten(self) -> None:
        """Close; what the server's files keep of the deleted is the server's own business."""
        self.close()

    def close(self) -> None:
        self._driver.close()

    def _write_once(self, work: Callable[[Ask], T]) -> T:
        def run(transaction: neo4j.ManagedTransaction) -> T:
            def ask(cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
                check_naive(parameters)
                return [_row(one) for one in transaction.run(_query(cypher), dict(parameters))]

            return work(ask)

        with self._driver.session(database=self._database) as session:
            return session.execute_write(run)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """The driver's errors as ours: one line, with the mend and without the password."""
        try:
            yield
        except failures.AuthError as error:
            who = "without a user name" if self._user is None else f"as user {self._user!r}"
            raise Unreachable(
                f"Neo4j at {self.url} did not let us in {who};"
                " set NEO4J_USERNAME and NEO4J_PASSWORD"
            ) from error
        except PASSING as error:
            if fault := tls_fault(error):
                raise Unreachable(f"Neo4j at {self.url}: {fault}") from error
            raise Unreachable(
                f"no Neo4j answers at {self.url}; start it, or give another store with --store"
            ) from error
        except failures.Neo4jError as error:
            if "DatabaseNotFound" in (error.code or ""):
                raise Unreachable(
                    f"Neo4j at {self.url} has no database {self._database!r}; set NEO4J_DATABASE"
                ) from error
            if "AuthenticationRateLimit" in (error.code or ""):
                raise Unreachable(
                    f"Neo4j at {self.url} lets nobody in as user {self._user!r} for some seconds,"
                    " after too many wrong passwords; try again"
                ) from error
            raise StoreError(f"Neo4j refused it: {one_line(error.message or error)}") from error
        except failures.DriverError as error:
            raise StoreError(f"Neo4j could not do it: {one_line(error)}") from error


def _query(cypher: str) -> Any:
    """The driver's types want a literal string; ours come from ``cypher/`` or from the user."""
    return cypher


def _row(record: neo4j.Record) -> Row:
    return {name: _plain(value) for name, value in dict(record).items()}


def _plain(value: Any) -> Any:
    """Nodes and relationships as their properties, times as Python's."""
    if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, neo4j.graph.Path):
        return {
            "nodes": [_plain(one) for one in value.nodes],
            "relationships": [_plain(one) for one in value.relationships],
        }
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, neo4j.time.DateTime | neo4j.time.Date | neo4j.time.Time):
        return value.to_native()
    return value
