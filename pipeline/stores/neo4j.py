"""A Neo4j server over Bolt, the store for several writers."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import neo4j
import neo4j.exceptions as failures
import neo4j.graph
import neo4j.time

from pipeline.errors import BadInput, QueryRefused, StoreError, Unreachable, one_line
from pipeline.retry import TRANSACTION, RetryPolicy
from pipeline.stores.answer_limit import AnswerLimit
from pipeline.stores.create_rows import create_rows
from pipeline.stores.generated_statements import neo4j_constraints
from pipeline.stores.graph_schema import SCHEMA, GraphSchema
from pipeline.stores.neo4j_tls import tls_fault
from pipeline.stores.statements import statement
from pipeline.stores.store import Ask, Row, Statement
from pipeline.stores.transaction_time import check_naive

__all__ = ["Neo4jStore"]

T = TypeVar("T")
CONNECTION_TIMEOUT = 10.0  # seconds
# Else what a writer has locked stays locked for hours if its machine is gone
WRITE_SECONDS = 600.0
# What the driver's own retries leave: a commit whose answer was lost, a server gone for long.
PASSING = (failures.ServiceUnavailable, failures.SessionExpired, failures.IncompleteCommit)
TIMED_OUT = ("TransactionTimedOut", "TransactionTimedOutClientConfiguration")  # ends of codes
ALREADY_EXISTS = "AlreadyExists"  # ends the codes of rules of the schema that are there
REFUSALS = "Neo.ClientError.Statement."  # codes of a statement that is wrong as it is written

_UNHEARD = logging.NullHandler()


class Neo4jStore:
    """A Neo4j database behind the Store protocol; safe to share between threads."""

    engine = "neo4j"
    answers_every_shape = True

    def __init__(
        self,
        url: str,
        *,
        username: str | None,
        password: str | None,
        database: str | None,
        read_only: bool = False,
        schema: GraphSchema = SCHEMA,
        limit: AnswerLimit | None = None,
        retries: RetryPolicy = TRANSACTION,
    ) -> None:
        """Connect; ``url`` holds no secrets. Raises Unreachable if there is no answer or access."""
        self.url = url
        self.schema = schema
        self._limit = limit
        self._retries = retries
        self._read_only = read_only
        self._database = database
        self._user = username
        # Errors are raised; without a handler Python would print the driver's messages as well.
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
            records = self._driver.execute_query(
                _query(cypher, seconds=None if self._limit is None else self._limit.seconds),
                dict(parameters),
                routing_=neo4j.RoutingControl.READ,
                database_=self._database,
                result_transformer_=self._records,
            )
            return [_row(record) for record in records]

    def _records(self, result: neo4j.Result) -> list[neo4j.Record]:
        """All records, or an error for one more than there may be."""
        if self._limit is None:
            return list(result)
        records = list(islice(result, self._limit.rows + 1))
        if len(records) > self._limit.rows:
            raise self._limit.too_many()
        return records

    def write(self, work: Callable[[Ask], T]) -> T:
        """As in Store. After a lost answer to a commit ``work`` is repeated, as it must allow."""
        return self._write(work, seconds=WRITE_SECONDS)

    def create(self, rows: Mapping[str, Sequence[Row]], *, ask: Ask) -> None:
        create_rows(rows, ask=ask, schema=self.schema)

    def filling(self) -> None:
        """None: a running server has no faster way. ``neo4j_bulk`` fills one that is stopped."""

    def identity(self) -> str:
        stored = self.stored_identity()
        if stored is None:
            raise Unreachable(f"{self.url} no longer holds a graph; open it again")
        return str(stored["id"])

    def stored_identity(self) -> Row | None:
        return next(iter(self.ask(statement("read/identity"), {})), None)

    def make_schema(self, identify: Statement) -> None:
        """The store's own node comes last, so that a store with it has the rest."""
        self.change_schema(list(neo4j_constraints(self.schema)), [identify])

    def change_schema(self, changes: Sequence[str], then: Sequence[Statement]) -> None:
        """Repeatable statements one by one, as the server wants, then the rest at once."""
        with self._translated():
            for cypher in changes:
                self._change_once(cypher)
        # a large store may need long
        self._write(lambda ask: [ask(cypher, values) for cypher, values in then], seconds=None)

    def _change_once(self, cypher: str) -> None:
        """Repeat it if another process made the same rule between its look and its change."""
        try:
            self._driver.execute_query(_query(cypher), database_=self._database)
        except failures.ClientError as error:
            if not (error.code or "").endswith(ALREADY_EXISTS):
                raise
            self._driver.execute_query(_query(cypher), database_=self._database)

    def close_rewritten(self) -> None:
        """Close; what the server's files keep of deleted data is up to the server."""
        self.close()

    def close(self) -> None:
        self._driver.close()

    def _write(self, work: Callable[[Ask], T], *, seconds: float | None) -> T:
        if self._read_only:
            raise StoreError(f"{self.url} was opened for reading only; open it for writing")
        with self._translated():
            for pause in self._retries.pauses:
                try:
                    return self._write_once(work, seconds=seconds)
                except PASSING:
                    time.sleep(pause)
            return self._write_once(work, seconds=seconds)

    def _write_once(self, work: Callable[[Ask], T], *, seconds: float | None) -> T:
        def run(transaction: neo4j.ManagedTransaction) -> T:
            def ask(cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
                check_naive(parameters)
                return [
                    _row(record) for record in transaction.run(_query(cypher), dict(parameters))
                ]

            return work(ask)

        with self._driver.session(database=self._database) as session:
            return session.execute_write(neo4j.unit_of_work(timeout=seconds)(run))

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Raise the driver's errors as ours: one line, with the fix and without the password."""
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
            if self._limit is not None and (error.code or "").endswith(TIMED_OUT):
                raise self._limit.too_slow() from error
            message = one_line(error.message or error)
            if (error.code or "").startswith(REFUSALS):
                raise QueryRefused("Neo4j", message) from error
            raise StoreError(f"Neo4j failed: {message}") from error
        except failures.DriverError as error:
            raise StoreError(f"Neo4j failed: {one_line(error)}") from error
        except OverflowError as error:  # of a parameter
            raise BadInput(f"{one_line(error)}; Neo4j's integers have 64 bits") from error


def _query(cypher: str, *, seconds: float | None = None) -> Any:
    """The driver's types want a literal string; ours are files, generated or the user's."""
    text: Any = cypher
    return text if seconds is None else neo4j.Query(text, timeout=seconds)


def _row(record: neo4j.Record) -> Row:
    return {name: _python_value(value) for name, value in dict(record).items()}


def _python_value(value: Any) -> Any:
    """Nodes and relationships as their properties, times as Python's."""
    if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship):
        return {key: _python_value(item) for key, item in value.items()}
    if isinstance(value, neo4j.graph.Path):
        return {
            "nodes": [_python_value(node) for node in value.nodes],
            "relationships": [_python_value(edge) for edge in value.relationships],
        }
    if isinstance(value, list):
        return [_python_value(item) for item in value]
    if isinstance(value, dict):
        return {key: _python_value(item) for key, item in value.items()}
    if isinstance(value, neo4j.time.DateTime | neo4j.time.Date | neo4j.time.Time):
        return value.to_native()
    if isinstance(value, neo4j.time.Duration):
        return value.iso_format()  # months and days of no fixed length, so no timedelta
    return value
