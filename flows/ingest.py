"""Ingest: discover, register, then claim, read and write batches until none is left."""

from __future__ import annotations

from collections.abc import Sequence

from prefect import flow

from flows.context import Surroundings, model_reader, surroundings
from flows.process import process_batch
from pipeline.ingest.discover import look_through, tracked_entities
from pipeline.ingest.run import Ingestion, Outcome, open_ingestion

__all__ = ["ingest", "ingest_alone", "model_reader"]


@flow(persist_result=False)
def ingest(
    inputs: list[str], entities: Sequence[str] | None = None, prune: bool = False
) -> Outcome:
    """Store a reading of every new or changed document in the files and folders named.

    ``entities`` are tracked in documents that name none of their own; ``prune`` closes the readings
    of documents that are no longer there.
    """
    around = surroundings()
    with open_ingestion(around.settings, around.reader, watch=around.watch) as work:
        _register(inputs, work, around, entities)
        work.run(lambda batch: process_batch(batch, work))
        work.find_gone(inputs, prune=prune)
        outcome = around.kept["ingest"] = work.outcome()
    return outcome


def ingest_alone(
    inputs: list[str], around: Surroundings, entities: Sequence[str] | None = None,
    prune: bool = False,
) -> Outcome:  # fmt: skip
    """Do what the flow does, without Prefect: it shows nothing."""
    with open_ingestion(around.settings, around.reader, watch=around.watch) as work:
        _register(inputs, work, around, entities)
        work.run()
        work.find_gone(inputs, prune=prune)
        return work.outcome()


def _register(
    inputs: Sequence[str], work: Ingestion, around: Surroundings, entities: Sequence[str] | None
) -> None:
    tracked = tracked_entities(entities)
    look_through(inputs, work, entities=tracked, access=around.settings.access)
