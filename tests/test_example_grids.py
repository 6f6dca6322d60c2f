"""The procedures annotated by hand: that they are of our texts, and without slips."""

import re
from pathlib import Path

import pytest

from pipeline.datasets.propara import load_grids, load_split
from pipeline.datasets.validation import annotation_warnings
from pipeline.domain.document import Document
from pipeline.sources import discover, fetch

EXAMPLES = Path(__file__).parents[1] / "examples"
GRIDS = EXAMPLES / "grids.json"
ANNOTATED = EXAMPLES / "annotated" / "train.json"
PROCEDURES = EXAMPLES / "annotated" / "procedures.json"  # learnt from beside ProPara


@pytest.fixture(scope="module")
def read() -> dict[str, Document]:
    """The examples as `stepgraph ingest examples/` reads them."""
    found = fetch([one.source for one in discover([str(EXAMPLES)])])
    return {one.id: one for one in found if isinstance(one, Document)}


def test_every_example_is_annotated_and_nothing_else(read):
    assert {document.id for document, _ in load_grids(GRIDS)} == set(read)


def test_the_annotated_steps_are_those_that_ingest_makes(read):
    for document, _ in load_grids(GRIDS):
        assert [one.text for one in document.steps] == [one.text for one in read[document.id].steps]


def test_entities_that_an_example_names_are_among_those_annotated(read):
    for document, grid in load_grids(GRIDS):
        given = {one.name for one in read[document.id].entities or ()}
        assert given <= {track.entity.name for track in grid.tracks}


@pytest.mark.parametrize("path", [GRIDS, ANNOTATED, PROCEDURES], ids=lambda path: path.name)
def test_no_annotation_is_doubtful(path):
    found = {
        document.id: annotation_warnings(document, grid) for document, grid in load_grids(path)
    }

    assert not {name: said for name, said in found.items() if said}


def test_twenty_more_are_there_to_learn_from_and_none_is_an_example(read):
    learnt = [document for document, _ in load_grids(ANNOTATED)]
    examples = {step.text for document in read.values() for step in document.steps}

    assert len(learnt) == 20
    assert all(5 <= one.n_steps <= 9 for one in learnt)
    assert not {step.text for one in learnt for step in one.steps} & examples


def runs_of_words(document: Document, length: int) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9']+", document.text.lower())
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def test_the_reader_learns_from_nothing_that_it_is_scored_on(propara):
    scored = [*load_grids(GRIDS), *load_grids(ANNOTATED)]
    scored += [one for split in ("dev", "test") for one in load_split(propara, split)]
    told = {words for document, _ in scored for words in runs_of_words(document, 7)}

    for document, _ in load_grids(PROCEDURES):
        assert not runs_of_words(document, 7) & told, document.id
