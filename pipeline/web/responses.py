"""JSON of answers and errors: any text can be in it, and an error is one line."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import date, datetime
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from pipeline.errors import StepgraphError, one_line
from pipeline.exports.output_files import json_text
from pipeline.logs import log
from pipeline.web.errors import status_of
from pipeline.web.html import html_page

__all__ = ["API", "HANDLERS", "PlainJson", "error_response"]

Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]

API = "/api/"  # paths of programs
RETRY_SECONDS = "2"
MOST_CHARACTERS = 1_000  # of an error


class PlainJson(JSONResponse):
    """JSON as the command line writes it: times in ISO 8601, lone surrogates escaped."""

    def render(self, content: Any) -> bytes:
        return json_text(content, default=_as_text).encode()


def error_response(status: int, reason: str) -> Response:
    """An object with the one key ``error``."""
    headers = {"Retry-After": RETRY_SECONDS} if status == 503 else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return PlainJson({"error": one_line(reason, limit=MOST_CHARACTERS)}, status, headers)


def _as_text(value: object) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def validation_reason(error: RequestValidationError) -> str:
    """Place and message of the first fault, without the value: it may be long or secret."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    return f"{place}: {first['msg']}" if place else str(first["msg"])


async def _stepgraph_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, StepgraphError)
    return _error_answer(request, status_of(error), str(error))


async def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _error_answer(request, 422, validation_reason(error))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _error_answer(request, error.status_code, str(error.detail))


async def _unexpected_error(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _error_answer(request, 500, "an error in Stepgraph itself; see its log")


def _error_answer(request: Request, status: int, reason: str) -> Response:
    """JSON for a program, a page for a person."""
    if request.url.path.startswith(API):
        return error_response(status, reason)
    reason = one_line(reason, limit=MOST_CHARACTERS)
    return html_page(request, "error.html", status=status, reason=reason)


HANDLERS: dict[int | type[Exception], Handler] = {
    StepgraphError: _stepgraph_error,
    RequestValidationError: _validation_error,
    HTTPException: _http_error,
    Exception: _unexpected_error,
}
