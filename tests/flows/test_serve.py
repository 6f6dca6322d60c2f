"""The service works in rounds, with Prefect or without, and survives failures around it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from flows import serve
from flows.context import FlowContext
from flows.serve import Plan, run_rounds
from pipeline.errors import Unreachable
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import State
from pipeline.retry import RetryPolicy
from pipeline.settings import load_settings
from pipeline.sources import Shard
from tests.support.fake_reader import FakeReader
from tests.support.web_server import serving

ROOT = Path(__file__).parents[2]

ROUNDS = """
    import json, os, sys, threading
    from pathlib import Path
    from flows.runner import prepare_prefect
    from pipeline.logs import set_up_logs
    from pipeline.settings import load_settings
    from tests.support.fake_reader import FakeReader

    folder, state = map(Path, sys.argv[1:])
    set_up_logs("debug")
    settings = load_settings(
        state=state,
        batch_size=2,
        ledger=f"sqlite:///{state}/ledger.db?timeout=30&application=canary",
    )
    prepare_prefect(state)
    from flows import prefect_server
    from flows.runner import reporting
    from flows.discover import discover
    from flows.export import export
    from flows.process import process
    from flows.serve import Plan, run_rounds
    from flows.context import FlowContext, use_context
    from flows.sweep import sweep
    from pipeline.errors import Unreachable

    context = FlowContext(settings, FakeReader())
    run_rounds(Plan([str(folder)], 60, rounds=1), context)
    gone = load_settings(state=state, ledger="postgresql+psycopg://me:canary@127.0.0.1:1/x")
    astray = FlowContext(gone, FakeReader())
    astray.leaving.set()  # so that nothing is tried again
    with reporting(state), use_context(astray):
        for flow in (lambda: discover([str(folder)]), process, sweep):
            try:
                flow()
            except Unreachable as error:
                print(error, file=sys.stderr)
    with reporting(state), use_context(context):
        lines = export(state / "all.jsonl")
        import httpx
        from prefect.settings import PREFECT_API_URL

        def listed(what):
            answer = httpx.post(f"{PREFECT_API_URL.value()}/{what}/filter", json={"limit": 200})
            return answer.raise_for_status().json()

        names = {item["id"]: item["name"] for item in listed("flows")}
        runs = listed("flow_runs")
        output = {
            "messages": [run["state"]["message"] for run in runs],
            "lines": lines,
            "runs": sorted(
                (names[run["flow_id"]], run["state_name"]) for run in runs
            ),
            "tasks": [run["name"].rpartition("-")[0] for run in listed("task_runs")],
            "artifacts": {item["key"]: item["data"] for item in listed("artifacts")},
        }
    print(json.dumps(output))
    class Assassin(FakeReader):  # what kills Prefect in mid-run must not stop the work
        def read(self, documents, *, stage):
            prefect_server.temporary_server(Path(os.environ["PREFECT_HOME"]))._process.kill()
            return super().read(documents, stage=stage)

    (folder / "z.txt").write_text("Snow melts. Water runs.")
    run_rounds(Plan([str(folder)], 60, rounds=1), FlowContext(settings, Assassin()))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.txt").write_text(f"Water {name} boils. Steam rises.")
    (folder / "d.txt").write_text("POISON it.")
    return folder


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlowContext:
    """The context of a service for which no Prefect answers."""

    @contextmanager
    def silent(state: Path) -> Iterator[Callable[[], bool]]:
        yield lambda: False

    monkeypatch.setattr(serve, "reporting", silent)
    return FlowContext(load_settings(state=tmp_path / "state", batch_size=2), FakeReader())


def counts(context: FlowContext) -> dict[State, int]:
    with open_ledger(context.settings.ledger, must_exist=True) as ledger:
        return ledger.reports.counts()


