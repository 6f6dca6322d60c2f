"""Quantities of a document, each with the step or the material that states it and its entity.

An amount belongs to the entity that follows it ("2 cups of the flour") or, if nothing does, stands
right before it ("flour (200 g)"). A duration, temperature or speed belongs to what its clause is
about: the first entity before it there, or else in its sentence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.domain.document import AnnotatedDocument, Entity, Material, Step
from pipeline.domain.lemmas import lemma
from pipeline.domain.name_keys import Key, key_of
from pipeline.domain.quantity import Quantity
from pipeline.text.names import head
from pipeline.text.numbers import numbers_in
from pipeline.text.quantities import find_quantities
from pipeline.text.stated_quantity import StatedQuantity
from pipeline.text.units import Unit

__all__ = ["quantities_of"]

_OF_A_CLAUSE = ("duration", "temperature", "speed")
_FOLLOWING = re.compile(
    r"[\s)]*(?:of\s)?(?:\([^()]{0,40}\)\s)?(?:of\s)?(?P<words>(?:[^.,;:()\[\]!?\n]|(?<=\d)[.,](?=\d)){0,60})"
)
_NOUN_PHRASE_END = re.compile(
    r"\b(?:and|or|in|into|to|at|with|for|from|on|onto|until|over|per|then|is|are|was|were|each"
    r"|before|after|by|while|if|through|as|every|above|below|apart|so|but)\b",
    re.IGNORECASE,
)
_ABBREVIATION_STOP = re.compile(r"\.(?=\s)")
_BEFORE = re.compile(
    r"[\s(,:~≈=–-]*(?:(?:is|are|at|to|by|about|approx\.?|approximately|of|up|is added)\s)*[\s(~≈]*"
)
_PREPOSITION = re.compile(
    r"(?:\b(?:at|for|to|until|within|after|about|around|approximately|least|most|another|up|every|of"
    r"|takes|than|it|reaches)|[(,~:])\s?\Z",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[.;!?](?=\s|\Z)|,?\s(?:and|then|but)\s(?!(?:the|an?|some|then)\b|\d)", re.IGNORECASE
)
_SENTENCE = re.compile(r"[.!?](?=\s[A-Z(“\"]|\Z)|;")
_SIDES = re.compile(r"\s?(?:deep|tall|high|thick|long|wide|thin)\b")
_COMPARED = re.compile(r"\b(?:than|between|be|is|are|to|measures?)\s\Z")
_LATER = re.compile(r"\b(?:after|wait|waits|waiting)(?:\s\w+)?\s\Z|\blater\b", re.IGNORECASE)
_FARTHEST = 400  # characters between a quantity and an entity of its clause
_NEAREST = 40
_MOST_WORDS = 6  # of an entry's name


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an entity is mentioned in a step."""

    char_start: int
    char_end: int
    entity: Entity


def quantities_of(annotated: AnnotatedDocument) -> tuple[Quantity, ...]:
    """The quantities of the list of materials, then those of the steps, in order."""
    places = _places_by_step(annotated)
    named = {key_of(alias): entity for entity in annotated.entities for alias in entity.aliases}
    quantities = [
        quantity
        for material in annotated.document.materials
        for quantity in _of_material(material, named)
    ]
    for step in annotated.document.steps:
        quantities += _of_step(step, places.get(step.number, []))
    return tuple(quantities)


def _places_by_step(annotated: AnnotatedDocument) -> dict[int, list[_Place]]:
    places: dict[int, list[_Place]] = {}
    for entity, mentions in zip(annotated.entities, annotated.mentions, strict=True):
        for mention in mentions:
            place = _Place(mention.char_start, mention.char_end, entity)
            places.setdefault(mention.step, []).append(place)
    for of_step in places.values():
        of_step.sort(key=lambda place: (place.char_start, -place.char_end))
    return places


def _of_step(step: Step, places: Sequence[_Place]) -> Iterator[Quantity]:
    starts = [place.char_start for place in places]
    clauses = _bounds(_CLAUSE, step.text)
    sentences = _bounds(_SENTENCE, step.text)
    for stated in find_quantities(step.text):
        if stated.kind in _OF_A_CLAUSE or _is_side(step.text, stated):
            entity = _acted_on(step.text, stated, places, starts, clauses, sentences)
        else:
            entity = _measured(step.text, stated, places, starts)
        yield _quantity(
            stated,
            step.text[stated.char_start : stated.char_end],
            entity=entity,
            step=step.number,
            span=(stated.char_start, stated.char_end),
        )


def _bounds(pattern: re.Pattern[str], text: str) -> list[int]:
    """Where clauses or sentences begin."""
    return [0, *(match.end() for match in pattern.finditer(text))]


