"""The rules that a log in OCEL 2.0's JSON form follows, written from its specification.

Berti et al., OCEL (Object-Centric Event Log) 2.0 Specification, arXiv:2403.01975, section 8: the
shape of the file as a JSON Schema, then what a JSON Schema cannot say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

__all__ = ["violations"]

TEXT = {"type": "string"}
TIME = {"type": "string", "format": "date-time"}


def record(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def array(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


TYPE = record(
    name=TEXT,
    attributes=array(
        record(name=TEXT, type={"enum": ["string", "time", "integer", "float", "boolean"]})
    ),
)
RELATIONSHIP = record(objectId=TEXT, qualifier=TEXT)
SHAPE = record(
    eventTypes=array(TYPE),
    objectTypes=array(TYPE),
    events=array(
        record(
            id=TEXT,
            type=TEXT,
            time=TIME,
            attributes=array(record(name=TEXT, value=TEXT)),
            relationships=array(RELATIONSHIP),
        )
    ),
    objects=array(
        record(
            id=TEXT,
            type=TEXT,
            attributes=array(record(name=TEXT, value=TEXT, time=TIME)),
            relationships=array(RELATIONSHIP),
        )
    ),
)


def flag(text: str) -> bool:
    return {"true": True, "false": False}[text]


READERS: Mapping[str, Callable[[str], object]] = {
    "string": str,
    "time": datetime.fromisoformat,
    "integer": int,
    "float": float,
    "boolean": flag,
}


def violations(log: Any) -> list[str]:
    """Each broken rule as a sentence; none for a valid log."""
    validator = Draft202012Validator(SHAPE, format_checker=FormatChecker())
    shape = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(log)]
    return shape or [*_of_elements(log, "event"), *_of_elements(log, "object")]


def _of_elements(log: Any, kind: str) -> Iterator[str]:
    types = {
        type["name"]: {attribute["name"]: attribute["type"] for attribute in type["attributes"]}
        for type in log[f"{kind}Types"]
    }
    objects = {element["id"] for element in log["objects"]}
    ids = Counter(element["id"] for element in log[f"{kind}s"])
    yield from (f"{kind} {id} occurs {count} times" for id, count in ids.items() if count > 1)
    for element in log[f"{kind}s"]:
        if element["type"] not in types:
            yield f"{kind} {element['id']} has the type {element['type']}, which is not declared"
            continue
        yield from _of_values(element, types[element["type"]])
        for relationship in element["relationships"]:
            if relationship["objectId"] not in objects:
                yield f"{element['id']} refers to {relationship['objectId']}, which is no object"
        if kind == "event" and not element["relationships"]:
            yield f"event {element['id']} has no object"


def _of_values(element: Any, declared: Mapping[str, str]) -> Iterator[str]:
    times: dict[str, list[str]] = {}
    for attribute in element["attributes"]:
        name, value = attribute["name"], attribute["value"]
        if name not in declared:
            yield f"{element['id']} has the attribute {name}, which its type does not declare"
            continue
        times.setdefault(name, []).append(attribute.get("time", ""))
        try:
            READERS[declared[name]](value)
        except (KeyError, ValueError):
            yield f"{name} of {element['id']} is {value!r}, no {declared[name]}"
    for name, moments in times.items():
        if moments != sorted(set(moments)):
            yield f"the values of {name} of {element['id']} are not in the order of their times"
