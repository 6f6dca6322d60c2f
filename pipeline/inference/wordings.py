"""Names of places in the words of the text, one name for each place of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from pipeline.domain.document import AnnotatedDocument, Token
from pipeline.domain.grid import Change, Grid, Location, Track
from pipeline.domain.lemmas import ARTICLES, lemma

__all__ = ["Wording", "in_the_texts_words", "one_name_each", "steady"]

# "text": places in the words of the document. "training": as the training data spells them most
# often, which ProPara's scorers expect (lemmas: "leaf" where the text has "leaves")
Wording = Literal["text", "training"]

_SENTENCE_ENDS = frozenset({".", "!", "?", ":"})
_OTHER = frozenset({"another", "other", "second", "different", "new", "separate", "fresh", "next"})
_SHORT_FORMS = {"fridge": "refrigerator", "lab": "laboratory"}  # two words for one place
_RELATIONS = frozenset({"of", "in", "on", "between", "from", "with", "for"})  # no modifiers
_DETERMINERS = ARTICLES | frozenset(
    {"this", "that", "these", "those", "its", "their", "your", "each", "every", "same", "per"}
)
_BEFORE_A_NAME = _DETERMINERS | frozenset(
    """in into on onto to at from of with inside over under through by for and or off around across
    between against toward towards near via until when while if as then""".split()
)
# adjectives that are no part of a place's name unless they distinguish it from another
_ADJECTIVES = frozenset(
    """big clean deep empty heatproof heavy huge large little long medium narrow respective separate
    shallow short small spare sterile suitable tall thick thin tight unused well-ventilated
    wide""".split()
)
_PARTICIPLE = re.compile(r"[\w-]{3,}(?<!e)ed|[\w-]+-(?:lined|proof|free|sized)")
# what looks like an adjective in them is a kind of thing: a deep fryer, halogenated waste
_COMPOUNDS = frozenset({"deep fryer", "deep freezer", "deep freeze", "raised bed"})
_KINDS = re.compile(r"\w+(?:en|in|on)ated")
_SILENT = frozenset({"'s", "'", "-"})  # tokens of a name that its key leaves out

Key = tuple[str, ...]


def in_the_texts_words(document: AnnotatedDocument, step: int, first: int, last: int) -> str:
    """Return tokens ``[first, last]`` of a step as the text has them, without its capitals at the
    start of a sentence, and with the bracket closed that opens within a word: "tube(s)".
    """
    tokens = document.tokens[step - 1]
    text, end = "", tokens[first].char_start
    for number in range(first, last + 1):
        token = tokens[number]
        text += (" " if token.char_start > end else "") + _cased(document, tokens, number)
        end = token.char_end
    return _with_brackets_closed(text, document.document.text[end : end + 1])


def steady(places: Sequence[Location], candidates: Sequence[int]) -> list[Location]:
    """Keep the first wording while the candidate stays: another mention of it is no move."""
    kept: list[Location] = []
    for state, place in enumerate(places):
        stays = state > 0 and candidates[state] == candidates[state - 1]
        kept.append(kept[-1] if stays else place)
    return kept


def one_name_each(grid: Grid, document: AnnotatedDocument) -> Grid:
    """Give each place of a document one name: its first in the text.

    Places are one if their lemmas are equal, a short form aside. A name has no adjectives or
    participles ("toasted bread", "labelled tube") unless they distinguish it from another place
    of the text. A place with other modifiers has the name without them if the text then uses it:
    after "a steel pot", "the pot" is that pot, while only one pot is a place.
    """
    texts = dict.fromkeys(
        place.text for track in grid.tracks for place in track.locations if place.kind == "stated"
    )
    names = _names(texts, document)
    if all(name == text for text, name in names.items()):
        return grid
    return replace(grid, tracks=tuple(_renamed(track, names) for track in grid.tracks))


def _cased(document: AnnotatedDocument, tokens: Sequence[Token], number: int) -> str:
    text = tokens[number].text
    lowered = text.lower()
    if lowered == text or text[1:] != lowered[1:] or (len(text) == 1 and number > 0):
        return text
    starts = number == 0 or tokens[number - 1].text in _SENTENCE_ENDS
    common = any(token.text == lowered for step in document.tokens for token in step)
    return lowered if starts or common else text


def _with_brackets_closed(text: str, following: str) -> str:
    for opening, closing in ("()", "[]"):
        if text.count(opening) > text.count(closing):
            text = text + closing if following == closing else text[: text.rindex(opening)].rstrip()
    return text


def _names(texts: Iterable[str], document: AnnotatedDocument) -> dict[str, str]:
    """Return the name of each place, by the words that were read."""
    spoken = [
        [_long_form(token.lemma) for token in tokens if token.lemma not in _SILENT]
        for tokens in document.tokens
    ]  # lemmas of each step
    plain = {text: _without_adjectives(text, document) for text in texts}
    keys = {name: _key(name) for name in plain.values()}
    firsts = {key: _first(key, spoken) for key in dict.fromkeys(keys.values())}
    owner = {key: _short(key, firsts, document) for key in firsts}
    names: dict[Key, str] = {}
    for text in sorted(keys, key=lambda text: _position(text, document)):
        names.setdefault(keys[text], text)
    return {text: names[owner[keys[name]]] for text, name in plain.items()}


def _without_adjectives(text: str, document: AnnotatedDocument) -> str:
    """Return a name less its leading adjectives, up to one that distinguishes it from another."""
    words = text.split()
    while len(words) > 1:
        n_adjectives = _leading_adjectives(words)
        if n_adjectives == 0 or _is_distinguished(words, n_adjectives, document):
            break
        words = words[n_adjectives:]
    return " ".join(words)


def _leading_adjectives(words: Sequence[str]) -> int:
    """Return how many words the first adjective has: two in "paper towel-lined plate"."""
    lowered = [word.lower() for word in words]
    if " ".join(lowered[:2]) in _COMPOUNDS or _KINDS.fullmatch(lowered[0]):
        return 0
    if lowered[0] in _ADJECTIVES or _PARTICIPLE.fullmatch(lowered[0]):
        return 1
    compound = len(words) > 2 and "-" in lowered[1] and _PARTICIPLE.fullmatch(lowered[1])
    return 2 if compound else 0


def _is_distinguished(words: Sequence[str], n_adjectives: int, document: AnnotatedDocument) -> bool:
    """Return True if the text has the rest of the name with another modifier, or first without."""
    rest = [word.lower() for word in words[n_adjectives:]]
    modifier = re.split("-", words[n_adjectives - 1].lower())[-1]
    introduced = False
    for tokens in document.tokens:
        lowered = [token.text.lower() for token in tokens]
        for start in range(len(lowered) - len(rest) + 1):
            if lowered[start : start + len(rest)] != rest:
                continue
            before = lowered[start - 1] if start else ""
            bare = not before[:1].isalpha() or before in _BEFORE_A_NAME
            introduced = introduced or before == modifier
            if not introduced or not (bare or before == modifier):
                return True
    return False


def _key(text: str) -> Key:
    words = [_long_form(word) for word in lemma(text.replace("-", " ")).split()]
    return tuple(words[1:] if len(words) > 1 and words[0] in ARTICLES else words)


def _long_form(word: str) -> str:
    return _SHORT_FORMS.get(word, word)


def _first(key: Key, spoken: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return step and token of the first mention; past the end if the text spells it otherwise."""
    for step, words in enumerate(spoken):
        for start in range(len(words) - len(key) + 1):
            if tuple(words[start : start + len(key)]) == key:
                return step, start
    return len(spoken), 0


