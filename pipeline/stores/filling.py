"""Fills an empty embedded store at once: every table whole, into a new file that takes its place.

The engine copies a whole table in no transaction much faster than parts of it in transactions,
which cost a checkpoint each (docs/results.md, "The store"). Rows are put aside as columns in files
beside the store, so that memory stays flat; until the new file is whole and takes the old one's
place, in one move, the store is empty: whatever ends the process before, nothing is half there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import ladybug
import pyarrow as pa

from pipeline.errors import StoreError
from pipeline.stores.columns import FILLED, schema_of, table_of
from pipeline.stores.once import Once
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
        for left in path.parent.glob(f"{_prefix(path)}*"):
            shutil.rmtree(left, ignore_errors=True)
        self._folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=_prefix(path)))
        self._identity, self._pool_bytes, self._replace = identity, pool_bytes, replace
        self._once = Once()
        self._aside = [
            pa.ipc.new_stream(self._folder / f"{number}.arrow", schema_of(columns))
            for number, (_, columns) in enumerate(FILLED)
        ]

    def add(self, documents: Sequence[Row], rows: Mapping[str, Sequence[Row]]) -> None:
        self._put(self._once.new(documents, rows))

    def finish(self) -> None:
        self._put(self._once.rest())
        for aside in self._aside:
            aside.close()
        fresh = self._folder / "fresh"
        try:
            self._build(fresh)
        except RuntimeError as error:
            told = " ".join(str(error).split())
            raise StoreError(f"the embedded engine could not be filled: {told}") from error
        self._replace(fresh)
        self.discard()

    def discard(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

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


def _prefix(path: Path) -> str:
    return f".{path.name}.filling-"
