"""Names of the entities that a run was asked to track, as a row of the ledger holds them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pipeline.domain.document import Entity

__all__ = ["entities_as_json", "entities_from_json"]


def entities_as_json(entities: Sequence[Entity] | None) -> str | None:
    """Return the names as a list in JSON; None if the model is to find the entities."""
    return None if entities is None else json.dumps([entity.name for entity in entities])


def entities_from_json(names: str | None) -> tuple[Entity, ...] | None:
    """Return what ``entities_as_json`` was given."""
    return None if names is None else tuple(Entity.parse(name) for name in json.loads(names))
