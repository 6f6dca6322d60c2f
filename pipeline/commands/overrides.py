"""Settings changed by NAME=VALUE on the command line, in dataclasses of settings."""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

from pydantic import Field, TypeAdapter, ValidationError

from pipeline.errors import BadInput

__all__ = ["override"]

First = TypeVar("First")
Second = TypeVar("Second")


def override(first: First, second: Second, assignments: Sequence[str]) -> tuple[First, Second]:
    """Set each NAME=VALUE in the dataclass that has the name; the last of a name wins.

    Raises BadInput for a name that neither has and for a value that does not fit.
    """
    for assignment in assignments:
        name, sign, text = (part.strip() for part in assignment.partition("="))
        if not sign:
            raise BadInput(f"--set {assignment!r} sets nothing; write NAME=VALUE")
        if name in _types(first):
            first = _changed(first, name, text)
        elif name in _types(second):
            second = _changed(second, name, text)
        else:
            raise BadInput(_unknown(name, [*_types(second), *_types(first)]))
    return first, second


def _unknown(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(known)}"
    return f"there is no setting {name!r}; {hint}"


def _types(settings: Any) -> dict[str, Any]:
    hints = get_type_hints(type(settings))
    return {field.name: hints[field.name] for field in fields(settings)}


def _changed(settings: Any, name: str, text: str) -> Any:
    least = 0 if name == "seed" or getattr(settings, name) == 0 else 1  # a count is at least 1
    try:
        return replace(settings, **{name: _value(text, _types(settings)[name], least=least)})
    except ValidationError as error:
        expectation = error.errors()[0]["msg"].replace("Input should be", "it should be")
        raise BadInput(f"{name} is {text!r}; {expectation}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error


def _value(text: str, kind: Any, *, least: int) -> Any:
    """The text as a value of that type; whole numbers from ``least``, others finite and from 0."""
    if types.NoneType in get_args(kind):
        if text.lower() == "none":
            return None
        [kind] = [part for part in get_args(kind) if part is not types.NoneType]
    limits = {int: Field(ge=least), float: Field(ge=0, allow_inf_nan=False)}
    if kind in limits:
        kind = Annotated[kind, limits[kind]]
    return TypeAdapter(kind).validate_strings(text)
