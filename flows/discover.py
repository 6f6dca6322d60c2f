"""Discover: register what the sources hold now."""

from __future__ import annotations

from prefect import flow

from flows.artifacts import show_result
from flows.context import FlowContext, current_context
from flows.retries import retryable
from pipeline.ingest.discover import (
    Discovery,
    chosen_shard,
    register_sources,
    tracked_entities,
)
from pipeline.sources.config_file import scheduled_inputs
from pipeline.sources.shard import Shard

__all__ = ["discover"]


@flow(persist_result=False)
def discover(
    inputs: list[str] | None = None,
    entities: list[str] | None = None,
    prune: bool = False,
    shard: str | None = None,
) -> Discovery:
    """Register new, changed and gone documents of folders, feeds and tables.

    Without ``inputs``, those of the config file (stepgraph.toml). ``entities`` are tracked in
    documents that name none of their own; ``prune`` closes the readings of documents that are gone.
    ``shard`` is the part of the documents to look for, as in ``2/8``; by default STEPGRAPH_SHARD.
    """
    context = current_context()
    chosen = scheduled_inputs(inputs or [], context.settings.sources)
    part = chosen_shard(shard, context.settings)
    discovery = scan_and_register(chosen, context, entities, prune, part)
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
    inputs: list[str],
    context: FlowContext,
    entities: list[str] | None,
    prune: bool,
    shard: Shard,
) -> Discovery:
    return register_sources(
        inputs,
        context.settings,
        context.reader,
        entities=tracked_entities(entities),
        prune=prune,
        shard=shard,
    )
