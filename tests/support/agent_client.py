"""A client of the server for agents in this process, which uses it as an agent does."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import anyio
from mcp import Client
from mcp_types import CallToolResult, Tool

from pipeline.agents.server import agent_server
from pipeline.domain.reading import NumberedReading
from pipeline.services.services import Services
from pipeline.settings import load_settings
from pipeline.stores import open_store
from pipeline.stores.write import write
from tests.support.app_client import services
from tests.support.shown_readings import tea

Result = TypeVar("Result")
RECORDED = datetime(2024, 6, 2, 3, 4)
TEA_READING = NumberedReading(tea().graph, 1, "default", "abc" * 20, "{}")


@dataclass(frozen=True)
class Agent:
    """Uses the server that these services make; every use is a session of its own."""

    services: Services

    def call(self, tool: str, /, **arguments: Any) -> CallToolResult:
        return self._in_session(lambda client: client.call_tool(tool, arguments))

    def facts(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """The structured result of a call that succeeds; its text is the same."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result.content[0].text
        assert json.loads(result.content[0].text) == result.structured_content
        return result.structured_content

    def refusal(self, tool: str, /, **arguments: Any) -> str:
        """The text of a call that is refused."""
        result = self.call(tool, **arguments)
        assert result.is_error, result.content
        assert result.structured_content is None
        return result.content[0].text

    def all_pages(self, tool: str, key: str, /, **arguments: Any) -> list[Any]:
        """The items of all pages, from one ``next_offset`` to the next."""
        items: list[Any] = []
        offset: int | None = 0
        while offset is not None:
            page = self.facts(tool, offset=offset, **arguments)
            assert page[key]
            items += page[key]
            offset = page["next_offset"]
        assert len(items) == page["total"]
        return items

    def all_pages_of_documents(self, tool: str, key: str, /, **arguments: Any) -> list[Any]:
        """The items of all pages, from one ``next_after`` to the next."""
        items: list[Any] = []
        after: str | None = ""
        while after is not None:
            page = self.facts(tool, after=after, **arguments)
            items += page[key]
            after = page["next_after"]
        return items

    def tools(self) -> dict[str, Tool]:
        listed = self._in_session(lambda client: client.list_tools())
        return {tool.name: tool for tool in listed.tools}

    def resource(self, uri: str) -> Any:
        read = self._in_session(lambda client: client.read_resource(uri))
        return json.loads(read.contents[0].text)

    def resources(self) -> list[str]:
        listed = self._in_session(lambda client: client.list_resources())
        return [str(resource.uri) for resource in listed.resources]

    def instructions(self) -> str | None:
        async def instructions_of(client: Client) -> str | None:
            return client.instructions

        return self._in_session(instructions_of)

    def _in_session(self, use: Callable[[Client], Awaitable[Result]]) -> Result:
        async def session() -> Result:
            async with Client(agent_server(self.services)) as client:
                return await use(client)

        return anyio.run(session)


@contextmanager
def reading_agent(state: Path, readings: Sequence[NumberedReading]) -> Iterator[Agent]:
    """An agent of a server that only reads a store of these readings under ``state``."""
    settings = load_settings(state=state)
    store = open_store(settings.store)
    write(readings, store=store, clock=lambda: RECORDED)
    store.close()
    shared = services(settings, writes=False)
    yield Agent(shared)
    shared.close()
