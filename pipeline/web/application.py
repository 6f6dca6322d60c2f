"""The app put together: its routes, its limits, and who may use it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from pipeline.services.services import Services
from pipeline.web.access import AccessControl
from pipeline.web.access_rules import AccessRules
from pipeline.web.api import api_router
from pipeline.web.html import html_page
from pipeline.web.limits import LimitedRequests, Limits
from pipeline.web.pages import page_router
from pipeline.web.responses import HANDLERS
from pipeline.web.turns import OrderedRequests, Turns

__all__ = ["create_app"]

DESCRIPTION = """\
Where each thing is after every step of a procedure, and what is created, moved or destroyed. Every
answer is JSON; an error is an object with the one key `error`.\
"""
# Swagger UI writes styles into its page and asks this server for the description of the API.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def create_app(
    services: Services,
    rules: AccessRules,
    *,
    limits: Limits | None = None,
    turns: Turns | None = None,
) -> FastAPI:
    """The app; it closes the services when it ends."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(services.close)

    app = FastAPI(
        title="Stepgraph",
        version=version("stepgraph"),
        description=DESCRIPTION,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # FastAPI's own pages load scripts from another server
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers=HANDLERS,
    )
    app.state.services, app.state.rules = services, rules
    app.include_router(api_router)
    app.include_router(page_router)
    app.add_api_route("/api/v1/docs", _docs, include_in_schema=False, response_class=HTMLResponse)
    app.mount("/static", StaticFiles(packages=[("pipeline.web", "static")]), name="static")
    # The last one added is passed first.
    app.add_middleware(OrderedRequests, turns=turns or Turns())
    app.add_middleware(LimitedRequests, limits=limits or Limits())
    app.add_middleware(AccessControl, rules=rules)
    return app


def _docs(request: Request) -> Response:
    answer = html_page(request, "docs.html")
    answer.headers["Content-Security-Policy"] = DOCS_POLICY
    return answer
