"""view: the page of a document as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pipeline.commands.view import file_name
from pipeline.domain.confidence import UNSURE_BELOW
from tests.pipeline.commands.conftest import run


def readings_in(path: Path) -> list[int]:
    """The numbers of the readings that the page holds."""
    data = re.search(r'id="page-data">(.*?)</script>', path.read_text(), re.DOTALL)
    return [reading["number"] for reading in json.loads(data[1])["readings"]]


def test_a_document_becomes_a_file_in_the_working_directory(filled):
    result = run("view", "Photosynthesis")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "wrote photo-view.html" in result.stderr
    assert readings_in(filled / "photo-view.html") == [2]


def test_the_file_can_be_chosen(filled):
    assert run("view", "photo.txt", "-o", "pages/leaf.html").exit_code == 0

    assert "Photosynthesis" in (filled / "pages" / "leaf.html").read_text()


def test_two_readings_are_compared(filled):
    assert run("view", "photo.txt", "--from", "1", "-o", "p.html").exit_code == 0

    assert readings_in(filled / "p.html") == [1, 2]


def test_the_past_is_shown_as_it_was(filled):
    run("view", "photo.txt", "--as-of", "2024-03-01", "-o", "p.html")

    assert readings_in(filled / "p.html") == [1]


def test_the_threshold_of_unsure_is_that_of_every_command(filled, monkeypatch):
    def threshold(*options: str) -> float:
        run("view", "photo.txt", "-o", "p.html", *options)
        page = (filled / "p.html").read_text()
        return float(re.search(r'"unsure_below":([\d.]+)', page)[1]) / 100

    assert threshold("--unsure-below", "0.7") == 0.7
    monkeypatch.setenv("STEPGRAPH_UNSURE_BELOW", "0.3")
    assert threshold() == 0.3
    monkeypatch.delenv("STEPGRAPH_UNSURE_BELOW")
    assert threshold() == UNSURE_BELOW


def test_the_browser_is_given_the_address_of_the_file(filled, monkeypatch):
    addresses = []
    monkeypatch.setattr("webbrowser.open", lambda address: addresses.append(address) or True)

    assert run("view", "photo.txt", "--open").exit_code == 0

    assert addresses == [(filled / "photo-view.html").resolve().as_uri()]


def test_without_a_browser_the_file_is_named(filled, monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda address: False)

    result = run("view", "photo.txt", "--open")

    assert result.exit_code == 2
    assert "no browser can be started here; open photo-view.html in one" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.txt"], "no document 'nothing.txt'"),
        (["photo.txt", "--from", "9"], "has no reading 9; it has 1, 2"),
        (["other.jsonl#3", "--to", "1"], "has no reading before 1 to compare with"),
        (["photo.txt", "--from", "1", "--as-of", "2024-03-01"], "--as-of chooses one reading"),
        (["photo.txt", "--unsure-below", "7"], "unsure"),
        (["photo.txt", "-o", "."], "cannot write"),
    ],
)
def test_a_mistake_is_one_line(filled, arguments, message):
    result = run("view", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("document", "name"),
    [
        ("plants/photo.txt", "photo-view.html"),
        ("drinks.md#2", "drinks-2-view.html"),
        ("https://example.org/a/recipe.html", "recipe-view.html"),
        ("https://example.org/?id=7&x=/", "id-7-x-view.html"),
        ("recipes/12", "12-view.html"),
        ("..", "document-view.html"),
        ("a b\n'c'", "a-b-c-view.html"),
        ("x" * 500, "x" * 80 + "-view.html"),
    ],
)
def test_the_file_is_named_after_the_document(document, name):
    assert file_name(document) == name
