"""Export: the whole store as JSON lines, for backups and for other stores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from prefect import flow

from flows.artifacts import show_result
from flows.context import FlowContext, current_context
from flows.retries import retryable

__all__ = ["export"]


@flow(persist_result=False)
def export(file: Path, current: bool = False) -> int:
    """Write every reading of the store to ``file``, one a line; return the number of lines.

    With ``current`` only the open readings, without numbers and times.
    """
    lines = export_once(file, current, current_context())
    show_result("exported", [("file", str(file)), ("lines", lines)])
    return lines


@retryable
def export_once(file: Path, current: bool, context: FlowContext) -> int:
    from pipeline.exports.output_files import save
    from pipeline.exports.records import export_lines
    from pipeline.stores import open_store

    count = 0
    with closing(open_store(context.settings.store, read_only=True)) as store:

        def counted() -> Iterator[str]:
            nonlocal count
            for line in export_lines(store, current=current):
                count += 1
                yield line

        save(file, counted())
    return count
