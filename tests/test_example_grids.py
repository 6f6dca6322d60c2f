"""The procedures annotated by hand: they belong to our texts and have no likely mistakes."""

import re
from itertools import chain
from pathlib import Path

import pytest

from pipeline.datasets.propara import load_grids, load_split
from pipeline.datasets.validation import annotation_warnings
from pipeline.domain.document import Document
from pipeline.sources import discover, fetch

EXAMPLES = Path(__file__).parents[1] / "examples"
GRIDS = EXAMPLES / "grids.json"
ANNOTATED = EXAMPLES / "annotated" / "train.json"
# Learnt from in addition to ProPara, or written for that.
PROCEDURES = EXAMPLES / "annotated" / "procedures.json"
EVERYDAY = EXAMPLES / "annotated" / "everyday.json"
FURTHER = EXAMPLES / "annotated" / "everyday_further.json"
LATER = EXAMPLES / "annotated" / "everyday_later.json"


@pytest.fixture(scope="module")
def read() -> dict[str, Document]:
    """The examples as `stepgraph ingest examples/` reads them."""
    discovered = fetch([document.source for document in discover([str(EXAMPLES)])])
    return {document.id: document for document in discovered if isinstance(document, Document)}


def test_every_example_is_annotated_and_nothing_else(read):
    assert {document.id for document, _ in load_grids(GRIDS)} == set(read)


def test_the_annotated_steps_are_those_that_ingest_makes(read):
    for document, _ in load_grids(GRIDS):
        assert [step.text for step in document.steps] == [
            step.text for step in read[document.id].steps
        ]


def test_entities_that_an_example_names_are_among_those_annotated(read):
    for document, grid in load_grids(GRIDS):
        names = {entity.name for entity in read[document.id].entities or ()}
        assert names <= {track.entity.name for track in grid.tracks}


@pytest.mark.parametrize(
    "path", [GRIDS, ANNOTATED, PROCEDURES, EVERYDAY, FURTHER, LATER], ids=lambda path: path.name
)
def test_no_annotation_has_a_warning(path):
    warnings = {
        document.id: annotation_warnings(document, grid) for document, grid in load_grids(path)
    }

    assert not {name: lines for name, lines in warnings.items() if lines}


def test_twenty_more_procedures_are_for_training_and_none_is_an_example(read):
    learnt = [document for document, _ in load_grids(ANNOTATED)]
    examples = {step.text for document in read.values() for step in document.steps}

    assert len(learnt) == 20
    assert all(5 <= document.n_steps <= 9 for document in learnt)
    assert not {step.text for document in learnt for step in document.steps} & examples


def runs_of_words(document: Document, length: int) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9']+", document.text.lower())
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def test_the_reader_is_not_trained_on_what_it_is_scored_on(propara):
    scored = [*load_grids(GRIDS), *load_grids(ANNOTATED)]
    scored += [pair for split in ("dev", "test") for pair in load_split(propara, split)]
    known_runs = {words for document, _ in scored for words in runs_of_words(document, 7)}

    learnt = chain.from_iterable(map(load_grids, (PROCEDURES, EVERYDAY, FURTHER, LATER)))
    for document, _ in learnt:
        assert not runs_of_words(document, 7) & known_runs, document.id
