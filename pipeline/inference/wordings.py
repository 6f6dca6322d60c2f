"""Names of places in the words of the text, one name for each place of a document."""

from __future__ import annotations

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

    Places are one if their lemmas are equal, a short form aside. A place with modifiers has the
    name without them if the text then uses it: after "a medium pot", "the pot" is that pot, while
    only one pot is a place.
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
    keys = {text: _key(text) for text in texts}
    firsts = {key: _first(key, spoken) for key in dict.fromkeys(keys.values())}
    owner = {key: _short(key, firsts, document) for key in firsts}
    names: dict[Key, str] = {}
    for text in sorted(keys, key=lambda text: _position(text, document)):
        names.setdefault(keys[text], text)
    return {text: names[owner[key]] for text, key in keys.items()}


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
