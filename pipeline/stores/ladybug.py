"""The embedded engine, Ladybug: a file on this machine, one writing process, many reading ones."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import ladybug

from pipeline.errors import EmptyStore, QueryRefused, StoreError, Unreachable, one_line
from pipeline.logs import log
from pipeline.stores.answer_limit import AnswerLimit
from pipeline.stores.create_rows import create_rows, created_together
from pipeline.stores.generated_statements import ladybug_tables, load_statement
from pipeline.stores.graph_schema import SCHEMA, GraphSchema
from pipeline.stores.statements import parameter_names, schema_statements, statement
from pipeline.stores.store import Ask, Row, Statement
from pipeline.stores.transaction_time import check_naive

if TYPE_CHECKING:
    from pipeline.stores.ladybug_bulk import FileFilling

__all__ = ["EmbeddedStore"]

T = TypeVar("T")
BUFFER_POOL_BYTES = 512 << 20  # the engine's own default is 80 % of the machine's memory
# For transactions of at most ``ingest.transactions.FACTS_AT_ONCE``, whatever the file has: measured
# up to a million documents. A checkpoint needs some 70 MB, and ends the process where it has 64
SMALL_POOL_BYTES = 128 << 20
# A checkpoint takes longer the more the file holds; whoever opens the store during an ingest reads
# the log first, 1 s for 12 MB. The engine's own default is 16 MB, some 1,200 documents
CHECKPOINT_BYTES = 32 << 20
# Until its file is closed, the engine keeps some 1 KB of memory for each document that is written
GROWTH_BEFORE_RENEWAL = 128 << 20  # of the file: 20,000 documents; to open it again takes 0.1 s
LARGEST_POOL_BYTES = 4 << 30  # rows of questions about many documents are gathered there
INTERRUPTED = "Interrupted"
POOL_IS_FULL = "buffer pool is full"
DISK_IS_FULL = re.compile(r"no space left on device", re.IGNORECASE)
# In an error: the disk was full when a checkpoint was written; the next writer completes it
UNFINISHED = re.compile(r"no space left|interrupted checkpoint|checkpoint recovery", re.IGNORECASE)
COMMITTED = "Transaction committed successfully"  # in an error: something after it failed
ROWS_WORTH_COLUMNS = 200  # of four documents; fewer are written in less time as maps
EMPTY = 1, 0  # nodes and relationships: only the store's own node
INTERNAL_KEYS = {"_ID", "_LABEL", "_SRC", "_DST"}
COUNTED = re.compile(r"\bCOUNT\((DISTINCT )?(\w+)\._ID\)")  # a column without a name of its own
INTERNAL_ID = re.compile(r"\b(\w+)\._ID\b")
LABELS = re.compile(r"\bLABEL\(ID\((\w+)\),\[[\w,]*\]\)")


class _SharedDatabase:
    """The one Database object a path may have in a process: a second would break its log."""

    _open: dict[Path, _SharedDatabase] = {}
    _registry = threading.Lock()

    def __init__(self, path: Path, *, read_only: bool, pool_bytes: int) -> None:
        self.path, self.read_only, self.pool_bytes = path, read_only, pool_bytes
        self.stores: list[EmbeddedStore] = []
        self.writing = threading.RLock()  # the engine has one write transaction at a time
        self.in_transaction = False
        self.committing = threading.Lock()
        self.commits = 0
        self.database = _open_database(path, pool_bytes, read_only=read_only)
        self.size_when_opened = path.stat().st_size

    @classmethod
    def acquire(cls, path: Path, store: EmbeddedStore, *, read_only: bool, pool_bytes: int) -> None:
        """Give a store its connections to the file, which the first one opens with its pool."""
        with cls._registry:
            shared = cls._open.get(path)
            if shared is None:
                shared = cls._open[path] = cls(path, read_only=read_only, pool_bytes=pool_bytes)
            elif shared.read_only and not read_only:
                raise Unreachable(
                    f"the store ladybug:{path} is open for reading in this process;"
                    " close that store before opening it for writing"
                )
            store.connect(shared)
            shared.stores.append(store)

    def release(self, store: EmbeddedStore) -> None:
        with self._registry:
            store.disconnect()
            self.stores.remove(store)
            if not self.stores:
                del self._open[self.path]
                self.database.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep the file open until a write has ended. The caller holds ``writing``."""
        self.in_transaction = True
        try:
            yield
        finally:
            self.in_transaction = False

    def enlarge_pool(self, pool_bytes: int) -> bool:
        """Open the file again with this pool if it is a larger one, when no store is asked
        anything; return whether it is.

        Raises Unreachable if another process takes the file meanwhile: the next call tries again.
        """
        with self.writing:
            is_larger = pool_bytes > self.pool_bytes or self.database.is_closed
            if self.read_only or self.in_transaction or not is_larger:
                return False
            self._open_again(pool_bytes)
        return True

    def renew(self) -> None:
        """Open the file again if it has grown much, so that the engine's memory does not grow."""
        with self.writing:
            growth = self.path.stat().st_size - self.size_when_opened
            if growth >= GROWTH_BEFORE_RENEWAL:
                self._open_again(self.pool_bytes)

    def _open_again(self, pool_bytes: int) -> None:
        with self._registry, contextlib.ExitStack() as idle:
            for store in self.stores:
                idle.enter_context(store.reading)
                store.disconnect()
            self.database.close()
            self.database = _open_database(self.path, pool_bytes, read_only=False)
            self.size_when_opened = self.path.stat().st_size
            self.pool_bytes = pool_bytes
            for store in self.stores:
                store.connect(self)


