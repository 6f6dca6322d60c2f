"""The HTTP API under /api/v1: what the command line answers with ``--json``, over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response
from fastapi.security import HTTPBearer

from pipeline.errors import BadInput
from pipeline.exports.output_files import Format, file_text
from pipeline.exports.records import graph_record
from pipeline.exports.snapshot import snapshot_graph
from pipeline.questions.catalogue import catalogue
from pipeline.services.facts import (
    erase_document,
    explained_cell,
    graph_and_reading,
    lineage_of,
    rows_of_cypher,
    rows_of_question,
    store_text,
)
from pipeline.web.bodies import ForgetBody, QueryBody, TextBody
from pipeline.web.dependencies import Work
from pipeline.web.responses import PlainJson

__all__ = ["api_router"]

MEDIA_TYPES: Mapping[Format, str] = {
    "json": "application/json",
    "graphml": "application/graphml+xml",
    "gexf": "application/gexf+xml",
}

DocumentName = Annotated[
    str, Query(description="Id of a document, or its title or file name if no other has it.")
]
AsOf = Annotated[
    datetime | None,
    Query(description="Use the store as it was at this time; UTC unless a zone is given."),
]
UnsureBelow = Annotated[
    float | None,
    Query(ge=0.0, le=1.0, description="Mark answers less probable than this as unsure."),
]
After = Annotated[
    str, Query(description="Only documents after this id, the last of the page before.")
]

bearer = HTTPBearer(auto_error=False, description="The token, if the app has one.")
api_router = APIRouter(
    prefix="/api/v1", default_response_class=PlainJson, dependencies=[Depends(bearer)]
)


@api_router.get("/documents", tags=["documents"])
def list_documents(
    services: Work,
    as_of: AsOf = None,
    limit: Annotated[int, Query(ge=1, le=1_000, description="Most documents.")] = 1_000,
    after: After = "",
) -> Response:
    """Documents with their current readings, by id; the next page is after the last of them."""
    with services.graphs() as graphs:
        page = graphs.documents_page(limit=limit, after=after, as_of=as_of)
    return PlainJson([asdict(reading) for reading in page.readings])


@api_router.get("/show", tags=["documents"])
def show(services: Work, document: DocumentName, as_of: AsOf = None) -> Response:
    """One document: its steps, entities, presences and events, and what read it."""
    graph, reading = graph_and_reading(document, services, as_of=as_of)
    facts = graph_record(graph) | {"unsure_below": graph.unsure_below}
    return PlainJson(facts | asdict(reading))


@api_router.get("/snapshot", tags=["documents"])
def snapshot(
    services: Work,
    document: DocumentName,
    step: Annotated[int, Query(description="State after this step; 0 is before step 1.")],
    format: Annotated[Literal["json", "graphml", "gexf"], Query()] = "json",
    as_of: AsOf = None,
) -> Response:
    """The graph after a step, in a format that NetworkX reads."""
    with services.graphs() as graphs:
        graph = graphs.graph(document, as_of=as_of)
    text = file_text(snapshot_graph(graph, step), format)
    return Response(text, media_type=MEDIA_TYPES[format])


@api_router.get("/explain", tags=["documents"])
def explain(
    services: Work,
    document: DocumentName,
    entity: Annotated[str, Query(description="Any name of the entity.")],
    step: Annotated[int, Query(description="State after this step; 0 is before step 1.")],
    as_of: AsOf = None,
) -> Response:
    """Where an entity is after a step, and why: sentences, probabilities, the reading."""
    return PlainJson(asdict(explained_cell(document, entity, step, services, as_of=as_of)))


@api_router.get("/lineage", tags=["questions"])
def lineage(
    services: Work,
    document: DocumentName,
    direction: Annotated[Literal["onward", "back"], Query()] = "onward",
    depth: Annotated[int | None, Query(ge=1, le=1_000, description="Hops; all by default.")] = None,
    as_of: AsOf = None,
) -> Response:
    """Which documents use up what this one makes, or make what it uses up, hop by hop."""
    return PlainJson(lineage_of(document, services, direction=direction, depth=depth, as_of=as_of))


@api_router.get("/ask", tags=["questions"])
def ask(
    services: Work,
    question: Annotated[str, Query(max_length=1_000, description="A question in English.")],
    document: Annotated[str | None, Query(description="Ask about this document only.")] = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
    limit: Annotated[int, Query(ge=1, le=1_000, description="Most documents of an answer.")] = 100,
    after: After = "",
) -> Response:
    """Answer a question in English, with the sentences that support the answer."""
    with services.graphs() as graphs:
        answer = graphs.ask(
            question, document, as_of=as_of, unsure_below=unsure_below, limit=limit, after=after
        )
        return PlainJson(asdict(answer))


@api_router.get("/questions", tags=["questions"])
def list_questions() -> Response:
    """The questions that a query can ask by name, with their parameters and columns."""
    return PlainJson([asdict(question) for question in catalogue().values()])


@api_router.post("/query", tags=["questions"])
def query(services: Work, body: QueryBody, as_of: AsOf = None) -> Response:
    """Rows of a named question, or of a Cypher statement that only reads."""
    if (body.name is None) == (body.cypher is None):
        raise BadInput("give either the name of a question or the cypher of your own query")
    if body.name is not None:
        page = rows_of_question(
            body.name,
            body.parameters,
            services,
            as_of=as_of,
            limit=body.limit,
            after=body.after,
        )
        return PlainJson(page.rows)
    rows = rows_of_cypher(
        body.cypher or "",
        body.parameters,
        services,
        as_of=as_of,
        all_readings=body.all_readings,
    )
    return PlainJson(rows)


@api_router.get("/status", tags=["store"])
def status(services: Work) -> Response:
    """Documents written, pending and failed, with their errors; null if none was ingested."""
    from pipeline.ledger.status import status_record

    queue = services.queue()
    return PlainJson(queue and status_record(queue.status, queue.failures))


@api_router.post("/read", tags=["read"])
def read(services: Work, body: TextBody) -> Response:
    """Read a text and return its graph; nothing is stored."""
    reading = services.read(body.model_dump())
    made_by = {"model": reading.model, "checkpoint": reading.checkpoint}
    return PlainJson(graph_record(reading.graph) | made_by)


@api_router.post("/ingest", tags=["store"])
def ingest(services: Work, body: TextBody) -> Response:
    """Read a text and store its graph. Needs an app that was started with --write."""
    return PlainJson(store_text(body.model_dump(), services))


@api_router.post("/forget", tags=["store"])
def forget(services: Work, body: ForgetBody) -> Response:
    """Erase a document, past readings too. Needs an app that was started with --write."""
    return PlainJson(erase_document(body.document, services, erase=body.yes))