def _of_material(material: Material, named: Mapping[Key, Entity]) -> Iterator[Quantity]:
    """The quantities of an entry: its amount, and what its name ("2 ml tubes") and note state."""
    amount = " ".join(filter(None, [material.amount, material.unit or material.name]))
    listed = find_quantities(amount) if material.unit else []
    named_in = [stated for stated in find_quantities(material.name) if stated.kind != "count"]
    noted = find_quantities(material.note or "")
    entity = _entity_called(material.name, named)
    parts = (
        (amount, listed or _counts(material, amount)),
        (material.name, named_in),
        (material.note or "", noted),
    )
    for text, quantities in parts:
        for stated in quantities:
            words = text[stated.char_start : stated.char_end]
            yield _quantity(stated, words, entity=entity, material=material.name)


def _counts(material: Material, text: str) -> list[StatedQuantity]:
    """The count of an entry: of its packages ("1 can"), or else of its head word ("1/2 mango")."""
    numbers = list(numbers_in(material.amount or ""))
    if not numbers:
        return []
    counted = Unit(lemma(material.unit) if material.unit else head(key_of(material.name)), "count")
    until = numbers[1].value if len(numbers) > 1 else None
    return [StatedQuantity("count", numbers[0].value, until, counted, 0, len(text))]


def _entity_called(name: str, named: Mapping[Key, Entity]) -> Entity | None:
    """The entity of an entry: "fresh parsley" is "parsley" if that is what is tracked."""
    words = key_of(name)[-_MOST_WORDS:]
    endings = (words[start:] for start in range(len(words)))
    return next((named[ending] for ending in endings if ending in named), None)


def _quantity(
    stated: StatedQuantity,
    text: str,
    *,
    entity: Entity | None,
    step: int | None = None,
    material: str | None = None,
    span: tuple[int, int] = (-1, -1),
) -> Quantity:
    unit, value, until = stated.unit, stated.value, stated.until
    ends = [number for number in (value, until) if number is not None]
    base = sorted(map(unit.to_base, ends)) if unit else []
    return Quantity(
        kind=stated.kind,
        text=text,
        value=value,
        until=until,
        unit=unit.name if unit else None,
        base_value=base[0] if base else None,
        base_until=base[-1] if base else None,
        base_unit=unit.base if unit else None,
        step=step,
        material=material,
        entity=entity,
        char_start=span[0],
        char_end=span[1],
    )


def _measured(
    text: str, stated: StatedQuantity, places: Sequence[_Place], starts: Sequence[int]
) -> Entity | None:
    """The entity that follows a quantity or, if no noun does, stands right before it."""
    if stated.kind == "count":
        inside = _within(places, starts, stated.char_start, stated.char_end)
        if inside is not None:
            return inside.entity
    start = stated.char_end
    if dot := _ABBREVIATION_STOP.match(text, start):
        start = dot.end()
    following = _FOLLOWING.match(text, start)
    if following is not None:
        phrase = _NOUN_PHRASE_END.split(following["words"], maxsplit=1)[0]
        begin = following.start("words")
        place = _within(places, starts, begin, begin + len(phrase))
        if place is not None:
            return place.entity
        if phrase.strip():
            return None
    before = _last_before(places, starts, stated.char_start)
    if before is None or stated.char_start - before.char_end > _NEAREST:
        return None
    return before.entity if _BEFORE.fullmatch(text, before.char_end, stated.char_start) else None


def _acted_on(
    text: str,
    stated: StatedQuantity,
    places: Sequence[_Place],
    starts: Sequence[int],
    clauses: Sequence[int],
    sentences: Sequence[int],
) -> Entity | None:
    """The first entity of the clause before a quantity, or else of the sentence."""
    before = text[max(0, stated.char_start - _NEAREST) : stated.char_start]
    if not _PREPOSITION.search(before):
        entity = _measured(text, stated, places, starts)
        if entity is not None:
            return entity
    if stated.kind == "duration" and _LATER.search(before):
        return None
    for bounds in (clauses, sentences):
        begin = bounds[max(0, bisect_left(bounds, stated.char_start) - 1)]
        begin = max(begin, stated.char_start - _FARTHEST)
        place = _within(places, starts, begin, stated.char_start)
        if place is not None:
            return place.entity
    return None


def _is_side(text: str, stated: StatedQuantity) -> bool:
    """Return True for a length that something has: "15 cm deep", "thinner than 3 mm"."""
    if stated.kind != "length":
        return False
    if _SIDES.match(text, stated.char_end):
        return True
    before = text[max(0, stated.char_start - _NEAREST) : stated.char_start]
    return _COMPARED.search(before) is not None


def _within(places: Sequence[_Place], starts: Sequence[int], begin: int, end: int) -> _Place | None:
    """The first place that begins in ``[begin, end)``."""
    order = bisect_left(starts, begin)
    return places[order] if order < len(places) and places[order].char_start < end else None


def _last_before(places: Sequence[_Place], starts: Sequence[int], end: int) -> _Place | None:
    order = bisect_left(starts, end) - 1
    return places[order] if order >= 0 and places[order].char_end <= end else None
