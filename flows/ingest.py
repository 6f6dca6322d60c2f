"""Ingest: discover, register, then claim, read and write batches until none is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from prefect import flow, task
from prefect.cache_policies import NO_CACHE

from pipeline.document import Entity
from pipeline.errors import BadInput, Unreachable
from pipeline.ingestion import Ingestion, Outcome, Watch, open_ingestion
from pipeline.ingestion import ingest as plain_ingest
from pipeline.ledger import Batch
from pipeline.reader import ModelReader, Reader
from pipeline.settings import Settings, load_settings
from pipeline.sources import Shown, discover

__all__ = ["ingest", "ingest_alone", "model_reader", "process"]


def _is_outside(_task: Any, _run: Any, state: Any) -> bool:
    """Whether the world failed, which may pass, and not the batch, which would fail again."""
    return isinstance(state.result(raise_on_failure=False), Unreachable)


@task(
    retries=4,
    retry_delay_seconds=[1, 5, 25, 60],
    retry_condition_fn=_is_outside,
    cache_policy=NO_CACHE,
    persist_result=False,
)
def process(batch: Batch, work: Ingestion) -> None:
    """Read and write one claimed batch; a document that cannot be read fails alone."""
    work.process(batch)


@flow(persist_result=False)
def ingest(
    inputs: list[str],
    settings: Settings | None = None,
    entities: Sequence[str] | None = None,
    prune: bool = False,
    reader: Any = None,  # a pipeline.reader.Reader; by default the trained model
    watch: Callable[..., None] | None = None,
) -> Outcome:
    """Store a reading of every new or changed document in the files and folders named.

    ``entities`` are tracked in documents that name none of their own; ``prune`` closes the readings
    of documents that are no longer there. Without ``settings`` those
    of the environment count. Prefect keeps the parameters: no secret is among them.
    """
    settings = settings or load_settings()
    tracked = None if not entities else _parsed(entities)
    with open_ingestion(settings, reader or model_reader(settings), watch=watch) as work:
        work.register(_discovered(inputs, work, settings, tracked), entities=tracked)
        for batch in work.batches():
            process(batch, work)
        work.find_gone(inputs, prune=prune)
        return work.outcome()


def ingest_alone(
    inputs: list[str],
    settings: Settings,
    entities: Sequence[str] | None = None,
    prune: bool = False,
    reader: Reader | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Do what the flow does, without Prefect: it shows and retries nothing."""
    tracked = None if not entities else _parsed(entities)
    with open_ingestion(settings, reader or model_reader(settings), watch=watch) as work:
        found = _discovered(inputs, work, settings, tracked)
        return plain_ingest(found, work, entities=tracked, inputs=inputs, prune=prune)


def model_reader(settings: Settings) -> ModelReader:
    """The trained model that the settings name. Raises CheckpointError if it is not there."""
    return ModelReader(
        checkpoint=settings.checkpoint,
        tagger=settings.tagger,
        encoder=settings.encoder,
        device=settings.device,
        access=settings.access,
    )


def _discovered(
    inputs: Sequence[str],
    work: Ingestion,
    settings: Settings,
    tracked: tuple[Entity, ...] | None,
) -> Iterator[Shown]:
    return discover(inputs, entities=tracked, access=settings.access, memory=work.memory(tracked))


def _parsed(names: Sequence[str]) -> tuple[Entity, ...]:
    try:
        return Entity.parse_all(names)
    except ValueError as error:
        raise BadInput(f"--entity: {error}") from error
