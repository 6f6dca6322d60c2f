"""A working directory with a filled store, and a way to run commands in it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pipeline.cli import app
from pipeline.datasets.propara import action_rows, load_split, write_actions
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence
from pipeline.domain.reading import NumberedReading
from pipeline.stores import open_store
from pipeline.stores.write import write
from tests.support.examples import Rows, example

Run = Callable[..., Result]

TEXTS = (
    "Roots absorb water from the soil.",
    "The water flows through the stem to the leaf.",
    "Light and water in the leaf become [bold]sugar[/bold].",
    "The sugar travels to the fruit \x1b[31m.",
)
ROWS = {
    "water; H2O": ("soil", "root", "leaf", "-", "-"),
    "sugar": ("-", "-", "-", "leaf", "fruit"),
    "light": ("?", "?", "?", "-", "-"),
}
EVIDENCE = {
    "water; H2O": (Evidence(1, 28, 32), Evidence(1, 0, 5), Evidence(2, 40, 44), None, None),
    "sugar": (None, None, None, Evidence(3, 23, 27), Evidence(4, 25, 30)),
    "light": (None,) * 5,
}

SOAP = {
    "para_id": "7",
    "sentence_texts": ["Heat the fat.", "Add lye to the pot.", "Soap forms in the pot."],
    "participants": ["fat", "lye", "soap"],
    "states": [["?", "?", "?", "-"], ["?", "?", "pot", "-"], ["-", "-", "-", "pot"]],
}


def photosynthesis(id: str, title: str, rows: Rows) -> TemporalGraph:
    probabilities = (0.9, 0.8, 0.7, 0.95, 0.6)
    estimates = {
        name: {"probabilities": probabilities, "evidence": EVIDENCE[name]} for name in rows
    }
    return example(id, TEXTS, rows, title=title, estimates=estimates)


def reading(id: str, title: str, number: int = 1, **changed: tuple[str, ...]) -> NumberedReading:
    graph = photosynthesis(id, title, ROWS | changed)
    return NumberedReading(graph, number, "default", "abc" * 20, "{}")


def fill(url: str) -> None:
    """Two documents, one of them read twice: in January and, differently, in June."""
    store = open_store(url)
    january, june = (datetime(2024, month, 2, 3, 4) for month in (1, 6))
    first = reading("plants/photo.txt", "Photosynthesis", light=("?", "?", "?", "?", "?"))
    other = reading("other.jsonl#3", "Sugar [red]maker[/red]")
    write([first, other], store=store, clock=lambda: january)
    write([reading("plants/photo.txt", "Photosynthesis", 2)], store=store, clock=lambda: june)
    store.close()


def run(*arguments: str, input: bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=input, prog_name="stepgraph")


@pytest.fixture
def clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, with no setting from outside, and nothing unsure."""
    for name in list(os.environ):
        if name.startswith(("STEPGRAPH_", "NEO4J_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("STEPGRAPH_UNSURE_BELOW", "0")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def filled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    fill(f"ladybug:{folder / 'graph.lbug'}")
    return folder


@pytest.fixture
def filled(clean: Path, filled_once: Path) -> Path:
    """A working directory whose default store is filled."""
    shutil.copytree(filled_once, clean / ".stepgraph")
    return clean


@pytest.fixture
def data(clean: Path) -> Path:
    """A data folder of one document, and its gold as a file of predictions."""
    (clean / "data" / "grids").mkdir(parents=True)
    for split in ("dev", "test"):
        path = clean / "data" / "grids" / f"grids.v1.{split}.json"
        path.write_text(json.dumps(SOAP) + "\n")
    [(document, grid)] = load_split(clean / "data", "test")
    write_actions(clean / "gold.tsv", action_rows(document, grid))
    return clean / "data"
