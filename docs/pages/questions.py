"""The catalogue of questions, from the headers of ``cypher/questions/``."""

from __future__ import annotations

from collections.abc import Sequence

from pages.tables import as_code, table
from pipeline.questions.catalogue import Field, catalogue
from pipeline.questions.forms import FORMS

__all__ = ["question_reference"]


def question_reference() -> str:
    """Return the Markdown of all questions: an overview, then each with its Cypher."""
    overview = table(
        ["Name", "Question"],
        [
            (f"[`{question.name}`](#{question.name})", question.question)
            for question in catalogue().values()
        ],
    )
    parts = [overview]
    for question in catalogue().values():
        parts += [
            f"## {question.name}",
            question.question,
            _english(question.name),
            _fields("Parameter", question.own_parameters),
            _fields("Column", question.columns),
            f"Rows: {question.rows}.",
            f"Source: {question.source}.".replace("..", "."),
            f"```cypher\n{_statement(question.cypher)}\n```",
        ]
    return "\n\n".join(part for part in parts if part)


def _english(name: str) -> str:
    """Return examples of how ``stepgraph ask`` is asked this question; empty if it is not."""
    examples = [f"“{form.example}”" for form in FORMS if form.question == name]
    return f"In English: {', '.join(examples)}" if examples else ""


def _fields(heading: str, fields: Sequence[Field]) -> str:
    if not fields:
        return ""
    return table(
        [heading, "Type", ""],
        [
            (as_code(field.name), field.type + (" or NULL" if field.nullable else ""), field.note)
            for field in fields
        ],
    )


def _statement(cypher: str) -> str:
    """Return the file's text without the header."""
    lines = cypher.rstrip().splitlines()
    source = next(order for order, line in enumerate(lines) if line.startswith("// source:"))
    first = source + 1
    while lines[first].startswith("//   "):
        first += 1
    return "\n".join(lines[first:])
