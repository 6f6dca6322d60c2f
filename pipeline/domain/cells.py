"""The cells of a grid as rows of a table: where each entity is at each state, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pipeline.domain.confidence import is_unsure
from pipeline.domain.document import Document
from pipeline.domain.grid import Change, Evidence, Grid, Track

__all__ = ["CELL_COLUMNS", "cell_rows", "track_rows"]

CELL_COLUMNS: Mapping[str, type] = {
    "document": str,
    "entity": str,
    "step": int,
    "location": str,
    "kind": str,
    "probability": float,
    "unsure": bool,
    "change": str,
    "change_probability": float,
    "evidence_step": int,
    "evidence_text": str,
    "char_start": int,
    "char_end": int,
}


def cell_rows(document: Document, grid: Grid, *, below: float) -> Iterator[dict[str, Any]]:
    """A row with ``CELL_COLUMNS`` for each entity and state 0 to n, by entity, then by state."""
    for track in grid.tracks:
        yield from track_rows(track, document, below=below)


def track_rows(track: Track, document: Document, *, below: float) -> Iterator[dict[str, Any]]:
    """The rows of one entity.

    ``change`` is None before step 1, ``change_probability`` where nothing changes. The evidence is
    that of the place, or of the end where the step ends the entity; both ends of its characters
    are -1 where no words state it. A probability under ``below`` is unsure.
    """
    for state, (place, probability) in enumerate(
        zip(track.locations, track.probabilities, strict=True)
    ):
        change = track.change_at(state) if state else None
        changes = change not in (None, Change.NONE)
        yield {
            "document": document.id,
            "entity": track.entity.name,
            "step": state,
            "location": place.text,
            "kind": place.kind,
            "probability": probability,
            "unsure": is_unsure(probability, below=below),
            "change": None if change is None else str(change),
            "change_probability": track.change_probabilities[state - 1] if changes else None,
        } | _evidence_columns(track.evidence_at(state), document)


def _evidence_columns(evidence: Evidence | None, document: Document) -> dict[str, Any]:
    if evidence is None or not 1 <= evidence.step <= document.n_steps:
        return dict.fromkeys(("evidence_step", "evidence_text", "char_start", "char_end"))
    return {
        "evidence_step": evidence.step,
        "evidence_text": document.steps[evidence.step - 1].text,
        "char_start": evidence.char_start,
        "char_end": evidence.char_end,
    }
