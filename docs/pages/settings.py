"""The settings, from the fields of ``pipeline.settings.Settings``."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AliasChoices, SecretStr
from pydantic.fields import FieldInfo

from pages.tables import as_code, table
from pipeline.settings import Settings
from pipeline.sources.shard import Shard

__all__ = ["settings_reference", "variables"]

NAMES = {str: "text", int: "whole number", float: "number", bool: "true or false", Path: "path"}
NAMES |= {Shard: "`I/N`"}


def variables(name: str, field: FieldInfo) -> list[str]:
    """Return the environment variables that set a field, the usual one first."""
    alias = field.validation_alias
    if isinstance(alias, AliasChoices):
        return [str(choice) for choice in alias.choices]
    return [alias if isinstance(alias, str) else f"STEPGRAPH_{name.upper()}"]


def settings_reference() -> str:
    """Return the Markdown table of all settings."""
    return table(
        ["Variable", "Value", "Default", "Meaning"],
        [
            (
                ", ".join(map(as_code, variables(name, field))),
                _value(field.annotation),
                _default(field.default),
                (field.description or "").replace("``", "`"),
            )
            for name, field in Settings.model_fields.items()
        ],
    )


def _value(annotation: Any) -> str:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _value(get_args(annotation)[0])
    if origin is Literal:
        return ", ".join(as_code(str(value)) for value in get_args(annotation))
    if origin in (types.UnionType, Union):
        (plain,) = (part for part in get_args(annotation) if part is not type(None))
        return _value(plain)
    if origin is tuple:
        return "JSON list"
    return "secret" if annotation is SecretStr else NAMES[annotation]


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return as_code(str(value).lower())
    return as_code(str(value)) if value not in (None, "", ()) else ""
