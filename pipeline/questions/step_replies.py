"""Replies about the steps of a document and about its lists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from pipeline.domain.lemmas import word_forms
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.phrasing import changes, comma_list, number, quoted, sentence, steps
from pipeline.questions.question_words import content_stems
from pipeline.questions.single_document import DocumentReply, Names, describe_inputs
from pipeline.stores.store import Row

__all__ = [
    "count_steps",
    "describe_changes_between",
    "describe_step",
    "list_materials",
    "list_steps_naming",
]


def count_steps(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    rows = document.ask("steps")
    return DocumentReply(
        f"There {'is' if len(rows) == 1 else 'are'} {number(len(rows), 'step')}.", rows
    )


def describe_step(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """The words of the step at a time; of the next or the last one "after" or "before" a step."""
    assert parsed.time is not None  # the form must have a time
    offset = {"before": -1, "at": 0, "after": 1}[parsed.time.relation]
    step = document.step(parsed.time, first=0) + offset
    rows = [row for row in document.ask("steps") if row["step"] == step]
    if not rows:
        return DocumentReply(sentence("there is no such step"), outcome="nothing")
    return DocumentReply(f"Step {step}: {quoted(rows[0]['text'])}.", rows)


def list_steps_naming(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """The steps whose text holds the words of a name, each with its sentence."""
    stems = content_stems(parsed.thing or "") or [(parsed.thing or "").lower()]
    forms = [_forms(word) for word in stems]
    words = list(dict.fromkeys(chain(*forms)))
    rows = document.ask("steps-naming", words=words)
    matches = [_matches(row["text"].lower(), forms) for row in rows]
    most = max(matches, default=0)
    rows = [row for row, n in zip(rows, matches, strict=True) if n == most]
    rows.sort(key=lambda row: int(row["step"]))
    parameters = {"words": words}
    if not rows:
        text = sentence(f"no step names {parsed.thing}")
        return DocumentReply(text, outcome="not tracked", parameters=parameters)
    verb = "names" if len(rows) == 1 else "name"
    quotes = "; ".join(f"step {row['step']}: {quoted(row['text'])}" for row in rows)
    text = f"{steps(row['step'] for row in rows)} {verb} {parsed.thing}; {quotes}"
    return DocumentReply(sentence(text), rows, parameters=parameters)


def _forms(word: str) -> list[str]:
    """A word and its irregular plural: ``leaf, leaves``; "onion" is found within "onions"."""
    return [word, *(form for form in word_forms(word) if word not in form)]


def _matches(text: str, words: Sequence[Sequence[str]]) -> int:
    """The number of words of which the text holds a form."""
    return sum(any(form in text for form in forms) for forms in words)


def list_materials(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """What the document lists as needed; without a list, what goes in."""
    rows = document.ask("materials")
    if not rows:
        return describe_inputs(document, parsed, names)
    return DocumentReply(f"Listed: {comma_list([_material(row) for row in rows])}.", rows)


def describe_changes_between(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """The changes after one step, up to another."""
    assert parsed.between is not None  # the form's patterns have two steps
    first, last = (document.checked_step(step) for step in sorted(parsed.between))
    rows = [row for row in document.ask("changes") if first < row["step"] <= last]
    if rows:
        return DocumentReply(changes(rows), rows)
    none = f"nothing that is tracked changes after step {first} up to step {last}"
    return DocumentReply(sentence(none), outcome="nothing")


def _material(row: Row) -> str:
    note = f" ({row['note']})" if row["note"] else ""
    parts: Sequence[str | None] = (row["amount"], row["unit"], row["material"])
    return " ".join(part for part in parts if part) + note
