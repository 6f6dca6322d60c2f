"""Requests that are too large, too slow or too many are refused, and others are answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pipeline.web.limits import LimitedRequests, Limits
from tests.support.app_client import app_client

Message = dict[str, Any]


def answer_of(
    limits: Limits, *, app: Any, messages: list[Message], n_requests: int = 1
) -> list[int]:
    """The status of each of so many equal requests at once; the client sends ``messages``."""

    async def request(limited: LimitedRequests) -> int:
        waiting, sent = list(messages), []

        async def receive() -> Message:
            if not waiting:
                await asyncio.sleep(60)
            return waiting.pop(0)

        async def send(message: Message) -> None:
            sent.append(message)

        await limited({"type": "http", "method": "POST", "path": "/", "headers": []}, receive, send)
        return sent[0]["status"]

    async def run() -> list[int]:
        limited = LimitedRequests(app, limits)
        return await asyncio.gather(*(request(limited) for _ in range(n_requests)))

    return asyncio.run(run())


async def echo(_scope: Any, receive: Any, send: Any) -> None:
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


async def slow(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.sleep(0.2)
    await echo(scope, receive, send)


def part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_parts_reaches_the_app_as_one():
    messages = [part(b"a", more=True), part(b"b", more=False)]

    assert answer_of(Limits(), app=echo, messages=messages) == [200]


def test_a_body_that_is_too_large_is_refused_before_it_is_all_there():
    messages = [part(b"x" * 60, more=True), part(b"x" * 60, more=True)]

    assert answer_of(Limits(body_bytes=100), app=echo, messages=messages) == [413]


def test_a_client_that_sends_too_slowly_is_refused():
    limits = Limits(receiving_seconds=0.05)

    assert answer_of(limits, app=echo, messages=[part(b"x", more=True)]) == [408]


def test_an_answer_that_takes_too_long_is_given_up():
    limits = Limits(answering_seconds=0.05)

    assert answer_of(limits, app=slow, messages=[part(b"", more=False)]) == [503]


def test_too_many_requests_at_once_are_refused_and_the_others_answered():
    statuses = answer_of(
        Limits(requests=3), app=slow, messages=[part(b"", more=False)], n_requests=5
    )

    assert sorted(statuses) == [200, 200, 200, 503, 503]


@pytest.mark.parametrize("path", ["/api/v1/read", "/try"])
def test_the_app_has_these_limits(tmp_path, path):
    with app_client(tmp_path, limits=Limits(body_bytes=1_000)) as client:
        answer = client.post(path, content=b"x" * 2_000)

    assert answer.status_code == 413
