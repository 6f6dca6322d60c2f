"""English questions parsed by patterns: their form, the entity or place, and the step.

Nothing is guessed: a text that fits no pattern is not understood. Names are passed on as the
person wrote them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from pipeline.domain.document import MAX_NAME_LENGTH
from pipeline.errors import BadInput
from pipeline.questions.forms import FORMS, Form, form_named
from pipeline.questions.lexicon import IT
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.time_clauses import split_clause
from pipeline.questions.time_expressions import split_time

__all__ = ["NotUnderstood", "parse"]

LONGEST = 2 * MAX_NAME_LENGTH  # characters
_OPENING = (
    r"(?:(?:please|so|and|then|now|hey|ok|okay)[, ]+"
    r"|(?:can|could|would) you (?:please )?(?:tell|show) me (?=wh|in |at |from |the )"
    r"|tell me (?=wh|in which|at which|from where)|i (?:want|would like) to know "
    rf"|in {IT}[, ]+)"
)
_CLOSING = rf"(?:,? please|,? exactly|,? then| in {IT}| of {IT}| here)"


class NotUnderstood(BadInput):
    """The question fits no known form."""


def parse(text: str) -> ParsedQuestion:
    """Parse an English question. Raises NotUnderstood if it fits no known form."""
    if len(text) > LONGEST:
        raise BadInput(f"the question has {len(text)} characters; the most allowed is {LONGEST}")
    whole = _normalised(text)
    rest, time = split_time(whole)
    parsed = _parse_with_clause(rest, time)
    if parsed is None and time is not None:
        parsed = _parse_with_time(rest, time)
    if parsed is None:
        parsed = _parse_with_time(whole, None)
    if parsed is None:
        raise NotUnderstood(f"{text[:200]!r} is not understood")
    return replace(parsed, words=whole)


def _parse_with_time(
    sentence: str, time: Time | None, *, has_event: bool = False
) -> ParsedQuestion | None:
    """The first form that fits the sentence, which ``time`` or another event was taken out of."""
    excluded = {"must" if time is None else "no"} | ({"clause"} if not has_event else set())
    for form in FORMS:
        if form.timed in excluded:
            continue
        if match := _match(form, sentence):
            return _parsed(form, match, time)
    return None


def _parse_with_clause(sentence: str, time: Time | None) -> ParsedQuestion | None:
    """As ``_parse_with_time``, with a time in words; a step that it names decides the time."""
    rest, clause = split_clause(sentence)
    if clause is None:
        return None
    moment = Time(clause.relation, time.step if time else 1)
    parsed = _parse_with_time(rest, moment, has_event=clause.relation != "at")
    if parsed is None or form_named(parsed.form).timed == "no":
        return None
    return replace(parsed, clause=clause, time=moment if time else None)


def _normalised(text: str) -> str:
    """One line, one kind of quotes, contractions written out, no politeness, no question mark."""
    line = " ".join(text.translate(str.maketrans("‘’“”", "''\"\"")).split()).rstrip(" ?!.")
    line = re.sub(r"(?i)\b(where|what|when|who|how)'s\b", r"\1 is", line)
    line = re.sub(r"(?i)\b(where|what|when|who)'re\b", r"\1 are", line)
    line = re.sub(rf"(?i)^{_OPENING}+", "", line)
    return re.sub(rf"(?i){_CLOSING}+$", "", line)


def _match(form: Form, sentence: str) -> re.Match[str] | None:
    matches = (pattern.fullmatch(sentence) for pattern in _compiled()[form.name])
    return next((match for match in matches if match), None)


@cache
def _compiled() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    """The patterns of each form, with a named group for each slot."""
    slots = {
        "X": "(?P<entity>.+?)",
        "Y": "(?P<product>.+?)",
        "L": "(?P<location>.+?)",
        "T": "(?P<thing>.+?)",
        "P": "(?P<place>.+?)",
        "M": r"(?P<first>\d{1,4})",
        "N": r"(?P<last>\d{1,4})",
    }
    return {
        form.name: tuple(
            re.compile(
                re.sub(r"(?<!\(\?)\b[XYLTPMN]\b", lambda slot: slots[slot[0]], pattern),
                re.IGNORECASE,
            )
            for pattern in form.patterns
        )
        for form in FORMS
    }


def _parsed(form: Form, match: re.Match[str], time: Time | None) -> ParsedQuestion:
    groups = {name: text for name, text in match.groupdict().items() if text}
    first, last = groups.pop("first", None), groups.pop("last", None)
    between = (int(first), int(last)) if first and last else None
    names = {name: _bare_name(text) for name, text in groups.items()}
    question = form.question
    if form.name == "location" and time and time.relation == "before":
        question = "location-before"
    return ParsedQuestion(
        form.name,
        question,
        entity=names.get("entity"),
        location=names.get("location"),
        time=time,
        product=names.get("product"),
        thing=names.get("thing"),
        place=names.get("place"),
        between=between,
        about=names.get("about"),
        limit=names.get("limit"),
    )


def _bare_name(text: str) -> str:
    """The name without its article and quotes; a name that is only an article stays."""
    bare = re.sub(
        r"(?i)^(?:the|an?|this|these|that|those|any|some|all(?: of)?(?: the)?) ", "", text
    )
    return bare.strip(" ,\"'`") or text
