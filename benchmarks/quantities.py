"""Precision and recall of the quantities found in annotated texts, and of what they measure.

    python benchmarks/quantities.py [--real FILE] [--unseen FILE] [--alternatives]

Scores examples/quantities and, if STEPGRAPH_REAL or --real names them, texts that stay outside the
project; a line of such a file is one of examples/quantities/README.md. --unseen are texts that were
annotated without a look at any output; what they scored at first is kept with what they score now.
--alternatives also scores patterns on spaCy's tokens and quantulum3, which is not a dependency:
pip install quantulum3.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from quantity_alternatives import ALTERNATIVES, Found, scored_numbers
from records import RECORDS, write_record

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.quantity import Quantity
from pipeline.text.annotate import annotate
from pipeline.text.material_entries import parse_material
from pipeline.text.quantity_owners import quantities_of

OWN = Path("examples/quantities/quantities.json")
ALL, ASIDE = "all", "kept aside"
TOLERANCE = 1e-6  # relative
Line = Mapping[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, default=_real())
    parser.add_argument("--unseen", type=Path)
    parser.add_argument("--alternatives", action="store_true")
    parser.add_argument("--out", type=Path, default=RECORDS / "quantities.json")
    arguments = parser.parse_args()
    own = lines_of(OWN)
    report: dict[str, Any] = {"command": "make quantities", "own": scores(own)}
    kept: dict[str, Any] = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
    if arguments.real is not None:
        report["real"] = scores(lines_of(arguments.real))
    elif "real" in kept:
        report["real"] = kept["real"]
    if arguments.unseen is not None:
        now = scores(lines_of(arguments.unseen))
        report["unseen"] = {"first": kept.get("unseen", {}).get("first", now), "now": now}
    elif "unseen" in kept:
        report["unseen"] = kept["unseen"]
    if arguments.alternatives:
        report["alternatives"] = alternatives(own)
    elif "alternatives" in kept:
        report["alternatives"] = kept["alternatives"]
    write_record(arguments.out, report)
    show(report)


def _real() -> Path | None:
    folder = os.environ.get("STEPGRAPH_REAL")
    path = Path(folder) / "quantities.json" if folder else None
    return path if path is not None and path.exists() else None


def lines_of(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def quantities_in(line: Line) -> tuple[Quantity, ...]:
    """The quantities of a sentence or of an entry of a list of materials."""
    material = parse_material(line["text"]) if line["part"] == "entry" else None
    text = "nothing" if line["part"] == "entry" else line["text"]
    entities = Entity.parse_all(line.get("entities", ()))
    materials = () if material is None else (material,)
    steps = (Step(1, text, 0),)
    return quantities_of(annotate(Document("document", "", text, steps, "", entities, materials)))


def scores(lines: Sequence[Line]) -> dict[str, Any]:
    """Scores of all lines, of those kept aside and by kind; seconds of the processor."""
    annotated = [line["quantities"] for line in lines]
    quantities_in(lines[0])  # loads the tokenizer and the units
    start = process_time()
    stated = [quantities_in(line) for line in lines]
    seconds = process_time() - start
    pairs = list(zip(lines, annotated, stated, strict=True))
    kinds = sorted({gold["kind"] for golds in annotated for gold in golds})
    return {
        "texts": len(lines),
        "documents": len({line["document"] for line in lines}),
        "characters": sum(len(line["text"]) for line in lines),
        "seconds": round(seconds, 2),
        ALL: _score(pairs),
        ASIDE: _score(pairs[2::3]),
        "kinds": {kind: _score(_of_kind(pairs, kind)) for kind in kinds},
    }


def _of_kind(pairs: Sequence[Any], kind: str) -> list[Any]:
    return [
        (
            line,
            [gold for gold in golds if gold["kind"] == kind],
            [quantity for quantity in stated if quantity.kind == kind],
        )
        for line, golds, stated in pairs
    ]


def _score(pairs: Sequence[Any]) -> dict[str, Any]:
    """Exact counts: kind, value, end of the range and unit are right and the words overlap."""
    counts: Counter[str] = Counter()
    for line, golds, stated in pairs:
        left = list(stated)
        for gold in golds:
            match = next((quantity for quantity in left if _same(gold, quantity, line)), None)
            if match is None:
                continue
            left.remove(match)
            counts["right"] += 1
            if "entity" in gold:
                counts["with entity"] += 1
                name = match.entity.name if match.entity else None
                counts["right entity"] += name == gold["entity"]
        counts["annotated"] += len(golds)
        counts["stated"] += len(stated)
    precision = counts["right"] / counts["stated"] if counts["stated"] else None
    recall = counts["right"] / counts["annotated"] if counts["annotated"] else None
    owners = counts["right entity"] / counts["with entity"] if counts["with entity"] else None
    return {**counts, "precision": precision, "recall": recall, "entity": owners}


def _same(gold: Mapping[str, Any], quantity: Quantity, line: Line) -> bool:
    overlaps = line["part"] == "entry" or (
        quantity.char_start < gold["char_end"] and gold["char_start"] < quantity.char_end
    )
    return (
        overlaps
        and (gold["kind"], gold["unit"]) == (quantity.kind, quantity.unit)
        and _near(gold["value"], quantity.value)
        and _near(gold["until"], quantity.until)
    )


def _near(gold: float | None, value: float | None) -> bool:
    if gold is None or value is None:
        return gold is value
    return abs(gold - value) <= TOLERANCE * max(abs(gold), abs(value))


def alternatives(lines: Sequence[Line]) -> dict[str, Any]:
    """What else was tried, on steps: numbers and their places alone, in any unit."""
    steps = [line for line in lines if line["part"] == "step"]
    finders = {"rules": _rules, **ALTERNATIVES}
    result = {}
    for name, find in finders.items():
        find("Warm up for 1 min.")
        start = perf_counter()
        numbers = [find(line["text"]) for line in steps]
        seconds = perf_counter() - start
        result[name] = scored_numbers(steps, numbers) | {"seconds": round(seconds, 2)}
    return result


def _rules(text: str) -> list[Found]:
    line = {"part": "step", "text": text}
    return [
        Found(quantity.char_start, quantity.char_end, quantity.value, quantity.until)
        for quantity in quantities_in(line)
    ]


def show(report: Mapping[str, Any]) -> None:
    for name in ("own", "real"):
        if name not in report:
            print(f"{name}: not measured; set STEPGRAPH_REAL")
            continue
        for part in (ALL, ASIDE):
            score = report[name][part]
            print(
                f"{name}, {part}: {score['annotated']} quantities,"
                f" precision {100 * score['precision']:.1f}, recall {100 * score['recall']:.1f}"
                + (f", entity {100 * score['entity']:.1f}" if score["entity"] is not None else "")
            )
    for name, score in report.get("alternatives", {}).items():
        print(f"{name}: precision {100 * score['precision']:.1f}, recall"
              f" {100 * score['recall']:.1f}, {score['seconds']} s")  # fmt: skip


if __name__ == "__main__":
    main()
