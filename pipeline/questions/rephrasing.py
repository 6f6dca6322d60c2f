"""A question with a known form that asks the same as one whose parts are known."""

from __future__ import annotations

import re

from pipeline.questions.parser import NotUnderstood, parse
from pipeline.questions.question_parts import QuestionParts

__all__ = ["known_question"]

LEAST = 0.6  # probability of the intent of a question that is asked in other words
_ARTICLE = re.compile(r"(?:the|an?|my|your|some|any|all|this|that|these|those)\b", re.IGNORECASE)
_PLACE_WORD = re.compile(r"(?:in|on|at|inside|under|into|onto|within|near|over)\b", re.IGNORECASE)
_LISTS = {
    "materials": "Which ingredients are listed?",
    "how-many-steps": "How many steps are there?",
}
_QUANTITIES = {
    "duration": "How long {about}?",
    "temperature": "At what temperature {about}?",
    "frequency": "How often {about}?",
    "amount": "How much {about}?",
}


def known_question(parts: QuestionParts) -> str | None:
    """The question in words that a pattern fits; None if there is none, or the intent is unsure."""
    if parts.intents[parts.intent] < LEAST:
        return None
    wording = _wording(parts)
    return wording if wording and _has_form(wording) else None


def _wording(parts: QuestionParts) -> str | None:
    thing = _with_article(parts.thing)
    if wording := _LISTS.get(parts.intent):
        return wording
    if parts.intent in _QUANTITIES:
        about = " ".join(filter(None, (thing, parts.action, parts.place, parts.time)))
        return _QUANTITIES[parts.intent].format(about=about) if about else None
    if not parts.thing:
        return None
    if parts.intent == "steps-using":
        return f"Which steps use {thing}?"
    if parts.intent == "is-at":
        where = parts.place if _PLACE_WORD.match(parts.place) else f"in {parts.place}"
        place = where if parts.place else "still there"
        return f"Is {thing} {' '.join(filter(None, (place, parts.time)))}?"
    return None


def _with_article(name: str) -> str:
    return name if not name or _ARTICLE.match(name) else f"the {name}"


def _has_form(question: str) -> bool:
    try:
        parse(question)
    except NotUnderstood:
        return False
    return True
