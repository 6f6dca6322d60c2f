"""The command-line reference, from the commands themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import typer
from pages.tables import as_code, table

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
    yield f"```text\n{name} {' '.join(command.collect_usage_pieces(context))}\n```"
    yield inspect.cleandoc(command.help or "")
    arguments = [
        (as_code(parameter.metavar or parameter.name.upper()), parameter.help or "")
        for parameter in command.params
        if parameter.param_type_name == "argument"
    ]
    if arguments:
        yield table(["Argument", ""], arguments)
    options = [
        (_option(parameter), parameter.help or "", _default(parameter))
        for parameter in command.params
        if parameter.param_type_name == "option" and parameter.name != "help"
    ]
    if options:
        yield table(["Option", "", "Default"], options)


def _option(parameter: Any) -> str:
    value = "" if parameter.is_flag else f" {parameter.make_metavar(None)}".replace(" None", "")
    return as_code(", ".join((*parameter.opts, *parameter.secondary_opts)) + value)


def _default(parameter: Any) -> str:
    if parameter.is_flag or parameter.default in (None, ""):
        return ""
    return as_code(str(parameter.default))
