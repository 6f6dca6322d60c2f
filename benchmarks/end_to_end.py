"""Task 2 with entities found instead of given: the shipped tagger, then the shipped reader.

    python benchmarks/end_to_end.py -o docs/results/records/end_to_end.json

`pipeline.evaluation.end_to_end` says how what was found counts against ProPara's gold.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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
    parser.add_argument("-o", "--out", type=Path)
    given = parser.parse_args()
    model, tagger = load_model(), load_tagger()
    report: dict[str, Any] = {
        "command": "python benchmarks/end_to_end.py",
        "reader": model.checkpoint,
        "tagger": tagger.checkpoint,
        **{split: scores(split, model=model, tagger=tagger) for split in ("dev", "test")},
    }
    for split in ("dev", "test"):
        for entities in ("given", "found"):
            overall = report[split][entities]["overall"]
            print(split, entities, *(f"{100 * overall[name]:.1f}" for name in overall))
    if given.out:
        given.out.write_text(json.dumps(report, indent=1) + "\n")


def scores(split: str, *, model: Model, tagger: Tagger) -> dict[str, Any]:
    gold = load_split(DATA, split)
    documents = [document for document, _ in gold]
    given = [[track.entity for track in grid.tracks] for _, grid in gold]
    found = discover_entities(documents, tagger=tagger)
    return {
        "given": score_grids(gold, read(documents, given, model=model)).as_json(),
        "found": score_found(gold, read(documents, found, model=model)).as_json(),
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
    )


if __name__ == "__main__":
    main()
