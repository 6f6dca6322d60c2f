"""The HTTP API under /api/v1: what the command line answers with ``--json``, over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Response
from fastapi.security import HTTPBearer

from pipeline.errors import BadInput
from pipeline.exports.output_files import Format, file_text
from pipeline.exports.records import graph_record
from pipeline.exports.snapshot import snapshot_graph
from pipeline.questions.catalogue import catalogue
from pipeline.questions.explain import explain
from pipeline.questions.limits import MOST_DOCUMENTS_FOLLOWED
from pipeline.questions.lineage import lineage, lineage_facts
from pipeline.stores.read import find_reading, resolve_document
from pipeline.web.bodies import ForgetBody, QueryBody, TextBody
from pipeline.web.dependencies import Work
from pipeline.web.responses import PlainJson
from stepgraph.arguments import utc_time

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


bearer = HTTPBearer(auto_error=False, description="The token, if the app has one.")
api_router = APIRouter(
    prefix="/api/v1", default_response_class=PlainJson, dependencies=[Depends(bearer)]
)


@api_router.get("/documents", tags=["documents"])
def list_documents(services: Work, as_of: AsOf = None) -> Response:
    """Every document with its current reading, by id."""
    with services.graphs() as graphs:
        return PlainJson([asdict(reading) for reading in graphs.documents(as_of=as_of)])


@api_router.get("/show", tags=["documents"])
def show(services: Work, document: DocumentName, as_of: AsOf = None) -> Response:
    """One document: its steps, entities, presences and events, and what read it."""
    with services.graphs() as graphs:
        graph = graphs.graph(document, as_of=as_of)
        reading = find_reading(graph.document.id, store=graphs.store, as_of=utc_time(as_of))
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


@api_router.get("/explain", tags=["documents"], summary="Explain")
def explain_cell(
    services: Work,
    document: DocumentName,
    entity: Annotated[str, Query(description="Any name of the entity.")],
    step: Annotated[int, Query(description="State after this step; 0 is before step 1.")],
    as_of: AsOf = None,
) -> Response:
    """Where an entity is after a step, and why: sentences, probabilities, the reading."""
    with services.graphs() as graphs:
        explanation = explain(
            document,
            entity,
            step,
            store=graphs.store,
            as_of=utc_time(as_of),
            unsure_below=services.settings.unsure_below,
        )
        return PlainJson(asdict(explanation))


@api_router.get("/lineage", tags=["questions"], summary="Lineage")
def follow(
    services: Work,
    document: DocumentName,
    direction: Annotated[Literal["onward", "back"], Query()] = "onward",
    depth: Annotated[int | None, Query(ge=1, le=1_000, description="Hops; all by default.")] = None,
    as_of: AsOf = None,
) -> Response:
    """Which documents use up what this one makes, or make what it uses up, hop by hop."""
    with services.graphs() as graphs:
        hops = lineage(
            resolve_document(document, store=graphs.store),
            store=graphs.store,
            direction=direction,
            depth=depth,
            as_of=utc_time(as_of),
            most_documents=MOST_DOCUMENTS_FOLLOWED,
        )
        return PlainJson(lineage_facts(hops, below=services.settings.unsure_below))


@api_router.get("/ask", tags=["questions"])
def ask(
    services: Work,
    question: Annotated[str, Query(max_length=1_000, description="A question in English.")],
    document: Annotated[str | None, Query(description="Ask about this document only.")] = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
) -> Response:
    """Answer a question in English, with the sentences that support the answer."""
    with services.graphs() as graphs:
        answer = graphs.ask(question, document, as_of=as_of, unsure_below=unsure_below)
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
    with services.graphs() as graphs:
        if body.name is not None:
            rows = graphs.query(body.name, as_of=as_of, **_named(body.parameters))
        else:
            rows = graphs.cypher(
                body.cypher or "",
                body.parameters,
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
    document, result = services.ingest(body.model_dump())
    failures = [failure.error for failure in result.failed]
    counts = {"written": result.written, "unchanged": result.unchanged}
    return PlainJson({"document": document} | counts | {"failures": failures})


@api_router.post("/forget", tags=["store"])
def forget(services: Work, body: ForgetBody) -> Response:
    """Erase a document, past readings too. Needs an app that was started with --write."""
    footprint = services.forget(body.document, erase=body.yes)
    done = "erased" if body.yes else "nothing"
    return PlainJson(asdict(footprint) | {"spooled": footprint.spooled is not None, "done": done})


def _named(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, none of which has the name of an argument of ours."""
    if taken := sorted(parameters.keys() & {"name", "as_of", "self"}):
        raise BadInput(f"a question has no parameter {taken[0]!r}")
    return dict(parameters)
