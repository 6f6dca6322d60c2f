"""Settings by name: what NAME=VALUE on the command line changes in dataclasses of settings."""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from math import isfinite
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pipeline.errors import BadInput

__all__ = ["assigned"]

First = TypeVar("First")
Second = TypeVar("Second")

_TRUTHS = {"true": True, "false": False}


def assigned(first: First, second: Second, assignments: Sequence[str]) -> tuple[First, Second]:
    """Both dataclasses with each NAME=VALUE set in the one that has the name; the last one wins.

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
    meant = get_close_matches(name, known, n=1)
    told = f"did you mean {meant[0]}?" if meant else f"choose one of {', '.join(known)}"
    return f"there is no setting {name!r}; {told}"


def _types(settings: Any) -> dict[str, Any]:
    hints = get_type_hints(type(settings))
    return {field.name: hints[field.name] for field in fields(settings)}


def _changed(settings: Any, name: str, text: str) -> Any:
    least = 0 if name == "seed" or getattr(settings, name) == 0 else 1  # a count of nothing
    value = _value(name, text, _types(settings)[name], least=least)
    try:
        return replace(settings, **{name: value})
    except ValueError as error:
        raise BadInput(str(error)) from error


def _value(name: str, text: str, kind: Any, *, least: int) -> Any:
    """What ``text`` says as a value of that type; ``least`` is for whole numbers.

    Raises BadInput if it says none.
    """
    if isinstance(kind, types.UnionType):
        if text.lower() == "none":
            return None
        [kind] = [one for one in get_args(kind) if one is not types.NoneType]
    if kind is bool and text.lower() in _TRUTHS:
        return _TRUTHS[text.lower()]
    if kind is str or (get_origin(kind) is Literal and text in get_args(kind)):
        return text
    if kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            number = -1
        if number >= (least if kind is int else 0) and isfinite(number):
            return number
    raise BadInput(f"{name} is {text!r}, expected {_expected(kind, least)}")


def _expected(kind: Any, least: int) -> str:
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    whole = f"a whole number from {least}"
    return {bool: "true or false", int: whole, float: "a number from 0"}[kind]
