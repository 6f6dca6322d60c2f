"""Quotations: the step of a document that answers a question which no known question fits."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.questions.answer_types import Answer, Support
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.meaning import similarities
from pipeline.questions.phrasing import quoted
from pipeline.questions.question_words import content_stems
from pipeline.questions.step_search import Passage, search_steps
from pipeline.stores.store import Row

__all__ = ["best_passages", "quoted_answer"]

LEAST_SCORE, LEAST_COVERED = 0.45, 0.2  # of a passage that is quoted
TIE = 0.15  # a second passage with a score this close is quoted too


def best_passages(question: str, rows: Sequence[Row]) -> list[Passage]:
    """The step that answers best, with a second one that is nearly as good; none if none fits.

    ``rows`` are those of the question "steps".
    """
    passages = search_steps(question, [row["text"] for row in rows], similarity=similarities)
    least = LEAST_COVERED if content_stems(question) else 0.0
    if not passages or passages[0].score < LEAST_SCORE or passages[0].covered < least:
        return []
    ties = [passage for passage in passages if passages[0].score - passage.score < TIE]
    return sorted(ties[:2], key=lambda passage: passage.step)


def quoted_answer(
    passages: Sequence[Passage], document: DocumentScope, *, opening: str = ""
) -> Answer:
    """The answer that quotes these steps, after an ``opening`` ("No.")."""
    numbers = {passage.step for passage in passages}
    return Answer(
        kind="quoted",
        outcome="answered",
        sentence=f"{opening} {_quotation(passages)}".strip(),
        taken_as=None,
        question="steps",
        parameters={"document": document.id},
        document=document.id,
        rows=tuple(row for row in document.ask("steps") if row["step"] in numbers),
        support=_support(passages, document),
        probability=None,
        unsure=False,
    )


def _quotation(passages: Sequence[Passage]) -> str:
    """``The text says, step 5: “…”``, with a second step after a semicolon."""
    quotes = [f"step {passage.step}: {quoted(passage.text)}" for passage in passages]
    return f"The text says, {'; '.join(quotes)}."


def _support(passages: Sequence[Passage], document: DocumentScope) -> tuple[Support, ...]:
    """The steps that are quoted, as sentences without marked words."""
    return tuple(
        Support(
            document=document.id,
            title=document.title,
            entity=None,
            step=passage.step,
            text=passage.text,
            char_start=-1,
            char_end=-1,
            probability=None,
            reading=document.number,
            model=document.model,
        )
        for passage in passages
    )
