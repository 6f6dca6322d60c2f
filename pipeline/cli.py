"""The command line: the table of commands, and the exit code and error line of each.

Exit codes: 0 success, 1 some documents failed (the others are stored), 2 wrong usage or input, 3
the store or the ledger cannot be reached, 70 an error in Stepgraph itself, 74 the output cannot be
written, 130 Ctrl-C, 141 the reader of the output has ended.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from typing import Annotated, Any, Literal

import typer

from pipeline.commands import (
    app as app_command,
)
from pipeline.commands import (
    ask,
    check,
    concepts,
    diff,
    doctor,
    draft,
    evaluate,
    explain,
    export,
    forget,
    ingest,
    lineage,
    lint,
    mcp,
    migrate,
    repair,
    schema,
    serve,
    show,
    snapshot,
    status,
    train,
    view,
)
from pipeline.commands.output import print_error
from pipeline.commands.streams import PipeClosed, guarded_streams
from pipeline.commands.usage import CONTEXT, Command, Group, help_text
from pipeline.errors import Interrupted, OutputFailed, StepgraphError
from pipeline.logs import print_warnings

__all__ = ["app", "main"]

INTERNAL_ERROR = 70  # "internal software error" in sysexits.h
PIPE_CLOSED = 141  # exit code that a shell reports for SIGPIPE

# What a command leaves behind when Ctrl-C ends it.
UNCHANGED = "stopped; nothing was changed"
KEPT = "stopped; what was done is kept: run the same command again for the rest"
WRITING = frozenset(
    "ingest load import retry requeue repair forget migrate concepts train train-entities"
    " train-choice train-gate train-phrases train-questions serve".split()
)


class Commands(Group):
    """Ends every command with an exit code, and an error with one line on stderr."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().make_context(*arguments, **options)
        except KeyboardInterrupt:
            raise typer.Exit(_report(Interrupted(UNCHANGED))) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except (typer.Exit, typer.Abort, typer.TyperException, PipeClosed, OutputFailed):
            raise
        except KeyboardInterrupt:
            kept = KEPT if ctx.invoked_subcommand in WRITING else UNCHANGED
            raise typer.Exit(_report(Interrupted(kept))) from None
        except Exception as error:
            if os.environ.get("STEPGRAPH_TRACEBACK"):
                traceback.print_exc()
            raise typer.Exit(_report(error)) from None


def _report(error: Exception) -> int:
    """Print the error on stderr and return the exit code."""
    if isinstance(error, StepgraphError):
        message, code = str(error), error.exit_code
    else:
        description = f"{type(error).__name__}: {error}".rstrip(": ")
        message = f"unexpected {description} (set STEPGRAPH_TRACEBACK=1 to see where)"
        code = INTERNAL_ERROR
    print_error(message)
    return code


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        print(f"stepgraph {version('stepgraph')}")
        raise typer.Exit


def _print_completion(context: typer.Context, shell: str | None) -> None:
    """Print a shell's completion script; unlike --show-completion, from any shell."""
    if shell is not None:
        from typer.completion import shell_complete

        program = "stepgraph"
        variable = f"_{program.upper()}_COMPLETE"
        shell_complete(context.command, {}, program, variable, f"source_{shell}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    epilog="Exit codes: 0 success; 1 some documents failed (the others are stored) or a check "
    "found a problem; 2 wrong usage or input; 3 the store or the ledger cannot be reached.",
    context_settings=CONTEXT,
)


@app.callback()
def stepgraph(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
    completion: Annotated[
        Literal["bash", "zsh", "fish"] | None,
        typer.Option(
            "--completion",
            metavar="SHELL",
            callback=_print_completion,
            is_eager=True,
            help="Print the completion script of bash, zsh or fish.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Turn procedural text into a temporal knowledge graph: where each thing is after every step,
    and what is created, moved or destroyed.
    """
    context.call_on_close(print_warnings())


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
    (ASK, "schema", schema.schema),
    (ASK, "lineage", lineage.lineage),
    (LOOK, "documents", show.documents),
    (LOOK, "show", show.show),
    (LOOK, "view", view.view),
    (LOOK, "readings", show.readings),
    (LOOK, "explain", explain.explain),
    (LOOK, "diff", diff.diff),
    (LOOK, "snapshot", snapshot.snapshot),
    (CARE, "status", status.status),
    (CARE, "retry", status.retry),
    (CARE, "requeue", status.requeue),
    (CARE, "lint", lint.lint),
    (CARE, "repair", repair.repair),
    (CARE, "doctor", doctor.doctor),
    (CARE, "export", export.export),
    (CARE, "forget", forget.forget),
    (CARE, "migrate", migrate.migrate),
    (TRAIN, "draft", draft.draft),
    (TRAIN, "check", check.check),
    (TRAIN, "train", train.train),
    (TRAIN, "train-entities", train.train_entities),
    (TRAIN, "train-choice", train.train_choice),
    (TRAIN, "train-gate", train.train_gate),
    (TRAIN, "train-phrases", train.train_phrases),
    (TRAIN, "train-questions", train.train_questions),
    (TRAIN, "evaluate", evaluate.evaluate),
    (TRAIN, "score", evaluate.score),
    (SERVE, "app", app_command.app),
    (SERVE, "mcp", mcp.mcp),
    (SERVE, "serve", serve.serve),
    (SERVE, "health", status.health),
]
for panel, name, command in COMMANDS:
    app.command(name, cls=Command, help=help_text(command), rich_help_panel=panel)(command)
app.add_typer(concepts.concepts, name="concepts", rich_help_panel=ASK)


def main() -> None:
    """Run the command line."""
    try:
        with guarded_streams():
            app(prog_name="stepgraph")
    except PipeClosed:
        sys.exit(PIPE_CLOSED)
    except OutputFailed as error:
        sys.exit(_report(error))
