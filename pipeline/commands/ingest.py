"""Commands that fill the store: ingest, load, and what became of every document."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    AsJson,
    Device,
    EntityNames,
    LedgerUrl,
    Prune,
    StoreUrl,
)
from pipeline.commands.output import console, plain, print_json, print_text
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.ingest.run import Outcome, Progress, Watch

SOME_FAILED = 1
GONE_SHOWN = 5  # documents named


def ingest(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH|URL|sql:NAME|-...",
            help="Files and folders (.txt, .md, .jsonl; .html, .pdf, .docx with an extra), URLs of "
            "documents and of feeds, tables of stepgraph.toml; - reads standard input.",
            show_default=False,
        ),
    ],
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    entity: EntityNames = None,
    batch_size: Annotated[
        int | None,
        typer.Option(
            "--batch-size",
            metavar="N",
            help="Documents at once; else 128.",
            min=1,
            show_default=False,
        ),
    ] = None,
    prune: Prune = False,
    include: Annotated[
        list[str] | None,
        typer.Option(
            "--include",
            metavar="PATTERN",
            help="In folders, only such files: '*.md', 'sops/**/*.txt'; once for each.",
            show_default=False,
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude",
            metavar="PATTERN",
            help="In folders, no such files or folders; once for each.",
            show_default=False,
        ),
    ] = None,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Read every new or changed document and store its graph; 1 if a document failed."""
    from pipeline.settings import load_settings
    from pipeline.sources.inputs import is_remote

    settings = load_settings(
        store=store,
        ledger=ledger,
        batch_size=batch_size,
        device=device,
        include=include or None,
        exclude=exclude or None,
    )
    if not any(one == "-" or is_remote(one) or os.path.lexists(one) for one in inputs):
        raise BadInput(f"there is no file or folder {inputs[0]!r}")
    paths = [_spooled(settings.state) if one == "-" else one for one in dict.fromkeys(inputs)]
    _check_entities(entity or [])
    from flows.run import run_ingest  # against the arrow: the command line is what starts flows

    with _progress() as watch:
        outcome = run_ingest(paths, settings, entities=entity, prune=prune, watch=watch)
    _report(outcome, as_json=as_json)


def load(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Annotated grids as ProPara's JSON lines.", show_default=False
        ),
    ],
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Store annotated grids as they are, without the model: gold data, people's corrections."""
    from pipeline.ingest.load_grids import store_grids
    from pipeline.settings import load_settings

    with _progress() as watch:
        outcome = store_grids(file, load_settings(store=store, ledger=ledger), watch=watch)
    _report(outcome, as_json=as_json)


def _report(outcome: Outcome, *, as_json: bool) -> None:
    if as_json:
        facts = asdict(outcome)
        failures = [
            {"document": one.document_id, "source": one.source, "error": one.error}
            for one in outcome.failed
        ]
        stages = {name: round(seconds, 3) for name, seconds in outcome.stages.items()}
        rounded = {"seconds": round(outcome.seconds, 3), "stages": stages}
        print_json(facts | {"failed": len(failures), "failures": failures} | rounded)
    else:
        counts = [f"{outcome.written} written", f"{outcome.unchanged} unchanged"]
        if outcome.elsewhere:
            counts.append(f"{outcome.elsewhere} written by another process")
        counts.append(f"{len(outcome.failed)} failed")
        print_text(f"{outcome.found} found: {', '.join(counts)} ({outcome.seconds:.1f} s)")
        _tell_gone(outcome)
        _complain((one.document_id, one.error) for one in outcome.failed)
    if outcome.failed:
        raise typer.Exit(SOME_FAILED)


def _tell_gone(outcome: Outcome) -> None:
    if not outcome.gone:
        return
    names = ", ".join(outcome.gone[:GONE_SHOWN])
    more = len(outcome.gone) - GONE_SHOWN
    told = f"{names} and {more} more" if more > 0 else names
    done = f"{outcome.closed} closed" if outcome.closed else "ingest --prune closes their readings"
    print_text(plain(f"{len(outcome.gone)} gone from their source ({done}): {told}"))


def _complain(failures: Iterable[tuple[str, str]]) -> None:
    sys.stdout.flush()
    for document, error in failures:
        named = error if document in error else f"{document}: {error}"
        print(plain(f"stepgraph: {named}"), file=sys.stderr)


def _check_entities(names: list[str]) -> None:
    from pipeline.domain.document import Entity

    try:
        Entity.parse_all(names)
    except ValueError as error:
        raise BadInput(f"--entity: {error}") from error


def _spooled(state: Path) -> str:
    from pipeline.sources import spool

    text = sys.stdin.buffer.read()
    if not text.strip():
        raise BadInput("standard input is empty; pipe a document into stepgraph ingest -")
    return str(spool(text, state / "stdin"))


@contextmanager
def _progress() -> Iterator[Watch]:
    """What to tell of a run's progress: a bar on a terminal, elsewhere only what must be said."""
    shown = console(stderr=True)
    if not shown.is_terminal:
        yield _print_note
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    with Bar(*columns, TimeRemainingColumn(), console=shown, transient=True) as bar:
        task = bar.add_task("finding documents", total=None)

        def watch(now: Progress) -> None:
            _print_note(now)
            if now.registering:
                bar.update(task, completed=now.found)
            else:
                bar.update(task, description="reading", total=now.found, completed=now.finished)

        yield watch


def _print_note(now: Progress) -> None:
    if now.note:
        print(plain(f"stepgraph: {now.note}"), file=sys.stderr)
