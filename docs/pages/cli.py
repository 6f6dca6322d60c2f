"""The command-line reference, from the commands themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import typer

from pages.tables import as_code, as_markdown, table
from pipeline.cli import app

__all__ = ["cli_reference", "commands"]


def commands() -> Iterator[tuple[str, str, Any]]:
    """Yield panel, full name and command, in the order of ``stepgraph --help``."""
    group: Any = typer.main.get_command(app)
    panels = dict.fromkeys(command.rich_help_panel for command in group.commands.values())
    for panel in panels:
        for name, command in group.commands.items():
            if command.rich_help_panel != panel or command.hidden:
                continue
            yield panel, f"stepgraph {name}", command
            for child, subcommand in getattr(command, "commands", {}).items():
                yield panel, f"stepgraph {name} {child}", subcommand


def cli_reference() -> str:
    """Return the Markdown of all commands, grouped as in ``stepgraph --help``."""
    parts = []
    previous = None
    for panel, name, command in commands():
        if panel != previous:
            parts.append(f"## {panel}")
            previous = panel
        parts.append(f"### {name}")
        parts.extend(_command(name, command))
    return "\n\n".join(parts)


def _command(name: str, command: Any) -> Iterator[str]:
    context = command.make_context(name, [], resilient_parsing=True)
    pieces = (
        piece.strip("{}").replace("}", "").replace("......", "...")
        for piece in command.collect_usage_pieces(context)
    )
    yield f"```text\n{name} {' '.join(pieces)}\n```"
    yield as_markdown(inspect.cleandoc(command.help or ""))
    records = [
        (parameter.param_type_name, *parameter.get_help_record(context))
        for parameter in command.get_params(context)
        if not parameter.hidden and parameter.name != "help"
    ]
    for kind, heading in (("argument", "Argument"), ("option", "Option")):
        rows = [
            (as_code(_spelling(names)), as_markdown(text))
            for part, names, text in records
            if part == kind
        ]
        if rows:
            yield table([heading, "Meaning"], rows)


def _spelling(names: str) -> str:
    """Return what a user types, without the type that typer adds to arguments."""
    return re.sub(r"( <[^>]+>| \s*)$", "", names)
