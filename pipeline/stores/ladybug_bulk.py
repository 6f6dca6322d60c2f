"""Fills an empty embedded store at once: every table whole, into a new file that takes its place.

The engine copies a whole table in no transaction much faster than parts of it in transactions,
which cost a checkpoint each (docs/results/store.md). Rows are kept as columns in files next
to the store, so that memory stays flat. The store is empty until the new file is complete and
takes the old one's place in one move: if the process ends before, nothing is stored in part.
"""

from __future__ import annotations

import glob
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import ladybug
import pyarrow as pa

from pipeline.errors import StoreError, one_line
from pipeline.stores.bulk_batches import BulkBatches
from pipeline.stores.generated_statements import copy_statement, ladybug_tables
from pipeline.stores.graph_schema import GraphSchema
from pipeline.stores.ladybug_columns import arrow_schema, arrow_table
from pipeline.stores.rows import Rows, rows_of_type
from pipeline.stores.statements import statement
from pipeline.stores.store import Row

__all__ = ["FileFilling"]


class FileFilling:
    """A ``Filling`` of the store at ``path``."""

    def __init__(
        self,
        path: Path,
        *,
        identity: Row,
        pool_bytes: int,
        replace: Callable[[Path], None],
        schema: GraphSchema,
    ) -> None:
        """``replace`` puts a file into the place of the empty store; ``identity`` is the store's.

        The caller holds the store's lock, so files that a killed process left belong to nobody.
        """
        prefix = f".{path.name}.filling-"
        for leftover in path.parent.glob(f"{glob.escape(prefix)}*"):
            shutil.rmtree(leftover, ignore_errors=True)
        self._path, self._identity, self._pool_bytes = path, identity, pool_bytes
        self._replace, self.schema = replace, schema
        # readings are found by documents, and instances by concepts: these come first
        self._tables = (
            schema.node("Document"),
            schema.node("Concept"),
            *schema.reading_types,
        )
        self._batches = BulkBatches()
        with self._one_line_errors():
            self._folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=prefix))
            self._streams = [
                pa.ipc.new_stream(self._folder / f"{table.name}.arrow", arrow_schema(table))
                for table in self._tables
            ]

    def add(self, documents: Sequence[Row], rows: Rows) -> None:
        with self._one_line_errors():
            self._keep(self._batches.complete(documents, rows))

    def finish(self) -> None:
        with self._one_line_errors():
            self._keep(self._batches.rest())
            for stream in self._streams:
                stream.close()
            fresh = self._folder / "fresh"
            self._build(fresh)
            self._replace(fresh)
        self.discard()

    def discard(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        """Raise StoreError for what the disk or the engine refuses."""
        try:
            yield
        except (OSError, RuntimeError) as error:
            raise StoreError(
                f"ladybug:{self._path} could not be filled: {one_line(error)}"
            ) from error

    def _keep(self, rows: Rows) -> None:
        for stream, table in zip(self._streams, self._tables, strict=True):
            if filled_by := rows_of_type(table, rows):
                stream.write_table(arrow_table(filled_by, table))

    def _build(self, path: Path) -> None:
        database = ladybug.Database(path, buffer_pool_size=self._pool_bytes)
        with closing(database), closing(ladybug.Connection(database)) as connection:
            for declaration in ladybug_tables(self.schema):
                connection.execute(declaration)
            connection.execute(statement("write/identify_store"), dict(self._identity))
            for table in self._tables:
                with pa.memory_map(str(self._folder / f"{table.name}.arrow")) as mapped:
                    columns = pa.ipc.open_stream(mapped).read_all()
                    if len(columns):
                        connection.execute(copy_statement(table), {"rows": columns})
