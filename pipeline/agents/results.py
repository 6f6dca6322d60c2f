"""Results of the tools: their fields are the output schemas that agents read."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field, RootModel

from pipeline.domain.grid import Change
from pipeline.questions.answer_types import Kind, Support
from pipeline.questions.example_queries import ExampleQuery
from pipeline.questions.explain import Explanation
from pipeline.questions.lineage import Direction
from pipeline.questions.single_document import Outcome
from pipeline.stores.contents import LabelContents, RelationshipContents

__all__ = [
    "AnswerPage",
    "ChangeFacts",
    "DocumentFacts",
    "DocumentsPage",
    "EntityFacts",
    "ExplainedCell",
    "ForgottenDocument",
    "LineagePage",
    "PresenceFacts",
    "ProcedurePage",
    "QuestionFacts",
    "QuestionsPage",
    "QuotedEvidence",
    "RowsPage",
    "SchemaFacts",
    "SnapshotPage",
    "StepFacts",
    "StoredDocument",
]


class PageOfResult(BaseModel):
    """A part of a result that may be long."""

    total: int = Field(description="Number of items on all pages.")
    next_offset: int | None = Field(
        description="Call again with this offset for the next page; null on the last page."
    )


NextAfter = Annotated[
    str | None,
    Field(
        description="Call again with this as after for the next documents; null if there are none."
    ),
]


class QuotedEvidence(BaseModel):
    """What the document says: text[char_start:char_end], or the whole text if both are -1."""

    step: int
    text: str = Field(description="The text of that step.")
    char_start: int
    char_end: int


class EntityFacts(BaseModel):
    """A thing that is tracked."""

    name: str
    aliases: tuple[str, ...]


class PresenceFacts(BaseModel):
    """A thing at a place after the steps from_step to until_step - 1."""

    entity: str
    location: str = Field(description="Place in the words of the text; ? if it is not stated.")
    kind: str = Field(description="stated or somewhere.")
    from_step: int
    until_step: int
    probability: float
    unsure: bool
    evidence: QuotedEvidence | None


class ChangeFacts(BaseModel):
    """What a step does to a thing."""

    entity: str
    change: Change
    origin: str | None = Field(description="Place before; null if the step creates the thing.")
    destination: str | None = Field(description="Place after; null if the step destroys it.")
    probability: float = Field(description="Of the change and its place.")
    unsure: bool
    evidence: QuotedEvidence | None


class StepFacts(BaseModel):
    """A step and what changes in it."""

    step: int = Field(description="From 1.")
    text: str
    label: str | None = Field(description="Heading that the step stands under.")
    alternative: str | None = Field(description="What may be done instead.")
    changes: list[ChangeFacts]
    quantities: list[dict[str, Any]] = Field(description="Amounts, times and temperatures.")


class ProcedurePage(PageOfResult):
    """A procedure; the pages are of its steps, and lists of the whole are on the first page."""

    document: str
    title: str
    n_steps: int
    entities: list[EntityFacts]
    materials: list[dict[str, Any]] = Field(description="Ingredients, reagents and tools listed.")
    quantities: list[dict[str, Any]] = Field(description="Of the materials.")
    start: list[PresenceFacts] = Field(description="What is there before step 1.")
    steps: list[StepFacts]
    unsure_below: float
    model: str
    checkpoint: str
    reading: int | None = Field(description="Number of the reading; null if it is not stored.")
    recorded_from: datetime | None


class DocumentFacts(BaseModel):
    """A document with the reading that holds."""

    document: str = Field(description="Its id.")
    title: str
    source: str
    n_steps: int
    reading: int
    model: str
    recorded_from: datetime


class DocumentsPage(BaseModel):
    """Documents by id."""

    documents: list[DocumentFacts]
    next_after: NextAfter


class SnapshotPage(PageOfResult):
    """Where things are after a step; the pages are of presences."""

    document: str
    title: str
    step: int
    n_steps: int
    text: str | None = Field(description="The text of the step; null for step 0.")
    changes: list[ChangeFacts] = Field(description="What this step changes; on the first page.")
    presences: list[PresenceFacts]
    absent: list[str] = Field(description="Things that do not exist then; on the first page.")


class ExplainedCell(RootModel[Explanation]):
    """Where a thing is after a step, and why."""


class AnswerPage(PageOfResult):
    """An answer; the pages are of its rows and its support."""

    sentence: str
    kind: Kind = Field(
        description="known: a question of the catalogue; closest: taken as the known question in "
        "taken_as; quoted: sentences of the text, no fact of the graph."
    )
    outcome: Outcome
    taken_as: str | None
    question: str = Field(description="Name in the catalogue, for query_catalogue.")
    parameters: dict[str, Any]
    document: str | None
    rows: list[dict[str, Any]]
    support: list[Support] = Field(description="Sentences that state the answer.")
    probability: float | None = Field(description="Of the least sure statement.")
    unsure: bool
    next_after: NextAfter


class RowsPage(BaseModel):
    """Rows by column."""

    rows: list[dict[str, Any]]
    total: int | None = Field(
        description="Number of rows on all pages; null where many documents may answer."
    )
    next_offset: int | None = Field(
        description="Call again with this offset for the next rows; null on the last page."
    )
    next_after: NextAfter = None


class QuestionFacts(BaseModel):
    """A question of the catalogue."""

    name: str
    question: str
    parameters: dict[str, str] = Field(description="Type of each parameter.")
    columns: dict[str, str] = Field(description="Type of each column.")


class QuestionsPage(PageOfResult):
    """Questions by name."""

    questions: list[QuestionFacts]


class LineagePage(PageOfResult):
    """Documents that use what others make; the pages are of hops."""

    document: str
    direction: Direction
    hops: list[dict[str, Any]] = Field(description="maker makes what user uses up.")
    cycles: list[list[str]]
    cut: bool = Field(description="Whether some hops are left out, for depth or number.")


class SchemaFacts(BaseModel):
    """What Cypher can name in this store, with counts."""

    engine: str
    schema_version: int
    older_readings: int = Field(description="Readings that no longer hold.")
    labels: tuple[LabelContents, ...]
    relationships: tuple[RelationshipContents, ...]
    examples: list[ExampleQuery]


class StoredDocument(BaseModel):
    """A document that was stored."""

    document: str = Field(description="Its id.")
    written: int = Field(description="1 if a new reading was stored.")
    unchanged: int = Field(description="1 if the same text was stored before.")


class ForgottenDocument(BaseModel):
    """What forgetting a document erases."""

    document: str
    readings: int
    steps: int
    in_ledger: bool
    source: str
    forgotten: bool = Field(description="Whether it was forgotten before.")
    done: str = Field(description="erased, or nothing if it was not confirmed.")
