"""ProPara's tasks answered from the store, by Cypher alone, as its official action file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.datasets.propara import ActionRow, load_split, write_actions
from pipeline.domain.document import Document
from pipeline.errors import BadInput, UnknownDocument
from pipeline.evaluation.evaluate import Rules, evaluate_actions
from pipeline.inference.model_reader import model_reader
from pipeline.ingest.fetchers import DocumentFetcher
from pipeline.ingest.progress import OnProgress
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.questions.catalogue import ask
from pipeline.settings import Settings
from pipeline.stores import Store

__all__ = ["evaluate_stored", "ingest_split", "stored_actions"]


def ingest_split(
    documents: Sequence[Document], settings: Settings, *, on_progress: OnProgress | None = None
) -> None:
    """Store the model's reading of each document, as ``stepgraph ingest`` does.

    But places have the spellings of the training data, as in `evaluate.evaluate_model`.
    Raises BadInput if one could not be read: a score of the rest would mislead.
    """
    reader, fetcher = model_reader(settings, wording="training"), DocumentFetcher(documents)
    with open_ingestion(settings, reader, fetcher=fetcher, on_progress=on_progress) as ingestion:
        result = ingest(fetcher.scan(), ingestion)
    if result.failed:
        first = result.failed[0]
        raise BadInput(
            f"{len(result.failed)} of {result.found} documents could not be read; the first is"
            f" {first.document_id!r}: {first.error}"
        )


def evaluate_stored(
    actions: Path, *, store: Store, data: Path, split: str, rules: Rules = "leaderboard"
) -> dict[str, Any]:
    """Write a split's facts from the store to the action file ``actions``, and score that.

    Raises BadInput if a document of the split is not stored.
    """
    documents = [document for document, _ in load_split(data, split)]
    rows = stored_actions(documents, store=store)
    actions.parent.mkdir(parents=True, exist_ok=True)
    write_actions(actions, rows)
    return evaluate_actions(actions, data=data, split=split, rules=rules)


def stored_actions(documents: Sequence[Document], *, store: Store) -> list[ActionRow]:
    """Return each step's action on each entity by the store, in the documents' own order."""
    return [row for document in documents for row in _actions(document, store=store)]


def _actions(document: Document, *, store: Store) -> list[ActionRow]:
    try:
        rows = ask("actions", {"document": document.id}, store=store)
    except UnknownDocument as error:
        raise BadInput(
            f"document {document.id!r} of the split is not in {store.url}; load or ingest the"
            " whole split first"
        ) from error
    order = {entity.name: place for place, entity in enumerate(document.entities or ())}
    rows.sort(key=lambda row: order.get(row["entity"], len(order)))
    return [ActionRow(document.id, **row) for row in rows]
