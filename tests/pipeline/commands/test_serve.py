"""serve: wrong options are refused at once, and a signal ends it cleanly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pipeline.commands.conftest import run

STEPGRAPH = [sys.executable, "-c", "from pipeline.cli import main; main()"]


@pytest.mark.parametrize("wrong", ["15", "m", "-5m", "1.5h", "soon", "0s", ""])
def test_an_invalid_schedule_is_refused_in_one_line(clean, wrong):
    result = run("serve", "texts", "--every", wrong)

    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("stepgraph: --every") and "write it like" in line


def test_a_schedule_without_inputs_is_refused(clean):
    nothing = run("serve")
    Path("stepgraph.toml").write_text('inputs = ["https://me:canary@example.org/feed.xml"]\n')
    secret = run("serve")
    Path("stepgraph.toml").write_text("inputs = 7\n")
    wrong = run("serve")

    assert [result.exit_code for result in (nothing, secret, wrong)] == [2, 2, 2]
    assert "inputs = [...]" in nothing.stderr
    assert "example.org/feed.xml has a user or password" in secret.stderr
    assert "canary" not in secret.stderr
    assert "is not a list of texts" in wrong.stderr


def test_an_unknown_log_level_is_refused_in_one_line(clean):
    result = run("serve", "texts", "--log-level", "loud")

    assert result.exit_code == 2
    assert "'loud' is not one of" in result.stderr


@pytest.fixture
def service(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A service over an empty folder, which needs no model, and with no Prefect there."""
    (tmp_path / "texts").mkdir()
    process = subprocess.Popen(
        [*STEPGRAPH, "serve", "texts", "--every", "1h"],
        cwd=tmp_path,
        env=os.environ
        | {
            "PYTHONPATH": str(Path(__file__).parents[3]),
            "PREFECT_API_URL": "http://127.0.0.1:9/api",
            "STEPGRAPH_STATE": str(tmp_path / "state"),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_service_without_prefect_works_and_ends_cleanly_on_a_signal(service, number):
    assert service.stderr is not None
    events = []
    for line in service.stderr:
        events.append(json.loads(line))
        if events[-1]["event"] == "swept":
            break
    service.send_signal(number)
    out, rest = service.communicate(timeout=120)

    assert (service.returncode, out) == (0, "")
    names = [entry["event"] for entry in [*events, *map(json.loads, rest.splitlines())]]
    assert [name for name in names if "Prefect" not in name] == [
        "serving", "discovered", "document failed", "processed", "swept", "ended"
    ]  # fmt: skip
    assert names.count("Prefect does not answer: the work continues without it") == 1
