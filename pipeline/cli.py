"""The command line: what `stepgraph` runs, and how every command ends.

Exit codes: 0 done, 1 some documents failed and the rest are stored, 2 bad usage or input, 3 the
store or the ledger cannot be reached; 70 is a mistake of ours.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any

import typer

from pipeline.commands import (
    annotate,
    ask,
    concepts,
    diff,
    doctor,
    evaluate,
    explain,
    export,
    forget,
    ingest,
    lineage,
    lint,
    migrate,
    serve,
    show,
    snapshot,
    status,
    train,
)
from pipeline.commands.output import plain
from pipeline.commands.usage import CONTEXT, Command, Group
from pipeline.errors import StepgraphError

__all__ = ["app", "main"]

OUR_MISTAKE = 70  # "internal software error" in sysexits.h
READER_LEFT = 141  # what a shell reports for SIGPIPE


class Commands(Group):
    """Ends every command in an exit code, and what went wrong in one line on stderr."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except (typer.Exit, typer.Abort, typer.TyperException):
            raise
        except BrokenPipeError:
            # Else Python would try to flush once more at exit, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(READER_LEFT) from None
        except Exception as error:
            if os.environ.get("STEPGRAPH_TRACEBACK"):
                traceback.print_exc()
            raise typer.Exit(_complain(error)) from None


def _complain(error: Exception) -> int:
    if isinstance(error, StepgraphError):
        message, code = str(error), error.exit_code
    else:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        message = f"unexpected {said} (set STEPGRAPH_TRACEBACK=1 to see where)"
        code = OUR_MISTAKE
    print("stepgraph:", "\n".join(map(plain, message.splitlines())), file=sys.stderr)
    return code


def _version(wanted: bool) -> None:
    if wanted:
        print(f"stepgraph {version('stepgraph')}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    epilog="Exit codes: 0 done, 1 some documents failed and the rest are stored, 2 bad usage or "
    "input, 3 the store or the ledger cannot be reached.",
    context_settings=CONTEXT,
)


@app.callback()
def stepgraph(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Turn procedural text into a temporal knowledge graph: where is each thing after every step,
    and what was created, moved or destroyed.
    """


INGEST = "Ingest"
ASK = "Ask"
LOOK = "Look at a document"
CARE = "Look after the data"
TRAIN = "Annotate, train and score"
SERVE = "Run as a service"

COMMANDS: list[tuple[str, str, Callable[..., None]]] = [
    (INGEST, "ingest", ingest.ingest),
    (INGEST, "load", ingest.load),
    (INGEST, "import", export.import_),
    (ASK, "ask", ask.ask),
    (ASK, "questions", ask.questions),
    (ASK, "query", ask.query),
    (ASK, "lineage", lineage.lineage),
    (LOOK, "documents", show.documents),
    (LOOK, "show", show.show),
    (LOOK, "readings", show.readings),
    (LOOK, "explain", explain.explain),
    (LOOK, "diff", diff.diff),
    (LOOK, "snapshot", snapshot.snapshot),
    (CARE, "status", status.status),
    (CARE, "retry", status.retry),
    (CARE, "requeue", status.requeue),
    (CARE, "lint", lint.lint),
    (CARE, "doctor", doctor.doctor),
    (CARE, "export", export.export),
    (CARE, "forget", forget.forget),
    (CARE, "migrate", migrate.migrate),
    (TRAIN, "draft", annotate.draft),
    (TRAIN, "check", annotate.check),
    (TRAIN, "train", train.train),
    (TRAIN, "train-entities", train.train_entities),
    (TRAIN, "evaluate", evaluate.evaluate),
    (TRAIN, "score", evaluate.score),
    (SERVE, "serve", serve.serve),
    (SERVE, "health", status.health),
]
for panel, name, command in COMMANDS:
    app.command(name, cls=Command, rich_help_panel=panel)(command)
app.add_typer(concepts.concepts, name="concepts", rich_help_panel=ASK)


def main() -> None:
    """Run the command line; file names that are not Unicode are printed escaped."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    app(prog_name="stepgraph")
