"""Quotations: the step of a document that answers a question which no known question fits."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.questions.answer_types import Answer, Support
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.phrasing import quoted
from pipeline.questions.step_search import Passage

__all__ = ["quoted_answer"]


def quoted_answer(
    passages: Sequence[Passage],
    document: DocumentScope,
    *,
    opening: str = "",
    alternatives: bool = False,
) -> Answer:
    """The answer that quotes these steps, after an ``opening`` ("No.").

    Those that answer together come in the order of the text; ``alternatives`` stay in their own.
    """
    if not alternatives:
        passages = sorted(passages, key=lambda passage: passage.step)
    numbers = {passage.step for passage in passages}
    return Answer(
        kind="quoted",
        outcome="answered",
        sentence=f"{opening} {_quotation(passages, alternatives=alternatives)}".strip(),
        taken_as=None,
        question="steps",
        parameters={"document": document.id},
        document=document.id,
        rows=tuple(row for row in document.ask("steps") if row["step"] in numbers),
        support=_support(passages, document),
        probability=None,
        unsure=False,
    )


def _quotation(passages: Sequence[Passage], *, alternatives: bool) -> str:
    """``The text says, step 5: “…”; step 6: “…”``, or ``…; or else step 6: “…”``."""
    quotes = [f"step {passage.step}: {quoted(passage.text)}" for passage in passages]
    return f"The text says, {('; or else ' if alternatives else '; ').join(quotes)}."


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
