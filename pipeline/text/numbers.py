"""Numbers in running text: digits, fractions, powers of ten and number words.

What is longer than ``_MOST_DIGITS`` digits is no number. Every pattern reads a bounded number of
characters from where it starts, so the time is linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Number", "numbers_in"]

_MOST_DIGITS = 15
_SPACE = "[ \\t\u00a0\u2009\u202f]"
_FRACTION_SIGNS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_RATIO = r"\d{1,4}[/⁄]\d{1,4}(?![/⁄\d])"
_OF_A = rf"(?:{_SPACE}(?:of{_SPACE})?an?(?={_SPACE}))?"
_SPACE_OR_HYPHEN = "[ \\u00a0-]"
_INTEGER = rf"\d{{1,{_MOST_DIGITS}}}"
_EXPONENT = r"(?:\^[-+−]?\d{1,2}|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})"
_DIGITS = rf"""
    (?P<mixed>\d{{1,4}}(?:{_SPACE}{{1,2}}|-){_RATIO}|\d{{1,4}}{_SPACE}?[{_FRACTION_SIGNS}])
  | (?P<ratio>{_RATIO}|[{_FRACTION_SIGNS}]){_OF_A}
  | (?P<power>10{_EXPONENT})
  | (?P<decimal>
        (?:[1-9]\d{{0,2}}(?:[\u00a0\u2009\u202f]\d{{3}}|{_SPACE}0\d\d){{1,4}}(?!{_SPACE}?\d)
          |\d{{1,3}}(?:,\d{{3}}){{1,4}}(?:\.{_INTEGER})?(?!,?\d)
          |{_INTEGER}(?:[.,]{_INTEGER})?|\.{_INTEGER})
        (?:{_SPACE}?[x×·*]{_SPACE}?10(?P<exponent>{_EXPONENT})|[eE][-+]?\d{{1,2}}(?![\w.]))?
    )
"""
_WORDS = {
    word: float(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
    if value
} | {
    word: 10.0 * tens
    for tens, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), start=3)
}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "dozen": 12.0}
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_UNITS = "one two three four five six seven eight nine".split()
_WORD = (
    rf"(?P<word>(?:a|one|two|three){_SPACE_OR_HYPHEN}(?:half|thirds?|quarters?|eighths?){_OF_A}"
    rf"|(?:{'|'.join(_TENS)})[- ](?:{'|'.join(_UNITS)})|{'|'.join(_WORDS)}"
    rf"|half{_SPACE}an?|(?:a{_SPACE})?quarter{_SPACE}of{_SPACE}an?|(?:a{_SPACE})?couple(?:{_SPACE}of)?|(?:a{_SPACE})?few|several|an?)"
    r"(?![\w'’-]*['’]\w)(?!\w)"
)
_HALF = rf"(?P<half>{_SPACE}and{_SPACE}a{_SPACE}half(?!\w))?"
_SCALE = rf"(?:{_SPACE}?(?P<scale>hundred|thousand|million|billion|dozen)(?:{_SPACE}of)?(?!\w))?"
_NUMBER = re.compile(
    rf"(?<![\w.,/⁄^])(?:{_DIGITS.strip()}|{_WORD})(?!\d|[.,/⁄:]\d){_HALF}{_SCALE}",
    re.VERBOSE | re.IGNORECASE,
)
_FACTOR = re.compile(rf"{_SPACE}?[x×·*]")  # what stands before a power of ten
_DECIMAL, _BETWEEN = "0123456789", "- \t\u00a0\u2009\u202f"  # in a mixed number
_PARTS = {2: "half", 3: "third", 4: "quarter", 8: "eighth"}
_VAGUE = frozenset({"few", "several"})


@dataclass(frozen=True, slots=True)
class Number:
    """A number at ``[char_start, char_end)``; ``value`` is None for "a few" and "several".

    ``is_article``: it is "a" or "an", which counts as a number only before a unit.
    ``is_word``: it is written in letters.
    """

    value: float | None
    char_start: int
    char_end: int
    is_word: bool = False
    is_article: bool = False


def numbers_in(text: str) -> Iterator[Number]:
    """The numbers of a text, left to right."""
    for match in _NUMBER.finditer(text):
        word = match["word"]
        value = _of_word(word.lower()) if word else _of_digits(match)
        if value is not None and match["half"]:
            value += 0.5
        if value is not None and match["scale"]:
            value *= _SCALES[match["scale"].lower()]
        is_article = bool(word) and match[0].lower() in ("a", "an")
        yield Number(value, *match.span(), is_word=bool(word), is_article=is_article)


def _of_word(word: str) -> float | None:
    """Value of a number word; None if it is vague."""
    words = word.replace("-", " ").split()
    if words[0] == "half":
        return 0.5
    for part, name in _PARTS.items():
        if len(words) > 1 and words[1].startswith(name):
            return _WORDS.get(words[0], 1.0) / part
    if words[0] == "quarter":
        return 0.25
    if "couple" in words:
        return 2.0
    if _VAGUE & set(words):
        return None
    if words[0] in ("a", "an"):
        return 1.0
    return sum(_WORDS[part] for part in words)


def _of_digits(match: re.Match[str]) -> float:
    if match["ratio"]:
        return _of_ratio(match["ratio"])
    if match["power"]:
        return float(10.0 ** _exponent(match["power"][2:]))
    if match["mixed"]:
        whole = match["mixed"][: len(match["mixed"]) - len(match["mixed"].lstrip(_DECIMAL))]
        return float(whole) + _of_ratio(match["mixed"][len(whole) :].strip(_BETWEEN))
    value = float(_plain(_FACTOR.split(match["decimal"], maxsplit=1)[0]))
    return value * 10.0 ** _exponent(match["exponent"]) if match["exponent"] else value


def _of_ratio(text: str) -> float:
    if len(text) == 1:
        return unicodedata.numeric(text)
    above, below = re.split("[/⁄]", text)
    return float(above) / float(below) if float(below) else float(above)


def _exponent(text: str) -> int:
    return int(text.translate(_SUPERSCRIPTS).lstrip("^"))


def _plain(digits: str) -> str:
    """Digits with a decimal point: "1,000" is a thousand, "1,5" and "0,500" are fractions."""
    if re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", digits):
        return digits.replace(",", "")
    return re.sub(_SPACE, "", digits).replace(",", ".")
