"""Requests begin in the order in which they came, and short ones do not wait for long ones."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pipeline.web.turns import LINES, OrderedRequests, Turns, line_of


class HeldApp:
    """An app whose answers to some paths wait until they are let go."""

    def __init__(self, *slow_paths: str) -> None:
        self.slow_paths, self.let_go = slow_paths, asyncio.Event()
        self.begun: list[str] = []

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        self.begun.append(scope["query_string"])
        if scope["path"] in self.slow_paths:
            await self.let_go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def answered(ordered: OrderedRequests, path: str, name: str = "", send: Any = None) -> int:
    """The status of the answer to a request for ``path``."""
    statuses: list[int] = []

    async def note(message: Any) -> None:
        statuses.append(message.get("status", 0))

    scope = {"type": "http", "method": "GET", "path": path, "query_string": name, "headers": []}
    await ordered(scope, None, send or note)
    return statuses[0] if statuses else 0


def test_requests_begin_in_the_order_in_which_they_came():
    async def run() -> list[str]:
        app = HeldApp()
        ordered = OrderedRequests(app, Turns(short=1))
        names = [f"{number}" for number in range(20)]
        await asyncio.gather(*(answered(ordered, "/", name) for name in names))
        return app.begun

    assert asyncio.run(run()) == [f"{number}" for number in range(20)]


def test_no_more_requests_are_at_work_than_there_are_turns():
    async def run() -> tuple[int, int]:
        app = HeldApp("/")
        ordered = OrderedRequests(app, Turns(short=3))
        requests = [asyncio.create_task(answered(ordered, "/")) for _ in range(7)]
        await asyncio.sleep(0.05)
        at_once = len(app.begun)
        app.let_go.set()
        await asyncio.gather(*requests)
        return at_once, len(app.begun)

    assert asyncio.run(run()) == (3, 7)


def test_a_page_is_shown_while_every_turn_for_long_work_is_taken():
    async def run() -> int:
        app = HeldApp("/concepts", "/api/v1/query")
        ordered = OrderedRequests(app, Turns(long=1))
        long = [asyncio.create_task(answered(ordered, path)) for path in app.slow_paths]
        await asyncio.sleep(0)
        async with asyncio.timeout(5):
            status = await answered(ordered, "/")
        app.let_go.set()
        await asyncio.gather(*long)
        return status

    assert asyncio.run(run()) == 200


def test_a_client_that_receives_slowly_holds_no_turn():
    async def run() -> int:
        ordered = OrderedRequests(HeldApp(), Turns(short=1))
        never = asyncio.Event()

        async def receive_slowly(_message: Any) -> None:
            await never.wait()

        slow = asyncio.create_task(answered(ordered, "/", send=receive_slowly))
        await asyncio.sleep(0)
        async with asyncio.timeout(5):
            status = await answered(ordered, "/")
        slow.cancel()
        return status

    assert asyncio.run(run()) == 200


def test_a_request_whose_turn_does_not_come_is_refused_and_the_turn_is_kept():
    async def run() -> list[int]:
        app = HeldApp("/slow")
        ordered = OrderedRequests(app, Turns(short=1, waiting_seconds=0.05))
        first = asyncio.create_task(answered(ordered, "/slow"))
        await asyncio.sleep(0)
        refused = await answered(ordered, "/")
        app.let_go.set()
        return [await first, refused, await answered(ordered, "/")]

    assert asyncio.run(run()) == [200, 503, 200]


@pytest.mark.parametrize(
    ("path", "line"),
    [("/", "short"), ("/api/v1/ask", "short"), ("/api/v1/query", "long"), ("/try", "text")],
)
def test_a_path_has_its_line(path, line):
    assert line_of(path) == line


@pytest.mark.parametrize("path", LINES)
def test_a_path_with_a_line_of_its_own_is_one_of_the_app(tea, path):
    assert tea.get(path).status_code in (200, 405, 422)
