"""Task 2 with entities found instead of given: the shipped tagger, then the shipped reader.

    python benchmarks/end_to_end.py

`pipeline.evaluation.end_to_end` describes how a found entity counts against ProPara's gold.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

from pipeline.datasets.propara import load_split
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.evaluation.end_to_end import score_found
from pipeline.evaluation.task2 import score_grids
from pipeline.inference.entity_finder import Tagger, discover_entities, load_tagger
from pipeline.inference.predict import Model, load_model, predict
from pipeline.text.annotate import annotate

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--out", type=Path, default=RECORDS / "end_to_end.json")
    arguments = parser.parse_args()
    model, tagger = load_model(), load_tagger()
    report: dict[str, Any] = {
        "command": "python benchmarks/end_to_end.py",
        "reader": model.checkpoint,
        "tagger": tagger.checkpoint,
        **{split: scores(split, model=model, tagger=tagger) for split in ("dev", "test")},
    }
    write_record(arguments.out, report)
    show(report)


def scores(split: str, *, model: Model, tagger: Tagger) -> dict[str, Any]:
    gold = load_split(DATA, split)
    documents = [document for document, _ in gold]
    gold_entities = [[track.entity for track in grid.tracks] for _, grid in gold]
    entities = discover_entities(documents, tagger=tagger)
    return {
        "given": score_grids(gold, read(documents, gold_entities, model=model)).as_json(),
        "found": score_found(gold, read(documents, entities, model=model)).as_json(),
    }


def read(
    documents: list[Document], entities: Sequence[Sequence[Entity]], *, model: Model
) -> list[Grid]:
    return predict(
        [
            annotate(document, entities=tracked)
            for document, tracked in zip(documents, entities, strict=True)
        ],
        model=model,
        wording="training",
    )


def show(report: dict[str, Any]) -> None:
    table = Table("split", "entities", "precision", "recall", "F1")
    for split in ("dev", "test"):
        for entities in ("given", "found"):
            overall = report[split][entities]["overall"]
            figures = [overall[name] for name in ("precision", "recall", "f1")]
            table.add_row(split, entities, *(f"{100 * figure:.1f}" for figure in figures))
    Console().print(table)


if __name__ == "__main__":
    main()
