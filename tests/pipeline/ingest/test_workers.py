"""Several processes share one PostgreSQL ledger and one Neo4j, and do no document twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.stores import Store
from pipeline.stores.read import list_readings
from tests.support.neo4j_server import Server

ROOT = Path(__file__).parents[3]
WORKER = """
import json, sys
from pathlib import Path
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.settings import load_settings
from pipeline.sources import discover
from tests.support.fake_reader import FakeReader

folder, ledger, store, username, password, state = sys.argv[1:]
settings = load_settings(
    state=Path(state), ledger=ledger, store=store, batch_size=4,
    neo4j_username=username, neo4j_password=password,
)
reader = FakeReader()
with open_ingestion(settings, reader) as work:
    result = ingest(discover([folder]), work, inputs=[folder])
    read = [name for batch in reader.batches for name in batch]
    print(json.dumps([result.written, result.elsewhere, len(result.failed), read]))
"""


@pytest.mark.neo4j
@pytest.mark.postgres
def test_three_processes_share_a_backlog_and_read_each_document_once(
    neo4j: Server, neo4j_store: Store, postgres_ledger: str, tmp_path: Path
):
    folder = tmp_path / "docs"
    folder.mkdir()
    names = [f"{number:03}.txt" for number in range(60)]
    for name in names:
        (folder / name).write_text(f"Water {name} boils. Steam rises.")
    arguments = [folder, postgres_ledger, neo4j.url, neo4j.username, neo4j.password]

    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, *map(str, arguments), str(tmp_path / f"state {number}")],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    reports = [json.loads(worker.communicate()[0]) for worker in workers]

    assert [worker.returncode for worker in workers] == [0, 0, 0]
    assert sorted(name for _, _, _, read in reports for name in read) == names
    assert sum(written for written, _, _, _ in reports) == 60
    assert all(failed == 0 for _, _, failed, _ in reports)
    assert [(reading.document, reading.number) for reading in list_readings(neo4j_store)] == [
        (name, 1) for name in names
    ]
