"""The Porter stemmer (Porter 1980) with NLTK's extensions: words of one stem are one place.

The keys of the shipped table of places have these stems. They equal those of NLTK's PorterStemmer,
which takes as long to import as the reader's own weights to load: it brings scipy and scikit-learn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["stem"]

_IRREGULAR = {
    "sky": "sky",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    "innings": "inning",
    "inning": "inning",
    "outings": "outing",
    "outing": "outing",
    "cannings": "canning",
    "canning": "canning",
    "howe": "howe",
    "proceed": "proceed",
    "exceed": "exceed",
    "succeed": "succeed",
}
_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize",
    "bli": "ble", "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize",
    "ation": "ate", "ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful",
    "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "fulli": "ful",
}  # fmt: skip
_STEP_3 = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()


def stem(word: str) -> str:
    """Return the stem of a word in lower case."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _without_ending(_without_plural(word))
    if word.endswith("y") and len(word) > 2 and _is_consonant(word[:-1], -1):
        word = word[:-1] + "i"
    word = _step_2(word)
    word = _replaced(word, _STEP_3.items(), lambda stem, _: _measure(stem) > 0)
    word = _replaced(word, ((suffix, "") for suffix in _STEP_4), _is_long_before)
    return _without_last_letter(word)


def _without_plural(word: str) -> str:
    """Step 1a."""
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_ending(word: str) -> str:
    """Step 1b: -ed and -ing."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        base = word.removesuffix(suffix)
        if base != word and not all(_consonants(base)):
            return _with_final_e(base)
    return word


def _with_final_e(base: str) -> str:
    """What a word was before it lost -ed or -ing: "hopp" is "hop", "fil" is "file"."""
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if len(base) > 1 and base[-1] == base[-2] and _is_consonant(base, -1):
        return base if base[-1] in "lsz" else base[:-1]
    return base + "e" if _measure(base) == 1 and _is_short(base) else base


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])
    if word.endswith("logi") and not word.endswith(tuple(_STEP_2)):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replaced(word, _STEP_2.items(), lambda stem, _: _measure(stem) > 0)


def _is_long_before(stem: str, suffix: str) -> bool:
    return _measure(stem) > 1 and (suffix != "ion" or stem[-1] in "st")


def _without_last_letter(word: str) -> str:
    """Steps 5a and 5b: a final -e, and one of a final -ll."""
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _is_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _replaced(
    word: str, rules: Iterable[tuple[str, str]], applies: Callable[[str, str], bool]
) -> str:
    """Apply the first rule whose suffix the word has, if ``applies`` to what is before it."""
    for suffix, replacement in rules:
        if word.endswith(suffix):
            base = word[: -len(suffix)]
            return base + replacement if applies(base, suffix) else word
    return word


def _consonants(word: str) -> list[bool]:
    """For each letter whether it is a consonant; a y is one where no consonant precedes it."""
    consonants: list[bool] = []
    for place, letter in enumerate(word):
        after_consonant = place > 0 and consonants[-1]
        consonants.append(not after_consonant if letter == "y" else letter not in "aeiou")
    return consonants


def _is_consonant(word: str, place: int) -> bool:
    return _consonants(word)[place]


def _measure(base: str) -> int:
    """The number of vowels that a consonant follows: m in [C](VC){m}[V]."""
    consonants = _consonants(base)
    return sum(
        after and not before for before, after in zip(consonants, consonants[1:], strict=False)
    )


def _is_short(base: str) -> bool:
    """Return True for an end of consonant, vowel, consonant (no w, x or y), and for "ox", "in"."""
    ends = _consonants(base)
    if len(base) == 2:
        return ends == [False, True]
    return ends[-3:] == [True, False, True] and base[-1] not in "wxy"
