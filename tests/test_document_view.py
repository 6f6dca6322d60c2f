"""The view of a document in Python: in a notebook, as a file, in the browser."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

import stepgraph
from tests.pipeline.commands.conftest import clean as clean
from tests.pipeline.commands.conftest import filled as filled
from tests.pipeline.commands.conftest import filled_once as filled_once
from tests.pipeline.commands.conftest import run
from tests.support.graphs import HOSTILE
from tests.support.html_elements import INJECTIONS, Elements
from tests.support.shown_readings import hostile, tea


def test_the_view_of_a_stored_document_is_the_page_that_the_command_writes(filled):
    run("view", "photo.txt", "-o", "command.html")
    run("view", "photo.txt", "--from", "1", "-o", "compared.html")

    with stepgraph.open() as graphs:
        view, compared = graphs.view("photo.txt"), graphs.view("photo.txt", first=1)
        past = graphs.view("Photosynthesis", as_of=datetime(2024, 3, 1))

    assert view.save("api.html") == Path("api.html")
    assert Path("api.html").read_text() == Path("command.html").read_text()
    assert compared.html + "\n" == Path("compared.html").read_text()
    assert "reading 1 by" in past.html


def test_a_graph_that_is_in_no_store_has_a_view_and_is_compared(capsys, tmp_path):
    before, after = tea().graph, tea(tea=("-", "-", "-", "-", "pot", "pot")).graph

    stepgraph.view(after).save(tmp_path / "folder" / "tea.html")
    compared = stepgraph.view(after, before=before)

    assert "Boil the" in (tmp_path / "folder" / "tea.html").read_text(encoding="utf-8")
    assert " by <bdi>" not in compared.html
    assert "Differences between reading 1 and reading 2" in compared.html
    assert capsys.readouterr() == ("", "")


def test_the_browser_opens_a_file_with_the_page(monkeypatch):
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: addresses.append(address) or True)

    stepgraph.view(tea().graph).open()

    path = Path(addresses[0].removeprefix("file://"))
    assert path.read_text(encoding="utf-8") == stepgraph.view(tea().graph).html + "\n"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda graphs: graphs.view("nothing.txt"), "no document 'nothing.txt'"),
        (lambda graphs: graphs.view(None), "the document must be a string, not None"),
        (lambda graphs: graphs.view("photo.txt", first=9), "has no reading 9; it has 1, 2"),
        (lambda graphs: graphs.view("photo.txt", second=True), "must be a whole number, not True"),
        (
            lambda graphs: graphs.view("photo.txt", first=1, as_of=datetime(2024, 3, 1)),
            "as_of chooses one reading; give it without first and second",
        ),
        (lambda graphs: stepgraph.view("photo.txt"), "must be a TemporalGraph, not 'photo.txt'"),
        (lambda graphs: graphs.view("photo.txt").save("."), "cannot write .: it is a folder"),
        (lambda graphs: graphs.view("photo.txt").save(3), "a path must be a string, not 3"),
    ],
)
def test_a_mistake_is_one_line(filled, call, message):
    with stepgraph.open() as graphs, pytest.raises(stepgraph.BadInput) as refused:
        call(graphs)

    assert message in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("text", [*INJECTIONS, *HOSTILE])
def test_a_notebook_gets_one_frame_whose_page_cannot_reach_it(text):
    view = stepgraph.view(hostile(text).graph)

    ((tag, attributes),) = Elements(view._repr_html_()).tags
    assert tag == "iframe"
    assert attributes["srcdoc"] == view.html
    assert attributes["sandbox"] == "allow-scripts allow-modals"
    assert attributes["title"] == text
