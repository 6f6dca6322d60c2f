"""Annotated grids reach the store without a reader, and only once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.errors import BadInput
from pipeline.ingest.load_grids import store_grids
from pipeline.settings import Settings, load_settings
from pipeline.stores import open_store
from pipeline.stores.read import list_readings, read_graph

COFFEE = {
    "para_id": "coffee-1",
    "sentence_texts": ["Grind the beans.", "Pour the water into the pot."],
    "participants": ["beans", "grounds", "water; hot water"],
    "states": [["jar", "-", "-"], ["-", "grinder", "grinder"], ["?", "?", "pot"]],
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(state=tmp_path / "state")


def save(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_a_grid_that_was_loaded_is_the_grid_that_is_stored(tmp_path, settings):
    result = store_grids(save(tmp_path / "gold.jsonl", COFFEE), settings)

    store = open_store(settings.store, read_only=True)
    (reading,) = list_readings(store)
    grid = read_graph("coffee-1", store=store).to_grid()
    store.close()
    assert (result.found, result.written) == (1, 1)
    assert (reading.model, reading.checkpoint, reading.number) == ("annotated", "", 1)
    assert {
        track.entity.name: [place.text for place in track.locations] for track in grid.tracks
    } == dict(zip(COFFEE["participants"], COFFEE["states"], strict=True))


def test_loading_twice_changes_nothing_and_a_corrected_cell_is_a_new_reading(tmp_path, settings):
    path = save(tmp_path / "gold.jsonl", COFFEE)
    store_grids(path, settings)
    again = store_grids(path, settings)
    states = [*COFFEE["states"][:2], ["kettle", "kettle", "pot"]]
    corrected = store_grids(save(path, COFFEE | {"states": states}), settings)

    store = open_store(settings.store, read_only=True)
    numbers = [reading.number for reading in list_readings(store)]
    store.close()
    assert (again.written, again.unchanged) == (0, 1)
    assert corrected.written == 1
    assert numbers == [1, 2]


def test_a_line_that_is_no_grid_is_named_and_nothing_is_stored(tmp_path, settings):
    path = save(tmp_path / "gold.jsonl", COFFEE, {"para_id": "x"})

    with pytest.raises(BadInput, match="gold.jsonl, line 2"):
        store_grids(path, settings)

    assert not settings.state.exists()
