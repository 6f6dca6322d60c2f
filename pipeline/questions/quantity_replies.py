"""Replies to questions about amounts, times, temperatures and other quantities.

Which of a document's quantities a question means is decided by its words: those of what the
quantity measures count most, then those of the sentence that states it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pipeline.domain.quantity import QuantityKind
from pipeline.errors import BadInput
from pipeline.questions.cross_document import CrossDocumentReply, StoreScope, up_to
from pipeline.questions.document_scope import DocumentScope, NotTracked
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.phrasing import comma_list, sentence, short
from pipeline.questions.question_words import classes_of, content_stems, stems_of
from pipeline.questions.single_document import DocumentReply, Names
from pipeline.stores.store import Row
from pipeline.text.numbers import numbers_in

__all__ = ["QUANTITY_KINDS", "describe_comparison", "describe_quantities", "states_quantity"]

# What answers a question, by its form
QUANTITY_KINDS: Mapping[str, tuple[QuantityKind, ...]] = {
    "frequency": ("count", "duration"),
    "duration": ("duration",),
    "temperature": ("temperature",),
    "speed": ("speed",),
    "concentration": ("concentration",),
    "length": ("length",),
    "count": ("count", "amount"),
    "amount": ("amount", "count"),
}

OF_THE_THING = 2.0  # a word of the question that names what is measured
OF_THE_SENTENCE = 1.0
OF_THE_VERB = 0.5  # a verb of the same class
FAHRENHEIT_ABOVE = 300.0  # degrees without a scale: ovens have more in Fahrenheit
_MEASURING = frozenset(
    "gram kilo kilogram millilit lit cup spoon tablespoon teaspoon ounc pound second minut hour day"
    " week month degre time number total high low long altogether weigh measur cost requir recip"
    " overal temperatur speed rpm".split()
)
_OF_A_THING = ("amount", "count", "concentration")
_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z(])")
_REPEATED = re.compile(r"\b(?:every|each)\s(?:\w+\s)?\Z", re.IGNORECASE)
_SCALE_LETTER = re.compile(r"(?<=\d)\s?[cf]\b")  # "200 c"
_OVEN_VERBS = frozenset({"bake", "roast"})
_STEP = re.compile(r"\bstep (?P<number>\d{1,6})\b", re.IGNORECASE)
_PHRASE_END = re.compile(r"[.,;:()!?](?=\s|\Z)|\b(?:and|or|to|into|in|for|with|from|at)\s|\Z")
_LONGEST_PHRASE = 60
_TIMES = ("time", "cycle", "round")
_AUXILIARY = re.compile(r"(?:is|are|was|were|do|does|did|should|must|can|will|have|has)\b", re.I)
_PER = re.compile(r" (?:a|an|per|every|each) \w+")  # "once a day"
_PARTS_OF = re.compile(
    r"(?:the )?(?P<part>[\w-]+) of (?P<whole>[\w -]+?)"
    r"(?= (?:is|are|was|were|do|does|did|should|must|can|will|have|has|goe?s?|need|get)\b|\Z)",
    re.IGNORECASE,
)


def describe_quantities(
    document: DocumentScope,
    parsed: ParsedQuestion,
    names: Names,
    *,
    kinds: Sequence[QuantityKind],
    noun: str,
    is_frequency: bool = False,
    preferred: QuantityKind | None = None,
) -> DocumentReply:
    """Quote the quantities of these kinds that the question is about, each with its step.

    Where several fit, those of the ``preferred`` kind are quoted, if there are any. Raises
    NotTracked if none is stated.
    """
    rows = [row for row in document.ask("quantities") if row["kind"] in kinds]
    about, time = _step_in(parsed.about or "", parsed.time)
    if time is not None:
        rows = document.during([row for row in rows if row["step"] is not None], time)
    if is_frequency:
        rows = [row for row in rows if _is_frequency(row)]
    chosen = _about(about, rows) or (rows if time is not None else [])
    chosen = [row for row in chosen if row["kind"] == preferred] or chosen
    if not chosen:
        is_named = parsed.about and not _AUXILIARY.match(parsed.about)
        of = f" of {parsed.about!r}" if is_named else ""
        raise NotTracked(f"The {noun}{of} is not tracked here.")
    text = sentence(comma_list(list(dict.fromkeys(map(_phrase, chosen)))))
    return DocumentReply(text, chosen, support=_with_evidence(chosen))


def states_quantity(document: DocumentScope, step: int, form: str) -> bool:
    """Whether a step states a quantity that may answer a question of this form."""
    kinds = QUANTITY_KINDS[form]
    return any(row["step"] == step and row["kind"] in kinds for row in document.ask("quantities"))


def describe_comparison(
    scope: StoreScope, parsed: ParsedQuestion, *, side: Literal["above", "below"]
) -> CrossDocumentReply:
    """List the quantities above or below the one in the question, by document.

    Raises BadInput if the question has no quantity.
    """
    kind, unit, value = _limit(parsed.limit or "")
    parameters = {"kind": kind, "unit": unit, "value": value}
    page = scope.page(parsed.question, **parameters)
    rows = _done(parsed.about or "", page.rows)
    by_document: dict[str, list[str]] = {}
    for row in rows:
        by_document.setdefault(row["document"], []).append(_phrase(row))
    items = [f"{name} ({comma_list(phrases)})" for name, phrases in by_document.items()]
    listed = comma_list(items) or f"nothing that a document{up_to(page.next_after)} states"
    limit = parsed.limit or ""
    shown = limit if limit[0].isdigit() or limit.startswith("half") else f"1 {limit}"
    text = sentence(f"{side} {shown}: {listed}")
    support = _with_evidence(rows)
    return CrossDocumentReply(text, rows, parameters, support, page.next_after)


def _step_in(about: str, time: Time | None) -> tuple[str, Time | None]:
    """The words without a step that they name ("does step 7 take"), and that step as a time."""
    step = _STEP.search(about)
    if step is None or time is not None:
        return about, time
    return about[: step.start()] + about[step.end() :], Time("at", int(step["number"]))


def _limit(text: str) -> tuple[QuantityKind, str, float]:
    """Kind, base unit and value of the quantity that a question compares with."""
    from pipeline.text.quantities import find_quantities
    from pipeline.text.units import unit_at

    scaled = _SCALE_LETTER.sub(lambda letter: f"°{letter[0].strip().upper()}", text)
    for words in (scaled, f"1 {scaled}"):  # "an hour" has lost its article
        for stated in find_quantities(words):
            unit = stated.unit
            if stated.value is None or unit is None or stated.kind == "count":
                continue
            if unit.name == "°":
                scale = "°F" if stated.value > FAHRENHEIT_ABOVE else "°C"
                unit = (unit_at(scale, 0) or (unit, 0))[0]
            return stated.kind, unit.base, unit.to_base(stated.value)
    raise BadInput(f"{text!r} is no quantity with a unit; compare with one such as '200 °C'")


def _about(about: str, rows: Sequence[Row]) -> list[Row]:
    """The rows that fit the words of the question best; all, if it has none of its own."""
    words = [word for word in content_stems(about) if word not in _MEASURING]
    if not words:
        return list(rows)
    if parts := _PARTS_OF.match(about):
        rows = [row for row in rows if _states_both(parts, row)]
    verbs = classes_of(about)
    scores = [_score(words, verbs, row) for row in rows]
    best = max(scores, default=0.0)
    if best < OF_THE_SENTENCE:
        return []
    return [row for row, score in zip(rows, scores, strict=True) if score == best]


def _score(words: Sequence[str], verbs: frozenset[str], row: Row) -> float:
    thing = [row["material"], row["unit"] if row["kind"] == "count" else None]
    names = set(stems_of(" ".join([row["entity"] or "", *filter(None, thing), _phrase_after(row)])))
    context = _sentence_of(row)
    stated = set(stems_of(context))
    is_thing = row["kind"] in _OF_A_THING and row["unit"] not in _TIMES
    score = 0.0
    for word in words:
        if word in names:
            score += OF_THE_THING
        elif word in stated:
            score += OF_THE_SENTENCE / (2.0 if is_thing else 1.0)
    return score + OF_THE_VERB * bool(verbs & classes_of(context))


def _states_both(parts: re.Match[str], row: Row) -> bool:
    """Whether "layers of biscuits" are both named where a quantity is stated."""
    stated = set(stems_of(f"{row['entity'] or ''} {row['material'] or ''} {_sentence_of(row)}"))
    return all(stated.intersection(content_stems(parts[name])) for name in ("part", "whole"))


def _sentence_of(row: Row) -> str:
    """The sentence of the step that states a quantity."""
    text = row["evidence_text"]
    if text is None:
        return ""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    start = max((end for end in ends if end <= row["char_start"]), default=0)
    end = min((end for end in ends if end >= row["char_end"]), default=len(text))
    return str(text[start:end])


def _phrase_after(row: Row) -> str:
    """The words that follow an amount in its sentence: "of sterile water"."""
    text = row["evidence_text"]
    if text is None or row["kind"] not in _OF_A_THING:
        return ""
    after = str(text[row["char_end"] : row["char_end"] + _LONGEST_PHRASE])
    return _PHRASE_END.split(after, maxsplit=1)[0]


def _done(about: str, rows: Sequence[Row]) -> list[Row]:
    """The rows whose sentence does what the question says: all, if it says nothing.

    "Heat" is any heating; "bake" is baking, or else any heating.
    """
    words = set(content_stems(about)) - _MEASURING
    if not words:
        return list(rows)
    verbs = classes_of(about)
    if words & _OVEN_VERBS:
        words.add("oven")
    same = [row for row in rows if words & set(stems_of(_sentence_of(row)))]
    if same and not words & verbs:
        return same
    return [row for row in rows if row in same or verbs & classes_of(_sentence_of(row))]


def _is_frequency(row: Row) -> bool:
    if row["kind"] == "count":
        return row["unit"] in _TIMES
    text = row["evidence_text"] or ""
    return _REPEATED.search(text, 0, max(0, row["char_start"])) is not None


def _phrase(row: Row) -> str:
    """``2 cups of flour (as listed)``, ``30 min in step 4``."""
    if row["step"] is not None:
        return f"{_stated(row)}{_of(row)} in step {row['step']}"
    return f"{_stated(row)}{_of(row)} (as listed)"


def _stated(row: Row) -> str:
    """The words that state a quantity, a count in words with its digits: ``two (2) screws``."""
    text = str(row["text"])
    if row.get("unit") in _TIMES and row["evidence_text"] is not None:
        per = _PER.match(row["evidence_text"], row["char_end"])
        text += per[0] if per else ""
    number = next(numbers_in(text), None) if row.get("kind") == "count" else None
    if number is None or not number.is_word or number.value is None or number.char_start > 0:
        return text
    digits = f" ({number.value:g})" if number.value.is_integer() and number.value > 1 else ""
    return f"{text[: number.char_end]}{digits}{text[number.char_end :]}"


def _of(row: Row) -> str:
    """What an amount is of, unless its own words name that."""
    if row.get("kind") not in _OF_A_THING or row["unit"] in _TIMES:
        return ""
    phrase = _phrase_after(row).strip()
    noun = phrase.removeprefix("of ") if row["kind"] != "count" or phrase[:3] == "of " else ""
    name = row["material"] or row["entity"] or noun
    words = short(str(name)) if name else ""
    if not words or set(stems_of(words)) & set(stems_of(row["text"])):
        return ""
    return f" of {words}"


def _with_evidence(rows: Sequence[Row]) -> list[Row]:
    """The rows that a step states; the text is as certain as it is written."""
    return [row | {"probability": None} for row in rows if row["evidence_step"] is not None]
