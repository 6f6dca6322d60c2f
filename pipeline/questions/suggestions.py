"""Questions that suit a document, for those who asked one that cannot be answered."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.parser import NotUnderstood
from pipeline.questions.phrasing import named, short
from pipeline.questions.question_words import content_stems, stems_of

__all__ = ["EXAMPLES", "not_understood", "suggestions"]

EXAMPLES = (
    "Which documents mention water?",
    'stepgraph ask DOCUMENT "What are the steps?"',
    'stepgraph ask DOCUMENT "What is tracked?"',
)


def not_understood(text: str, questions: Sequence[str]) -> NotUnderstood:
    """The refusal of a question, with others to ask instead, one on a line."""
    lines = "\n".join(f"  {question}" for question in questions)
    return NotUnderstood(f"{text[:200]!r} is not understood; you can ask\n{lines}")


def suggestions(text: str, document: DocumentScope) -> list[str]:
    """Three questions about what the text names, else about what is tracked in the document."""
    entities = list(dict.fromkeys(row["entity"] for row in document.ask("entities")))
    content = set(content_stems(text))
    entities.sort(key=lambda entity: -len(content.intersection(stems_of(entity))))
    if not entities:
        return ["What are the steps?", "What happens in step 1?", "Which places are named?"]
    thing = named(short(entities[0]))
    last = document.n_steps
    return [f"What happens to {thing}?", f"Where is {thing} after step {last}?", "What is tracked?"]
