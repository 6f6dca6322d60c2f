"""The known question that is closest in meaning to one that fits no form.

Each wording below has known questions as its neighbours: with the names of the question put in,
they are compared with it as vectors of the base encoder. The first wording of each group is the one
that is asked, so it must fit a form.
"""

from __future__ import annotations

import re

from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.meaning import similarities
from pipeline.questions.parser import NotUnderstood, parse
from pipeline.questions.phrasing import short

__all__ = ["closest_question"]

LEAST = 0.82  # similarity of a question that is asked instead
LEAST_WITH_NAME = 0.93  # of one with a name, which alone makes two questions similar
# {thing} is a tracked thing that the question names, {place} a place, {step} a number
_WORDINGS: tuple[tuple[str, ...], ...] = (
    ("How many steps are there?", "How long is the list of instructions?",
     "What is the total number of steps?"),
    ("What are the steps?", "Walk me through the whole procedure.",
     "Can you give me the instructions from start to finish?", "Summarise the procedure."),
    ("Which ingredients are listed?", "What should I buy before I start?",
     "What do I have to get ready beforehand?", "Give me the shopping list.",
     "What equipment is required?"),
    ("What is tracked?", "Which things does this document keep track of?",
     "What does the graph know about?"),
    ("Which places are named?", "What locations occur in the text?",
     "In what containers and places do things end up?"),
    ("What goes in?", "What raw materials are consumed by the process?"),
    ("What comes out?", "What do I have when it is finished?", "What is the end product?",
     "What is the result of all this?"),
    ("What is converted into what?", "Which things turn into other things?",
     "What transformations take place?"),
    ("What is where at the end?", "Give me the final position of everything.",
     "Where is each thing when it is all finished?"),
    ("What is where after step {step}?", "Give me the situation after step {step}.",
     "Show the state of affairs once step {step} is finished."),
    ("What happens in step {step}?", "Explain step {step} to me.",
     "What is being done during step {step}?"),
    ("What happens to the {thing}?", "What is the story of the {thing}?",
     "Follow the {thing} from beginning to end.", "Describe the journey of the {thing}.",
     "What is the whole course of the {thing}?"),
    ("Where is the {thing} after step {step}?", "Once step {step} is over, the {thing} is where?",
     "In what place would I see the {thing} following step {step}?"),
    ("Where is the {thing} at the end?", "In what place is the {thing} when all is finished?"),
    ("When is the {thing} created?", "At what moment does the {thing} first exist?"),
    ("When is the {thing} destroyed?", "At what moment is there no more {thing}?",
     "How far into it is the {thing} gone?"),
    ("What was ever in the {place}?", "Which things pass through the {place}?",
     "List all that the {place} holds at any time."),
)  # fmt: skip


def closest_question(question: str, document: DocumentScope) -> str | None:
    """A question that has a known form and about the same meaning; None if none is close."""
    names = _names_in(question, document)
    filled: dict[str, str] = {}
    for known, *others in _WORDINGS:
        for wording in (known, *others):
            if set(re.findall(r"\{(\w+)\}", wording)) == names.keys():
                filled[wording.format(**names)] = known.format(**names)
    if not filled:
        return None
    closeness = dict(zip(filled, similarities(question, list(filled)), strict=True))
    best = max(closeness, key=closeness.__getitem__)
    is_close = closeness[best] >= (LEAST_WITH_NAME if names else LEAST)
    return filled[best] if is_close and _has_form(filled[best]) else None


def _names_in(question: str, document: DocumentScope) -> dict[str, str]:
    """The tracked thing, else the place, and the step that the question names."""
    words = question.lower()
    names: dict[str, str] = {}
    things = [short(row["entity"]) for row in document.ask("entities")]
    places = [row["location"] for row in document.ask("places")]
    for role, candidates in (("thing", things), ("place", places)):
        named = [name for name in candidates if re.search(rf"\b{re.escape(name.lower())}\b", words)]
        if named and not names:
            names[role] = max(named, key=len)
    if step := re.search(r"\bstep (\d+)\b", words):
        names["step"] = step[1]
    return names


def _has_form(question: str) -> bool:
    try:
        parse(question)
    except NotUnderstood:
        return False
    return True
