"""repair, with a reader that needs no model."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from pipeline.stores import open_store
from tests.pipeline.commands.conftest import run
from tests.support.fake_reader import FakeReader

STORE = "ladybug:.stepgraph/graph.lbug"


@pytest.fixture
def damaged(clean, monkeypatch):
    """Two documents whose readings are lost; the ledger has them as written."""
    monkeypatch.setattr("pipeline.inference.model_reader.model_reader", lambda _: FakeReader())
    Path("texts").mkdir()
    Path("texts/a.txt").write_text("Water falls. It reaches the lake.")
    Path("texts/b.txt").write_text("Dough rises. It is baked.")
    run("ingest", "texts")
    with closing(open_store(STORE)) as store:
        store.write(lambda ask: ask("MATCH (r:Reading) DETACH DELETE r", {}))


def test_lint_says_what_is_missing_and_repair_restores_it(damaged):
    before, done = run("lint"), run("repair")

    assert before.exit_code == 1
    assert "a.txt: has the reading 'a.txt:1' in the ledger, but none is open" in before.stdout
    assert "to restore what the sources still have: stepgraph repair" in before.stderr
    assert done.exit_code == 0
    assert done.stdout == "2 documents read again: a.txt, b.txt\n"
    assert run("lint").exit_code == 0
    assert run("repair").stdout == "nothing to repair\n"


def test_a_source_that_is_gone_is_one_line_and_exit_code_1(damaged):
    Path("texts/a.txt").unlink()

    done = run("repair")

    assert done.exit_code == 1
    assert done.stdout == "1 document read again: b.txt\n"
    (line,) = done.stderr.splitlines()
    assert line.startswith("stepgraph: not restored: ")
    assert "a.txt" in line
    assert json.loads(run("repair", "--json").stdout)["failures"][0]["document"] == "a.txt"


def test_an_unknown_document_is_bad_input(damaged):
    assert run("repair", "nothing").exit_code == 2
