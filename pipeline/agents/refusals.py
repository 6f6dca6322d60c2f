"""Refusals of a call: one line that names the problem, for the agent to read and correct."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from pydantic import ValidationError

from pipeline.errors import StepgraphError, one_line

__all__ = ["check_names", "is_unexpected", "refusal_of"]

MOST_CHARACTERS = 1_000


def check_names(tool: str, arguments: Iterable[str], names: Mapping[str, Iterable[str]]) -> None:
    """Refuse an argument that the tool does not have; ``names`` are those of every tool."""
    if tool in names and (extra := sorted(set(arguments) - set(names[tool]))):
        known = ", ".join(names[tool]) or "none"
        raise ToolError(
            one_line(
                f"{tool} has no argument {extra[0]!r}; its arguments are {known}",
                limit=MOST_CHARACTERS,
            )
        )


def is_unexpected(error: ToolError) -> bool:
    """Return True for an error in Stepgraph itself."""
    return isinstance(error, UnexpectedToolError) and not isinstance(
        error.__cause__, StepgraphError
    )


def refusal_of(error: ToolError) -> ToolError:
    """The error as an agent reads it."""
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        return ToolError(_validation_reason(cause))
    if isinstance(cause, StepgraphError):
        return ToolError(one_line(cause, limit=MOST_CHARACTERS))
    if is_unexpected(error):
        return ToolError("an error in Stepgraph itself; see the log of this server")
    return error


def _validation_reason(error: ValidationError) -> str:
    """Argument and message of the first fault, without the value: it may be long."""
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return one_line(f"{place}: {first['msg']}", limit=MOST_CHARACTERS)
