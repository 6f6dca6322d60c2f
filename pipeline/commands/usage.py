"""How help shows commands and their options, and old spellings that still work."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand, TyperGroup

__all__ = ["CONTEXT", "Command", "Group", "help_text"]

OLD_SPELLINGS = {"beside": "extra", "opinions": "soft-targets", "most": "max-documents"}


def _current_spelling(name: str) -> str:
    """The option's name, without its dashes, as help shows it."""
    return OLD_SPELLINGS.get(name, name)


CONTEXT = {"help_option_names": ["-h", "--help"], "token_normalize_func": _current_spelling}


def help_text(command: Callable[..., None]) -> str:
    """The command's docstring with each paragraph on one line, so that the terminal wraps it."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.getdoc(command) or "")


class Command(TyperCommand):
    """A command whose help shows only the types that a person can use."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_python_types(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Arguments as people write them: DOCUMENT, not {DOCUMENT}; no dots after two names."""
        pieces = [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]
        return [piece.removesuffix("...") if " " in piece else piece for piece in pieces]


class Group(TyperGroup):
    """A group of commands whose help shows only the types that a person can use."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_python_types(super().get_params(ctx))


def _without_python_types(params: list[Any]) -> list[Any]:
    """Hide what typer shows otherwise: <bool> after a flag, <list[str]> after an argument."""
    for param in params:
        if param.param_type_name == "argument":
            param.display_type_rich = _no_type
        elif param.is_flag:
            param.metavar = ""
    return params


def _no_type(ctx: Any) -> None:
    return None