class EmbeddedStore:
    """A Ladybug database behind the Store protocol; safe to share between threads."""

    engine = "ladybug"
    answers_every_shape = False

    def __init__(
        self,
        path: Path,
        *,
        read_only: bool = False,
        small_transactions: bool = False,
        schema: GraphSchema = SCHEMA,
        limit: AnswerLimit | None = None,
    ) -> None:
        """Open the file, making it and its folder unless ``read_only``. Raises Unreachable.

        With ``small_transactions`` the engine has little memory until a query needs more.
        """
        self.url = f"ladybug:{path}"
        self.schema = schema
        self._read_only, self._small_transactions = read_only, small_transactions
        self._limit = limit
        path = path.absolute().resolve()
        _check_path(path, url=self.url, read_only=read_only)
        self.reading = threading.Lock()
        self._open(path)

    def _open(self, path: Path) -> None:
        usual = _pool_bytes(path, read_only=self._read_only)
        pool_bytes = SMALL_POOL_BYTES if self._small_transactions else usual
        _SharedDatabase.acquire(path, self, read_only=self._read_only, pool_bytes=pool_bytes)
        self._closed = False

    def connect(self, shared: _SharedDatabase) -> None:
        """Make connections to the file, the first ones or after ``disconnect``."""
        self._shared = shared
        self._reader = self._new_reader()
        self._plans_of = shared.commits
        self._writer = ladybug.Connection(shared.database)

    def disconnect(self) -> None:
        """Close the connections, so that the file can be closed."""
        self._reader.close()
        self._writer.close()

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        """As in Store. A missing parameter is refused here: the engine would take it for NULL."""
        while True:
            try:
                return self._ask_twice(cypher, parameters)
            except StoreError as error:
                if POOL_IS_FULL not in str(error):
                    raise
                if not self._enlarge_pool():
                    raise StoreError(
                        "the embedded engine ran out of memory for this query"
                        f" ({self._shared.pool_bytes >> 20} MiB);"
                        " ask about less, or use a Neo4j store"
                    ) from error

    def _ask_twice(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Ask once more if the pool is full: every plan that a connection keeps holds the memory of
        its last use, so a new one has more."""
        with self.reading, _one_line_errors():
            try:
                return self._ask(cypher, parameters)
            except StoreError as error:
                if POOL_IS_FULL not in str(error):
                    raise
                self._renew_reader()
            try:
                return self._ask(cypher, parameters)
            except StoreError:
                self._renew_reader()
                raise

    def _ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        self._begin_reading()
        with _rolled_back_on_error(self._reader):
            try:
                rows = _run(self._reader, cypher, parameters, limit=self._limit)
            except QueryRefused as refusal:
                if self._limit is not None and refusal.reason.startswith(INTERRUPTED):
                    raise self._limit.too_slow() from refusal
                raise
            self._reader.execute("COMMIT")
        return rows

    def write(self, work: Callable[[Ask], T]) -> T:
        if self._read_only:
            raise StoreError(f"{self.url} was opened for reading only; open it for writing")
        with self._shared.writing, _one_line_errors():
            if self._shared.database.is_closed:
                self._enlarge_pool()
            elif self._small_transactions:
                self._shared.renew()
            try:
                return self._write(work)
            except StoreError as error:
                if POOL_IS_FULL not in str(error) or not self._enlarge_pool():
                    raise
            return self._write(work)

    def _write(self, work: Callable[[Ask], T]) -> T:
        with self._shared.transaction():
            self._writer.execute("BEGIN TRANSACTION")
            with _rolled_back_on_error(self._writer):
                result = work(
                    lambda cypher, parameters: _run(
                        self._writer, cypher, parameters, plan_anew=True
                    )
                )
                self._commit()
            return result

    def _enlarge_pool(self) -> bool:
        """Give the engine the memory of a store whose transactions may be of any size."""
        return self._shared.enlarge_pool(_pool_bytes(self._shared.path, read_only=False))

    def create(self, rows: Mapping[str, Sequence[Row]], *, ask: Ask) -> None:
        """Hand over many rows as columns; for a few, a list of maps is faster."""
        if sum(map(len, rows.values())) < ROWS_WORTH_COLUMNS:
            create_rows(rows, ask=ask, schema=self.schema)
            return
        from pipeline.stores.ladybug_columns import row_column

        for created, made_of in created_together(rows, self.schema):
            cypher = load_statement(created, self.schema)
            ask(cypher, {"rows": row_column(made_of, *created)})

    def filling(self) -> FileFilling | None:
        if self._read_only or len(self._shared.stores) > 1 or not self._is_empty():
            return None
        from pipeline.stores.ladybug_bulk import FileFilling

        identity = self.stored_identity()
        if identity is None:
            raise Unreachable(f"{self.url} no longer holds a graph; open it again")
        return FileFilling(
            self._shared.path,
            identity=identity,
            pool_bytes=_pool_bytes(self._shared.path, read_only=True),
            replace=self._replace_empty,
            schema=self.schema,
        )

    def identity(self) -> str:
        stored = self.stored_identity()
        if stored is None:
            raise Unreachable(f"{self.url} no longer holds a graph; open it again")
        return str(stored["id"])

    def stored_identity(self) -> Row | None:
        if "Store" not in self._tables():
            return None
        return next(iter(self.ask(statement("read/identity"), {})), None)

    def make_schema(self, identify: Statement) -> None:
        """In one transaction, so that a kill leaves an empty file and never half a schema."""
        if tables := self._tables():
            raise Unreachable(
                f"{self.url} is another program's database (it has {', '.join(tables[:5])});"
                " give the store another path"
            )
        self._change_schema(list(ladybug_tables(self.schema)), [identify])

    def change_schema(self, changes: Sequence[str], then: Sequence[Statement]) -> None:
        """In one transaction."""
        self._enlarge_pool()
        self._change_schema(changes, then)

    def _change_schema(self, changes: Sequence[str], then: Sequence[Statement]) -> None:
        def change(ask: Ask) -> None:
            for cypher in changes:
                ask(cypher, {})
            for cypher, parameters in then:
                ask(cypher, parameters)

        self.write(change)

    def close_rewritten(self) -> None:
        """Close the store and rewrite its file: the engine keeps deleted bytes in the old one.

        Processes that have the old file open keep reading that one. Raises StoreError, and leaves
        the old file, if that cannot be done.
        """
        path = self._shared.path
        with self._shared.writing, _one_line_errors():
            self._check_alone()
            with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
                with contextlib.chdir(folder):
                    for cypher in schema_statements("ladybug_copy"):
                        self._writer.execute(cypher)
                    fresh = _pasted(Path(folder, "fresh"))
                if fresh != _count(self._writer):
                    raise StoreError(
                        f"{self.url} could not be copied completely; nothing was changed"
                    )
                shutil.copymode(path, Path(folder, "fresh"))
                Path(folder, "fresh").replace(path)
        self.close()

    def _replace_empty(self, fresh: Path) -> None:
        """Put the file ``fresh`` into the place of this store's, which is empty, and open it."""
        path = self._shared.path
        with self._shared.writing, self.reading, _one_line_errors():
            self._check_alone()
            self._writer.execute("CHECKPOINT")  # else the new file would get the rest of the log
            if _count(self._writer) != EMPTY:
                raise StoreError(
                    f"{self.url} was filled by another program meanwhile; run the command again"
                )
            shutil.copymode(path, fresh)
            fresh.replace(path)
            self.close()
            self._open(path)

    def _check_alone(self) -> None:
        """Raise StoreError if this process has the file open elsewhere: it cannot be replaced."""
        if len(self._shared.stores) > 1:
            raise StoreError(f"{self.url} is in use elsewhere in this process; close it there")

    def _is_empty(self) -> bool:
        with self._shared.writing, _one_line_errors():
            return _count(self._writer) == EMPTY

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._shared.release(self)

    def _begin_reading(self) -> None:
        """Begin a transaction that sees no commit younger than the plans its connection keeps.

        Ladybug 0.22 gives wrong answers, without an error, from a plan older than a commit.
        """
        with self._shared.committing:
            if self._plans_of != self._shared.commits:
                self._renew_reader()
                self._plans_of = self._shared.commits
            self._reader.execute("BEGIN TRANSACTION READ ONLY")

    def _renew_reader(self) -> None:
        self._reader.close()
        self._reader = self._new_reader()

    def _new_reader(self) -> ladybug.Connection:
        connection = ladybug.Connection(self._shared.database)
        if self._limit is not None:
            connection.set_query_timeout(round(1000 * self._limit.seconds))
        return connection

    def _commit(self) -> None:
        with self._shared.committing:
            self._shared.commits += 1
            try:
                self._writer.execute("COMMIT")
            except RuntimeError as error:
                if COMMITTED not in str(error):
                    raise
                log.warning(
                    "%s: the commit is safe in the log, but the engine could not write it into the"
                    " file; it will when the store is next opened with more memory (%s)",
                    self.url,
                    one_line(error),
                )

    def _tables(self) -> list[str]:
        return [row["name"] for row in self.ask(statement("schema/ladybug_list_tables"), {})]


def _check_path(path: Path, *, url: str, read_only: bool) -> None:
    if path.is_dir():
        raise Unreachable(f"{url} is a folder; give a file in it, such as {url}/graph.ladybug")
    if read_only and not path.exists():
        raise EmptyStore(f"no store at {url}; make it with stepgraph ingest PATH --store {url}")
    if not read_only:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unreachable(
                f"cannot make the folder of {url}: {error.strerror}; give another path"
            ) from error


def _open_database(
    path: Path, pool_bytes: int, *, read_only: bool, whole_log: bool = True
) -> ladybug.Database:
    """Open the file; a log that ends within a commit, as on a full disk, is read up to there."""
    try:
        return ladybug.Database(
            path,
            read_only=read_only,
            buffer_pool_size=pool_bytes,
            auto_checkpoint=True,
            checkpoint_threshold=CHECKPOINT_BYTES,
            throw_on_wal_replay_failure=whole_log,
        )
    except (RuntimeError, OSError) as error:
        message = one_line(error)
        if whole_log and re.search(r"\bwal\b", message, re.IGNORECASE):
            log.warning(
                "the log of ladybug:%s ends within a commit, perhaps on a full disk: that"
                " commit is left out; stepgraph lint checks whether anything else is missing",
                path,
            )
            return _open_database(path, pool_bytes, read_only=read_only, whole_log=False)
        if "lock" in message.lower():
            raise Unreachable(
                f"ladybug:{path} is being written by another process; wait until it ends,"
                " or use a Neo4j store for several writers"
            ) from error
        fix = "give the store another path"
        if UNFINISHED.search(message):
            fix = "free space on its disk and ingest again, which completes it"
        raise Unreachable(
            f"ladybug:{path} cannot be opened as a graph store ({message}); {fix}"
        ) from error


def _pool_bytes(path: Path, *, read_only: bool) -> int:
    """Bytes that the engine may keep in memory: to read, a quarter of the machine's.

    To write, as many as the file has: a transaction that changes much of a large file needs a
    larger pool. No more, since a model in the same process needs memory of its own.
    """
    quarter = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    most = min(quarter, LARGEST_POOL_BYTES)
    size = path.stat().st_size if path.exists() else 0
    return max(BUFFER_POOL_BYTES, most if read_only else min(size, most))


def _pasted(path: Path) -> tuple[int, int]:
    """Make a database of the copy in the working directory; return its size."""
    database = ladybug.Database(path, buffer_pool_size=BUFFER_POOL_BYTES)
    with (
        contextlib.closing(database),
        contextlib.closing(ladybug.Connection(database)) as connection,
    ):
        for cypher in schema_statements("ladybug_paste"):
            connection.execute(cypher)
        return _count(connection)


def _count(connection: ladybug.Connection) -> tuple[int, int]:
    """The number of nodes and of relationships."""
    (nodes,) = _run(connection, statement("read/nodes"), {})
    (edges,) = _run(connection, statement("read/relationships"), {})
    return nodes["nodes"], edges["relationships"]


@contextlib.contextmanager
def _rolled_back_on_error(connection: ladybug.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with contextlib.suppress(RuntimeError):  # the engine may have ended it already
            connection.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except (RuntimeError, QueryRefused) as error:
        if DISK_IS_FULL.search(str(error)):
            raise Unreachable(
                f"the disk of the embedded store is full ({one_line(error)}); free space on it"
                " and ingest again"
            ) from error
        if isinstance(error, QueryRefused):
            raise
        raise StoreError(f"the embedded engine failed: {one_line(error)}") from error


def _run(
    connection: ladybug.Connection,
    cypher: str,
    parameters: Mapping[str, Any],
    *,
    plan_anew: bool = False,
    limit: AnswerLimit | None = None,
) -> list[Row]:
    """Run one statement; being prepared, the engine refuses a second one after a ``;``."""
    check_naive(parameters)
    names = parameter_names(cypher)
    if missing := sorted(names - parameters.keys()):
        raise StoreError(f"the statement needs ${missing[0]}, which is not given")
    used = {name: parameters[name] for name in names}
    try:
        # a bare string without parameters would run every statement in it, COMMIT included
        keep_plan = bool(used) and not plan_anew
        prepared = (
            cypher
            if keep_plan
            else ladybug.PreparedStatement(connection, cypher, _of_the_same_types(used))
        )
        result = connection.execute(prepared, used)
    except (RuntimeError, ValueError, TypeError, OverflowError) as error:  # of parameters too
        raise QueryRefused("the embedded engine", one_line(error)) from error
    if isinstance(result, list):
        raise StoreError(f"one statement at a time, got {len(result)}")
    with contextlib.closing(result):
        if limit is not None and result.get_num_tuples() > limit.rows:
            raise limit.too_many()
        columns = [_column_name(name) for name in result.get_column_names()]
        if len(set(columns)) < len(columns):  # a row has each name once
            raise QueryRefused("the embedded engine", "result columns with the same name")
        return [dict(zip(columns, map(_python_value, values), strict=True)) for values in result]


def _of_the_same_types(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with one row in place of many: the engine plans by types alone, and converts
    all that it is given (a sixth of the time to write)."""
    return {name: _typical(value) for name, value in parameters.items()}


def _typical(value: Any) -> Any:
    """A row with the first value of each column that is neither missing nor empty."""
    if not (isinstance(value, list) and len(value) > 1 and isinstance(value[0], dict)):
        return value
    missing: tuple[None, list[Any]] = (None, [])
    return [
        {
            column: next((row[column] for row in value if row.get(column) not in missing), first)
            for column, first in value[0].items()
        }
    ]


def _column_name(name: str) -> str:
    """A name a user can read: the engine calls the column of ``count(e)`` ``COUNT(e._ID)``."""
    counted = COUNTED.sub(r"COUNT(\1\2)", name).replace("COUNT_STAR()", "COUNT(*)")
    return LABELS.sub(r"LABELS(\1)", INTERNAL_ID.sub(r"ID(\1)", counted))


def _python_value(value: Any) -> Any:
    """Nodes and relationships as their properties, as Neo4j gives them, without NULL columns."""
    if isinstance(value, list):
        return [_python_value(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "_NODES" in value and "_RELS" in value:
        return {
            "nodes": _python_value(value["_NODES"]),
            "relationships": _python_value(value["_RELS"]),
        }
    is_stored = "_LABEL" in value
    return {
        key: _python_value(item)
        for key, item in value.items()
        if not is_stored or (key not in INTERNAL_KEYS and item is not None)
    }
