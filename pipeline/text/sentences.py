"""The sentences of running text, by rules and without spaCy, since discovery must start at once.

Rules rather than spaCy's sentencizer, which breaks after every full stop that is a token ("2 min.
at 94 °C", "approx. 5 g"). On prose without such traps the two agree.
"""

from __future__ import annotations

import re

__all__ = ["sentence_spans"]

# never the end of a sentence
_TITLES = frozenset({
    "dr", "mr", "mrs", "ms", "mx", "prof", "st", "sgt", "capt", "lt", "col", "gen", "rev",
    "hon", "ca", "cf", "e.g", "i.e", "eg", "ie", "viz", "vs",
})  # fmt: skip
# not before what they count: "No. 5", "Fig. A1"
_COUNTERS = frozenset({
    "no", "nos", "fig", "figs", "eq", "eqs", "sec", "sect", "ch", "chap", "vol", "vols", "p",
    "pp", "para", "art", "ref", "refs", "tab", "cat", "lot", "ed", "eds", "ver", "v", "n", "nr",
})  # fmt: skip
# in the middle of a sentence unless a capital follows
_UNITS = frozenset({
    "approx", "incl", "excl", "resp", "esp", "s", "sec", "secs", "min", "mins", "h", "hr",
    "hrs", "d", "wk", "wks", "mo", "mos", "yr", "yrs", "g", "kg", "mg", "l", "ml", "cl", "dl",
    "cm", "mm", "km", "m", "in", "ft", "yd", "oz", "lb", "lbs", "tsp", "tsps", "tbsp", "tbs",
    "tbsps", "pt", "qt", "gal", "pkg", "pkt", "doz", "rpm", "temp", "temps", "vol", "wt", "max",
    "abt", "bicarb", "marg", "tblsp",
    "avg", "dia", "diam", "conc", "deg", "sq", "cu", "qty", "etc", "al", "inc", "ltd", "co",
    "corp", "bros", "jr", "sr", "dept", "est", "a.m", "p.m", "am", "pm", "jan", "feb", "mar",
    "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "tues", "wed",
    "thu", "thur", "thurs", "fri", "sat", "sun", "ave", "rd", "blvd", "opt", "soln", "std",
    "spp", "sp", "var", "subsp",
})  # fmt: skip
# so common at the start of a sentence that what stands before them has ended
_STARTERS = frozenset({
    "a", "add", "after", "all", "also", "an", "and", "as", "at", "before", "both", "but", "by",
    "during", "each", "finally", "first", "for", "from", "he", "her", "his", "how", "however",
    "if", "in", "it", "its", "let", "mix", "next", "now", "on", "once", "only", "open", "or",
    "our", "place", "pour", "put", "remove", "repeat", "she", "since", "so", "some", "that",
    "the", "their", "then", "there", "these", "they", "this", "those", "thus", "to", "turn",
    "until", "use", "wait", "we", "what", "when", "where", "while", "who", "with", "you",
    "your",
})  # fmt: skip

_CLOSERS = r"""["'”’»›)\]}」』]"""
_END = re.compile(
    rf"""(?P<mark>[.!?…]+|[。！？｡])(?P<closers>(?:{_CLOSERS}|\[\d+\])*)
         (?:(?P<gap>\s+)|(?<=[。！？｡])|(?<=[a-z]{{2}}\.)(?=[A-Z][a-z])|\Z)
      |(?P<paragraph>\r?\n[^\S\n]*\r?\n\s*)""",
    re.VERBOSE,
)
_OPENERS = "\"'“‘«‹([{*_¿¡#"
_ACRONYM = re.compile(r"(?:[^\W\d]\.)+[^\W\d]\Z")
_ENUMERATOR = re.compile(r"(?:step\s+)?(?:\d{1,3}|[a-z]|[ivx]{1,5})\Z", re.IGNORECASE)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the sentences of ``text``: half-open spans, in order, without white space around.

    A blank line always ends one. Linear in the length of the text.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        end = match.start() if match["paragraph"] else match.end("closers")
        if match["paragraph"] or _ends_sentence(text, start, match):
            _append(spans, text, start, end)
            start = match.end()
    _append(spans, text, start, len(text))
    return spans


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    sentence = text[start:end]
    kept = sentence.strip()
    if any(character.isalnum() for character in kept):
        first = start + sentence.index(kept)
        spans.append((first, first + len(kept)))


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    """Return True if the mark in ``match`` ends the sentence that began at ``start``."""
    mark, gap = match["mark"], match["gap"]
    if match.end() == len(text) or mark in "。！？｡" or (gap and gap.count("\n") > 1):
        return True
    before = text[max(start, match.start() - 60) : match.start()]
    following = _first_word(text[match.end() : match.end() + 40])
    if gap is None:  # "soil.The water", but no file name or address
        return not re.search(r"[./@\d]\S*\Z", before) and not re.search(r"[./@]\w", following)
    if match["closers"] and mark != ".":
        return not following[:1].islower()  # "Is it hot?" asks the cook
    if "." not in mark and "…" not in mark:
        return True
    if mark != ".":
        return _is_capital(following)
    if match["closers"]:
        return not following[:1].islower()
    whole = match.start() - start <= 60
    return _full_stop_ends(before.split(), following, whole=whole)


def _full_stop_ends(words: list[str], following: str, *, whole: bool) -> bool:
    """Return True if a full stop after ``words`` ends the sentence; ``whole`` if they are all."""
    last = words[-1].lstrip(_OPENERS) if words else ""
    form = last.lower()
    if whole and _ENUMERATOR.match(" ".join(words).lstrip(_OPENERS)):
        return False
    if form in _TITLES:
        return False
    if form in _COUNTERS and (_is_label(following) or following[:1].islower()):
        return False
    if form in _UNITS:
        return _is_capital(following)
    if _ACRONYM.match(form):
        return following.lower() in _STARTERS
    if len(form) == 1 and form.isalpha():
        named = last.isupper() and (len(words) < 2 or words[-2][:1].isupper())
        return _is_capital(following) and (not named or following.lower() in _STARTERS)
    return True


def _first_word(text: str) -> str:
    words = text.split(maxsplit=1)
    return words[0].lstrip(_OPENERS).rstrip(".,;:)]") if words else ""


def _is_capital(word: str) -> bool:
    """Return True if a sentence may begin with this: "The", but also "pH" and "mRNA"."""
    return word[:4] != word[:4].lower()


def _is_label(word: str) -> bool:
    """Return True if a counter may stand before this: "5", "12b", "A1", "B"."""
    return any(map(str.isdigit, word)) or (len(word) == 1 and word.isupper() and word not in "AI")
