"""Clauses that name a time by what happens then: "when the shrimp goes in", "after straining"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

__all__ = ["TimeClause", "split_clause"]

_CONJUNCTIONS = (
    r"(?P<relation>right before|just before|before|right after|just after|after|following|once"
    r"|while|when|whenever|as soon as|during|until|till|by the time|prior to)"
)
_AFTER = ("after", "following", "once", "as soon as")
_BEFORE = ("before", "prior", "until", "till")


@dataclass(frozen=True, slots=True)
class TimeClause:
    """The words of a clause and how the time asked for relates to the step that they describe."""

    relation: Literal["before", "at", "after"]
    words: str


def split_clause(text: str) -> tuple[str, TimeClause | None]:
    """The question without its time clause, which stands at the end, or in front of a comma."""
    for pattern in (
        rf"(?P<rest>(?:\S+ )+?.*?\S),? {_CONJUNCTIONS} (?P<words>\S.*)",
        rf"{_CONJUNCTIONS} (?P<words>[^,]+), (?P<rest>.+)",
    ):
        if match := re.fullmatch(pattern, text, re.IGNORECASE):
            return match["rest"], TimeClause(_relation(match["relation"].lower()), match["words"])
    return text, None


def _relation(conjunction: str) -> Literal["before", "at", "after"]:
    words = conjunction.removeprefix("right ").removeprefix("just ")
    if words.startswith(_AFTER):
        return "after"
    return "before" if words.startswith(_BEFORE) else "at"
