"""Export: the whole store as JSON lines, for backups and for other stores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from prefect import flow

from flows.artifacts import show_result
from flows.context import Surroundings, surroundings
from flows.retries import repeated

__all__ = ["export"]


@flow(persist_result=False)
def export(file: Path, current: bool = False) -> int:
    """Write every reading of the store to ``file``, a line each; return how many lines.

    With ``current`` only the readings that hold, without numbers and times.
    """
    lines = export_once(file, current, surroundings())
    show_result("exported", [("file", str(file)), ("lines", lines)])
    return lines


@repeated
def export_once(file: Path, current: bool, around: Surroundings) -> int:
    from pipeline.exports.files import save
    from pipeline.exports.records import export_lines
    from pipeline.stores import open_store

    count = 0
    with closing(open_store(around.settings.store, read_only=True)) as store:

        def counted() -> Iterator[str]:
            nonlocal count
            for line in export_lines(store, current=current):
                count += 1
                yield line

        save(file, counted())
    return count
