"""From candidates and their scores to entities: which are kept, and which are one thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.domain.document import Entity
from pipeline.domain.name_keys import Key
from pipeline.inference.entity_candidates import Candidate, Span, TaggedText
from pipeline.text.names import Word

__all__ = ["Limits", "entities_from"]

Cell = tuple[int, int]  # a word: step and place, from 0

LISTED = 0.4  # of the least score: enough for what a list of materials names
ALIAS = 0.5  # of the least score: enough for the full name of a thing that is kept
# parts that are all of a thing: "bread slices" are the bread
_PORTIONS = frozenset(
    "bit chunk cube disc drop fillet half handful leftover piece portion quarter rest ring round"
    " section segment slice square strip wedge".split()
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The least score of an entity, and the most entities a document can have."""

    least: float
    most: int = 100


@dataclass(slots=True)
class _Thing:
    """The likeliest name of a thing, its others, and where it is named first."""

    name: Candidate
    first: Span
    others: list[Candidate] = field(default_factory=list)

    def add(self, other: Candidate) -> None:
        self.others.append(other)
        self.first = min(self.first, other.spans[0])


def entities_from(
    text: TaggedText, candidates: Sequence[Candidate], scores: Sequence[float], *, limits: Limits
) -> tuple[Entity, ...]:
    """Return the entities in order of appearance, at least the likeliest candidate.

    Of names that overlap wherever they stand, the likeliest is kept. A name and its bare head
    ("wheel nuts", "nuts"), or a part that is all of it ("bread slices", "bread"), are one thing;
    names that differ by a modifier of their own ("red wire", "blue wire") are not.
    """
    scored = {each.key: score for each, score in zip(candidates, scores, strict=True)}
    shared = _shared_heads(candidates, scored, limits.least)
    things: list[_Thing] = []
    taken: set[Cell] = set()
    for candidate in sorted(candidates, key=lambda each: -scored[each.key]):
        score = scored[candidate.key]
        same = [thing for thing in things if _same_thing(thing.name.key, candidate.key, shared)]
        if len(same) == 1:
            alone = any(taken.isdisjoint(_cells(span)) for span in candidate.spans)
            longer = len(candidate.key) > len(same[0].name.key)
            if score >= ALIAS * limits.least if longer else alone:
                same[0].add(candidate)
            continue
        least = limits.least * (LISTED if candidate.listed else 1)
        if things and (score < least or len(things) == limits.most):
            continue
        inside = shared.get(candidate.key, frozenset())
        own = [span for span in candidate.spans if inside.isdisjoint(_cells(span))]
        if not any(taken.isdisjoint(_cells(span)) for span in own):
            continue
        things.append(_Thing(candidate, own[0]))
        taken.update(cell for span in own for cell in _cells(span))
    casing = _Casing(text)
    things.sort(key=lambda thing: thing.first)
    return tuple(_entity(thing, text, casing) for thing in things)


def _shared_heads(
    candidates: Sequence[Candidate], scored: Mapping[Key, float], least: float
) -> dict[Key, frozenset[Cell]]:
    """Return each name that ends several likely ones, with the words of theirs.

    "wire" ends "red wire" and "blue wire": it is neither, and where they stand it is not named.
    """
    longer: dict[Key, list[Candidate]] = {}
    for candidate in candidates:
        if scored[candidate.key] >= least:
            for first in range(1, len(candidate.key)):
                longer.setdefault(candidate.key[first:], []).append(candidate)
    shared = {}
    for key, names in longer.items():
        if key in scored and len({each.key[-len(key) - 1] for each in names}) > 1:
            spans = [span for each in names for span in each.spans]
            shared[key] = frozenset(cell for span in spans for cell in _cells(span))
    return shared


def _same_thing(first: Key, second: Key, shared: Container[Key]) -> bool:
    """Return True for a name and its head, and for a thing and a part that is all of it.

    A name that says what was done ("filtered blood") is of another thing than the bare one.
    """
    shorter, longer = sorted((first, second), key=len)
    if _ends_with(longer, shorter):
        changed = any(word.endswith("ed") for word in longer[: -len(shorter)])
        return not changed and shorter not in shared
    return longer[: len(shorter)] == shorter and _PORTIONS.issuperset(longer[len(shorter) :])


def _ends_with(longer: Key, shorter: Key) -> bool:
    return len(longer) > len(shorter) and longer[-len(shorter) :] == shorter


def _cells(span: Span) -> list[Cell]:
    return [(span[0], place) for place in range(span[1], span[2])]


def _entity(thing: _Thing, text: TaggedText, casing: _Casing) -> Entity:
    """Name a thing by the form of its likeliest name that is used most; others are aliases."""
    names = []
    for candidate in (thing.name, *thing.others):
        forms = Counter(casing.of(text.words(span)) for span in candidate.spans)
        names.append(forms.most_common(1)[0][0])
    return Entity(names[0], tuple(dict.fromkeys(names)))


class _Casing:
    """Knows which words of a document keep their capitals: acronyms, formulas, proper names."""

    def __init__(self, text: TaggedText) -> None:
        self._shouted = not any(character.islower() for character in text.document.text)
        self._in_lower: set[str] = set()
        self._capital_inside: set[str] = set()  # capitalised elsewhere than at a step's beginning
        for step in text.steps:
            for place, word in enumerate(step.words):
                if word.text[0].islower():
                    self._in_lower.add(word.text.lower())
                elif place > 0:
                    self._capital_inside.add(word.text.lower())

    def of(self, words: Iterable[Word]) -> str:
        return " ".join(self._cased(word.text) for word in words)

    def _cased(self, word: str) -> str:
        lower = word.lower()
        if self._shouted:
            return lower
        if any(character.isupper() for character in word[1:]):
            return word
        proper = lower in self._capital_inside and lower not in self._in_lower
        return word if proper else lower
