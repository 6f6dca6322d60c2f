"""concepts merge, split and list."""

import json

import pytest

from tests.pipeline.commands.conftest import run


def users(concept):
    rows = json.loads(run("query", "consumers", "-p", f"concept={concept}", "--json").stdout)
    return sorted({row["document"] for row in rows})


def test_a_merge_holds_for_questions_and_is_logged_until_it_is_split(filled):
    merged = run("concepts", "merge", "light", "water", "--by", "Ada", "--why", "a [b]test[/b]")
    joined = users("light")
    split = run("concepts", "split", "light", "--by", "Bob", "--why", "no", "--json")
    (logged,) = json.loads(run("concepts", "list", "--json").stdout)

    assert merged.stdout == "merged light into water\n"
    assert joined == ["other.jsonl#3", "plants/photo.txt"] == users("water")
    assert json.loads(split.stdout) == {"split": "light", "from": "water"}
    assert (logged["name"], logged["concept"], logged["said"]["by"]) == ("light", "water", "Ada")
    assert (logged["ended"]["by"], logged["ended"]["reason"]) == ("Bob", "no")
    assert "a [b]test[/b]" in run("concepts", "list").stdout


def test_a_concept_can_be_split_in_some_documents_only(filled):
    options = ["--document", "photo.txt", "--as", "sap", "--by", "Ada"]

    result = run("concepts", "split", "waters", *options)

    assert result.stdout == "waters is now sap in plants/photo.txt\n"
    assert (users("water"), users("sap")) == (["other.jsonl#3"], ["plants/photo.txt"])
    assert run("concepts", "list", "sap").stdout == "sap\n"


def test_a_store_without_decisions_is_listed_as_such(filled):
    assert run("concepts", "list").stdout == "no concept was merged or split\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["merge", "wine", "water"], "no document names 'wine'"),
        (["merge", "waters", "water"], "are one concept already"),
        (["merge", "light", "water", "--by", " "], "--by NAME"),
        (["split", "water"], "--document DOCUMENT --as NAME"),
        (["split", "water", "--as", "sap"], "--document and --as go together"),
        (["split", "water", "--document", "nope", "--as", "sap"], "no document 'nope'"),
        (["list", "wine"], "there is no such concept"),
        (["list", "--as-of", "2024-01-01"], "--as-of goes with a concept"),
    ],
)
def test_an_invalid_decision_is_refused_in_one_line(filled, arguments, message):
    result = run("concepts", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_merge_does_not_create_a_store(clean):
    result = run("concepts", "merge", "a", "b")

    assert result.exit_code == 3
    assert not (clean / ".stepgraph").exists()
