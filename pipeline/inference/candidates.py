"""Candidate locations: words that could name a place, and how often training had them as one."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from pipeline.domain.document import Token
from pipeline.domain.grid import Location
from pipeline.domain.lemmas import lemma
from pipeline.inference.wordings import Wording
from pipeline.text.porter import stem

__all__ = ["Occurrence", "PlaceTable", "lower_text", "occurrences", "one_wording", "place_key"]

MAX_WORDS = 5  # n-grams up to this hold 94.7 % of ProPara's gold locations on test

# never the first or the last word of a location: function words, not spaCy's stop list, whose
# "bottom", "side", "top" and "back" are places
_FUNCTION_WORDS = frozenset(
    """
    a about above across after again against all also although am among an and another any are
    around as at away be because been before being below between both but by can could did do
    does doing during each either else even every few for from further had has have having he
    her here hers him his how i if in into is it its itself just many may me might more most
    much must my near neither no nor not now of off on once one only onto or other others our
    out over own per same she should since so some such than that the their theirs them
    themselves then there these they this those though through throughout thus to together too
    toward towards under until up upon very via was we were what when where whether which while
    who whom whose why will with within without would yet you your
    """.split()
)
_ARTICLES = frozenset("a an the your his their my another other this that its our".split())
_WORD = re.compile(r"\w")
_POSSESSIVE = re.compile(r"['’]s?$")
# distinguishes places of one kind: "tube 1", "bay 4b", "incubator A", "column II"
_DESIGNATOR = re.compile(r"\d{1,3}[A-Za-z]?|[A-Z]|I{1,3}|IV|VI{0,3}")
_AFTER_DESIGNATOR = frozenset(". , ; : ! ? ) ] / \" '".split())
_COORDINATIONS = frozenset({"and", "or"})  # never within one place
_WITHIN = frozenset({"'s", "’s", "'", "’", "-"})  # of a location's tokens, never the first or last


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A run of tokens that could name a location: tokens ``[first, last]`` of one step (from 1)."""

    step: int
    first: int
    last: int
    text: str
    key: str


def place_key(words: Iterable[str]) -> str:
    """Return the key that two wordings of one place share: stems, without a leading article.

    It is the same for tokens ("side", "-", "arm"; "earth", "'s") and for words ("side-arm",
    "earth's").
    """
    kept = [part for word in words for part in _parts(word.lower())]
    while len(kept) > 1 and kept[0] in _ARTICLES:
        kept = kept[1:]
    return " ".join(map(_stem, kept))


@cache
def _parts(word: str) -> tuple[str, ...]:
    return tuple(part for part in _POSSESSIVE.sub("", word).split("-") if _WORD.search(part))


@cache
def _stem(word: str) -> str:
    return stem(lemma(word))


@cache
def _stems(word: str) -> str:
    return " ".join(map(_stem, _parts(word)))


def occurrences(
    tokens: Sequence[Token], *, step: int, wording: Wording = "training"
) -> list[Occurrence]:
    """Return a step's n-grams that could name a location, in order of their first token.

    In the words of the text, a number or letter that distinguishes places belongs to the place
    ("tube 1", never "tube" there), and "and" and "or" are part of none. The training data has
    places of both kinds.
    """
    for_text = wording == "text"
    candidates = []
    lowered = [token.text.lower() for token in tokens]
    word = [bool(_WORD.search(text)) and text not in _WITHIN for text in lowered]
    content = [
        is_word and text not in _FUNCTION_WORDS for text, is_word in zip(lowered, word, strict=True)
    ]
    designates = _designators(tokens, content) if for_text else set()
    for first in range(len(tokens)):
        if not content[first] or first in designates:
            continue
        text, key, end = "", "", tokens[first].char_start
        for last in range(first, min(first + MAX_WORDS, len(tokens))):
            if not word[last] and lowered[last] not in _WITHIN:
                break
            if for_text and lowered[last] in _COORDINATIONS:
                break
            token = tokens[last]
            text += (" " if token.char_start > end else "") + lowered[last]
            key, end = _longer_key(key, lowered, first, last), token.char_end
            if (content[last] or last in designates) and last + 1 not in designates:
                candidates.append(Occurrence(step, first, last, text, key))
    return candidates


