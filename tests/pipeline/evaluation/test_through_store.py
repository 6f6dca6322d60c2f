"""ProPara's tasks answered by Cypher: the store's score is the score of what went into it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.datasets.propara import load_split, read_actions
from pipeline.domain.document import Document
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading, Reading
from pipeline.errors import BadInput
from pipeline.evaluation.evaluate import evaluate_grids
from pipeline.evaluation.through_store import evaluate_stored, ingest_split
from pipeline.inference.model_reader import ModelReader
from pipeline.settings import load_settings
from pipeline.stores import Store, open_store
from pipeline.stores.write import write
from tests.pipeline.evaluation.test_evaluate import SOAP
from tests.pipeline.evaluation.test_evaluate import data as data

WRONG = [["?", "pot", "pot", "-"], ["-", "-", "pot", "bowl"], ["-", "-", "-", "pot"]]


def predicted(document: Document) -> Grid:
    assert document.entities is not None
    return Grid.from_texts(document.entities, WRONG)


def write_grids(pairs: Sequence[tuple[Document, Grid]], store: Store) -> None:
    readings = [
        NumberedReading(TemporalGraph.from_grid(document, grid), 1, "a model", "", "{}")
        for document, grid in pairs
    ]
    write(readings, store=store, clock=lambda: datetime(2026, 1, 1))


def test_the_score_through_the_store_is_that_of_the_predictions(
    store: Store, data: Path, tmp_path: Path
) -> None:
    gold = load_split(data, "test")
    grids = [predicted(document) for document, _ in gold]
    write_grids([(gold[0][0], grids[0])], store)
    path = tmp_path / "new" / "actions.tsv"

    scores = evaluate_stored(path, store=store, data=data, split="test")

    assert scores == evaluate_grids(gold, grids, data=data, split="test")
    assert scores["task2"]["overall"]["f1"] < 1
    assert len(read_actions(path)) == 9


def test_a_split_is_read_by_the_model_with_the_entities_that_it_names(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = load_split(data, "test")
    settings = load_settings(state=tmp_path / "state")

    def read(reader: ModelReader, documents: Sequence[Document], **_: Any) -> list[Reading]:
        return [
            Reading(TemporalGraph.from_grid(document, predicted(document)), "a model", "", "{}")
            for document in documents
        ]

    monkeypatch.setattr(ModelReader, "prepare", lambda reader: None)
    monkeypatch.setattr(ModelReader, "read", read)
    ingest_split([document for document, _ in gold], settings)

    store = open_store(settings.store, read_only=True)
    scores = evaluate_stored(tmp_path / "actions.tsv", store=store, data=data, split="test")
    store.close()
    assert scores == evaluate_grids(gold, [predicted(gold[0][0])], data=data, split="test")


def test_a_document_the_model_cannot_read_stops_the_score(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(reader: ModelReader, documents: Sequence[Document], **_: Any) -> None:
        raise BadInput("too long to read")

    monkeypatch.setattr(ModelReader, "prepare", lambda reader: None)
    monkeypatch.setattr(ModelReader, "read", refuse)
    documents = [document for document, _ in load_split(data, "test")]

    with pytest.raises(BadInput, match="1 of 1 documents could not be read; .* '7': too long"):
        ingest_split(documents, load_settings(state=tmp_path / "state"))


def test_a_split_that_is_not_stored_whole_has_no_score(ladybug_store: Store, data: Path) -> None:
    with pytest.raises(BadInput, match="document '7' of the split is not in ladybug:"):
        evaluate_stored(data / "actions.tsv", store=ladybug_store, data=data, split="test")


def test_an_entity_given_twice_counts_once_with_its_last_row(
    data: Path, tmp_path: Path, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    twice = SOAP | {
        "participants": ["fat", "lye", "soap", "fat"],
        "states": [["a", "b", "-", "-"], *SOAP["states"][1:], SOAP["states"][0]],
    }
    (data / "grids" / "grids.v1.test.json").write_text(json.dumps(twice) + "\n")
    write_grids(load_split(data, "test"), store)

    scores = evaluate_stored(tmp_path / "actions.tsv", store=store, data=data, split="test")

    assert scores["task2"]["overall"]["f1"] == 1.0
    assert "'fat' is given twice; its last row counts" in caplog.text


@pytest.mark.propara
def test_gold_grids_through_the_store_score_as_gold_does(
    propara: Path, store: Store, tmp_path: Path
) -> None:
    gold = load_split(propara, "test")
    write_grids(gold, store)

    scores = evaluate_stored(tmp_path / "actions.tsv", store=store, data=propara, split="test")

    assert scores == evaluate_grids(gold, [grid for _, grid in gold], data=propara, split="test")
