"""Measures how well a small spaCy pipeline finds entities: `ner` on a blank English one.

    python benchmarks/entities_spacy.py --data DIR

Trained on ProPara's train split, the epoch chosen by exact F1 on dev; scored like the tagger.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import spacy
from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import fix_random_seed, minibatch

from pipeline.datasets.propara import load_split
from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.evaluation.entity_discovery import entity_scores
from pipeline.inference.entity_candidates import TaggedText, candidates_in, likeliest_word
from pipeline.inference.entity_names import Limits, entities_from
from pipeline.text.annotate import annotate
from pipeline.text.names import words_of

Grids = Sequence[tuple[Document, Grid]]
LABEL = "ENTITY"


def example(nlp: Language, document: Document, grid: Grid) -> Example:
    """The whole text with every mention of a gold entity as a named entity."""
    gold = nlp.make_doc(document.text)
    mentions = annotate(document, entities=[track.entity for track in grid.tracks]).mentions
    spans = []
    for mention in (each for row in mentions for each in row):
        start = document.steps[mention.step - 1].char_start
        span = gold.char_span(
            start + mention.char_start, start + mention.char_end, LABEL, alignment_mode="expand"
        )
        if span is not None:
            spans.append(span)
    gold.set_ents(spacy.util.filter_spans(spans))
    return Example(nlp.make_doc(document.text), gold)


def score(nlp: Language, grids: Grids) -> dict[str, dict[str, float]]:
    """Score names: each that spaCy marks once is an entity, made as the tagger makes its names."""
    entities = [
        chosen(document, read)
        for (document, _), read in zip(
            grids, nlp.pipe([document.text for document, _ in grids]), strict=True
        )
    ]
    gold = [[track.entity for track in grid.tracks] for _, grid in grids]
    return {
        name: {"precision": each.precision, "recall": each.recall, "f1": each.f1}
        for name, each in entity_scores(zip(entities, gold, strict=True)).items()
    }


def chosen(document: Document, read: Doc) -> Sequence[Any]:
    words = words_of(document)
    spans = [(entity.start_char, entity.end_char) for entity in read.ents]
    chances = [
        [
            float(any(start <= step.char_start + word.char_start < end for start, end in spans))
            for word in row
        ]
        for step, row in zip(document.steps, words, strict=True)
    ]
    text = TaggedText.of(document, words, chances)
    candidates = candidates_in(text) or likeliest_word(text)
    scores = [candidate.tagged(text) for candidate in candidates]
    return entities_from(text, candidates, scores, limits=Limits(0.5))


def train(data: Path, *, seed: int, epochs: int) -> dict[str, Any]:
    fix_random_seed(seed)
    order = random.Random(seed)
    nlp = spacy.blank("en")
    nlp.add_pipe("ner").add_label(LABEL)
    splits = {split: load_split(data, split) for split in ("train", "dev", "test")}
    examples = [example(nlp, document, grid) for document, grid in splits["train"]]
    optimizer = nlp.initialize(lambda: examples)
    best, kept = -1.0, b""
    for epoch in range(1, epochs + 1):
        order.shuffle(examples)
        for batch in minibatch(examples, size=8):
            nlp.update(batch, sgd=optimizer, drop=0.3)
        dev = score(nlp, splits["dev"])["exact"]["f1"]
        print(f"seed {seed}, epoch {epoch} of {epochs}: dev exact F1 {dev:.1f}", flush=True)
        if dev > best:
            best, kept, chosen_epoch = dev, nlp.to_bytes(), epoch
    nlp.from_bytes(kept)
    started = time.perf_counter()
    scores = {split: score(nlp, splits[split]) for split in ("test", "dev")}
    n_documents = len(splits["test"]) + len(splits["dev"])
    return {
        "seed": seed,
        "epoch": chosen_epoch,
        "bytes": len(kept),
        "ms_per_document": 1000 * (time.perf_counter() - started) / n_documents,
        **scores,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/propara"))
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("-o", "--out", type=Path, default=RECORDS / "entities_spacy.json")
    arguments = parser.parse_args()
    runs = [train(arguments.data, seed=seed, epochs=arguments.epochs) for seed in arguments.seeds]
    report = {
        "command": "python benchmarks/entities_spacy.py --data DIR",
        "spacy": spacy.__version__,
        "test": {
            kind: {
                part: round(mean(run["test"][kind][part] for run in runs), 1)
                for part in ("precision", "recall", "f1")
            }
            for kind in ("exact", "head")
        },
        "seeds": runs,
    }
    write_record(arguments.out, report, indent=2)
    show(runs)


def show(runs: list[dict[str, Any]]) -> None:
    table = Table("seed", "precision", "recall", "exact F1", "head-word F1", "bytes")
    for run in runs:
        exact, head = run["test"]["exact"], run["test"]["head"]
        figures = [exact["precision"], exact["recall"], exact["f1"], head["f1"]]
        cells = [f"{figure:.1f}" for figure in figures]
        table.add_row(str(run["seed"]), *cells, f"{run['bytes']:,}")
    Console().print(table)


if __name__ == "__main__":
    main()
