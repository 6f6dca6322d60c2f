"""Counts: a number with the plural that it counts, and how often something is done."""

from __future__ import annotations

import re

from pipeline.domain.lemmas import lemma
from pipeline.text.numbers import Number
from pipeline.text.stated_quantity import CONTEXT, TIMES, StatedQuantity
from pipeline.text.units import FOLD, Unit

__all__ = ["count_at"]

_LABELLED = re.compile(
    r"(?:#|№|\b(?:steps?|nos?|numbers?|fig|figures?|tables?|recipes?|sections?|chapters?|pages?"
    r"|cat|versions?|samples?|lanes?|days?|grades?|types?|models?|items?|levels?|phases?|stages?"
    r"|batch)\.?)\s?#?\Z",
    re.IGNORECASE,
)
_FOLD = re.compile(
    r"\s?[x×](?:\s|-)(?=(?-i:[A-Z]{2,}\b|[A-Z][a-z]+s?\s(?:sample|loading|running))|(?:[\w’'-]{1,20}\s){0,3}?"
    r"(?:buffer|solution|stock|mix|medium|dye|concentrate|reagent)\b)",
    re.IGNORECASE,
)
_REPEATED = re.compile(
    r"\s?[x×](?=\Z|[.,;:)]|\s(?:with|in|for|using|by|at|per|and|until|on|over)\b)"
    r"|\s(?:more\s)?times(?!\s(?:as|more|the|larger|faster)\b)",
    re.IGNORECASE,
)
_MAGNIFIED = re.compile(r"\b(?:to|with|at|of|an?|the)\s\Z", re.IGNORECASE)
_THE = re.compile(r"\bthe\s\Z", re.IGNORECASE)
_NEXT_WORD = re.compile(r"[\s-]?\s?(?P<word>[^\W\d_]+(?:[-'’][^\W\d_]+)*)")
_OR_MORE = re.compile(r"\sor\smore(?=\s)")
_OF_THEM = re.compile(r"\sof\s(?:the|these|those|your)(?=\s)")
_MOST_WORDS = 4  # between a number and the end of what it counts
_STOP_WORDS = frozenset(
    "of in on at by for from with into onto and or to the is are was were be as if then than per"
    " until when while once after before that this these those it its they you we i not no so am"
    " pm because again a an each will should can may must also but".split()
)
_NOT_COUNTED = frozenset("step time way thing clock degree side".split())
_VERBS = frozenset(
    "always does has his hers its less minus plus pass perhaps press this thus towards us was yes"
    " as is ours theirs others across unless regardless afterwards thereas besides sometimes"
    " appears becomes comes gets gives goes helps keeps lets looks makes means needs puts remains"
    " seems serves sits starts stays stops takes tends uses works yields stainless boneless"
    " skinless seedless process access excess".split()
)
_NOT_ONE = frozenset("side end another hand more time day way who which thing".split())
_ARTICLE_COUNTS = frozenset(
    "slice clove stick sheet sprig bunch stalk can packet pack package sachet cube strip piece"
    " rasher fillet".split()
)
_PORTIONS = _ARTICLE_COUNTS | {"part", "dose", "portion"}
_OF = re.compile(r"\.?\s(?:\([^()]{0,40}\)\s)?(?:of|more)\b")


def count_at(text: str, number: Number, begin: int) -> StatedQuantity | None:
    """The count that a number without a unit states; ``begin`` is where its range begins."""
    if number.is_article:
        return _counted_with_article(text, number)
    before = text[max(0, begin - CONTEXT) : begin]
    if _LABELLED.search(before):
        return None
    return _repeated(text, number, before, begin) or _counted(text, number, begin)


def _repeated(text: str, number: Number, before: str, begin: int) -> StatedQuantity | None:
    """ "2x buffer" is a concentration, "3x" and "3 times" say how often."""
    if not number.is_word and (fold := _FOLD.match(text, number.char_end)):
        end = number.char_end + len(fold[0].rstrip(" -"))
        return StatedQuantity("concentration", number.value, None, FOLD, begin, end)
    times = _REPEATED.match(text, number.char_end)
    if times is None or (times[0].strip() in "x×" and _MAGNIFIED.search(before)):
        return None
    return StatedQuantity("count", number.value, None, TIMES, begin, times.end())


def _counted(text: str, number: Number, begin: int) -> StatedQuantity | None:
    """The number with the plural that it counts, or with a singular after "one"."""
    if not _may_count(text, number):
        return None
    noun = _singular_at(text, number) if number.value == 1 else _plural_at(text, number)
    if noun is None:
        return None
    name, end = lemma(noun[0]), noun[1]
    if name in _NOT_COUNTED or (number.value is not None and number.value < 1):
        return None
    return StatedQuantity("count", number.value, None, Unit(name, "count"), begin, end)


def _plural_at(text: str, number: Number) -> tuple[str, int] | None:
    """The last of the first plurals after a number, with its end: "4 Phillips screws"."""
    skipped = _OR_MORE.match(text, number.char_end) or _OF_THEM.match(text, number.char_end)
    noun = None
    for word, end in _words_after(text, skipped.end() if skipped else number.char_end):
        if _is_plural(word):
            noun = word, end
        elif noun:
            break
    return noun


def _singular_at(text: str, number: Number) -> tuple[str, int] | None:
    """The noun after "one", with its end: the last word before one that ends the phrase."""
    words = _words_after(text, number.char_end)
    if not words or words[0][0] in _NOT_ONE or len(words) == _MOST_WORDS:
        return None
    if words[0][0] in _PORTIONS:
        return words[0]
    return None if words[-1][0].endswith("ly") else words[-1]


def _words_after(text: str, place: int) -> list[tuple[str, int]]:
    """Words in lower case with their ends, up to one that cannot be part of a noun phrase."""
    words: list[tuple[str, int]] = []
    while len(words) < _MOST_WORDS and (match := _NEXT_WORD.match(text, place)):
        if match["word"].lower() in _STOP_WORDS:
            break
        place = match.end()
        words.append((match["word"].lower(), place))
    return words


def _counted_with_article(text: str, number: Number) -> StatedQuantity | None:
    """ "A slice of bread": one slice."""
    match = _NEXT_WORD.match(text, number.char_end)
    if match is None or match["word"].lower() not in _ARTICLE_COUNTS:
        return None
    if not _OF.match(text, match.end()):
        return None
    unit = Unit(match["word"].lower(), "count")
    return StatedQuantity("count", number.value, None, unit, number.char_start, match.end())


def _is_plural(word: str) -> bool:
    return word not in _VERBS and lemma(word) != word


def _may_count(text: str, number: Number) -> bool:
    """Return False for years, decimal fractions and "the one"."""
    written = text[number.char_start : number.char_end]
    is_whole = "." not in written or (number.value or 0.0) % 1.0 == 0.0
    if not text[number.char_end : number.char_end + 1].isspace() or not is_whole:
        return False
    if number.value is not None and 1900 <= number.value < 2100 and len(written) == 4:
        return False
    before = max(0, number.char_start - CONTEXT)
    return not (number.value == 1 and _THE.search(text, before, number.char_start))
