"""forget, ingest --prune, import and migrate on the command line."""

import json
from pathlib import Path

import pytest

from pipeline.stores import open_store
from tests.pipeline.commands.conftest import run

STORE = "ladybug:.stepgraph/graph.lbug"


def test_without_yes_it_is_only_said_what_would_be_erased(filled):
    result = run("forget", "photo.txt")

    assert result.exit_code == 0
    assert "would erase of 'plants/photo.txt': 2 readings with 8 steps" in result.stdout
    assert len(json.loads(run("readings", "photo.txt", "--json").stdout)) == 2


def test_with_yes_it_is_gone_and_says_so_when_asked_for(filled):
    assert "its id stays" in run("forget", "photo.txt", "--yes").stdout

    for asked in ("show", "readings"):
        told = run(asked, "plants/photo.txt")
        assert told.exit_code == 2
        assert "'plants/photo.txt' was forgotten at" in told.stderr
    assert [one["document"] for one in json.loads(run("documents", "--json").stdout)] == [
        "other.jsonl#3"
    ]
    assert b"Roots absorb" in Path(".stepgraph/graph.lbug").read_bytes()  # of the other document
    again = run("forget", "plants/photo.txt", "--yes")
    assert "was forgotten already" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["photo.txt", "--yes", "--lift"], "one of them"),
        (["photo.txt", "--lift"], "was not forgotten"),
        (["nothing", "--yes"], "no document 'nothing'"),
    ],
)
def test_what_cannot_be_forgotten_is_refused_in_one_line(filled, arguments, said):
    result = run("forget", *arguments)

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_export_is_imported_and_gives_the_same_export(filled):
    run("export", "-o", "all.jsonl")

    told = run("import", "all.jsonl", "--store", "ladybug:other.lbug")

    assert told.exit_code == 0
    assert told.stdout.startswith("2 documents: 3 readings written, 0 unchanged;")
    assert run("export", "--store", "ladybug:other.lbug").stdout == Path("all.jsonl").read_text()
    assert run("lint", "--store", "ladybug:other.lbug").exit_code == 0
    past = ["show", "photo.txt", "--as-of", "2024-03-01", "--csv"]
    assert run(*past, "--store", "ladybug:other.lbug").stdout == run(*past).stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "cannot read all.jsonl"), (b"\xff\xfe", "not UTF-8"), (b"{}\n", "line 1: ")],
)
def test_a_file_that_is_no_export_is_refused_in_one_line(clean, content, said):
    if content is not None:
        Path("all.jsonl").write_bytes(content)

    result = run("import", "all.jsonl")

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_older_store_is_brought_up_to_date_by_migrate(filled):
    store = open_store(STORE)
    identity = {"id": store.identity()}
    store.write(lambda ask: ask("MATCH (s:Store) DELETE s", {}))
    store.write(lambda ask: ask("CREATE (:Store {schema_version: 1, id: $id})", identity))
    store.close()

    refused = run("documents")
    migrated = run("migrate")

    assert refused.exit_code == 3
    assert "stepgraph migrate --store" in refused.stderr
    assert migrated.stdout == f"the store {STORE} was brought up to date\n"
    assert run("documents").exit_code == 0
    assert run("migrate").stdout == f"the store {STORE} is up to date\n"


def test_migrate_makes_no_store(clean):
    assert run("migrate").exit_code == 3
    assert not Path(".stepgraph").exists()
