"""No password is in an error, a log or the ledger, whatever fails."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from sqlalchemy.engine import make_url

from pipeline.ingest.discover import register_sources
from pipeline.ingest.worker import open_worker
from pipeline.ledger.ledger import open_ledger
from pipeline.redaction import redact_text, redact_url
from pipeline.settings import load_settings
from tests.support.fake_reader import FakeReader
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

ROOT = Path(__file__).parents[2]
CANARY = "canary-4711"

# each command that opens something, in a process of its own: all that it prints counts
SCRIPT = """
import sys
from typer.testing import CliRunner
from pipeline.cli import app

for line in sys.stdin.read().splitlines():
    result = CliRunner().invoke(app, line.split())
    print(result.exit_code, line.split()[0], result.output.replace("\\n", " "))
"""
LEDGER_COMMANDS = ("status", "health", "ingest a.txt", "serve a.txt --once")
STORE_COMMANDS = ("documents", "health", "ingest a.txt", "serve a.txt --once")


def run(folder: Path, commands: tuple[str, ...], **environment: str) -> str:
    (folder / "a.txt").write_text("Water boils. Steam rises.")
    others = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PREFECT_", "STEPGRAPH_", "NEO4J_"))
    }
    nowhere = {"PREFECT_API_URL": "http://127.0.0.1:9/api", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input="\n".join(commands),
        cwd=folder,
        env=others | nowhere | {"STEPGRAPH_STATE": str(folder / "state")} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(commands), done.stderr
    assert [line[:2] for line in lines] == ["3 "] * len(commands), done.stdout
    return done.stdout + done.stderr


def kept(folder: Path) -> list[Path]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if CANARY.encode() in path.read_bytes()]


def test_an_unreachable_ledger_reveals_no_password(tmp_path):
    ledger = f"postgresql+psycopg://me:{CANARY}@127.0.0.1:1/x?password={CANARY}"

    output = run(tmp_path, LEDGER_COMMANDS, STEPGRAPH_LEDGER=ledger)

    assert CANARY not in output
    assert kept(tmp_path) == []


@pytest.mark.postgres
def test_a_ledger_that_refuses_the_password_does_not_reveal_it(postgres: Database, tmp_path):
    url = make_url(postgres.url).set(password=CANARY)

    output = run(tmp_path, LEDGER_COMMANDS, STEPGRAPH_LEDGER=url.render_as_string(False))

    assert "authentication failed" in output
    assert CANARY not in output
    assert kept(tmp_path) == []


def test_an_unreachable_store_reveals_no_password(tmp_path):
    output = run(
        tmp_path,
        STORE_COMMANDS,
        STEPGRAPH_STORE=f"bolt://me:{CANARY}@127.0.0.1:1",
        NEO4J_PASSWORD=CANARY,
    )

    assert CANARY not in output
    assert kept(tmp_path) == []


@contextmanager
def user_of_its_own(server: Server) -> Iterator[str]:
    """Neo4j shuts out who gave a wrong password three times, for some seconds: not the others."""
    with GraphDatabase.driver(server.url, auth=(server.username, server.password)) as driver:
        made = "CREATE OR REPLACE USER guesser SET PASSWORD $one CHANGE NOT REQUIRED"
        driver.execute_query(made, one="not the canary", database_="system")
        try:
            yield "guesser"
        finally:
            driver.execute_query("DROP USER guesser", database_="system")


@pytest.mark.neo4j
def test_a_store_that_refuses_the_password_does_not_reveal_it(neo4j: Server, tmp_path):
    with user_of_its_own(neo4j) as name:
        output = run(
            tmp_path,
            STORE_COMMANDS,
            STEPGRAPH_STORE=neo4j.url,
            NEO4J_USERNAME=name,
            NEO4J_PASSWORD=CANARY,
        )

    assert "did not let us in as user 'guesser'" in output
    assert "after too many wrong passwords" in output
    assert CANARY not in output
    assert kept(tmp_path) == []


def test_an_error_of_a_library_that_quotes_a_url_is_kept_without_its_password(tmp_path, caplog):
    class Talkative(FakeReader):
        def read(self, documents, *, stage):
            raise RuntimeError(f"neo4j://me:{CANARY}@host:7687 refused password={CANARY}")

    (tmp_path / "a.txt").write_text("Water boils. Steam rises.")
    settings = load_settings(state=tmp_path / "state")
    register_sources([str(tmp_path / "a.txt")], settings, Talkative())

    with open_worker(settings, Talkative()) as worker:
        worker.run()
        (failure,) = worker.result().errors

    with open_ledger(settings.ledger) as ledger:
        (failed,) = ledger.reports.failures()
    assert failed.error == "RuntimeError: neo4j://…@host:7687 refused password=…"
    assert CANARY not in failure.error + caplog.text
    assert kept(tmp_path) == []


@pytest.mark.parametrize(
    "text",
    [
        "postgresql+psycopg://ada:p@ss:w0rd@host/db?sslmode=require",
        "see bolt://:p@ss:w0rd@[::1]:7687 or 'https://u:p@ss:w0rd@h/x'",
        "host=h user=u password=p@ss:w0rd dbname=d",
        "https://h/feed?token=p@ss:w0rd&page=2",
    ],
)
def test_text_that_looks_like_a_password_is_redacted(text):
    assert "p@ss" not in redact_text(text)
    assert "w0rd" not in redact_text(text)


@pytest.mark.parametrize("text", ["see https://h/a@b", "at 10:30 @ home", "a step: mix@room"])
def test_text_that_is_not_a_password_stays(text):
    assert redact_text(text) == text


@pytest.mark.parametrize("url", ["ladybug:a/b.lbug", "sqlite:///x.db", "bolt://host:7687"])
def test_a_url_without_secrets_is_shown_as_it_is(url):
    assert redact_url(url) == url


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("neo4j://ann:canary@host:7687/db?token=canary", "neo4j://ann@host:7687/db"),
        ("bolt://ann:can/ary@x@host", "bolt://ann@host"),
        ("postgresql+psycopg://ann:canary@host/db", "postgresql+psycopg://ann@host/db"),
    ],
)
def test_a_url_is_redacted_to_neither_password_nor_options(url, shown):
    assert redact_url(url) == shown
