"""Warnings about likely mistakes in an annotated grid, before a model learns from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pipeline.domain.document import Document
from pipeline.domain.grid import NOWHERE, Change, Grid, Location, Track
from pipeline.text.names import Key, key_of, words_of

__all__ = ["annotation_warnings", "step_differences"]

_INTENDED = {"": "?", "nowhere": "-", "none": "-", "null": "-", "unk": "?", "unknown": "?"}


def annotation_warnings(document: Document, grid: Grid) -> list[str]:
    """Return a sentence for each thing that a reader of the text would not expect, with its entity.

    None of them is an error: the grid can be used for training and scoring as it is.
    """
    words = [[key_of(word.text) for word in step] for step in words_of(document)]
    text = [tuple(part for key in step for part in key) for step in words]
    return [
        f"{track.entity.name!r}: {warning}"
        for track in grid.tracks
        for warning in (
            *_name_warnings(track, text),
            *_existence_warnings(track),
            *_location_warnings(track, grid, text),
        )
    ]


def step_differences(annotated: Document, texts: Mapping[str, Document]) -> list[str]:
    """Return how the steps differ from those of the text with the same id; empty if they do not."""
    text = texts.get(annotated.id)
    if text is None:
        return [f"no text has this id; there are {', '.join(sorted(texts)[:5])}"]
    ours, theirs = ([step.text for step in document.steps] for document in (annotated, text))
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), start=1):
        if our != their:
            return [f"step {number} is {our!r}, in the text {their!r}"]
    if len(ours) != len(theirs):
        return [f"{len(ours)} steps, in the text {len(theirs)}"]
    return []


def _name_warnings(track: Track, text: Sequence[Key]) -> Iterator[str]:
    if not any(_within(key_of(name), text) for name in track.entity.aliases):
        yield "the text has no such name; write it as the text does"


def _existence_warnings(track: Track) -> Iterator[str]:
    if all(place == NOWHERE for place in track.locations):
        yield "it never exists; leave it out"
    ends = [
        step
        for step in range(1, track.n_steps + 1)
        if track.change_at(step) is Change.DESTROY
        and any(place != NOWHERE for place in track.locations[step:])
    ]
    if ends:
        yield f"it is destroyed in step {ends[0]} and exists again later; is that another thing?"


def _location_warnings(track: Track, grid: Grid, text: Sequence[Key]) -> Iterator[str]:
    stated = (place for place in track.locations if place.kind == "stated")
    for place in dict.fromkeys(stated):
        intended = _INTENDED.get(place.text.strip().lower())
        if intended is not None:
            yield f"{place.text!r} is read as a place; write {intended!r}"
        elif not _within(key_of(place.text), text):
            yield f"the place {place.text!r} is not in the text; write it in the text's words"
    for state, place in enumerate(track.locations):
        holder = _named(place, grid, but=track)
        if holder is not None and holder.locations[state] == NOWHERE:
            yield f"in state {state} it is in {place.text!r}, which does not exist then"
            return


def _named(place: Location, grid: Grid, *, but: Track) -> Track | None:
    """Return the other tracked entity with exactly the name of this place, None without one."""
    if place.kind != "stated":
        return None
    for track in grid.tracks:
        if track is not but and key_of(place.text) in map(key_of, track.entity.aliases):
            return track
    return None


def _within(key: Key, text: Sequence[Key]) -> bool:
    size = len(key)
    return any(
        step[start : start + size] == key for step in text for start in range(len(step) - size + 1)
    )
