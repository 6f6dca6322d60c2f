"""Counts ProPara's splits and the procedures written to learn from, for the data card.

    python benchmarks/data_card.py

Writes docs/results/records/data_card.json; what that file holds under "typed" is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from pathlib import Path
from statistics import mean
from typing import Any

from other_text import own_procedures
from records import RECORDS, write_record
from scores import Gold

from pipeline.datasets.propara import load_grids, load_split
from pipeline.domain.document import Document
from pipeline.domain.grid import NOWHERE, Track

DATA = Path(os.environ.get("STEPGRAPH_PROPARA", "../shared/propara"))
WRITTEN = {
    "procedures": Path("examples/annotated/procedures.json"),
    "everyday": Path("examples/annotated/everyday.json"),
    "further": Path("examples/annotated/everyday_further.json"),
    "later": Path("examples/annotated/everyday_later.json"),
}
RUNS_OF_WORDS = (5, 6, 7, 8)  # lengths at which overlap is counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RECORDS / "data_card.json")
    arguments = parser.parse_args()
    old = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
    splits = {name: load_split(DATA, name) for name in ("train", "dev", "test")}
    learnt = {name: load_grids(path) for name, path in WRITTEN.items()}
    scored = {"dev": splits["dev"], "test": splits["test"], "own": own_procedures()}
    result = {
        "command": "python benchmarks/data_card.py",
        "propara": {name: counts(gold) for name, gold in splits.items()},
        **{name: described(path, learnt[name]) for name, path in WRITTEN.items()},
        "words_a_step_of_propara": round(mean(words_a_step(splits["train"])), 1),
        "overlap": [
            {
                "scored": name,
                "words": length,
                "share": overlap(gold, list(chain(*learnt.values())), length),
            }
            for name, gold in scored.items()
            for length in RUNS_OF_WORDS
        ],
        "typed": old.get("typed", {}),
    }
    write_record(arguments.out, result)
    print(json.dumps(result, indent=1))


def described(path: Path, gold: Gold) -> dict[str, Any]:
    """What the card states of the procedures of a file."""
    return {
        "kinds": kinds(path),
        **counts(gold),
        **annotation(gold),
        "words_a_step": round(mean(words_a_step(gold)), 1),
    }


def counts(gold: Gold) -> dict[str, int]:
    return {
        "documents": len(gold),
        "steps": sum(document.n_steps for document, _ in gold),
        "entities": sum(len(grid.tracks) for _, grid in gold),
        "states": sum(len(track.locations) for _, grid in gold for track in grid.tracks),
    }


def kinds(path: Path) -> dict[str, int]:
    records = map(json.loads, path.read_text().splitlines())
    return dict(Counter(record["kind"] for record in records).most_common())


def annotation(gold: Gold) -> dict[str, Any]:
    """Share of stated locations that are words of the text; entities that are created twice."""
    literal = [
        location.text.lower() in document.text.lower()
        for document, grid in gold
        for track in grid.tracks
        for location in track.locations
        if location.kind == "stated"
    ]
    return {
        "literal_locations": round(mean(literal), 4),
        "entities_created_twice": sum(
            times_created(track) > 1 for _, grid in gold for track in grid.tracks
        ),
    }


def times_created(track: Track) -> int:
    return sum(
        before == NOWHERE and after != NOWHERE for before, after in pairwise(track.locations)
    )


def words_a_step(gold: Gold) -> list[int]:
    return [len(step.text.split()) for document, _ in gold for step in document.steps]


def overlap(scored: Gold, learnt: Gold, length: int) -> float:
    """Share of the runs of ``length`` words of ``scored`` that occur in ``learnt`` as well."""
    known = set().union(*(runs_of_words(document, length) for document, _ in learnt))
    runs = [run for document, _ in scored for run in runs_of_words(document, length)]
    return round(mean(run in known for run in runs), 5)


def runs_of_words(document: Document, length: int) -> set[Sequence[str]]:
    words = re.findall(r"[a-z0-9']+", document.text.lower())
    return {tuple(words[start : start + length]) for start in range(len(words) - length + 1)}


if __name__ == "__main__":
    main()
