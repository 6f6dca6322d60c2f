"""Actions from the store have the document's order, and are written wherever one asks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.datasets.propara import action_rows, load_split
from pipeline.domain.document import Document
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.reading import NumberedReading, Reading
from pipeline.evaluation.through_store import evaluate_stored, ingest_split, stored_actions
from pipeline.inference.model_reader import ModelReader
from pipeline.settings import load_settings
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.pipeline.evaluation.test_evaluate import SOAP
from tests.pipeline.evaluation.test_evaluate import data as data


def test_actions_come_in_the_documents_own_order_of_entities(ladybug_store: Store, data: Path):
    order = [2, 0, 1]  # by no rule of the alphabet
    turned = {name: [SOAP[name][place] for place in order] for name in ("participants", "states")}
    (data / "grids" / "grids.v1.test.json").write_text(json.dumps(SOAP | turned) + "\n")
    [(document, grid)] = load_split(data, "test")
    reading = NumberedReading(TemporalGraph.from_grid(document, grid), 1, "a model", "", "{}")
    write([reading], store=ladybug_store, clock=lambda: datetime(2026, 1, 1))

    rows = stored_actions([document], store=ladybug_store)
    path = data / "new" / "folder" / "actions.tsv"
    scores = evaluate_stored(path, store=ladybug_store, data=data, split="test")

    assert rows == action_rows(document, grid)
    assert path.is_file()
    assert scores["task2"]["overall"]["f1"] == 1.0


def test_a_split_is_ingested_with_the_spellings_of_the_training_data(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    gold = load_split(data, "test")
    identities: list[str] = []

    def read(reader: ModelReader, documents: Sequence[Document], **_: Any) -> list[Reading]:
        identities.append(reader.identity)
        return [Reading(TemporalGraph.from_grid(*pair), "a model", "", "{}") for pair in gold]

    monkeypatch.setattr(ModelReader, "prepare", lambda reader: None)
    monkeypatch.setattr(ModelReader, "read", read)

    ingest_split([document for document, _ in gold], load_settings(state=tmp_path / "state"))

    assert [identity.rpartition(" ")[2] for identity in identities] == ["training"]
