"""The files of ProPara's task 1: annotators' answers, participants' names, predictions.

Task 1 names participants lemmatised and one a synonym ("remains of live thing"), task 2 as in the
text and grouped ("living things ; remains of living things"): `as_task1` maps the one to the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from pipeline.datasets.propara import ActionRow, numbered_lines, whole_number
from pipeline.errors import BadInput
from pipeline.evaluation.task2_terms import stemmer

__all__ = ["AnnotatedChange", "PlaceRow", "Task1Gold", "as_task1", "load_task1_gold", "read_places"]

_SPELLINGS = {"-": "null", "?": "unk"}
_N_GOLD_COLUMNS = 11
_WORD = re.compile(r"\w+")

# The official scorer's own list of names that lemmatisation has torn apart.
_RENAMED = {
    "alternating current": "alternate current",
    "fixed nitrogen": "nitrogen",
    "living things": "live thing",
    "red giant star": "star",
    "refrigerent liquid": "liquid",
    "remains of living things": "remains of live thing",
    "retina's rods and cones": "retina 's rod and cone",
}


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A participant's place before and after a step: ``null``, ``unk`` or a place."""

    document: str
    step: int
    participant: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class AnnotatedChange:
    """One annotator's answer: ``kind`` is create, destroy or move."""

    step: int
    participant: str
    kind: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Task1Gold:
    """Each document's participants, and the answers of each of its annotators."""

    participants: Mapping[str, Sequence[str]]
    annotators: Mapping[str, Sequence[Sequence[AnnotatedChange]]]


def load_task1_gold(folder: Path) -> Task1Gold:
    """Read the official scorer's three inputs from ``task1/`` below the data folder."""
    documents = {str(int(line)) for _, line in numbered_lines(folder / "para_id.test.txt") if line}
    participants = _read_participants(folder / "gold_labels.test.tsv")
    annotators: dict[str, list[list[AnnotatedChange]]] = {}
    block: list[AnnotatedChange] = []
    document = ""
    path = folder / "all-moves.full-grid.tsv"
    for number, line in numbered_lines(path):
        cells = line.rstrip().split("\t")
        if number == 1:  # header
            continue
        if len(cells) == 1:  # a blank line ends one annotator's block
            if document in documents:
                annotators.setdefault(document, []).append(block)
            block = []
        elif len(cells) != _N_GOLD_COLUMNS:
            raise BadInput(
                f"{path}, line {number}: {len(cells)} columns, expected {_N_GOLD_COLUMNS}"
            )
        elif cells[1] != "?":
            document = str(whole_number(cells[0], f"{path}, line {number}: the paragraph id"))
            if document in documents:
                step = whole_number(cells[1], f"{path}, line {number}: the step")
                names = _gold_names(cells[3], participants.get(document, []))
                block += [
                    AnnotatedChange(step, name, cells[4], before, after)
                    for name, before, after in product(names, _places(cells[5]), _places(cells[6]))
                ]
    return Task1Gold(participants, annotators)


def read_places(path: Path) -> list[PlaceRow]:
    """Read task-1 predictions: id, step, participant, before, after; further columns are ignored.

    Raises BadInput that names the line, the fault and a fix.
    """
    rows = []
    for number, line in numbered_lines(path):
        where = f"{path}, line {number}:"
        cells = line.rstrip().split("\t")
        if len(cells) < 5:
            raise BadInput(
                f"{where} {len(cells) if line.strip() else 0} columns, expected 5 separated by "
                "tabs: id, step, participant, location before, location after"
            )
        document = str(whole_number(cells[0], f"{where} the paragraph id"))
        step = whole_number(cells[1], f"{where} the step")
        if step < 1:
            raise BadInput(f"{where} the step is {step}; steps count from 1")
        rows.append(PlaceRow(document, step, *cells[2:5]))
    if not rows:
        raise BadInput(f"{path} is empty; expected a row a participant and step")
    return rows


def as_task1(
    rows: Iterable[ActionRow], participants: Mapping[str, Sequence[str]]
) -> list[PlaceRow]:
    """Rename task 2's entities to task 1's participants, each given the entity most like it.

    Alike are names that share most words once stemmed; of equals the last by name is taken, so
    that the order of entities does not matter. Several participants may take one entity. Documents
    without participants are left out.
    """
    tracks: dict[str, dict[str, list[ActionRow]]] = {}
    for row in rows:
        tracks.setdefault(row.document, {}).setdefault(row.entity, []).append(row)
    return [
        PlaceRow(document, row.step, participant, _place(row.before), _place(row.after))
        for document, names in participants.items()
        if document in tracks
        for participant in names
        for row in tracks[document][_most_like(participant, tracks[document])]
    ]


def _read_participants(path: Path) -> dict[str, list[str]]:
    """Each document's participants in order of appearance; labels are not read."""
    names: dict[str, dict[str, None]] = {}
    for number, line in numbered_lines(path):
        cells = line.split("\t")
        if len(cells) < 4:
            raise BadInput(f"{path}, line {number}: {len(cells)} columns, expected at least 4")
        document = str(whole_number(cells[0], f"{path}, line {number}: the paragraph id"))
        names.setdefault(document, {})[cells[2]] = None
    return {document: list(ordered) for document, ordered in names.items()}


def _gold_names(participant: str, known: Sequence[str]) -> list[str]:
    """Return the known participants that an annotator's (grouped) one stands for.

    By equality in lower case, else by an edit distance below 3 to any number of them, else by the
    list above, unless an earlier synonym was found by distance: the official scorer does not
    reset its flag.
    """
    names: list[str] = []
    found_by_distance = False
    for synonym in (part.strip().lower() for part in participant.split(";")):
        if synonym in known:
            names.append(synonym)
            continue
        near = [name for name in known if _edit_distance(synonym, name) < 3]
        names += near
        found_by_distance = found_by_distance or bool(near)
        if not found_by_distance and synonym in _RENAMED:
            names.append(_RENAMED[synonym])
    return names


def _places(text: str) -> list[str]:
    return [_place(part.strip()) for part in text.split(";")]


def _place(text: str) -> str:
    return _SPELLINGS.get(text, text)


def _most_like(participant: str, entities: Iterable[str]) -> str:
    return max(entities, key=lambda entity: (_likeness(participant, entity), entity))


def _likeness(participant: str, entity: str) -> float:
    """Return the share of stemmed words in common with the closest synonym, from 0 to 1."""
    of_participant = _stems(participant)
    shares = [0.0]
    for synonym in entity.split(";"):
        words = _stems(synonym)
        if of_participant | words:
            shares.append(len(of_participant & words) / len(of_participant | words))
    return max(shares)


def _stems(name: str) -> set[str]:
    return {stemmer().stem(word) for word in _WORD.findall(name)}


def _edit_distance(text: str, other: str) -> int:
    """Return Levenshtein's distance: insertions, deletions and substitutions."""
    previous = list(range(len(other) + 1))
    for row, letter in enumerate(text, start=1):
        current = [row]
        for column, against in enumerate(other, start=1):
            current.append(
                min(
                    previous[column] + 1,
                    current[column - 1] + 1,
                    previous[column - 1] + (letter != against),
                )
            )
        previous = current
    return previous[-1]
