"""--shard: machines that share nothing take a part each, and their exports are the whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stepgraph
from tests.pipeline.commands.conftest import run
from tests.support.fake_reader import FakeReader

WRONG = ["0/3", "4/3", "a/b", "1/0", "2", ""]


@pytest.fixture
def texts(clean, monkeypatch):
    """Texts, lines and a broken line, and a reader that needs no model."""
    monkeypatch.setattr("pipeline.inference.model_reader.model_reader", lambda _: FakeReader())
    monkeypatch.setattr("stepgraph.api._reader", lambda _: FakeReader())
    Path("texts").mkdir()
    for name in "abcdefgh":
        Path(f"texts/{name}.txt").write_text(f"Water {name} falls. It reaches the lake.")
    records = [{"id": f"r{number}", "text": "Dough rises. It is baked."} for number in range(8)]
    lines = [json.dumps(record) for record in records]
    Path("texts/all.jsonl").write_text("\n".join([*lines, "{"]))


def ingested(shard: str, name: str) -> dict[str, int]:
    """What ``ingest`` reports of a shard in a store of its own."""
    where = ("--store", f"ladybug:{name}", "--ledger", f"sqlite:///{name}.db")
    return json.loads(run("ingest", "texts", "--shard", shard, *where, "--json").stdout)


def export(name: str) -> list[str]:
    store = ("--store", f"ladybug:{name}")
    run("export", *store, "--current", "--output", f"{name}-current.jsonl")
    return sorted(Path(f"{name}-current.jsonl").read_text().splitlines())


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("command", ["ingest", "serve"])
def test_a_wrong_shard_is_refused_in_one_line(texts, command, wrong):
    result = run(command, "texts", "--shard", wrong)

    assert result.exit_code == 2
    assert result.stderr == (
        f"stepgraph: shard={wrong!r}: write I/N with I from 1 to N, such as 2/8\n"
    )


def test_a_wrong_setting_is_refused_by_its_name(texts, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_SHARD", "3/2")

    result = run("ingest", "texts")

    assert (result.exit_code, "STEPGRAPH_SHARD='3/2': write I/N" in result.stderr) == (2, True)


def test_three_machines_that_share_nothing_fill_one_store(texts):
    whole = ingested("1/1", "whole")
    parts = [ingested(f"{number}/3", f"part-{number}") for number in (1, 2, 3)]

    merged = ("--store", "ladybug:merged", "--ledger", "sqlite:///merged.db")
    for number in (1, 2, 3):
        run("export", "--store", f"ladybug:part-{number}", "--output", f"part-{number}.jsonl")
        assert run("import", f"part-{number}.jsonl", *merged).exit_code == 0

    assert (whole["found"], whole["written"], whole["failed"]) == (17, 16, 1)
    for count in ("found", "written", "failed"):
        assert sum(part[count] for part in parts) == whole[count]
    assert all(part["written"] for part in parts)
    assert export("merged") == export("whole") != []


def test_the_report_names_the_shard(texts):
    result = run("ingest", "texts/a.txt", "texts/b.txt", "--shard", "2/2")

    assert " found in shard 2/2: " in result.stdout


def test_the_setting_and_the_python_api_take_the_same_documents(texts, monkeypatch):
    outcome = stepgraph.ingest(["texts/a.txt", "texts/b.txt", "texts/c.txt"], shard="1/2")
    monkeypatch.setenv("STEPGRAPH_SHARD", "1/2")
    again = json.loads(run("ingest", "texts/a.txt", "texts/b.txt", "texts/c.txt", "--json").stdout)

    assert (again["found"], again["unchanged"]) == (outcome.found, outcome.written)
    with pytest.raises(stepgraph.BadInput, match="^shard='0/2': write I/N"):
        stepgraph.ingest(["texts"], shard="0/2")


def test_reading_without_a_store_takes_no_notice_of_the_setting(texts, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_SHARD", "1/1000")

    assert len(stepgraph.read_all(["texts/a.txt"], entities=["water"])) == 1
