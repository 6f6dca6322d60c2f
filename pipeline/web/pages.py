"""The pages of the app. They need no script; text of documents is escaped by the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse

from pipeline.domain.intervals import merge_intervals
from pipeline.errors import BadInput, EmptyStore, StepgraphError
from pipeline.pages.assets import content_security_policy
from pipeline.pages.shown_readings import ShownReading, stored_readings, unstored_reading
from pipeline.pages.view import PageLink, view_page
from pipeline.questions.answer_types import Support
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.lineage import Hop, lineage
from pipeline.questions.shared_concepts import SharedConcept, concepts_among, concepts_around
from pipeline.questions.suggestions import suggestions
from pipeline.services.services import Services
from pipeline.stores.concepts import decisions
from pipeline.stores.read import DocumentsPage, count_documents, list_readings, resolve_document
from pipeline.web.access_rules import COOKIE
from pipeline.web.concept_picture import draw_concepts
from pipeline.web.dependencies import Work
from pipeline.web.document_links import ANOTHER_TEXT, DOCUMENTS, document_links
from pipeline.web.errors import status_of
from pipeline.web.html import html_page, rules_of
from pipeline.web.lineage_picture import draw_lineage
from stepgraph.api import Graphs

__all__ = ["page_router"]

DOCUMENTS_SHOWN = 100  # on a page of the list
DOCUMENTS_PICTURED = 40
EXAMPLE_QUESTIONS = ("Which documents mention water?", "Where does the water go?")
SESSION_SECONDS = 12 * 3600
EXAMPLE = "Pour the milk into the jug. Steam the milk. Pour the milk into the cup. Drink the milk."

page_router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Text = Annotated[str, Query(max_length=2_000)]


@page_router.get("/")
def documents(request: Request, services: Work, q: Text = "", after: Text = "") -> Response:
    """A page of the documents; those whose id, title or source has the words of ``q``."""
    page, n_documents = DocumentsPage([], None), 0
    with suppress(EmptyStore), services.graphs() as graphs:
        page = graphs.documents_page(limit=DOCUMENTS_SHOWN, after=after, words=q.split())
        n_documents = _count(graphs, services)
    return html_page(
        request,
        "documents.html",
        readings=page.readings,
        n_documents=n_documents,
        q=q,
        after=after,
        next_after=page.next_after,
        queue=services.queue(),
    )


@page_router.get("/document")
def document(
    services: Work,
    name: Text,
    first: Annotated[int | None, Query(alias="from")] = None,
    second: Annotated[int | None, Query(alias="to")] = None,
) -> Response:
    """The view of one document, or of two of its readings, as ``stepgraph view`` writes it."""
    with services.graphs() as graphs:
        shown, before = stored_readings(
            name, graphs.store, first=first, second=second, as_of=None, below=graphs.unsure_below
        )
        readings = list_readings(graphs.store, shown.reading.document)
    return _view(shown, before=before, links=document_links(shown.reading, before, readings))


@page_router.get("/ask")
def ask(
    request: Request,
    services: Work,
    question: Text = "",
    document: Text = "",
    after: Text = "",
) -> Response:
    """The ask box, and the answer with its sentences."""
    answer, error = None, ""
    examples: Sequence[str] = EXAMPLE_QUESTIONS
    with services.graphs() as graphs:
        shown = graphs.documents_page(limit=DOCUMENTS_SHOWN).readings
        names = [reading.document for reading in shown]
        try:
            if question.strip():
                answer = graphs.ask(question, document or None, after=after)
            elif document:
                name = resolve_document(document, store=graphs.store)
                examples = suggestions("", DocumentScope.open(name, store=graphs.store, as_of=None))
        except StepgraphError as refusal:
            error = str(refusal)
    return html_page(
        request,
        "ask.html",
        question=question,
        document=document,
        names=names,
        answer=answer,
        error=error,
        examples=examples,
        supports=[] if answer is None else [_marked(each) for each in answer.support],
    )


@page_router.get("/concepts")
def concepts(request: Request, services: Work, document: Text = "") -> Response:
    """What ties documents together, as pictures: of all documents, or around one."""
    with services.graphs() as graphs:
        shown = graphs.documents_page(limit=DOCUMENTS_SHOWN).readings
        titles = {reading.document: reading.title for reading in shown}
        n_documents = _count(graphs, services)
        names = list(titles)
        start = resolve_document(document, store=graphs.store) if document else None
        ties = services.kept.result(
            ("ties", start),
            lambda: _ties(graphs, names[:DOCUMENTS_PICTURED], start),
            state=services.stores.state,
        )
        merged = [each for each in decisions(graphs.store) if each.ended is None]
    return html_page(
        request,
        "concepts.html",
        names=names[:DOCUMENTS_SHOWN],
        document=start or "",
        n_pictured=min(len(names), DOCUMENTS_PICTURED),
        n_documents=n_documents,
        concepts=draw_concepts(ties.concepts, titles=titles, start=start),
        picture=draw_lineage(ties.hops, start=start, titles=titles),
        hops=ties.hops,
        decisions=merged,
    )


@page_router.get("/try")
def try_it(request: Request) -> Response:
    """The form that reads a text without storing it."""
    return html_page(request, "try.html", text=EXAMPLE, title="", entities="", error="")


@page_router.post("/try")
async def read_text(request: Request, services: Work) -> Response:
    """Read the text of the form: show its view, or store it if the form asks for that."""
    fields = _form(await request.body())
    return await run_in_threadpool(_answer_form, request, services, fields)


@page_router.get("/sign-in")
def sign_in(request: Request) -> Response:
    """The form for the token."""
    return html_page(request, "sign_in.html", error="")


@page_router.post("/sign-in")
async def begin_session(request: Request) -> Response:
    """Give a browser that knows the token a cookie for half a day."""
    rules = rules_of(request)
    if not rules.is_token(_form(await request.body()).get("token", "")):
        return html_page(request, "sign_in.html", error="This is not the token.", status=401)
    answer = RedirectResponse("/", status_code=303)
    answer.set_cookie(
        COOKIE,
        rules.session(),
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@dataclass(frozen=True, slots=True)
class MarkedSupport:
    """A sentence in pieces; those that state the answer are marked."""

    support: Support
    pieces: tuple[tuple[str, bool], ...]


def _marked(support: Support) -> MarkedSupport:
    pieces: list[tuple[str, bool]] = []
    end = 0
    spans = [(support.char_start, support.char_end)] if support.char_start >= 0 else []
    for start, stop in merge_intervals(spans):
        pieces += [(support.text[end:start], False), (support.text[start:stop], True)]
        end = stop
    pieces.append((support.text[end:], False))
    return MarkedSupport(support, tuple(pieces))


def _count(graphs: Graphs, services: Services) -> int:
    return services.kept.result(
        "documents", lambda: count_documents(graphs.store), state=services.stores.state
    )


@dataclass(frozen=True, slots=True)
class Ties:
    """What ties documents together: concepts that they share, and what they make and use up."""

    concepts: Sequence[SharedConcept]
    hops: Sequence[Hop]


def _ties(graphs: Graphs, names: Sequence[str], start: str | None) -> Ties:
    """The ties around one document in both directions, or those among documents."""
    store = graphs.store
    if start is None:
        hops = [hop for name in names for hop in lineage(name, store=store, depth=1).hops]
        return Ties(concepts_among(names, store=store), hops)
    back, onward = lineage(start, store=store, direction="back"), lineage(start, store=store)
    return Ties(concepts_around(start, store=store), [*back.hops, *onward.hops])


def _answer_form(request: Request, services: Services, fields: Mapping[str, str]) -> Response:
    record: dict[str, Any] = {"text": fields.get("text", ""), "title": fields.get("title") or None}
    names = [line.strip() for line in fields.get("entities", "").splitlines()]
    record["entities"] = [name for name in names if name] or None
    try:
        if "store" in fields:
            name, result = services.ingest(record)
            if result.failed:
                raise BadInput(result.failed[0].error)
            return RedirectResponse(f"/document?{urlencode({'name': name})}", status_code=303)
        shown = unstored_reading(services.read(record).numbered(1))
        return _view(shown, links=[DOCUMENTS, ANOTHER_TEXT])
    except StepgraphError as error:
        return html_page(
            request,
            "try.html",
            status=status_of(error),
            text=fields.get("text", ""),
            title=fields.get("title", ""),
            entities=fields.get("entities", ""),
            error=str(error),
        )


def _form(body: bytes) -> dict[str, str]:
    """The fields of a form in URL encoding; the last one of a name counts."""
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20)
    except ValueError as error:
        raise BadInput("the form is malformed; send it from the page") from error
    return {name: values[-1] for name, values in fields.items()}


def _view(
    shown: ShownReading, *, before: ShownReading | None = None, links: Sequence[PageLink]
) -> Response:
    policy = f"{content_security_policy()}; frame-ancestors 'none'"
    page = view_page(shown, before=before, links=links)
    return HTMLResponse(page, headers={"Content-Security-Policy": policy})
