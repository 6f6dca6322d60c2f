"""Numbers of steps in other signs: "① Open it", "Step one: Open it"."""

from __future__ import annotations

import re

__all__ = ["with_plain_numbers"]

_CIRCLED = re.compile(r"^(?P<indent>[ \t]*)(?P<sign>[\u2460-\u2473])[ \t]*(?=\S)", re.MULTILINE)
_FIRST_CIRCLED = ord("\u2460")
_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_IN_WORDS = re.compile(
    rf"^(?P<step>[ \t#*]*step )(?P<word>{'|'.join(_WORDS)})\b", re.MULTILINE | re.IGNORECASE
)
_FEWEST = 2


def with_plain_numbers(text: str) -> str:
    """Return the text with figures for circled numbers and words that number lines, if they count.

    One alone stays: it may be the key of a picture.
    """
    if _counts([ord(sign) - _FIRST_CIRCLED for sign in _signs(_CIRCLED, "sign", text)]):
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
