"""forget: a document's text and facts are erased."""

import json
from pathlib import Path

import pytest

from tests.pipeline.commands.conftest import run


def test_without_yes_nothing_is_erased(filled):
    result = run("forget", "photo.txt")

    assert result.exit_code == 0
    assert "would erase 'plants/photo.txt': 2 readings with 8 steps" in result.stdout
    assert len(json.loads(run("readings", "photo.txt", "--json").stdout)) == 2


def test_with_yes_the_document_is_erased_and_listed_as_forgotten(filled):
    assert "its id is kept" in run("forget", "photo.txt", "--yes").stdout

    for command in ("show", "readings"):
        refused = run(command, "plants/photo.txt")
        assert refused.exit_code == 2
        assert "'plants/photo.txt' was forgotten at" in refused.stderr
        assert "." not in refused.stderr.rpartition(":")[2]  # seconds have no fraction
    assert [document["document"] for document in json.loads(run("documents", "--json").stdout)] == [
        "other.jsonl#3"
    ]
    assert b"Roots absorb" in Path(".stepgraph/graph.lbug").read_bytes()  # of the other document
    again = run("forget", "plants/photo.txt", "--yes")
    assert "was already forgotten" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["photo.txt", "--yes", "--lift"], "give either --yes or --lift"),
        (["photo.txt", "--lift"], "was not forgotten"),
        (["nothing", "--yes"], "no document 'nothing'"),
    ],
)
def test_an_invalid_request_to_forget_is_refused_in_one_line(filled, arguments, message):
    result = run("forget", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
