"""The flow does what the plain functions do, quietly, and leaves nothing running behind it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from pipeline.sources import Shard

ROOT = Path(__file__).parents[2]

FLOW = """
    import json, sys
    from pathlib import Path
    from flows.runner import run_ingest
    from pipeline.errors import BadInput, Unreachable
    from pipeline.settings import load_settings
    from pipeline.sources import Shard
    from tests.support.fake_reader import FakeReader

    folder, state = sys.argv[1:]
    settings = load_settings(
        state=Path(state),
        batch_size=2,
        ledger=f"sqlite:///{state}/ledger.db?timeout=30&application=canary",
    )
    class PassingTrouble(FakeReader):
        tried = 0

        def prepare(self):
            self.tried += 1
            if self.tried == 1:
                raise Unreachable("the server starts again")

    counts = []
    for reader in (PassingTrouble(), FakeReader()):
        result = run_ingest([folder], settings, reader=reader, on_progress=lambda progress: None)
        counts.append([result.found, result.written, result.unchanged, len(result.failed)])
    try:
        run_ingest([folder], load_settings(state=Path(folder) / "a.txt"), reader=FakeReader())
    except Unreachable as error:
        counts.append(str(error))
    try:
        run_ingest(["https://me:canary@host/feed"], settings, reader=FakeReader())
    except BadInput as error:
        counts.append(str(error))
    found = []
    for number in (1, 2):
        alone = load_settings(state=Path(state) / str(number))
        result = run_ingest([folder], alone, shard=Shard(number, 2), reader=FakeReader())
        found.append(result.found)
    counts.append(found)
    print(json.dumps(counts))
"""

SHARDS = """
    import json, sys
    from pathlib import Path
    from flows.runner import prepare_prefect
    from pipeline.settings import load_settings
    from tests.support.fake_reader import FakeReader

    folder, state = map(Path, sys.argv[1:])
    prepare_prefect(state)
    from flows.context import FlowContext, use_context
    from flows.discover import discover
    from flows.ingest import ingest
    from flows.runner import reporting
    from pipeline.errors import BadInput
    from pipeline.stores import open_store
    from pipeline.stores.read import list_documents

    found, refusal = {}, None
    with reporting(state) as can_report:
        assert can_report()
        for shard in ("1/2", "2/2"):
            settings = load_settings(state=state / shard.replace("/", "-of-"))
            with use_context(FlowContext(settings, FakeReader())):
                discovered = discover([str(folder)], shard=shard).found
                ingest([str(folder)], shard=shard)
                try:
                    discover([str(folder)], shard="3/2")
                except BadInput as error:
                    refusal = str(error)
            store = open_store(settings.store, read_only=True)
            found[shard] = [discovered, [each.document for each in list_documents(store)]]
            store.close()
        import httpx
        from prefect.settings import PREFECT_API_URL

        answer = httpx.post(f"{PREFECT_API_URL.value()}/flow_runs/filter", json={"limit": 200})
        runs = [(run["parameters"]["shard"], run["state_name"]) for run in answer.json()]
    print(json.dumps([found, refusal, sorted(runs)]))
"""

WITHOUT_PREFECT = """
    import json, sys
    from pathlib import Path
    from flows import prefect_server
    from flows.runner import run_ingest
    from pipeline.settings import load_settings
    from tests.support.fake_reader import FakeReader

    class NeverAnswers:
        url = "http://127.0.0.1:9/api"

        def __init__(self, home):
            pass

        def has_ended(self):
            return False

        def wait(self):
            return False

    prefect_server.temporary_server = NeverAnswers
    folder, state = sys.argv[1:]
    result = run_ingest([folder], load_settings(state=Path(state)), reader=FakeReader())
    print(json.dumps([result.found, result.written]))
"""

SERVER = """
    import os, sys
    from pathlib import Path
    from flows.prefect_server import temporary_server

    print(temporary_server(Path(sys.argv[1]))._process.pid, flush=True)
    os.kill(os.getpid(), 9)
"""


def run(script: str, *arguments: Path) -> subprocess.CompletedProcess[str]:
    others = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        cwd=ROOT,
        env=others | {"NEO4J_PASSWORD": "canary"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_flow_stores_every_document_quietly_and_keeps_no_secret(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.txt").write_text(f"Water {name} boils. Steam rises.")
    (folder / "d.txt").write_text("POISON it.")
    state = tmp_path / "state"

    done = run(FLOW, folder, state)

    assert done.stderr == ""
    first, second, refused, secret, shards = json.loads(done.stdout)
    assert (first, second) == ([4, 3, 0, 1], [4, 0, 3, 1])
    assert sum(shards) == 4 > max(shards)
    assert "a.txt" in refused
    assert "password" in secret and "canary" not in secret
    assert (state / "prefect" / "prefect.db").exists()
    assert not [path for path in state.rglob("*") if _holds(path, b"canary")]


@pytest.mark.slow
def test_runs_that_prefect_records_read_the_shard_of_their_parameter(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    names = [f"{letter}.txt" for letter in "abcdef"]
    for name in names:
        (folder / name).write_text("Water boils. Steam rises.")
    own_names = [name for name in names if Shard(1, 2).holds(name)]
    others = [name for name in names if name not in own_names]

    done = run(SHARDS, folder, tmp_path / "state")

    documents, refusal, runs = json.loads(done.stdout)
    assert documents == {"1/2": [len(own_names), own_names], "2/2": [len(others), others]}
    assert own_names and others
    assert "write I/N with I from 1 to N" in refusal
    completed = [[shard, "Completed"] for shard in ("1/2", "1/2", "2/2", "2/2")]
    assert runs == [*completed, ["3/2", "Failed"], ["3/2", "Failed"]]


def test_where_prefect_cannot_start_the_same_work_is_done_without_it(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("Water boils. Steam rises.")

    done = run(WITHOUT_PREFECT, folder, tmp_path / "state")

    assert json.loads(done.stdout) == [1, 1], done.stderr


def test_the_temporary_server_ends_with_its_parent_even_if_that_is_killed(tmp_path):
    killed = run(SERVER, tmp_path)

    assert killed.returncode == -9
    for _ in range(500):
        if not _lives(int(killed.stdout)):
            return
        time.sleep(0.02)
    pytest.fail("the server outlived its parent")


def _lives(pid: int) -> bool:
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return bool(listed.stdout.strip()) and not listed.stdout.startswith("Z")


def _holds(path: Path, secret: bytes) -> bool:
    return path.is_file() and secret in path.read_bytes()