@pytest.mark.slow
def test_a_round_is_three_flows_with_artifacts_and_the_work_outlives_prefect(folder, tmp_path):
    state = tmp_path / "state"

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(ROUNDS), str(folder), str(state)],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if "PREFECT" not in name}
        | {"NEO4J_PASSWORD": "canary"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    output = json.loads(done.stdout)
    assert output["runs"] == [
        ["discover", "Completed"], ["discover", "Failed"], ["export", "Completed"],
        ["process", "Completed"], ["process", "Failed"],
        ["sweep", "Completed"], ["sweep", "Failed"],
    ]  # fmt: skip
    refused = "the ledger postgresql+psycopg://me@127.0.0.1:1/x cannot be used"
    assert sum(refused in (message or "") for message in output["messages"]) == 3
    assert output["tasks"].count("process_batch") == 2
    assert output["lines"] == 3
    artifacts = output["artifacts"]
    assert {"what": "to be read", "is": 4} in json.loads(artifacts["discovered"])
    assert {"what": "written", "is": 3} in json.loads(artifacts["processed-documents"])
    (failure,) = json.loads(artifacts["processed-documents-failures"])
    assert (failure["documents"], failure["such as"]) == (1, "d.txt")
    assert artifacts["processed"] == 100.0
    events = [json.loads(line) for line in done.stderr.splitlines() if line[0] == "{"]
    assert [event["written"] for event in events if event["event"] == "processed"] == [3, 1]
    names = [event["event"] for event in events]
    assert names[names.index("Prefect failed") :] == [
        "Prefect failed",
        "how Prefect failed",
        "processed",
        "Prefect does not answer: the work continues without it",
        "swept",
    ]
    assert "canary" not in done.stdout + done.stderr
    kept = [path for path in state.rglob("*") if path.is_file() and b"canary" in path.read_bytes()]
    assert kept == []


def test_rounds_without_prefect_read_new_documents_and_end_when_asked_to(folder, context):
    plan = Plan([str(folder)], every_seconds=0.05)
    thread = threading.Thread(target=run_rounds, args=(plan, context))
    thread.start()
    while not (context.settings.state / "ledger.db").exists() or counts(context)[State.WRITTEN] < 3:
        assert thread.is_alive()
        time.sleep(0.05)
    (folder / "e.txt").write_text("Ice melts. Water runs.")
    while counts(context)[State.WRITTEN] < 4:
        assert thread.is_alive()
        time.sleep(0.05)

    context.leaving.set()
    thread.join(timeout=60)

    assert not thread.is_alive()
    assert counts(context)[State.CLAIMED] == 0


@pytest.fixture
def kitchen(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A table of two recipes, which ``stepgraph.toml`` describes."""
    with closing(sqlite3.connect(tmp_path / "kitchen.db", isolation_level=None)) as opened:
        opened.execute("CREATE TABLE recipes (nr INTEGER PRIMARY KEY, body TEXT, changed TEXT)")
        for number in (1, 2):
            opened.execute(
                "INSERT INTO recipes VALUES (?, 'Milk boils. Foam rises.', 'monday')", (number,)
            )
        (tmp_path / "stepgraph.toml").write_text(
            f'[sql.recipes]\nurl = "sqlite:///{tmp_path}/kitchen.db"\ntable = "recipes"\n'
            'text = "body"\nwatermark = "changed"\n'
        )
        yield opened


def test_rounds_over_a_feed_and_a_table_read_what_changed_and_close_what_is_gone(
    kitchen, tmp_path, context
):
    def document(state: State) -> list[str]:
        with open_ledger(context.settings.ledger, must_exist=True) as ledger:
            return [entry.document_id for entry in ledger.reports.documents(state=state)]

    with serving() as site:
        pages = [
            site.put(f"/{name}.txt", f"Water {name} boils. Steam rises.", etag=name)
            for name in "ab"
        ]
        feed = site.put("/list.json", json.dumps(pages), "application/json", etag="1")
        settings = load_settings(
            state=context.settings.state, http_private=True, sources=tmp_path / "stepgraph.toml"
        )
        reader = FakeReader()
        context = FlowContext(settings, reader)
        plan = Plan([feed, "sql:recipes"], every_seconds=0.0, prune=True, rounds=1)

        run_rounds(plan, context)
        assert document(State.WRITTEN) == [*pages, "recipes/1", "recipes/2"]
        site.answers(), reader.batches.clear()
        run_rounds(plan, context)
        assert (reader.batches, site.answers()) == (
            [], [("/list.json", 304), ("/a.txt", 304), ("/b.txt", 304)]
        )  # fmt: skip

        site.put("/a.txt", "Ice melts. Water runs.", etag="new")
        site.put("/list.json", json.dumps(pages[:1]), "application/json", etag="2")
        kitchen.execute("UPDATE recipes SET body = 'Milk cools.', changed = 'tuesday' WHERE nr = 1")
        kitchen.execute("DELETE FROM recipes WHERE nr = 2")
        run_rounds(plan, context)

    assert sorted(sum(reader.batches, [])) == [pages[0], "recipes/1"]
    assert document(State.GONE) == [pages[1], "recipes/2"]
    assert document(State.WRITTEN) == [pages[0], "recipes/1"]


def test_an_outage_during_a_round_is_logged_and_the_next_round_tries_again(
    folder, context, monkeypatch, caplog
):
    real, tried = serve.register_sources, []

    def unreachable_once(*arguments, **options):
        tried.append(arguments)
        if len(tried) == 1:
            raise Unreachable("the ledger is gone for a while")
        return real(*arguments, **options)

    monkeypatch.setattr(serve, "register_sources", unreachable_once)

    run_rounds(Plan([str(folder)], every_seconds=0.0, rounds=2), context, retries=RetryPolicy(()))

    assert counts(context)[State.WRITTEN] == 3
    (failed,) = (entry for entry in caplog.records if entry.levelname == "ERROR")
    assert (failed.message, failed.error) == (
        "discover failed",
        "the ledger is gone for a while",
    )


def test_rounds_of_a_shard_read_its_documents_alone(folder, context):
    own_names = [path.name for path in folder.iterdir() if Shard(1, 2).holds(path.name)]

    run_rounds(Plan([str(folder)], 0.0, shard=Shard(1, 2), rounds=1), context)

    with open_ledger(context.settings.ledger, must_exist=True) as ledger:
        entries = ledger.reports.documents()
    assert sorted(own_names) == [entry.document_id for entry in entries] != []
    assert len(own_names) < len(list(folder.iterdir()))


def test_a_store_that_cannot_be_opened_at_the_start_is_an_error(folder, tmp_path, context):
    settings = load_settings(state=tmp_path / "state", store="bolt://127.0.0.1:1")

    with pytest.raises(Unreachable, match="no Neo4j answers"):
        run_rounds(Plan([str(folder)], 60), FlowContext(settings, FakeReader()))
