"""A real Chromium without a network, and pages in it on which nothing may go wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
LOCAL = ("file:", "data:", "http://127.0.0.1:", "http://localhost:")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; without it the tests are skipped, or fail if it is required.

    It is started for each module: while Playwright runs, asyncio cannot be used in this thread.
    """
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        reason = f"no browser is installed (tried {', '.join(PROGRAMS)})"
        if os.environ.get("STEPGRAPH_REQUIRE_CHROMIUM") == "1":
            pytest.fail(f"STEPGRAPH_REQUIRE_CHROMIUM=1, but {reason}", pytrace=False)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program)
        yield opened
        opened.close()


@dataclass
class Problems:
    """What a page must not do: log, raise, or ask another host for anything."""

    lines: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.lines.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.lines.append(f"error: {error}"))
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if not request.url.startswith(LOCAL):
            self.lines.append(f"request: {request.url}")


@contextmanager
def window(
    browser: Browser,
    url: str,
    *,
    width: int = 1440,
    height: int = 900,
    colours: Literal["light", "dark"] = "light",
    offline: bool = True,
    **options: Any,
) -> Iterator[Page]:
    """The page at ``url``; at the end it must have logged, raised and requested nothing.

    A page from a server on this machine is not ``offline``, which cuts this machine off too.
    """
    problems = Problems()
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=colours,
        offline=offline,
        **options,
    )
    try:
        page = context.new_page()
        page.set_default_timeout(30_000)
        problems.watch(page)
        page.goto(url)
        yield page
        if problems.lines:
            pytest.fail("\n".join(problems.lines), pytrace=False)
    finally:
        context.close()


def serious_violations(page: Page) -> list[str]:
    """What axe-core finds on the page that is serious or critical, each with its elements."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        f"{violation['id']}: {', '.join(str(node['target']) for node in violation['nodes'][:5])}"
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
