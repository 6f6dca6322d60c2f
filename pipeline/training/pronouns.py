"""Repeated names made pronouns or left out, so that a reader learns of things a step does not name.

"Melt the butter. Pour the butter into the tin." becomes "… Pour it into the tin." or "… Pour into
the tin." Only where the sentence stays one that people write: rules on the words around the name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

__all__ = ["mention_of", "with_pronouns"]

LEAVES_OUT = 0.5  # of "Pour the butter into …", the share that becomes "Pour into …"
SECOND_TOO = 0.3  # share of sentences in which the thing that was named second is replaced as well

_DETERMINER = re.compile(r"\b(?:the|your|this|these|all the|all of the|those) \Z", re.IGNORECASE)
_NEXT = re.compile(r"\s*([\w',-]+|[.,;:!)])")
_IMPERATIVE = re.compile(r"[A-Z][a-z]+\Z")
_SINGULAR_ENDINGS = ("ss", "us", "is")
_IRREGULAR_PLURALS = frozenset("mice geese feet people children teeth".split())
_BEFORE_OTHER_NAMES = frozenset("of and or with than like".split())
# after "it" as an object: a preposition or an adverb, or the name may be part of a longer one
_AFTER_OBJECT = frozenset(
    """
    into in onto on to with from until till for over through by at is are was were out off down up
    back again then under inside between gently well around along across and carefully slowly aside
    as while so before after once
    """.split()
)
_AFTER_SUBJECT = frozenset(
    """
    is are was were will can must should then now gets goes falls flows moves runs passes enters
    leaves rises sinks drops travels comes turns becomes cools dries melts drifts spreads cannot
    has have does do go fall flow move run pass enter leave rise sink drop travel come turn become
    cool dry melt drift spread
    """.split()
)
_AFTER_NOTHING = frozenset(
    "into onto in on to with from until till for over through out back again at".split()
)


def mention_of(text: str, aliases: Sequence[str]) -> re.Match[str] | None:
    """Return the first place where a text names an entity, by its longest alias that occurs."""
    for alias in sorted(aliases, key=len, reverse=True):
        if match := re.search(rf"\b{re.escape(alias)}\b", text, re.IGNORECASE):
            return match
    return None


def with_pronouns(
    sentence: str,
    previous: str,
    entities: Sequence[Sequence[str]],
    *,
    share: float,
    random: Random,
) -> str:
    """Return a sentence with a pronoun, or nothing, for what the previous one named first.

    ``entities`` holds the aliases of each. A name that can be replaced is, in ``share`` of cases.
    """
    named = [(mention_of(previous, aliases), aliases) for aliases in entities]
    in_order = sorted((match.start(), aliases) for match, aliases in named if match)
    for _, aliases in in_order[: 2 if random.random() < SECOND_TOO else 1]:
        match = mention_of(sentence, aliases)
        if match is None or random.random() > share:
            continue
        longer = (
            other.lower()
            for names in entities
            if names is not aliases
            for other in names
            if len(other) > len(match[0]) and match[0].lower() in other.lower()
        )
        if not any(other in sentence.lower() for other in longer):
            sentence = _replaced(sentence, match, random)
    return sentence


def _replaced(sentence: str, match: re.Match[str], random: Random) -> str:
    """The sentence with a pronoun for the name, or as it was where none fits."""
    determiner = _DETERMINER.search(sentence[: match.start()])
    before = sentence[: determiner.start() if determiner else match.start()]
    after = sentence[match.end() :]
    words = before.split()
    following = _NEXT.match(after)
    next_word = following[1].lower() if following else "."
    many = _is_plural(match[0])
    if not words:
        return ("They" if many else "It") + after if next_word in _AFTER_SUBJECT else sentence
    if determiner is None and len(words) != 1:
        return sentence  # part of a longer name, as the "water" of "cold water"
    if next_word not in _AFTER_OBJECT and next_word[0] not in ".,;:!":
        return sentence
    if words[-1].lower() in _BEFORE_OTHER_NAMES:
        return sentence
    is_order = len(words) == 1 and _IMPERATIVE.match(words[0])
    if is_order and next_word in _AFTER_NOTHING and random.random() < LEAVES_OUT:
        return words[0] + after
    return before + ("them" if many else "it") + after


def _is_plural(name: str) -> bool:
    word = name.split()[-1].lower()
    return word in _IRREGULAR_PLURALS or (
        word.endswith("s") and not word.endswith(_SINGULAR_ENDINGS)
    )
