"""Characters of print as plain text: "10⁵" for ten to the fifth, "H₂O" for water, "fi" for "ﬁ"."""

from __future__ import annotations

__all__ = ["LIGATURES", "subscript", "superscript"]

LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)

_PLAIN = "0123456789+-=()"
_RAISED = str.maketrans(_PLAIN + "−–in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻⁻ⁱⁿ")
_LOWERED = str.maketrans(_PLAIN + "−–aeox", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋₋ₐₑₒₓ")
_ORDINALS = ("st", "nd", "rd", "th", "°", "o", "®", "™", "tm")


def superscript(words: str) -> str:
    """Return raised words: in Unicode, else after a ``^``. A footnote mark is left out."""
    words = words.strip()
    if words.lower() in _ORDINALS:
        return words.replace("o", "°")
    if words.startswith("[") or not words:
        return ""
    return _written(words, _RAISED, "^")


def subscript(words: str) -> str:
    """Return lowered words: in Unicode, else after a ``_``."""
    words = words.strip()
    return _written(words, _LOWERED, "_") if words else ""


def _written(words: str, characters: dict[int, int], mark: str) -> str:
    if all(ord(character) in characters for character in words):
        return words.translate(characters)
    return mark + words if len(words.split()) == 1 else f"{mark}({words})"
