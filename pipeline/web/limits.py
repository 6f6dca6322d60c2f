"""Limits of a request: its size, the time to receive it, and the time to answer it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pipeline.web.responses import error_response

__all__ = ["Limits", "LimitedRequests"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes and times in seconds; ``requests`` are answered at the same time."""

    body_bytes: int = 1_000_000
    receiving_seconds: float = 10.0
    answering_seconds: float = 60.0
    requests: int = 128


class LimitedRequests:
    """ASGI middleware that refuses what is too large, too slow or too much at once.

    A request that takes too long is answered with 503; its thread ends by the limits of the store
    and of the model.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits
        self._n_requests = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif self._n_requests >= self._limits.requests:
            await _refuse(503, "too many requests at once; try again", scope, receive, send)
        else:
            self._n_requests += 1
            try:
                await self._limited(scope, receive, send)
            finally:
                self._n_requests -= 1

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self._limits.receiving_seconds):
                body = await self._body(scope, receive)
        except TimeoutError:
            await _refuse(408, "the request was not sent in time", scope, receive, send)
            return
        if body is None:
            limit = self._limits.body_bytes
            await _refuse(413, f"the request is over {limit:,} bytes", scope, receive, send)
            return
        answer = _Answer(body, receive, send)
        task = asyncio.create_task(self._answer(scope, answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        done, _ = await asyncio.wait({task}, timeout=self._limits.answering_seconds)
        if done:
            task.result()
        elif answer.give_up():
            await _refuse(503, "this takes too long; ask for less", scope, receive, send)

    async def _answer(self, scope: Scope, answer: _Answer) -> None:
        await self._app(scope, answer.receive, answer.send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body; None if it is too large."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            part = message.get("body", b"")
            size += len(part)
            if size > self._limits.body_bytes:
                return None
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)


class _Answer:
    """The body for the app, and its answer on the way to the client until it is given up."""

    def __init__(self, body: bytes, receive: Receive, send: Send) -> None:
        self._body: bytes | None = body
        self._receive, self._send = receive, send
        self._is_started = self._is_given_up = False

    async def receive(self) -> Message:
        body, self._body = self._body, None
        if body is not None:
            return {"type": "http.request", "body": body, "more_body": False}
        return await self._receive()

    async def send(self, message: Message) -> None:
        if not self._is_given_up:
            self._is_started = True
            await self._send(message)

    def give_up(self) -> bool:
        """Send nothing more of it; return True if nothing was sent yet."""
        self._is_given_up = not self._is_started
        return self._is_given_up


async def _refuse(status: int, reason: str, scope: Scope, receive: Receive, send: Send) -> None:
    await error_response(status, reason)(scope, receive, send)
