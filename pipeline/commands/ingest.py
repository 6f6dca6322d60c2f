"""Commands that fill the store: ingest reads documents, load takes annotated grids."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
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
    ShardName,
    StoreUrl,
)
from pipeline.commands.output import (
    console,
    counted,
    listed,
    plain,
    print_error,
    print_json,
    print_text,
)
from pipeline.errors import BadInput, Interrupted
from pipeline.sources.shard import WHOLE, Shard

if TYPE_CHECKING:
    from pipeline.domain.document import Entity
    from pipeline.ingest.progress import FailedDocument, IngestResult, OnProgress, Progress

SOME_FAILED = 1


def ingest(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH|URL|sql:NAME|-",
            help="Files and folders (.txt, .md, .jsonl; .html, .pdf and .docx need the documents "
            "extra), URLs of documents and feeds, SQL tables of stepgraph.toml; - reads standard "
            "input.",
            show_default=False,
        ),
    ],
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    entity: EntityNames = None,
    find_entities: Annotated[
        bool,
        typer.Option(
            "--find-entities",
            help="Let the model find the entities also where an earlier run was given them with "
            "--entity. Without this, those are kept.",
        ),
    ] = False,
    batch_size: Annotated[
        int | None,
        typer.Option(
            "--batch-size",
            metavar="N",
            help="Number of documents read and stored at once.",
            min=1,
            show_default="STEPGRAPH_BATCH_SIZE, else 512",
        ),
    ] = None,
    prune: Prune = False,
    shard: ShardName = None,
    include: Annotated[
        list[str] | None,
        typer.Option(
            "--include",
            metavar="PATTERN",
            help="In folders, read only matching files, such as '*.md' or 'sops/**/*.txt'. Can be "
            "repeated.",
            show_default=False,
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude",
            metavar="PATTERN",
            help="In folders, skip matching files and folders. Can be repeated.",
            show_default=False,
        ),
    ] = None,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Read every new or changed document and store its graph.

    A document that cannot be read is reported; the others are processed as usual. Exits with 1 if
    a document failed.
    """
    from pipeline.redaction import redact_url
    from pipeline.settings import load_settings
    from pipeline.sources.inputs import is_remote, scheme_fault

    if entity and find_entities:
        raise BadInput("give either --entity or --find-entities")
    settings = load_settings(
        store=store,
        ledger=ledger,
        batch_size=batch_size,
        device=device,
        include=include or None,
        exclude=exclude or None,
        shard=shard,
    )
    if not any(path == "-" or is_remote(path) or os.path.lexists(path) for path in inputs):
        if fault := scheme_fault(inputs[0]):
            raise BadInput(f"{redact_url(inputs[0])} {fault}")
        raise BadInput(f"there is no file or folder {inputs[0]!r}")
    paths = [
        _stored_standard_input(settings.state) if path == "-" else path
        for path in dict.fromkeys(inputs)
    ]
    tracked = _tracked_entities(entity)
    with shown_progress() as on_progress, _interruptible(on_progress) as noted:
        if settings.records_runs:
            from flows.runner import run_ingest

            result = run_ingest(
                paths,
                settings,
                entities=entity,
                find_entities=find_entities,
                prune=prune,
                shard=settings.shard,
                on_progress=noted,
            )
        else:
            from pipeline.inference.model_reader import model_reader
            from pipeline.ingest.once import ingest_once

            result = ingest_once(
                paths,
                settings,
                model_reader(settings),
                entities=tracked,
                find_entities=find_entities,
                prune=prune,
                shard=settings.shard,
                on_progress=noted,
            )
    _report(result, as_json=as_json, shard=settings.shard)


