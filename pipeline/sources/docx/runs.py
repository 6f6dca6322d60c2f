"""The words of a Word paragraph: as they are printed, with all changes accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.sources.docx.styles import Styles, child, is_on, name_of, value
from pipeline.sources.scripts import subscript, superscript

__all__ = ["Words", "words_of"]

# what is not printed: deleted words, words moved away, and a second form of a drawing
_LEFT_OUT = {"del", "moveFrom", "Fallback"}
_SYMBOLS = {
    "f0b7": "•", "f0a7": "▪", "f0a8": "☐", "f06f": "☐", "f0fc": "✓", "f0fe": "☑", "f0d8": "➢",
    "f0e0": "→", "f06d": "µ", "f0b0": "°", "f0b1": "±", "f0b4": "×", "2610": "☐", "2612": "☒",
}  # fmt: skip


@dataclass(slots=True)
class Words:
    """The text of a paragraph; ``lead`` counts the characters of a bold beginning.

    ``size`` is that of its largest letters in points. Lines are apart by line feeds, and what is
    set with tabs by tabs.
    """

    text: str
    lead: int = 0
    size: float = 0.0
    is_italic: bool = True

    @property
    def is_bold(self) -> bool:
        return self.lead >= len(self.text) > 0


def words_of(paragraph: Any, styles: Styles) -> Words:
    """Return the words of a paragraph element."""
    words, is_lead = Words(""), True
    for run in _runs(paragraph):
        text = _run_text(run)
        if not text:
            continue
        words.is_italic = words.is_italic and (styles.is_italic(run) or not text.strip())
        words.size = max(words.size, styles.size(paragraph, run))
        if is_lead and (styles.is_bold(paragraph, run) or not text.strip()):
            words.text += text
            words.lead = len(words.text)
        else:
            is_lead = False
            words.text += text
    stripped = words.text.lstrip()
    words.lead = max(0, words.lead - (len(words.text) - len(stripped)))
    words.text = stripped.rstrip()
    return words


def _runs(element: Any) -> Iterator[Any]:
    """The runs below an element, also in links, fields, content controls and insertions."""
    for each in element:
        name = name_of(each)
        if name == "r":
            yield each
        elif name not in _LEFT_OUT:
            yield from _runs(each)


def _run_text(run: Any) -> str:
    if is_on(child(run, "rPr", "vanish")):
        return ""
    parts = []
    for each in run:
        match name_of(each):
            case "t":
                parts.append(each.text or "")
            case "tab" | "ptab":
                parts.append("\t")
            case "br" | "cr":
                parts.append("\n")
            case "noBreakHyphen":
                parts.append("-")
            case "sym":
                parts.append(_SYMBOLS.get((value(each, "char") or "").lower(), "•"))
    text = "".join(parts)
    match value(child(run, "rPr", "vertAlign")):
        case "superscript":
            return superscript(text)
        case "subscript":
            return subscript(text)
    return text
