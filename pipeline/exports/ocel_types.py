"""Types of events and objects in an object-centric event log, with the types of their attributes.

OCEL 2.0 knows no graph schema: what our own objects have is derived from ``graph_schema``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.domain.grid import Change
from pipeline.stores.graph_schema import SCHEMA, ColumnType

__all__ = ["EVENT_TYPES", "LOCATION_ATTRIBUTES", "OBJECT_TYPES", "declared", "event_type"]

Attributes = Mapping[str, str]  # the OCEL type of each attribute, by its name

TYPES: Mapping[ColumnType, str] = {
    ColumnType.TEXT: "string",
    ColumnType.INTEGER: "integer",
    ColumnType.REAL: "float",
    ColumnType.FLAG: "boolean",
    ColumnType.MOMENT: "time",
}
EVIDENCE = {
    "evidence_step": "integer",
    "char_start": "integer",
    "char_end": "integer",
    "sentence": "string",
}
LOCATION_ATTRIBUTES: Attributes = {  # those with a history
    "location": "string",
    "location_kind": "string",
    "location_probability": "float",
    **{f"location_{name}": type for name, type in EVIDENCE.items()},
}


def _of_part(part: str) -> Attributes:
    """What the schema stores for each value of a part of the graph."""
    return {column.name: TYPES[column.type] for column in SCHEMA.columns_of(part)}


OBJECT_TYPES: Mapping[str, Attributes] = {
    "document": {
        "name": "string",
        "text_sha256": "string",
        "model": "string",
        "checkpoint": "string",
        "settings": "string",
        "clock": "string",
        "clock_declaration": "string",
        "source": "string",
        "number": "integer",
        "recorded_from": "time",
    },
    "step": _of_part("steps"),
    "entity": {"name": "string", "aliases": "string", **LOCATION_ATTRIBUTES},
    "material": _of_part("materials"),
    "quantity": _of_part("quantities"),
}


def event_type(change: Change) -> str:
    return change.value.upper()


EVENT_TYPES: Mapping[str, Attributes] = {
    event_type(change): {
        "step": "integer",
        "origin": "string",
        "destination": "string",
        "probability": "float",
        **EVIDENCE,
    }
    for change in (Change.CREATE, Change.MOVE, Change.DESTROY)
}


def declared(types: Mapping[str, Attributes]) -> Iterable[dict[str, Any]]:
    """The types as OCEL declares them."""
    for type, attributes in types.items():
        yield {
            "name": type,
            "attributes": [{"name": name, "type": of} for name, of in attributes.items()],
        }
