"""Discover: register what the sources hold now."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import show_result
from flows.context import FlowContext, current_context
from flows.retries import retryable
from pipeline.ingest.discover import Discovery, register_sources, tracked_entities
from pipeline.sources.config_file import scheduled_inputs

__all__ = ["discover"]


@flow(persist_result=False)
def discover(
    inputs: list[str] | None = None, entities: list[str] | None = None, prune: bool = False
) -> Discovery:
    """Register new, changed and gone documents of folders, feeds and tables.

    Without ``inputs``, those of the config file (stepgraph.toml). ``entities`` are tracked in
    documents that name none of their own; ``prune`` closes the readings of documents that are gone.
    """
    context = current_context()
    chosen = scheduled_inputs(inputs or [], context.settings.sources)
    discovery = scan_and_register(chosen, context, entities, prune)
    context.results["discover"] = discovery
    show_result(
        "discovered",
        [
            ("found", discovery.found),
            ("unchanged", discovery.unchanged),
            ("to be read", discovery.due),
            ("failed", len(discovery.failed)),
            ("gone", len(discovery.gone)),
            ("closed", discovery.closed),
            ("seconds", round(discovery.seconds, 1)),
        ],
    )
    return discovery


@retryable
def scan_and_register(
    inputs: list[str], context: FlowContext, entities: list[str] | None, prune: bool
) -> Discovery:
    tracked = tracked_entities(entities)
    return register_sources(inputs, context.settings, context.reader, entities=tracked, prune=prune)
