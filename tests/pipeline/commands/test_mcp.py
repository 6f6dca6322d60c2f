"""The command that serves agents: over standard input and output, with nothing else on them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from typer.testing import CliRunner

from pipeline.cli import app

COMMAND = (sys.executable, "-m", "pipeline", "mcp")
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_STATE", str(tmp_path / "state"))


@contextmanager
def server(*options: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*COMMAND, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    with process:
        yield process


def answer(process: subprocess.Popen[str], method: str, **parameters) -> dict:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@pytest.mark.slow
def test_an_agent_stores_a_text_and_asks_about_it_over_standard_input_and_output():
    async def session() -> tuple[int, dict, dict]:
        parameters = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], "--write"], env=dict(os.environ)
        )
        async with Client(stdio_client(parameters)) as client:
            tools = (await client.list_tools()).tools
            text = {"text": "Pour the milk into the jug.", "title": "Milk", "entities": ["milk"]}
            stored = await client.call_tool("ingest_document", text)
            question = {"question": "Where is the milk after step 1?"}
            replied = await client.call_tool("ask", question)
            return len(tools), stored.structured_content, replied.structured_content

    n_tools, stored, replied = anyio.run(session)

    assert n_tools == 13
    assert stored["written"] == 1
    assert "jug" in replied["sentence"]
    assert replied["support"][0]["text"] == "Pour the milk into the jug."


def test_an_older_client_is_greeted_and_the_server_ends_with_its_input():
    with server() as process:
        greeting = answer(process, "initialize", **HELLO)
        process.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        called = answer(process, "tools/call", name="list_documents", arguments={})
        process.stdin.write("no JSON\n")
        process.stdin.close()
        rest = process.stdout.read(), process.stderr.read()

    assert greeting["result"]["serverInfo"]["name"] == "stepgraph"
    assert called["result"]["isError"] is True
    assert called["result"]["content"][0]["text"].startswith("no store at")
    assert (process.returncode, rest) == (0, ("", ""))


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_at_once(stop):
    with server() as process:
        answer(process, "initialize", **HELLO)
        process.send_signal(stop)
        code = process.wait(timeout=60)

    assert code == -stop


def test_a_client_that_is_gone_ends_the_server_without_an_error():
    with server() as process:
        answer(process, "initialize", **HELLO)
        process.stdout.close()
        process.stdin.write('{"jsonrpc": "2.0", "id": 2, "method": "ping"}\n')
        process.stdin.close()
        errors = process.stderr.read()

    assert (process.returncode, errors) == (0, "")


def test_the_server_starts_without_a_model():
    code = (
        "import sys, pipeline.agents.server\n"
        "print([name for name in ('torch', 'spacy', 'prefect', 'transformers', 'sqlalchemy')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_without_the_extra_the_command_names_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "pipeline.agents.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server", None)

    result = CliRunner().invoke(app, ["mcp"])

    assert result.exit_code == 2
    assert "pip install 'stepgraph[agents]'" in result.stderr


def test_a_wrong_setting_is_reported_before_the_server_starts():
    result = CliRunner().invoke(app, ["mcp", "--device", "tpu"])

    assert result.exit_code == 2
    assert "device" in result.stderr
