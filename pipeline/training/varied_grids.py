"""Annotated documents in other words: neighbouring steps joined, repeated names made pronouns.

People put several actions into a step and do not repeat what they have just named; the documents
that are learnt do so less often. The states follow: of joined steps, those after the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pipeline.datasets.propara import extra_grids, parse_grid
from pipeline.domain.document import Document
from pipeline.domain.grid import NOWHERE, Grid
from pipeline.text.sentences import sentence_spans
from pipeline.training.pronouns import mention_of, with_pronouns

__all__ = ["GridsToLearn", "Variation", "grids_to_learn", "varied"]

_ENDS = (".", "!", "?", ":", ";", ")", "”", '"')


@dataclass(frozen=True, slots=True)
class Variation:
    """How documents are varied.

    unchanged: share of documents that stay as they are. joined: share of neighbouring steps that
    become one, where it has at most ``longest`` words. fewest: steps that a document keeps.
    pronouns: share of repeated names, among those that can be replaced.
    """

    unchanged: float = 0.2
    joined: float = 0.5
    longest: int = 34
    fewest: int = 3
    pronouns: float = 0.55


@dataclass(frozen=True, slots=True)
class GridsToLearn:
    """Grids in addition to a data set's.

    ``originals`` are as the files have them: their places are counted, and they count as learnt.
    ``learnt`` are those that a training sees. ``description`` is for the checkpoint, None without
    a file.
    """

    originals: list[tuple[Document, Grid]]
    learnt: list[tuple[Document, Grid]]
    description: str | None


def grids_to_learn(
    extra: Iterable[Path], varied_files: Iterable[Path], *, seed: int
) -> GridsToLearn:
    """Load files to learn as they are, and files to learn varied at random by ``seed``.

    Raises BadInput as ``load_grids`` does.
    """
    extra_gold, extra_description = extra_grids(extra)
    gold, description = extra_grids(varied_files)
    random, variation = Random(seed), Variation()
    changed = [varied(document, grid, random, variation) for document, grid in gold]
    parts = [extra_description, description and f"varied {description}"]
    return GridsToLearn(
        [*extra_gold, *gold],
        [*extra_gold, *changed],
        ", ".join(part for part in parts if part) or None,
    )


def varied(
    document: Document, grid: Grid, random: Random, variation: Variation
) -> tuple[Document, Grid]:
    """Return a document with other steps, and its grid; now and then both as they are.

    They stay as they are, too, where a place or an entity would not be named any more.
    """
    if random.random() < variation.unchanged:
        return document, grid
    aliases = [track.entity.aliases for track in grid.tracks]
    texts = _with_pronouns([step.text for step in document.steps], aliases, random, variation)
    kept, texts = _joined(texts, random, variation)
    tracks = [
        (track.entity, [track.locations[state] for state in (0, *kept)]) for track in grid.tracks
    ]
    tracks = [(entity, states) for entity, states in tracks if set(states) != {NOWHERE}]
    text = " ".join(texts)
    places = {place.text for _, states in tracks for place in states if place.kind == "stated"}
    if not all(place.lower() in text.lower() for place in places):
        return document, grid
    if not tracks or not all(mention_of(text, entity.aliases) for entity, _ in tracks):
        return document, grid
    record = {
        "para_id": document.id,
        "title": document.title,
        "sentence_texts": texts,
        "participants": [entity.name for entity, _ in tracks],
        "states": [[place.text for place in states] for _, states in tracks],
    }
    return parse_grid(record, source=document.source)


def _with_pronouns(
    texts: Sequence[str], aliases: Sequence[Sequence[str]], random: Random, variation: Variation
) -> list[str]:
    """The texts of steps, with pronouns for what the sentence before named."""
    previous = ""
    changed = []
    for text in texts:
        sentences = []
        for start, end in sentence_spans(text):
            sentence = text[start:end]
            sentences.append(
                with_pronouns(sentence, previous, aliases, share=variation.pronouns, random=random)
            )
            previous = sentence
        changed.append(" ".join(sentences) or text)
    return changed


def _joined(
    texts: Sequence[str], random: Random, variation: Variation
) -> tuple[list[int], list[str]]:
    """Return, of each new step, the number of the last step in it, and its text."""
    numbers: list[int] = []
    joined: list[str] = []
    open_text = ""
    for number, text in enumerate(texts, start=1):
        open_text = f"{open_text} {text}" if open_text else text
        n_left = len(texts) - number
        if n_left and len(joined) + n_left >= variation.fewest:
            n_words = len(open_text.split()) + len(texts[number].split())
            if n_words <= variation.longest and random.random() < variation.joined:
                open_text += "" if open_text.endswith(_ENDS) else "."
                continue
        numbers.append(number)
        joined.append(open_text)
        open_text = ""
    return numbers, joined