def load(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Annotated grids, one JSON object per line, in ProPara's format.",
            show_default=False,
        ),
    ],
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Store annotated grids without reading their texts: gold data or corrected grids."""
    from pipeline.ingest.load_grids import store_grids
    from pipeline.settings import load_settings

    with shown_progress() as on_progress:
        result = store_grids(
            file, load_settings(store=store, ledger=ledger), on_progress=on_progress
        )
    _report(result, as_json=as_json)


def _report(result: IngestResult, *, as_json: bool, shard: Shard = WHOLE) -> None:
    if as_json:
        facts = asdict(result)
        failures = [
            {"document": failure.document_id, "source": failure.source, "error": failure.error}
            for failure in result.failed
        ]
        stages = {name: round(seconds, 3) for name, seconds in result.stages.items()}
        rounded = {"seconds": round(result.seconds, 3), "stages": stages}
        print_json(facts | {"failed": len(failures), "failures": failures} | rounded)
    else:
        counts = [f"{result.written} written", f"{result.unchanged} unchanged"]
        if result.elsewhere:
            counts.append(f"{result.elsewhere} written by another process")
        counts.append(f"{len(result.failed)} failed")
        place = "" if shard == WHOLE else f" in shard {shard}"
        print_text(f"{result.found} found{place}: {', '.join(counts)} ({result.seconds:.1f} s)")
        _print_kept_entities(result)
        _print_gone(result)
        _print_failures(result.failed)
    if result.failed:
        raise typer.Exit(SOME_FAILED)


def _print_kept_entities(result: IngestResult) -> None:
    if count := result.with_kept_entities:
        keep = "document keeps" if count == 1 else "documents keep"
        print_text(
            f"{count} {keep} the entities of an earlier --entity; with --find-entities the model"
            " finds them"
        )


def _print_gone(result: IngestResult) -> None:
    if not result.gone:
        return
    note = "their readings are closed" if result.closed else "--prune closes their readings"
    gone = counted(len(result.gone), "document")
    print_text(plain(f"{gone} disappeared from the source ({note}): {listed(result.gone)}"))


def _print_failures(failures: Sequence[FailedDocument]) -> None:
    sys.stdout.flush()
    for failure in failures:
        line = failure.error
        if failure.document_id not in line:
            line = f"{failure.document_id}: {line}"
        print_error(plain(line))


def _tracked_entities(names: list[str] | None) -> tuple[Entity, ...] | None:
    from pipeline.domain.document import Entity

    try:
        return Entity.parse_all(names) if names else None
    except ValueError as error:
        raise BadInput(f"--entity: {error}") from error


def _stored_standard_input(state: Path) -> str:
    """Copy standard input to a file in the state folder and return its path."""
    from pipeline.sources import spool

    text = sys.stdin.buffer.read()
    if not text.strip():
        raise BadInput("standard input is empty; pipe a document into stepgraph ingest -")
    return str(spool(text, state / "stdin"))


@contextmanager
def shown_progress() -> Iterator[OnProgress]:
    """Show a run's progress: a bar on a terminal, elsewhere only its notes."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield _print_note
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    with Bar(*columns, TimeRemainingColumn(), console=screen, transient=True) as bar:
        task = bar.add_task("finding documents", total=None)

        def on_progress(now: Progress) -> None:
            _print_note(now)
            if now.registering:
                bar.update(task, completed=now.found)
            else:
                bar.update(task, description="reading", total=now.found, completed=now.finished)

        yield on_progress


@contextmanager
def _interruptible(on_progress: OnProgress) -> Iterator[OnProgress]:
    """Turn Ctrl-C into an error that states what is kept, from the last progress reported."""
    last: list[Progress] = []

    def noted(now: Progress) -> None:
        last[:] = [now]
        on_progress(now)

    try:
        yield noted
    except KeyboardInterrupt:
        raise Interrupted(_kept(last[0] if last else None)) from None


def _kept(now: Progress | None) -> str:
    again = "run the same command again for the rest"
    if now is None or now.registering:
        return f"stopped before a document was read; {again}"
    documents = counted(now.found, "document")
    return f"stopped: {now.finished} of {documents} are done and kept; {again}"


def _print_note(now: Progress) -> None:
    if now.note:
        print_error(now.note)
