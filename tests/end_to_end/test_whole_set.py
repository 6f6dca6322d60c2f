"""Everything together, as docker-compose.yml brings it up: examples/ are ingested and answer."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import State
from pipeline.stores import Store
from tests.conftest import WIPE
from tests.end_to_end.whole_set import ROOT, ingest_examples, whole_set
from tests.support.neo4j_server import Server

SECRETS_BEGIN = 6  # characters: a log that cuts a line would keep the beginning of a secret


@pytest.mark.slow
@pytest.mark.neo4j
@pytest.mark.postgres
def test_the_whole_set_ingests_the_examples_and_answers(
    neo4j: Server, neo4j_store: Store, postgres_ledger: str, tmp_path: Path
):
    with whole_set(neo4j, postgres_ledger, tmp_path) as running_set:
        runs = ingest_examples(running_set)
        scheduled = running_set.post(
            "flow_runs/filter",
            {"flow_runs": {"state": {"type": {"any_": ["SCHEDULED"]}}}, "limit": 200},
        )
        answer = running_set.run(
            "stepgraph", "ask", "photosynthesis.txt", "Where is the water after step 3?"
        )
        health = running_set.run("stepgraph", "health")
        artifacts = running_set.post("artifacts/filter", {"limit": 200})

    assert {flow: run["state_name"] for flow, run in runs.items()} == {
        "discover": "Completed", "process": "Completed", "sweep": "Completed"
    }  # fmt: skip
    assert [run for run in scheduled if run["auto_scheduled"]], "nothing is scheduled"
    n_documents = documents_in_examples()
    with open_ledger(postgres_ledger) as ledger:
        counts = ledger.reports.counts()
        entries = ledger.reports.documents()
    assert {state: count for state, count in counts.items() if count} == {
        State.WRITTEN: n_documents
    }
    stored = neo4j_store.ask("MATCH (d:Document)-[:READ_AS]->(r:Reading) RETURN count(r) AS n", {})
    assert stored == [{"n": n_documents}]
    assert "leaves" in answer or "root" in answer
    assert health.startswith("ok: ")
    kept = "".join([json.dumps(runs), json.dumps(artifacts), repr(entries), answer, health])
    for secret in running_set.secrets:
        assert secret[:SECRETS_BEGIN] not in kept
        holding = [path for path in files(tmp_path) if secret.encode() in path.read_bytes()]
        assert holding == []
    neo4j_store.write(lambda ask: ask(WIPE, {}))


def documents_in_examples() -> int:
    """Count one document a text, except the folder's own README.md, and one a line."""
    paths = [path for path in files(ROOT / "examples") if path.suffix in (".txt", ".md")]
    texts = [path for path in paths if path.name != "README.md"]
    lines = (ROOT / "examples" / "procedures.jsonl").read_text().splitlines()
    return len(texts) + len(lines)


def files(folder: Path) -> list[Path]:
    return [Path(root) / name for root, _, names in os.walk(folder) for name in names]
