"""An answer to an English question, and the sentences that support it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pipeline.domain.confidence import is_unsure
from pipeline.domain.html_table import Cell, html_output, html_table
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.single_document import Outcome
from pipeline.stores.store import Row

__all__ = ["Answer", "Kind", "Support", "supports_of"]

Kind = Literal["known", "closest", "quoted"]


@dataclass(frozen=True, slots=True)
class Support:
    """A sentence that states the answer, in the words ``text[char_start:char_end]``.

    Both ends are -1 where no words do. ``probability`` is that of the place or change that the
    sentence states, ``unsure`` True if it is below the threshold. ``reading`` is the number of the
    document's reading and ``model`` what made it.
    """

    document: str
    title: str
    entity: str | None
    step: int
    text: str
    char_start: int
    char_end: int
    probability: float | None
    reading: int
    model: str
    unsure: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """An English sentence, and the rows of the catalogue's ``question`` that it is made of.

    ``kind`` is "known" if the question has a known form, "closest" if the known question closest in
    meaning was asked, which is in ``taken_as``, and "quoted" if the sentence quotes the text and
    states no fact of the graph. ``outcome`` is whether there is an answer, and if not, why.
    ``document`` is None where several were asked; their rows then name the document.
    ``probability`` is that of the answer, if it makes several statements that of the least sure
    one, None where it makes none. ``unsure`` is True if that is below the threshold; the sentence
    then states it. ``next_after`` is the id of the document after which the next page of an answer
    of many documents begins, None if this is all.
    """

    kind: Kind
    outcome: Outcome
    sentence: str
    taken_as: str | None
    question: str
    parameters: Mapping[str, Any]
    document: str | None
    rows: tuple[Row, ...]
    support: tuple[Support, ...]
    probability: float | None
    unsure: bool
    next_after: str | None = None

    def __repr__(self) -> str:
        return (
            f"Answer(sentence={self.sentence!r}, probability={self.probability},"
            f" unsure={self.unsure}, n_support={len(self.support)})"
        )

    def _repr_html_(self) -> str:
        """The sentence above a table of its evidence, for notebooks."""
        headings = ["document", "step", "sentence", "probability"]
        table = html_table(headings, [_evidence_row(support) for support in self.support])
        return html_output(self.sentence, table if self.support else "")


def _evidence_row(support: Support) -> list[Cell | str]:
    probability = support.probability
    return [
        support.document,
        str(support.step),
        Cell(support.text, marked=(support.char_start, support.char_end)),
        ""
        if probability is None
        else Cell(
            f"{probability:.2f}{', unsure' if support.unsure else ''}",
            classes=("unsure",) if support.unsure else (),
        ),
    ]


def supports_of(
    rows: Sequence[Row], *, entity: str | None, document: DocumentScope, below: float
) -> tuple[Support, ...]:
    """The rows that have evidence; ``entity`` is what a row without an entity is about."""
    return tuple(
        Support(
            document=document.id,
            title=document.title,
            entity=row.get("entity", entity),
            step=row["evidence_step"],
            text=row["evidence_text"],
            char_start=row["char_start"],
            char_end=row["char_end"],
            probability=row["probability"],
            reading=document.number,
            model=document.model,
            unsure=is_unsure(row["probability"], below=below),
        )
        for row in rows
        if row.get("evidence_step") is not None
    )
