"""ingest, load and status, with a reader that needs no model."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from pipeline.errors import BadInput
from tests.pipeline.commands.conftest import run
from tests.support.fake_reader import FakeReader

ROOT = Path(__file__).parents[3]

GRID = {
    "para_id": "7",
    "sentence_texts": ["Water falls.", "It reaches the lake."],
    "participants": ["water"],
    "states": [["cloud", "?", "lake"]],
}


@pytest.fixture
def texts(clean, monkeypatch):
    """Two texts, and a reader that needs no model."""
    monkeypatch.setattr("pipeline.inference.model_reader.model_reader", lambda _: FakeReader())
    Path("texts").mkdir()
    Path("texts/a.txt").write_text("Water falls. It reaches the lake.")
    Path("texts/b.txt").write_text("Dough rises. It is baked.")


def test_a_folder_is_ingested_once(texts):
    first, second = run("ingest", "texts", "--json"), run("ingest", "texts")

    assert first.exit_code == second.exit_code == 0
    facts = json.loads(first.stdout)
    assert (facts["found"], facts["written"], facts["failed"]) == (2, 2, 0)
    assert second.stdout.startswith("2 found: 0 written, 2 unchanged, 0 failed")


def test_a_document_that_fails_is_reported_and_the_others_are_stored(texts):
    Path("texts/bad.txt").write_bytes(b"\x00\x01\x02")

    result = run("ingest", "texts")

    assert result.exit_code == 1
    assert result.stdout.startswith("3 found: 2 written, 0 unchanged, 1 failed")
    (line,) = result.stderr.splitlines()
    assert line.startswith("stepgraph: ")
    assert "bad.txt" in line and "/./" not in line
    status = run("status", "--json")
    assert status.exit_code == 1
    counts = json.loads(status.stdout)
    assert (counts["written"], counts["pending"], counts["failed"]) == (2, 0, 1)
    assert counts["failures"][0]["document"] == "bad.txt"
    assert "bad.txt" in run("status").stderr


def test_patterns_tables_and_urls_reach_the_run(texts, monkeypatch):
    calls = []

    def fake(inputs, settings, _reader, **_more):
        calls.append((inputs, settings.include, settings.exclude))
        raise BadInput("enough")

    monkeypatch.setattr("pipeline.ingest.once.ingest_once", fake)

    run("ingest", "sql:a", "https://h/f.xml", "--include", "*.md", "--exclude", "old")

    assert calls == [(["sql:a", "https://h/f.xml"], ("*.md",), ("old",))]


def test_status_without_failures_exits_with_zero(texts):
    run("ingest", "texts")

    assert run("status").exit_code == 0


def test_standard_input_is_a_document(texts):
    text = b"Water falls. It reaches the lake."

    first, second = run("ingest", "-", input=text), run("ingest", "-", input=text)

    assert first.stdout.startswith("1 found: 1 written")
    assert second.stdout.startswith("1 found: 0 written, 1 unchanged")
    (document,) = json.loads(run("documents", "--json").stdout)
    assert document["document"].startswith("stdin-")


@pytest.mark.parametrize("text", [b"", b" \n"])
def test_empty_standard_input_is_refused(texts, text):
    result = run("ingest", "-", input=text)

    assert result.exit_code == 2
    assert "standard input is empty" in result.stderr
    assert run("status").exit_code == 3  # not even a ledger was made


def test_entities_of_the_option_are_kept_until_the_model_is_to_find_them(texts):
    run("ingest", "texts/a.txt", "--entity", "water")

    again = run("ingest", "texts/a.txt")
    anew = run("ingest", "texts/a.txt", "--find-entities")

    assert "0 written, 1 unchanged" in again.stdout
    assert "1 document keeps the entities of an earlier --entity; with --find-entities" in (
        again.stdout
    )
    assert "1 written" in anew.stdout
    assert "--entity" not in anew.stdout
    shown = json.loads(run("show", "a.txt", "--json").stdout)
    assert [entity["name"] for entity in shown["entities"]] == ["Water"]  # as the reader has it


def test_entities_of_the_option_are_tracked(texts):
    run("ingest", "texts/a.txt", "--entity", "water; H2O", "--entity", "lake")

    shown = json.loads(run("show", "a.txt", "--json").stdout)
    assert [entity["name"] for entity in shown["entities"]] == ["water; H2O", "lake"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "no file or folder 'nowhere'"),
        (["texts", "--entity", ";"], "';'"),
        (["texts", "--entity", "x", "--find-entities"], "either --entity or --find-entities"),
        (["texts", "--entity", "milk", "--entity", "milk"], "'milk' is given twice"),
        (["texts", "--entity", "x" * 1001], "at most 1000"),
        (["texts", "--device", "tpu"], "tpu"),
        (["texts", "--store", "mysql:x"], "ladybug:PATH"),
        (["texts", "--ledger", "mysql:x"], "sqlite:///PATH"),
    ],
)
def test_an_ingest_that_cannot_start_is_refused_in_one_line(texts, arguments, message):
    result = run("ingest", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_ledger_of_another_program_is_refused(texts):
    Path("notes.db").write_text("my notes " * 1000)

    result = run("ingest", "texts", "--ledger", "sqlite:///notes.db")

    assert result.exit_code == 3
    assert Path("notes.db").read_text() == "my notes " * 1000


def test_a_grid_is_loaded_once_and_again_when_it_changes(clean):
    Path("grids.json").write_text(json.dumps(GRID))
    first, second = run("load", "grids.json"), run("load", "grids.json")
    Path("grids.json").write_text(json.dumps(GRID | {"states": [["cloud", "cloud", "lake"]]}))

    third = run("load", "grids.json", "--json")

    assert "1 written" in first.stdout
    assert "0 written, 1 unchanged" in second.stdout
    assert json.loads(third.stdout)["written"] == 1
    assert "water,cloud,cloud,lake" in run("show", "7", "--csv").stdout
    readings = json.loads(run("readings", "7", "--json").stdout)
    assert [reading["model"] for reading in readings] == ["annotated", "annotated"]
    assert readings[0]["settings"] != readings[1]["settings"]


def test_a_grid_survives_a_lost_ledger(clean):
    Path("grids.json").write_text(json.dumps(GRID))
    run("load", "grids.json")
    Path(".stepgraph/ledger.db").unlink()
    changed = GRID | {"states": [["-", "-", "lake"]]}
    Path("grids.json").write_text(json.dumps(changed))

    run("load", "grids.json")

    assert "water,-,-,lake" in run("show", "7", "--csv").stdout


def test_a_repeated_participant_is_warned_about_and_its_last_row_counts(clean, caplog):
    twice = {"participants": ["water", "water"], "states": [["-", "-", "-"], ["-", "-", "lake"]]}
    Path("grids.json").write_text(json.dumps(GRID | twice))

    assert run("load", "grids.json").exit_code == 0

    assert "water" in caplog.text
    assert "water,-,-,lake" in run("show", "7", "--csv").stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "grids.json"),
        ("hello", "line 1"),
        ("", "holds no grid"),
        (json.dumps(GRID | {"states": [["cloud", "?"]]}), "line 1"),
        (json.dumps(GRID) + "\n" + json.dumps(GRID | {"participants": []}), "line 2"),
    ],
)
def test_a_file_that_is_not_a_grid_is_refused_before_anything_is_stored(clean, content, message):
    if content is not None:
        Path("grids.json").write_text(content)

    result = run("load", "grids.json")

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not Path(".stepgraph/graph.lbug").exists()


def test_a_disappeared_document_is_reported_and_closed_by_prune(texts):
    run("ingest", "texts")
    Path("texts/a.txt").unlink()

    reported, closed = run("ingest", "texts"), run("ingest", "texts", "--prune", "--json")

    assert (
        "1 document disappeared from the source (--prune closes their readings): a.txt"
        in reported.stdout
    )
    assert reported.exit_code == closed.exit_code == 0
    assert json.loads(closed.stdout)["gone"] == ["a.txt"]
    assert json.loads(closed.stdout)["closed"] == 1
    assert json.loads(run("status", "--json").stdout)["gone"] == 1


def test_a_forgotten_document_is_refused_until_it_is_allowed_again(texts):
    run("ingest", "texts")
    run("forget", "a.txt", "--yes")

    refused = run("ingest", "texts")
    run("forget", "a.txt", "--lift")

    assert refused.exit_code == 1
    assert "stepgraph forget --lift 'a.txt'" in refused.stderr
    assert run("ingest", "texts").stdout.startswith("2 found: 1 written, 1 unchanged")


@pytest.mark.parametrize("url", ["file:///srv/tea.txt", "ftp://a.example/tea.txt"])
def test_a_url_of_another_scheme_is_not_called_a_missing_file(clean, url):
    result = run("ingest", url)

    assert result.exit_code == 2
    assert result.stderr.startswith(f"stepgraph: {url} ")
    assert "no file" not in result.stderr


@pytest.mark.parametrize(
    ("environment", "recorded"),
    [
        ({}, False),
        ({"PREFECT_API_URL": "http://127.0.0.1:9/api"}, True),
        ({"STEPGRAPH_RECORD_RUNS": "true"}, True),
        ({"PREFECT_API_URL": "http://127.0.0.1:9/api", "STEPGRAPH_RECORD_RUNS": "false"}, False),
    ],
    ids=["by default", "with a server", "by the setting", "never"],
)
def test_prefect_records_a_run_only_if_it_is_wanted(texts, monkeypatch, environment, recorded):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    calls = []

    def with_prefect(inputs, settings, *, shard, entities, find_entities, prune, on_progress):
        calls.append(inputs)
        raise BadInput("recorded")

    monkeypatch.setattr("flows.runner.run_ingest", with_prefect)

    result = run("ingest", "texts")

    assert calls == ([["texts"]] if recorded else [])
    assert ("recorded" in result.stderr) == recorded
    assert result.stdout.startswith("2 found: 2 written") != recorded


UNCHANGED = """
    import json, sys
    from pathlib import Path
    from pipeline.cli import app
    from pipeline.inference.model_reader import model_reader
    from pipeline.ingest.once import ingest_once
    from pipeline.settings import load_settings
    from tests.support.fake_reader import FakeReader

    settings = load_settings()
    ingest_once(["texts"], settings, FakeReader(model_reader(settings).identity))
    app(["ingest", "texts"], standalone_mode=False)
    heavy = {"prefect", "torch", "transformers", "spacy", "numpy", "scipy", "nltk", "networkx"}
    print(json.dumps(sorted(heavy & set(sys.modules))))
"""


def test_a_run_that_finds_nothing_new_imports_neither_prefect_nor_a_model(texts):
    code = textwrap.dedent(UNCHANGED)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )

    report, imported = done.stdout.splitlines()
    assert report.startswith("2 found: 0 written, 2 unchanged, 0 failed"), done.stderr
    assert json.loads(imported) == []
    assert not Path(".stepgraph/prefect").exists()


FIRST = """
    import json, sys
    from pipeline.cli import app

    app(["ingest", "texts"], standalone_mode=False)
    print(json.dumps(sorted(sys.modules)))
"""
UNNEEDED = (
    "nltk",
    "pandas",
    "prefect",
    "scipy",
    "sklearn",
    "sympy",
    "torch._dynamo",
    "torch._inductor",
    "torch.distributed.tensor",
    "transformers",
)


def test_the_first_document_imports_no_more_than_reading_needs(texts):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FIRST)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    report, imported = done.stdout.splitlines()
    assert report.startswith("2 found: 2 written"), done.stderr
    assert {"torch", "spacy"} <= set(json.loads(imported))
    assert not set(UNNEEDED) & set(json.loads(imported))
