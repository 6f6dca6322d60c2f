"""Discover: enter into the ledger what the sources show now."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import show_result
from flows.context import Surroundings, surroundings
from flows.retries import repeated
from pipeline.ingest.discover import Discovery, register_sources, tracked_entities
from pipeline.sources.config_file import scheduled_inputs

__all__ = ["discover"]


@flow(persist_result=False)
def discover(
    inputs: list[str] | None = None, entities: list[str] | None = None, prune: bool = False
) -> Discovery:
    """Register the new and the changed documents of folders, feeds and tables, and what is gone.

    Without ``inputs``, those of the sources file (stepgraph.toml). ``entities`` are tracked in
    documents that name none of their own; ``prune`` closes the readings of what is gone.
    """
    around = surroundings()
    chosen = scheduled_inputs(inputs or [], around.settings.sources)
    told = look_through(chosen, around, entities, prune)
    around.kept["discover"] = told
    show_result(
        "discovered",
        [
            ("found", told.found),
            ("unchanged", told.unchanged),
            ("to be read", told.due),
            ("failed", len(told.failed)),
            ("gone", len(told.gone)),
            ("closed", told.closed),
            ("seconds", round(told.seconds, 1)),
        ],
    )
    return told


@repeated
def look_through(
    inputs: list[str], around: Surroundings, entities: list[str] | None, prune: bool
) -> Discovery:
    tracked = tracked_entities(entities)
    return register_sources(inputs, around.settings, around.reader, entities=tracked, prune=prune)
