"""Drafts of annotations: a model's reading as a grid, for a person to correct."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.settings import load_settings
from pipeline.sources import FileScanned, ListingComplete, Rejected, discover, fetch

if TYPE_CHECKING:
    from pipeline.inference.model_reader import ModelReader

__all__ = ["documents_of", "drafts", "grid_line"]


def documents_of(inputs: Sequence[str]) -> list[Document]:
    """Return the documents of files and folders.

    Raises BadInput for the first that cannot be read.
    """
    documents = []
    access = load_settings().access
    for item in discover(inputs, access=access):
        if isinstance(item, ListingComplete | FileScanned):
            continue
        result = item if isinstance(item, Rejected) else next(fetch([item.source], access=access))
        if isinstance(result, Rejected):
            raise BadInput(f"{result.source}: {result.error}")
        documents.append(result)
    return documents


def drafts(inputs: Sequence[str], *, reader: ModelReader) -> Iterator[str]:
    """Yield a line for every document of files and folders.

    Raises BadInput for the first that cannot be read.
    """
    documents = documents_of(inputs)
    for document, reading in zip(documents, reader.read(documents), strict=True):
        yield grid_line(document, reading.graph.to_grid())


def grid_line(document: Document, grid: Grid) -> str:
    """Return one line of a file of grids, as `pipeline.datasets.propara.load_grids` reads it."""
    return json.dumps(
        {
            "para_id": document.id,
            "sentence_texts": [step.text for step in document.steps],
            "participants": [_participant(track.entity) for track in grid.tracks],
            "states": [[place.text for place in track.locations] for track in grid.tracks],
        },
        ensure_ascii=False,
    )


def _participant(entity: Entity) -> str:
    """Return ProPara's notation of an entity's names, which a user's own name may have already."""
    written = Entity.parse(entity.name).aliases == entity.aliases
    return entity.name if written else " ; ".join(entity.aliases)
