"""Numbers of steps in other signs: "① Open it", "Step one: Open it"."""

from __future__ import annotations

import re

__all__ = ["with_plain_numbers"]

_CIRCLED = re.compile(r"^(?P<indent>[ \t]*)(?P<sign>[\u2460-\u2473])[ \t]*(?=\S)", re.MULTILINE)
_IN_TEXT = re.compile(r"[\u2460-\u2473](?= ?[A-Za-z])")
_INLINE = re.compile(r"(?<=[.!?,;] )[\u2461-\u2473](?= ?[A-Za-z])")  # in the middle of a line
_FIRST_CIRCLED = ord("\u2460")
_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_IN_WORDS = re.compile(
    rf"^(?P<step>[ \t#*]*step )(?P<word>{'|'.join(_WORDS)})\b", re.MULTILINE | re.IGNORECASE
)
_CIRCLED_LINE = re.compile(r"^[ \t]*[\u2460-\u2473][ \t]*(?P<words>\S.*)", re.MULTILINE)
_FEWEST = 2
_WORDS_OF_STEP = 2.5  # on average


def with_plain_numbers(text: str) -> str:
    """Return the text with figures for circled numbers and words that number lines, if they count.

    One alone stays, and so does the key of a picture: "① lever".
    """
    if _counts([ord(sign) - _FIRST_CIRCLED for sign in _IN_TEXT.findall(text)]):
        text = _INLINE.sub(r"\n\g<0>", text)
    circled = [ord(sign) - _FIRST_CIRCLED for sign in _signs(_CIRCLED, "sign", text)]
    n_words = [len(line.split()) for line in _signs(_CIRCLED_LINE, "words", text)]
    if _counts(circled) and sum(n_words) >= _WORDS_OF_STEP * len(n_words):
        text = _CIRCLED.sub(
            lambda line: f"{line['indent']}{ord(line['sign']) - _FIRST_CIRCLED + 1}. ", text
        )
    if _counts([_WORDS.index(word.lower()) for word in _signs(_IN_WORDS, "word", text)]):
        text = _IN_WORDS.sub(
            lambda line: f"{line['step']}{_WORDS.index(line['word'].lower()) + 1}", text
        )
    return text


def _signs(lines: re.Pattern[str], group: str, text: str) -> list[str]:
    return [match[group] for match in lines.finditer(text)]


def _counts(numbers: list[int]) -> bool:
    """Return True for 0, 1, 2 and so on, perhaps from 0 on again."""
    follows = all(
        number in (0, above + 1) for above, number in zip([-1, *numbers], numbers, strict=False)
    )
    return len(numbers) >= _FEWEST and follows
