"""The pages in a real Chromium, from a real server, without another network."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn

from pipeline.settings import load_settings
from pipeline.web.access_rules import access_rules
from pipeline.web.application import create_app
from tests.support.app_client import TEA, services
from tests.support.browser import serious_violations, window

pytestmark = pytest.mark.browser
SUPPER = {"id": "supper", "title": "<b>Supper</b>", "text": "Soup boils in the pot. Eat the soup."}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app with two documents."""
    work = services(load_settings(state=tmp_path_factory.mktemp("app") / "state"))
    for record in (TEA, SUPPER):
        work.ingest(record)
    app = create_app(work, access_rules("127.0.0.1", hosts=(), token=None))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        httpx.get(f"{url}/document?name=Tea", timeout=60)  # the first view loads the tokenizer
        yield url
        server.should_exit = True
        thread.join()


def test_a_person_finds_a_document_and_sees_its_view(browser: Any, address: str):
    with window(browser, address, offline=False) as page:
        page.fill("input[type=search]", "tea")
        page.keyboard.press("Enter")
        page.click("main table a")

        assert page.locator("h1").inner_text() == "Tea"
        page.keyboard.press("ArrowRight")
        assert page.url.split("#")[1].startswith("step=2")


def test_a_person_asks_and_follows_the_answer_to_its_step(browser: Any, address: str):
    with window(browser, f"{address}/ask", offline=False) as page:
        page.fill("#question", "When is the water created?")
        page.fill("#document", "Tea")
        page.click("main button")
        assert "step 1" in page.locator(".sentence").inner_text()

        page.click("blockquote a")
        assert page.url.endswith("#step=1")


def test_a_text_is_tried_and_nothing_is_stored(browser: Any, address: str):
    with window(browser, f"{address}/try", offline=False) as page:
        page.fill("#text", "Milk boils in the pan. Drink the milk.")
        page.click("button:has-text('Show the graph')")
        assert "Milk" in page.locator("#grid").inner_text()

        page.goto(address)
        assert page.locator("main tbody tr").count() == 2


def test_the_description_of_the_api_is_shown_without_another_server(browser: Any, address: str):
    with window(browser, f"{address}/api/v1/docs", offline=False) as page:
        page.locator(".opblock-summary-path", has_text="/api/v1/snapshot").wait_for()


@pytest.mark.parametrize("path", ["/", "/ask?question=Where+is+it%3F", "/concepts", "/try", "/no"])
@pytest.mark.parametrize(("width", "colours"), [(1280, "light"), (390, "dark")])
def test_every_page_is_accessible_and_fits(
    browser: Any, address: str, path: str, width: int, colours: Any
):
    with window(browser, address, offline=False, width=width, colours=colours) as page:
        answer = page.request.get(address + path)
        if answer.status < 400:  # Chromium logs any other status as an error
            page.goto(address + path)
        else:
            page.set_content(answer.text())

        assert serious_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
