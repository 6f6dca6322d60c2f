"""Checks of what callers of the Python API give; each error is one line.

Callers need not type-check their code, so a value of a wrong type is a mistake of a user's.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.errors import BadInput

__all__ = [
    "checked_graph",
    "checked_text",
    "path_list",
    "reading_number",
    "tracked_entities",
    "utc_time",
]


def checked_text(value: object, *, role: str) -> str:
    """Return ``value`` if it is a string. Raises BadInput, which names its ``role``."""
    if not isinstance(value, str):
        raise BadInput(f"{role} must be a string, not {value!r:.60}")
    return value


def checked_graph(value: object) -> TemporalGraph:
    """Return ``value`` if it is a graph. Raises BadInput."""
    if not isinstance(value, TemporalGraph):
        raise BadInput(f"the graph must be a TemporalGraph, not {value!r:.60}")
    return value


def reading_number(value: object) -> int | None:
    """Return the number of a reading, None where none is given. Raises BadInput."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadInput(f"the number of a reading must be a whole number, not {value!r:.60}")
    return value


def path_list(paths: object) -> list[str]:
    """Return the paths as strings; a lone path is a list of one."""
    items = [paths] if isinstance(paths, str | Path) else paths
    if not isinstance(items, Iterable):
        raise BadInput(f"paths must be a path or a list of paths, not {paths!r:.60}")
    return [_path(item) for item in items]


def _path(item: object) -> str:
    return str(item) if isinstance(item, Path) else checked_text(item, role="a path")


def tracked_entities(names: object) -> tuple[Entity, ...] | None:
    """Return the entities to track, None to have them found; a lone name is a list of one."""
    if names is None:
        return None
    items = [names] if isinstance(names, str) else names
    if not isinstance(items, Iterable):
        raise BadInput(f"entities must be a name or a list of names, not {names!r:.60}")
    try:
        return Entity.parse_all(checked_text(item, role="an entity") for item in items)
    except ValueError as error:
        raise BadInput(str(error)) from error


def utc_time(moment: object) -> datetime | None:
    """Return the time as naive UTC; one without a zone counts as UTC."""
    if moment is None:
        return None
    if not isinstance(moment, datetime):
        raise BadInput(f"as_of must be a datetime, not {moment!r:.60}")
    return moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
