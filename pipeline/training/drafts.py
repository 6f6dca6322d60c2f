"""What a person corrects instead of annotating from nothing: a model's reading, as a grid."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.settings import load_settings
from pipeline.sources import ListingComplete, Rejected, discover, fetch

if TYPE_CHECKING:
    from pipeline.inference.read import ModelReader

__all__ = ["documents_of", "drafts", "grid_line"]


def documents_of(inputs: Sequence[str]) -> list[Document]:
    """The documents of files and folders. Raises BadInput for the first that cannot be read."""
    documents = []
    access = load_settings().access
    for found in discover(inputs, access=access):
        if isinstance(found, ListingComplete):
            continue
        read = found if isinstance(found, Rejected) else next(fetch([found.source], access=access))
        if isinstance(read, Rejected):
            raise BadInput(f"{read.source}: {read.error}")
        documents.append(read)
    return documents


def drafts(inputs: Sequence[str], *, reader: ModelReader) -> Iterator[str]:
    """A line for every document of files and folders. Raises BadInput for one not to be read."""
    documents = documents_of(inputs)
    for document, reading in zip(documents, reader.read(documents), strict=True):
        yield grid_line(document, reading.graph.to_grid())


def grid_line(document: Document, grid: Grid) -> str:
    """One line of a file of grids, as `pipeline.datasets.propara.load_grids` reads it."""
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
    """ProPara's notation of its names, which a name that a person gave has already."""
    written = Entity.parse(entity.name).aliases == entity.aliases
    return entity.name if written else " ; ".join(entity.aliases)
