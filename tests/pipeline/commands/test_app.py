"""The command that serves the app: where it listens, what it refuses, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys

import httpx
import pytest
from typer.testing import CliRunner

from pipeline.cli import app


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_STATE", str(tmp_path))
    monkeypatch.delenv("STEPGRAPH_APP_TOKEN", raising=False)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_app_states_its_address_answers_and_ends_in_order(stop):
    command = [sys.executable, "-m", "pipeline", "app", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stderr.readline())[0]
        page = httpx.get(address, timeout=60)
        process.send_signal(stop)
        rest = process.stderr.read()

    assert "The store holds no documents" in page.text
    assert (process.returncode, rest) in ((0, ""), (-stop, ""))


def test_another_host_needs_a_token():
    result = CliRunner().invoke(app, ["app", "--host", "0.0.0.0"])

    assert result.exit_code == 2
    assert "STEPGRAPH_APP_TOKEN" in result.stderr


def test_a_port_that_is_taken_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["app", "--port", str(port)])

    assert result.exit_code == 2
    assert f"port {port}" in result.stderr
    assert "--port" in result.stderr


def test_a_store_that_cannot_be_opened_is_reported_at_once(tmp_path):
    (tmp_path / "store").write_text("not a store")
    result = CliRunner().invoke(app, ["app", "--store", f"ladybug:{tmp_path / 'store'}"])

    assert result.exit_code == 3
