"""Fills an empty embedded store at once: every table whole, into a new file that takes its place.

The engine copies a whole table in no transaction much faster than parts of it in transactions,
which cost a checkpoint each (docs/results/store.md). Rows are put aside as columns in files
beside the store, so that memory stays flat; until the new file is whole and takes the old one's
place, in one move, the store is empty: whatever ends the process before, nothing is half there.
"""

from __future__ import annotations

import glob
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import ladybug
import pyarrow as pa

from pipeline.errors import StoreError, one_line
from pipeline.stores.bulk_batches import Once
from pipeline.stores.ladybug_columns import FILLED, schema_of, table_of
from pipeline.stores.statements import schema_statements, statement
from pipeline.stores.store import Row

__all__ = ["FileFilling"]


class FileFilling:
    """What is put aside for the store at ``path``; ``Store`` says what each method does."""

    def __init__(
        self, path: Path, *, identity: Row, pool_bytes: int, replace: Callable[[Path], None]
    ) -> None:
        """``replace`` puts a file into the place of the empty store; ``identity`` is the store's.

        Whoever makes this holds the store's lock: what a killed process left is nobody's.
        """
        prefix = f".{path.name}.filling-"
        for left in path.parent.glob(f"{glob.escape(prefix)}*"):
            shutil.rmtree(left, ignore_errors=True)
        self._path, self._identity, self._pool_bytes = path, identity, pool_bytes
        self._replace = replace
        self._once = Once()
        with self._one_line_errors():
            self._folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=prefix))
            self._aside = [
                pa.ipc.new_stream(self._folder / f"{number}.arrow", schema_of(columns))
                for number, (_, columns) in enumerate(FILLED)
            ]

    def add(self, documents: Sequence[Row], rows: Mapping[str, Sequence[Row]]) -> None:
        with self._one_line_errors():
            self._put(self._once.new(documents, rows))

    def finish(self) -> None:
        with self._one_line_errors():
            self._put(self._once.rest())
            for aside in self._aside:
                aside.close()
            fresh = self._folder / "fresh"
            self._build(fresh)
            self._replace(fresh)
        self.discard()

    def discard(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        """What the disk and the engine refuse."""
        try:
            yield
        except (OSError, RuntimeError) as error:
            raise StoreError(
                f"ladybug:{self._path} could not be filled: {one_line(error)}"
            ) from error

    def _put(self, rows: Mapping[str, Sequence[Row]]) -> None:
        for aside, (name, columns) in zip(self._aside, FILLED, strict=True):
            if some := rows.get(name):
                aside.write_table(table_of(some, columns))

    def _build(self, path: Path) -> None:
        database = ladybug.Database(path, buffer_pool_size=self._pool_bytes)
        with closing(database), closing(ladybug.Connection(database)) as made:
            for one in schema_statements("ladybug"):
                made.execute(one)
            made.execute(statement("write/identify_store"), dict(self._identity))
            copies = (*schema_statements("ladybug_fill"), *schema_statements("ladybug_append"))
            for number, copy in enumerate(copies):
                with pa.memory_map(str(self._folder / f"{number}.arrow")) as mapped:
                    table = pa.ipc.open_stream(mapped).read_all()
                    if len(table):
                        made.execute(copy, {"rows": table})
