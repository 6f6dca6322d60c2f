"""What a notebook shows, in a real Chromium: readable in light and dark, and a view that moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stepgraph
from stepgraph import TemporalGraph
from tests.pipeline.questions.test_answer_types import answer
from tests.support.browser import serious_violations, window
from tests.support.shown_readings import tea

pytestmark = pytest.mark.browser

NOTEBOOKS = {"light": ("white", "rgba(0, 0, 0, 0.87)"), "dark": ("#111", "#e0e0e0")}
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notebook</title></head>
<body style="background: {ground}; color: {ink}; font: 14px sans-serif"><main><h1>Notebook</h1>
{outputs}</main></body></html>"""


def outputs() -> list[str]:
    graph: TemporalGraph = tea(unsure_below=0.75).graph
    other = tea(tea=("-", "-", "-", "-", "kettle", "pot")).graph
    shown = (graph, answer("The tea is in the pot.", unsure=True), stepgraph.compare(graph, other))
    return [each._repr_html_() for each in shown]


@pytest.mark.parametrize("theme", NOTEBOOKS)
def test_graphs_answers_and_differences_can_be_read_in_any_notebook(
    browser: Any, tmp_path: Path, theme: str
) -> None:
    ground, ink = NOTEBOOKS[theme]
    path = tmp_path / "notebook.html"
    page = PAGE.format(ground=ground, ink=ink, outputs="".join(outputs()))
    path.write_text(page, encoding="utf-8")

    with window(browser, path.as_uri()) as opened:
        opened.locator("details").first.evaluate("each => each.open = true")

        assert serious_violations(opened) == []
        assert (
            opened.locator("td.unsure").first.evaluate("cell => getComputedStyle(cell).fontStyle")
            == "italic"
        )


def test_the_view_in_its_frame_moves_through_the_steps(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "notebook.html"
    view = stepgraph.view(tea().graph)._repr_html_()
    path.write_text(PAGE.format(ground="white", ink="black", outputs=view), encoding="utf-8")

    with window(browser, path.as_uri()) as opened:
        frame = opened.frame_locator("iframe")
        frame.locator("#next").click()

        assert frame.locator("#text [aria-current]").get_attribute("data-step") == "2"
        assert frame.locator("#graph-heading").inner_text().startswith("After step 2")
        assert opened.url == path.as_uri()
