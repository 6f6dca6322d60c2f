"""How commands and their options are shown in help, and old spellings that still work."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup, TyperOption

__all__ = ["CONTEXT", "Command", "Group"]

OLD_SPELLINGS = {"beside": "extra", "opinions": "soft-targets", "most": "max-documents"}


def _current_spelling(name: str) -> str:
    """The option's name, without its dashes, as help shows it."""
    return OLD_SPELLINGS.get(name, name)


CONTEXT = {"help_option_names": ["-h", "--help"], "token_normalize_func": _current_spelling}


class Command(TyperCommand):
    """A command whose help shows flags without a value."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_flag_values(super().get_params(ctx))


class Group(TyperGroup):
    """A group of commands whose help shows flags without a value."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_flag_values(super().get_params(ctx))


def _without_flag_values(params: list[Any]) -> list[Any]:
    for param in params:
        if isinstance(param, TyperOption) and param.is_flag:
            param.metavar = ""  # else typer shows <bool>
    return params
