"""The same documents give the same export in batches of every size, with the model that ships."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pipeline.exports.records import reading_lines
from pipeline.inference.model_reader import ModelReader
from pipeline.ingest.once import ingest_once
from pipeline.settings import load_settings
from pipeline.stores import open_store

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = ("hydroelectric-power.txt", "photosynthesis.txt", "thunderstorm.txt", "procedures.jsonl")
TIMES = {"recorded_from", "recorded_until"}


def test_documents_read_one_by_one_and_together_have_an_export_of_equal_bytes(tmp_path: Path):
    reader = ModelReader(device="cpu")

    alone, together = (_export(tmp_path / str(size), reader, batch_size=size) for size in (1, 128))

    assert len(alone) > len(FILES)
    assert alone == together


def _export(state: Path, reader: ModelReader, *, batch_size: int) -> list[str]:
    """The lines of ``stepgraph export``, without times."""
    settings = load_settings(state=state, batch_size=batch_size)
    ingest_once([str(EXAMPLES / name) for name in FILES], settings, reader)
    store = open_store(settings.store, read_only=True)
    try:
        return [json.dumps(_without_times(json.loads(line))) for line in reading_lines(store)]
    finally:
        store.close()


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_times(item) for key, item in value.items() if key not in TIMES}
    return [_without_times(item) for item in value] if isinstance(value, list) else value
