"""Sentences of running instructions that give the doer nothing to do: "This takes ten minutes.".

A trained classifier says which. In a description ("The water is warm.") what is the case belongs to
the procedure, so nothing is left out there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.text.action_verbs import acts
from pipeline.text.headings import is_time
from pipeline.text.paragraph_forms import CLOSING
from pipeline.text.phrases import load_phrases
from pipeline.text.sentences import sentence_spans

__all__ = ["are_asides", "without_remarks"]

_CLAUSES = re.compile(r"[;:–—]\s|, (?:and|so|then)\s")
_REQUIREMENT = re.compile(r"\b(?:must|ha(?:s|ve) to|needs? to)\b", re.IGNORECASE)
_FEWEST = 4  # sentences of a text
_MOST = 0.6  # of them that may be remarks


def without_remarks(sentences: Sequence[str]) -> list[bool]:
    """Return which of the sentences of a running text belong to the procedure.

    All do in a short text, in a description, and where most would go. What has a plain order
    ("Wipe the seat …", "It is cold, so wipe it …") always does, as do lines without a full stop.
    """
    lines = [" ".join(words.split()) for words in sentences]
    if len(lines) < _FEWEST:
        return [True] * len(lines)
    remarks = load_phrases().are_remarks(lines)
    are_items = [CLOSING.search(words) is None for words in lines]  # "Half fill a jar with soil"
    are_items = are_items if sum(are_items) > 1 else [False] * len(lines)
    kept = [
        not remark or is_item or _has_order(words)
        for words, remark, is_item in zip(lines, remarks, are_items, strict=True)
    ]
    return kept if kept.count(False) <= _MOST * len(kept) else [True] * len(kept)


def are_asides(paragraph: str) -> bool:
    """Return True if no sentence belongs to the procedure: "Some people use soap. I had two."."""
    line = " ".join(paragraph.split())
    sentences = [line[start:end] for start, end in sentence_spans(line)]
    if not sentences or any(map(_has_order, sentences)):
        return False
    return load_phrases().are_surely_remarks(sentences)


def _has_order(words: str) -> bool:
    clauses = _CLAUSES.split(words)
    if is_time(clauses[0]) or _REQUIREMENT.search(words):
        return True  # "Evening: warm milk.", "It must be dry."
    return any(map(acts, clauses))
