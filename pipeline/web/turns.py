"""Turns: requests are worked on in the order in which they came, and long work keeps off short.

Pages and answers take a few milliseconds of the processor each, so the more of them run at once,
the longer all take. Lineage and people's own Cypher can take seconds; they have a line of their
own, so nobody waits behind them for a page. Texts mostly wait for the model, which reads many
together.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pipeline.web.responses import error_response

__all__ = ["LINES", "OrderedRequests", "Turns", "line_of"]

Line = Literal["short", "long", "text"]

LINES: Mapping[str, Line] = {
    "/concepts": "long",
    "/api/v1/lineage": "long",
    "/api/v1/query": "long",
    "/api/v1/forget": "text",
    "/api/v1/ingest": "text",
    "/api/v1/read": "text",
    "/try": "text",
}
STATIC = "/static/"  # files, which need no turn


@dataclass(frozen=True, slots=True)
class Turns:
    """Requests of each line that are worked on at once, and seconds that one waits for its turn.

    All together are fewer than the threads for requests, of which Starlette has 40.
    """

    short: int = min(4, max(2, os.cpu_count() or 1))
    long: int = 2
    text: int = 32
    waiting_seconds: float = 30.0


def line_of(path: str) -> Line:
    """The line in which a request for ``path`` waits."""
    return LINES.get(path, "short")


class OrderedRequests:
    """ASGI middleware that lets a request begin when its turn has come.

    A turn ends with the first byte of the answer: sending the rest takes as long as the client
    likes. A request whose turn does not come in time is answered with 503.
    """

    def __init__(self, app: ASGIApp, turns: Turns) -> None:
        self._app, self._waiting_seconds = app, turns.waiting_seconds
        self._lines: Mapping[Line, asyncio.Semaphore] = {
            "short": asyncio.Semaphore(turns.short),
            "long": asyncio.Semaphore(turns.long),
            "text": asyncio.Semaphore(turns.text),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(STATIC):
            await self._app(scope, receive, send)
            return
        turn = _Turn(self._lines[line_of(scope["path"])])
        try:
            async with asyncio.timeout(self._waiting_seconds):
                await turn.begin()
        except TimeoutError:
            await error_response(503, "many requests wait; try again")(scope, receive, send)
            return

        async def send_at_the_end_of_the_turn(message: Message) -> None:
            turn.end()
            await send(message)

        try:
            await self._app(scope, receive, send_at_the_end_of_the_turn)
        finally:
            turn.end()


class _Turn:
    """A place in a line, which is given back once."""

    def __init__(self, line: asyncio.Semaphore) -> None:
        self._line = line
        self._is_running = False

    async def begin(self) -> None:
        await self._line.acquire()
        self._is_running = True

    def end(self) -> None:
        if self._is_running:
            self._is_running = False
            self._line.release()