def _position(text: str, document: AnnotatedDocument) -> int:
    position = document.document.text.lower().find(text.lower())
    return position if position >= 0 else len(document.document.text)


def _short(key: Key, firsts: dict[Key, tuple[int, int]], document: AnnotatedDocument) -> Key:
    """Return the place that the key names with modifiers, if the text then leaves them out."""
    shorter = [other for other in firsts if _modifies(key, other)]
    if not shorter or any(word in _RELATIONS for word in key):
        return key
    short = max(shorter, key=len)
    step, start = firsts[key]
    introduced = firsts[short] == (step, start + len(key) - len(short))
    alone = sum(_modifies(other, short) for other in firsts) == 1
    return short if introduced and alone and not _has_another(short, document) else key


def _modifies(key: Key, short: Key) -> bool:
    return len(key) > len(short) and key[-len(short) :] == short


def _has_another(key: Key, document: AnnotatedDocument) -> bool:
    """Return True if the text has "another pot": then two pots are two places."""
    return any(
        before.lemma in _OTHER and word.lemma == key[0]
        for tokens in document.tokens
        for before, word in pairwise(tokens)
    )


def _renamed(track: Track, names: dict[str, str]) -> Track:
    """Rename places; a move between two names of one place is none."""
    locations = tuple(
        Location(names[place.text]) if place.kind == "stated" else place
        for place in track.locations
    )
    renamed = replace(track, locations=locations)
    probabilities, evidence = list(track.change_probabilities), list(track.change_evidence)
    for step in range(1, track.n_steps + 1):
        if track.change_at(step) is not Change.NONE and renamed.change_at(step) is Change.NONE:
            probabilities[step - 1] = 1.0 - probabilities[step - 1]
            evidence[step - 1] = None
    return replace(
        renamed, change_probabilities=tuple(probabilities), change_evidence=tuple(evidence)
    )
