"""Names in a text that could be entities, and where they stand.

A tagger gives every word its chance of naming an entity. Runs of likely words are names, at several
least chances, and so are the ends of a run ("salted water" is also "water"): what comes after
decides among them. Entries of the document's lists of materials are names too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from pipeline.domain.document import MAX_NAME_LENGTH, Document, Material
from pipeline.text.material_entries import is_unit
from pipeline.text.names import Key, Word, key_of

__all__ = [
    "CONJUNCTIONS",
    "LOOSE_ENDS",
    "Candidate",
    "Span",
    "TaggedStep",
    "TaggedText",
    "candidates_in",
    "is_number",
    "is_quantity",
    "likeliest_word",
    "spans_of",
]

LEAST_CHANCES = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7)  # of a word in a run
LONGEST_NAME = 8  # words; ProPara's longest participant has six

CONJUNCTIONS = frozenset({"and", "or", "then", "but"})  # never inside a name
# cut off where a name begins or ends with one
LOOSE_ENDS = frozenset(
    """
    a an the this that these those some any each every all both another other its their his her
    your our my and or of to in on at by for from with into onto as is are be it they
    """.split()
)
_NUMBER_WORDS = frozenset(
    "one two three four five six seven eight nine ten twelve half few several".split()
)
_NUMBER = re.compile(r"[\d½¼¾⅓⅔⅛.,/x×–-]+")
_QUANTITY = re.compile(r"\d[\d.,]*(?P<unit>[^\W\d_]+)")  # "2μL", "10ml"

Span = tuple[int, int, int]  # of words: step, from 0; first; end


@dataclass(frozen=True, slots=True)
class TaggedStep:
    """A step's words, each with its chance of naming an entity and its lemmas.

    ``gaps[i]`` is what stands before word i; one more is what stands after the last word.
    """

    words: Sequence[Word]
    chances: Sequence[float]
    keys: tuple[Key, ...]
    gaps: tuple[str, ...]

    def joined(self, place: int) -> bool:
        """Return True if only blanks divide a word from the one before it."""
        return 0 < place < len(self.words) and not self.gaps[place].strip()

    def begins_sentence(self, place: int) -> bool:
        """Return True for the first word of a step or of a sentence or clause within it."""
        return place == 0 or any(mark in self.gaps[place] for mark in ".!?:;")


@dataclass(frozen=True, slots=True)
class TaggedText:
    """A document with the chance of each of its words."""

    document: Document
    steps: tuple[TaggedStep, ...]

    @classmethod
    def of(
        cls,
        document: Document,
        words: Sequence[Sequence[Word]],
        chances: Sequence[Sequence[float]],
    ) -> TaggedText:
        """Combine words and their chances, both (step, word)."""
        steps = []
        for step, row, likely in zip(document.steps, words, chances, strict=True):
            ends = [0, *(word.char_end for word in row)]
            starts = [*(word.char_start for word in row), len(step.text)]
            gaps = tuple(step.text[end:start] for end, start in zip(ends, starts, strict=True))
            steps.append(TaggedStep(row, likely, tuple(key_of(word.text) for word in row), gaps))
        return cls(document, tuple(steps))

    def words(self, span: Span) -> Sequence[Word]:
        step, first, end = span
        return self.steps[step].words[first:end]

    def chance(self, span: Span) -> float:
        """Return the mean chance of a span's words."""
        step, first, end = span
        return sum(self.steps[step].chances[first:end]) / (end - first)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name and every place where it stands; equal lemmas are one name.

    ``whole`` is the largest least chance at which a run of words is the name, ``part`` that at
    which it ends a run. ``listed``: an entry of the document's materials is called so.
    """

    key: Key
    spans: tuple[Span, ...]
    whole: float = 0.0
    part: float = 0.0
    listed: bool = False

    def tagged(self, text: TaggedText) -> float:
        """Return the chance that one mention at least names an entity: 1 - Π (1 - p)."""
        return 1 - prod(1 - text.chance(span) for span in self.spans)


def candidates_in(text: TaggedText) -> list[Candidate]:
    """Return the names of a text that could be entities, in order of appearance."""
    names: dict[Key, list[float]] = {}  # the least chances: of a whole run, of its end
    for step in text.steps:
        for least in LEAST_CHANCES:
            for first, end in _runs(step, least):
                for place, start in enumerate(_beginnings(step, first, end)):
                    chances = names.setdefault(_key(step, start, end), [0.0, 0.0])
                    chances[min(place, 1)] = max(chances[min(place, 1)], least)
    listed = _listed(text.document.materials)
    spans = spans_of({*names, *listed}, text)
    return [
        _candidate(key, places, names.get(key, [0.0, 0.0]), listed=key in listed)
        for key, places in sorted(spans.items(), key=lambda item: (item[1][0], item[0]))
    ]


def _candidate(
    key: Key, places: Sequence[Span], chances: Sequence[float], *, listed: bool
) -> Candidate:
    whole, part = chances
    return Candidate(key, tuple(places), whole, part, listed)


def likeliest_word(text: TaggedText) -> list[Candidate]:
    """Return the one word to track where nothing is likely to be a name; none without words."""
    places = [
        (number, place, place + 1)
        for number, step in enumerate(text.steps)
        for place, word in enumerate(step.words)
        if len(word.text) <= MAX_NAME_LENGTH
    ]
    named = [span for span in places if _begins_a_name(text.words(span)[0].text)] or places
    if not named:
        return []
    best = max(named, key=text.chance)
    return [Candidate(key_of(text.words(best)[0].text), (best,))]


def _runs(step: TaggedStep, least: float) -> Iterator[tuple[int, int]]:
    """Neighbouring likely words with nothing but blanks between them, loose ends cut off."""
    first: int | None = None
    for place, word in enumerate(step.words):
        likely = step.chances[place] >= least and word.text.lower() not in CONJUNCTIONS
        if first is not None and not (likely and step.joined(place)):
            yield from _trimmed(step, first, place)
            first = None
        if likely and first is None:
            first = place
    if first is not None:
        yield from _trimmed(step, first, len(step.words))


def _trimmed(step: TaggedStep, first: int, end: int) -> Iterator[tuple[int, int]]:
    while first < end and _is_amount(step, first, end):
        first += 1
    while first < end and _is_loose(step.words[end - 1].text):
        end -= 1
    long = end - first > LONGEST_NAME
    if first < end and not long and _length(step, first, end) <= MAX_NAME_LENGTH:
        yield first, end


def _is_loose(word: str) -> bool:
    return word.lower() in LOOSE_ENDS and word != "A"  # "coil A"


def _length(step: TaggedStep, first: int, end: int) -> int:
    return step.words[end - 1].char_end - step.words[first].char_start


def _is_amount(step: TaggedStep, place: int, end: int) -> bool:
    """Return True for a word that begins no name: articles, numbers, "2μL", the unit of "1 tsp"."""
    word = step.words[place].text
    if not _begins_a_name(word):
        return True
    counted = place > 0 and step.joined(place) and is_number(step.words[place - 1].text)
    return is_unit(word) and counted and place + 1 < end


def _begins_a_name(word: str) -> bool:
    lower = word.lower()
    return lower not in LOOSE_ENDS and not word.isnumeric() and not is_quantity(word)


def is_number(word: str) -> bool:
    """Return True for "10", "½", "two"; "10 cups" are cups."""
    return _NUMBER.fullmatch(word) is not None or word.lower() in _NUMBER_WORDS


def is_quantity(word: str) -> bool:
    """Return True for an amount and its unit in one word: "2μL"."""
    match = _QUANTITY.fullmatch(word)
    return match is not None and is_unit(match["unit"])


def _beginnings(step: TaggedStep, first: int, end: int) -> Iterator[int]:
    """The run's beginning, and all later words at which a name can begin."""
    yield first
    for place in range(first + 1, end):
        if not _is_amount(step, place, end):
            yield place