def _longer_key(key: str, lowered: Sequence[str], first: int, last: int) -> str:
    """Return ``place_key`` of the words ``[first, last]`` from that of ``[first, last)``."""
    opening = _parts(lowered[first])
    if not opening or opening[0] in _ARTICLES:  # what is cut off depends on the words that follow
        return place_key(lowered[first : last + 1])
    added = _stems(lowered[last])
    return f"{key} {added}" if key and added else key or added


def _designators(tokens: Sequence[Token], content: Sequence[bool]) -> set[int]:
    """Return the tokens that distinguish the place before them from others of its kind.

    "the oven 30 minutes" has none: after one, the phrase ends. Nor has "tubes 1 and 2".
    """
    designators = set()
    for number in range(1, len(tokens)):
        before, token = tokens[number - 1], tokens[number]
        if not (content[number - 1] and before.text[-1].isalpha()):
            continue
        if before.lemma != before.text.lower() or not _DESIGNATOR.fullmatch(token.text):
            continue
        after = tokens[number + 1].text.lower() if number + 1 < len(tokens) else "."
        if after in _AFTER_DESIGNATOR or after in _FUNCTION_WORDS:
            designators.add(number)
    return designators


def lower_text(tokens: Sequence[Token]) -> str:
    """Return tokens in lower case, spaced as in their text."""
    text, end = "", tokens[0].char_start
    for token in tokens:
        if token.char_start > end:
            text += " "
        text += token.text.lower()
        end = token.char_end
    return text


def one_wording(places: Iterable[Location]) -> tuple[Location, ...]:
    """Give a place one name in a track, since a second wording of it would read as a move."""
    names: dict[str, Location] = {}
    return tuple(
        names.setdefault(place_key(place.text.split()), place) if place.kind == "stated" else place
        for place in places
    )


@dataclass(frozen=True, slots=True)
class PlaceTable:
    """Counts of the training documents that have a place as a location, and its usual wording."""

    counts: Mapping[str, int]
    wordings: Mapping[str, str]

    @classmethod
    def from_documents(cls, places: Iterable[Iterable[str]]) -> PlaceTable:
        """Count the stated places of each document once."""
        counts: Counter[str] = Counter()
        wordings: dict[str, Counter[str]] = {}
        for document in places:
            texts = set(document)
            counts.update({place_key(text.split()) for text in texts})
            for text in texts:
                wordings.setdefault(place_key(text.split()), Counter())[text] += 1
        best = {
            key: min(counted, key=lambda text: (-counted[text], text))
            for key, counted in wordings.items()
        }
        return cls(dict(sorted(counts.items())), best)

    def extended(self, other: PlaceTable) -> PlaceTable:
        """Return a table with both counts; a place in both has the wording of ``other``."""
        counts = Counter(self.counts) + Counter(other.counts)
        return PlaceTable(dict(sorted(counts.items())), {**self.wordings, **other.wordings})

    def bucket(self, key: str, *, without: int = 0) -> int:
        """Return 0 for never, 1 once, 2 two or three times, … 5 from 16 on, less ``without``."""
        return min((self.counts.get(key, 0) - without).bit_length(), 5)

    def bucket_of_kind(self, key: str) -> int:
        """Return the bucket of a place, that of tubes for an unknown "tube 1"."""
        kind, _, last = key.rpartition(" ")
        unknown = key not in self.counts and _DESIGNATOR.fullmatch(last.upper())
        return self.bucket(kind if unknown else key)

    def save(self, path: Path) -> None:
        """Write a line a place: it ships, so it is small, and its changes can be read."""
        text = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
        rows = [
            f"{text(key)}:{text([count, self.wordings[key]])}"
            for key, count in sorted(self.counts.items())
        ]
        path.write_text("{" + ",\n".join(rows) + "}\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> PlaceTable:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            {key: count for key, (count, _) in rows.items()},
            {key: wording for key, (_, wording) in rows.items()},
        )
