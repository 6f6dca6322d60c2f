"""Fills an empty embedded store with many synthetic readings, most of them as copied columns.

Making a million readings in Python takes a quarter of an hour and measures no store. From the
second ten thousand on they differ by their number alone, which has one length: so the columns of
that ten thousand are copied, with other numbers, for each further one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import datetime

import pyarrow as pa
import pyarrow.compute as pc
import synthetic

from pipeline.stores import OPEN_END, open_store
from pipeline.stores.graph_schema import SCHEMA, GraphSchema
from pipeline.stores.ladybug_bulk import FileFilling
from pipeline.stores.ladybug_columns import arrow_table
from pipeline.stores.restore import PastReading, fill
from pipeline.stores.rows import rows_of_type
from pipeline.stores.store import Row

__all__ = ["BLOCK", "fill_with_copies"]

BLOCK = 10_000
AT_ONCE = 2_000
NOW = datetime(2026, 1, 1)
BEFORE_A_NUMBER = ("made-", " of ", "About ", "grain ")


def fill_with_copies(
    url: str, n_documents: int, finish: Callable[[Callable[[], None]], None]
) -> None:
    """Fill the store with ``n_documents``, a multiple of 10,000.

    ``finish`` is called with the last part, which builds the store's file of the columns, as a
    large import does.
    """
    block = _Block()
    for start in range(BLOCK, 2 * BLOCK, AT_ONCE):
        fill(_past(start), filling=block)
    with closing(open_store(url)) as store:
        filling = store.filling()
        assert isinstance(filling, FileFilling)
        for start in range(0, BLOCK, AT_ONCE):
            fill(_past(start), filling=filling)
        filling._keep(filling._batches.rest())
        filling._batches._last = {}
        for number in range(1, n_documents // BLOCK):
            for stream, table in zip(filling._streams, filling._tables, strict=True):
                if table.name in block.tables:
                    stream.write_table(_renumbered(block.tables[table.name], number))
        finish(filling.finish)


class _Block:
    """A ``Filling`` that keeps the columns of a block, and builds nothing."""

    schema: GraphSchema = SCHEMA

    def __init__(self) -> None:
        self.tables: dict[str, pa.Table] = {}

    def add(self, documents: Sequence[Row], rows: Mapping[str, Sequence[Row]]) -> None:
        names = {row["concept"] for row in rows["INSTANCE_OF"] if "grain" in row["concept"]}
        shared = {"Document": documents, "Concept": [{"name": name} for name in sorted(names)]}
        filled = (self.schema.node("Document"), self.schema.node("Concept"))
        for table in (*filled, *self.schema.reading_types):
            if of_type := rows_of_type(table, {**rows, **shared}):
                columns = arrow_table(of_type, table)
                former = self.tables.get(table.name)
                both = columns if former is None else pa.concat_tables([former, columns])
                self.tables[table.name] = both

    def finish(self) -> None: ...

    def discard(self) -> None: ...


def _past(start: int) -> list[PastReading]:
    readings = map(synthetic.reading, range(start, start + AT_ONCE))
    return [PastReading(reading, NOW, OPEN_END, None) for reading in readings]


def _renumbered(columns: pa.Table, block: int) -> pa.Table:
    """The columns with the numbers of another block of documents; the block here is 1."""
    renumbered = {name: _copied(columns[name], block) for name in columns.column_names}
    if "text_sha256" in renumbered:
        texts = renumbered["text"].to_pylist()
        renumbered["text_sha256"] = pa.array(
            [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        )
    return pa.table(renumbered, schema=columns.schema)


def _copied(column: pa.ChunkedArray, block: int) -> pa.Array:
    values = column.combine_chunks()
    if pa.types.is_list(values.type):
        return pa.ListArray.from_arrays(
            values.offsets, _copied(pa.chunked_array([values.values]), block)
        )
    if not pa.types.is_string(values.type):
        return values
    for prefix in BEFORE_A_NUMBER:
        values = pc.replace_substring(values, f"{prefix}001", f"{prefix}{block:03}")
    return values