def _key(step: TaggedStep, first: int, end: int) -> Key:
    return tuple(part for key in step.keys[first:end] for part in key)


def _listed(materials: Iterable[Material]) -> set[Key]:
    """Return the names of materials and their ends: "dried black beans" may be "beans" later."""
    listed = set()
    for material in materials:
        key = key_of(material.name)
        listed |= {key[first:] for first in range(len(key)) if _begins_a_name(key[first])}
    return listed


def spans_of(keys: Iterable[Key], text: TaggedText) -> dict[Key, list[Span]]:
    """Find every place where a name stands, in whatever number and case."""
    by_first: dict[str, list[Key]] = defaultdict(list)
    for key in keys:
        by_first[key[0]].append(key)
    spans: dict[Key, list[Span]] = defaultdict(list)
    for number, step in enumerate(text.steps):
        for first, word in enumerate(step.keys):
            for key in by_first.get(word[0], ()):
                end = _end(step, first, key)
                if end is not None:
                    spans[key].append((number, first, end))
    return spans


def _end(step: TaggedStep, first: int, key: Key) -> int | None:
    """Return where a name that begins at a word ends; None if another name stands there."""
    end, length = first, 0
    while length < len(key):
        if end == len(step.words) or (end > first and not step.joined(end)):
            return None
        part = step.keys[end]
        if part != key[length : length + len(part)]:
            return None
        end, length = end + 1, length + len(part)
    return end
