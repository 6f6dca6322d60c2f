"""Tools that change nothing. The docstring of each is the description that agents read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import chain, groupby, zip_longest
from operator import itemgetter
from typing import Annotated, Any

from pydantic import Field

from pipeline.agents.arguments import (
    After,
    AsOf,
    DocumentName,
    Entities,
    Limit,
    Offset,
    Parameters,
    State,
    Steps,
    Text,
    Title,
    chosen_time,
)
from pipeline.agents.graph_facts import procedure_page, snapshot_page
from pipeline.agents.pages import fitting, page_of
from pipeline.agents.results import (
    AnswerPage,
    DocumentFacts,
    DocumentsPage,
    ExplainedCell,
    LineagePage,
    ProcedurePage,
    QuestionsPage,
    RowsPage,
    SchemaFacts,
    SnapshotPage,
)
from pipeline.agents.schema_facts import question_facts, schema_facts
from pipeline.questions.catalogue import find
from pipeline.questions.lineage import Direction
from pipeline.questions.row_pages import RowsPage as CataloguePage
from pipeline.questions.row_pages import answering_column
from pipeline.services.facts import (
    explained_cell,
    graph_and_reading,
    lineage_of,
    rows_of_cypher,
    rows_of_question,
)
from pipeline.services.services import Services
from pipeline.stores.read import StoredReading
from pipeline.stores.store import Row

__all__ = ["ReadingTools", "text_record"]

DOCUMENTS_SHOWN = 50
STEPS_SHOWN = 20
ROWS_SHOWN = 100


@dataclass(frozen=True, slots=True)
class ReadingTools:
    """The tools that every agent gets, over the services of one server."""

    services: Services

    def read_procedure(
        self,
        text: Text = "",
        steps: Steps = None,
        title: Title = "",
        entities: Entities = None,
        offset: Offset = 0,
        limit: Limit = STEPS_SHOWN,
    ) -> ProcedurePage:
        """Read the text of a procedure and return its temporal graph; nothing is stored.

        The result has the things that it finds and, for each step, what is created, moved or
        destroyed, from where to where, with the words that state it and a probability. Use it for
        a recipe, a lab protocol, an operating procedure or another text in steps that is not in
        the store. For more steps call it again with the same text and the next_offset.
        """
        reading = self.services.read(text_record(text, steps, title, entities))
        return procedure_page(
            reading.graph,
            model=reading.model,
            checkpoint=reading.checkpoint,
            offset=offset,
            limit=limit,
        )

    def list_documents(
        self,
        search: Annotated[
            str, Field(description="Words in the id, title or source; by default any.")
        ] = "",
        as_of: AsOf = "",
        after: After = "",
        limit: Limit = DOCUMENTS_SHOWN,
    ) -> DocumentsPage:
        """List the documents of the store by id, with title, number of steps and reading.

        Call it first to learn the ids that the other tools take.
        """
        with self.services.graphs() as graphs:
            page = graphs.documents_page(
                limit=limit, after=after, words=[search] if search else [], as_of=chosen_time(as_of)
            )
        documents = fitting(list(map(_document, page.readings)))
        is_cut = len(documents) < len(page.readings)
        return DocumentsPage(
            documents=documents,
            next_after=documents[-1].document if is_cut else page.next_after,
        )

    def show_document(
        self,
        document: DocumentName,
        as_of: AsOf = "",
        offset: Offset = 0,
        limit: Limit = STEPS_SHOWN,
    ) -> ProcedurePage:
        """Show a stored document: its things and materials, and each step with what it changes.

        Every change has the sentence that states it, the character positions of the words in it,
        and a probability; unsure ones are marked.
        """
        moment = chosen_time(as_of)
        graph, reading = graph_and_reading(document, self.services, as_of=moment)
        return procedure_page(
            graph,
            model=reading.model,
            checkpoint=reading.checkpoint,
            offset=offset,
            limit=limit,
            reading=reading.number,
            recorded_from=reading.recorded_from,
        )

    def snapshot(
        self,
        document: DocumentName,
        step: State,
        as_of: AsOf = "",
        offset: Offset = 0,
        limit: Limit = ROWS_SHOWN,
    ) -> SnapshotPage:
        """Show where every thing of a document is after a step, and which do not exist then."""
        with self.services.graphs() as graphs:
            graph = graphs.graph(document, as_of=chosen_time(as_of))
        return snapshot_page(graph, step, offset=offset, limit=limit)

    def explain(
        self,
        document: DocumentName,
        entity: Annotated[str, Field(description="Any name of the thing.")],
        step: State,
        as_of: AsOf = "",
    ) -> ExplainedCell:
        """Explain where one thing is after a step: what came before, the change, what follows.

        Each link of the chain has its sentence, character positions and probability.
        """
        moment = chosen_time(as_of)
        return ExplainedCell(explained_cell(document, entity, step, self.services, as_of=moment))

    def ask(
        self,
        question: Annotated[
            str,
            Field(
                max_length=1_000,
                description='A question in English, such as "Where is the water after step 3?"',
            ),
        ],
        document: Annotated[
            str, Field(description="Ask about this document only; by default about all.")
        ] = "",
        as_of: AsOf = "",
        after: After = "",
        offset: Offset = 0,
        limit: Limit = ROWS_SHOWN,
    ) -> AnswerPage:
        """Answer a question in English about where things are and what steps do to them.

        The answer is a sentence; support has the sentences of the document that state it. If
        unsure is true, state that when you pass the answer on. If kind is quoted, the graph has no
        answer and the sentence only quotes the text. A question that cannot be answered is refused
        with questions that can. An answer of many documents has the first hundred; call it again
        with next_after for more.
        """
        with self.services.graphs() as graphs:
            answer = graphs.ask(question, document or None, as_of=chosen_time(as_of), after=after)
        pairs = list(zip_longest(answer.rows, answer.support))  # so one offset serves both
        page = page_of(pairs, offset=offset, limit=limit)
        facts = asdict(answer) | {
            "rows": [row for row, _ in page.items if row is not None],
            "support": [support for _, support in page.items if support is not None],
        }
        return AnswerPage(**facts, total=page.total, next_offset=page.next_offset)

    def query_catalogue(
        self,
        name: Annotated[str, Field(description="Name of a question, from list_questions.")],
        parameters: Parameters = None,
        as_of: AsOf = "",
        after: After = "",
        offset: Offset = 0,
        limit: Limit = ROWS_SHOWN,
    ) -> RowsPage:
        """Ask a question of the catalogue by its name and return its rows.

        Those across documents have pages of limit documents: use after, not offset.

        The rows have their evidence and probability. Documents, things and places are found by any
        name that people call them by.
        """
        moment = chosen_time(as_of)
        page = rows_of_question(
            name, parameters or {}, self.services, as_of=moment, limit=limit, after=after
        )
        if not find(name).is_across:
            return _rows_page(page.rows, offset=offset, limit=limit)
        return _documents_page(name, page)

    def query_cypher(
        self,
        cypher: Annotated[str, Field(description="One Cypher statement, which only reads.")],
        parameters: Parameters = None,
        all_readings: Annotated[
            bool,
            Field(description="Allow a statement that does not choose the readings that hold."),
        ] = False,
        as_of: AsOf = "",
        offset: Offset = 0,
        limit: Limit = ROWS_SHOWN,
    ) -> RowsPage:
        """Run one Cypher statement that only reads, and return its rows.

        Begin it with MATCH (r:Reading {recorded_until: $open_end}), the readings that hold now;
        $open_end is filled in. The tool schema has the labels, relationship types, properties and
        examples. Statements that write, load files or call procedures are refused. End it with
        ORDER BY if you need more than one page.
        """
        rows = rows_of_cypher(
            cypher,
            parameters or {},
            self.services,
            as_of=chosen_time(as_of),
            all_readings=all_readings,
        )
        return _rows_page(rows, offset=offset, limit=limit)

    def lineage(
        self,
        document: DocumentName,
        direction: Annotated[
            Direction,
            Field(description="onward: who uses what this document makes; back: who makes it."),
        ] = "onward",
        depth: Annotated[
            int | None, Field(ge=1, le=1_000, description="Hops; by default all.")
        ] = None,
        as_of: AsOf = "",
        offset: Offset = 0,
        limit: Limit = ROWS_SHOWN,
    ) -> LineagePage:
        """Follow what a document makes into the documents that use it up, or back, hop by hop.

        Both ends of a hop have the sentence that states it, its positions and its probability.
        """
        facts = lineage_of(
            document,
            self.services,
            direction=direction,
            depth=depth,
            as_of=chosen_time(as_of),
        )
        page = page_of(facts["hops"], offset=offset, limit=limit)
        facts["hops"] = page.items
        return LineagePage(**facts, total=page.total, next_offset=page.next_offset)

    def list_questions(self, offset: Offset = 0, limit: Limit = DOCUMENTS_SHOWN) -> QuestionsPage:
        """List the questions of the catalogue, for query_catalogue, with parameters and columns."""
        page = page_of(question_facts(), offset=offset, limit=limit)
        return QuestionsPage(questions=page.items, total=page.total, next_offset=page.next_offset)

    def schema(self) -> SchemaFacts:
        """Show what Cypher can name: labels, relationship types, properties, counts, examples."""
        return schema_facts(self.services)


def text_record(
    text: str, steps: list[str] | None, title: str, entities: list[str] | None
) -> dict[str, Any]:
    """The document that a tool was given, as a line of a JSON lines file describes it."""
    record = {"text": text, "steps": steps, "title": title, "entities": entities}
    return {name: value for name, value in record.items() if value}


def _document(reading: StoredReading) -> DocumentFacts:
    return DocumentFacts(
        document=reading.document,
        title=reading.title,
        source=reading.source,
        n_steps=reading.n_steps,
        reading=reading.number,
        model=reading.model,
        recorded_from=reading.recorded_from,
    )


def _documents_page(name: str, page: CataloguePage) -> RowsPage:
    """The rows of whole documents, as many as a page may hold."""
    column = answering_column(name)
    documents = [list(rows) for _, rows in groupby(page.rows, key=itemgetter(column))]
    shown = fitting(documents)
    last = shown[-1][0][column] if len(shown) < len(documents) else page.next_after
    return RowsPage(rows=list(chain(*shown)), total=None, next_offset=None, next_after=last)


def _rows_page(rows: list[Row], *, offset: int, limit: int) -> RowsPage:
    page = page_of(rows, offset=offset, limit=limit)
    return RowsPage(rows=page.items, total=page.total, next_offset=page.next_offset)
