"""Questions that suit a document, for those who asked one that cannot be answered."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.parser import NotUnderstood
from pipeline.questions.phrasing import named, short
from pipeline.questions.question_words import content_stems, stems_of
from pipeline.questions.step_search import Passage

__all__ = ["EXAMPLES", "closest_step", "not_understood", "suggestions"]

SHOWN = 200  # characters of a step that a refusal shows
EXAMPLES = (
    "Which documents mention water?",
    'stepgraph ask DOCUMENT "What are the steps?"',
    'stepgraph ask DOCUMENT "What is tracked?"',
)


def not_understood(
    text: str, questions: Sequence[str], closest: Sequence[Passage] = ()
) -> NotUnderstood:
    """The refusal of a question, with the step that is ``closest``, and others to ask instead.

    Each of these is on a line.
    """
    step = "".join(f"; {closest_step(passage)}" for passage in closest)
    lines = "\n".join(f"  {question}" for question in questions)
    return NotUnderstood(f"{text[:200]!r} is not understood{step}; you can ask\n{lines}")


def closest_step(passage: Passage) -> str:
    """A clause that names a step and quotes its beginning."""
    return f"the closest is step {passage.step}: {_opening(passage.text)}"


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


def _opening(text: str) -> str:
    """A step on one line in quotes, cut if it is long."""
    words = " ".join(text.split())
    shown = words if len(words) <= SHOWN else words[:SHOWN].rsplit(" ", 1)[0] + " …"
    return f"“{shown}”"
