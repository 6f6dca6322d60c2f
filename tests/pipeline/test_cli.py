"""How every command starts and ends: quickly, and in one line when something is wrong."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from pipeline import cli
from pipeline.cli import COMMANDS, Commands, app
from pipeline.commands.usage import help_text
from pipeline.errors import BadInput, CheckpointError, StoreError, Unreachable
from tests.pipeline.commands.conftest import clean as clean
from tests.pipeline.commands.conftest import filled as filled
from tests.pipeline.commands.conftest import filled_once as filled_once

HEAVY = {"torch", "transformers", "spacy", "prefect", "networkx", "neo4j", "nltk", "tokenizers"}

LOADED = """
import json, sys
from pipeline.cli import main
codes = []
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["stepgraph", *arguments]
    try:
        main()
    except SystemExit as end:
        codes.append(end.code)
print(json.dumps([codes, list(sys.modules)]))
"""


def started(*commands: list[str]) -> tuple[list[int], set[str]]:
    """The exit codes of commands in one new process, and the packages that they loaded."""
    process = [sys.executable, "-c", LOADED, json.dumps(commands)]
    done = subprocess.run(process, capture_output=True, text=True, check=True)
    codes, modules = json.loads(done.stdout.splitlines()[-1])
    return codes, {module.partition(".")[0] for module in modules}


def failing(error: Exception) -> typer.Typer:
    made = typer.Typer(cls=Commands, pretty_exceptions_enable=False)

    @made.callback()
    def group() -> None: ...

    @made.command()
    def fail() -> None:
        raise error

    return made


def test_help_loads_only_what_it_needs():
    codes, loaded = started(["--help"])

    assert codes == [0]
    assert loaded.isdisjoint(HEAVY | {"pydantic", "sqlalchemy", "ladybug", "numpy"})


def test_asking_loads_no_model(filled):
    Path("q.cypher").write_text("MATCH (d:Document) RETURN d.id AS id ORDER BY id")

    codes, loaded = started(
        ["ask", "photo.txt", "Where is the water after step 2?"],
        ["query", "snapshot", "-p", "document=photo.txt", "-p", "step=2"],
        ["query", "q.cypher"],
        ["documents"],
        ["show", "photo.txt"],
        ["readings", "photo.txt"],
        ["questions"],
        ["export"],
        ["status"],
    )

    assert codes == [0, 0, 0, 0, 0, 0, 0, 0, 3]  # there is no ledger
    assert loaded.isdisjoint(HEAVY)


def test_a_missing_neo4j_is_one_line_of_ours_and_none_of_the_driver(clean):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"neo4j://127.0.0.1:{closed.getsockname()[1]}"
        command = [sys.executable, "-c", LOADED, json.dumps([["documents", "--store", url]])]
        done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout)[0] == [3]
    assert done.stderr.startswith("stepgraph: no Neo4j answers")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadInput("no such thing"), 2),
        (CheckpointError("no such thing"), 2),
        (StoreError("no such thing"), 2),
        (Unreachable("no such thing"), 3),
    ],
)
def test_an_error_is_one_line_and_an_exit_code(error, code):
    result = CliRunner().invoke(failing(error), ["fail"])

    assert result.exit_code == code
    assert result.stderr == "stepgraph: no such thing\n"


def test_an_internal_error_has_no_traceback_and_an_exit_code_of_its_own(monkeypatch):
    monkeypatch.delenv("STEPGRAPH_TRACEBACK", raising=False)

    result = CliRunner().invoke(failing(KeyError("x")), ["fail"])

    assert result.exit_code == 70
    assert result.stderr.startswith("stepgraph: unexpected KeyError: 'x'")
    assert "Traceback" not in result.stderr


def test_a_traceback_is_shown_on_request(monkeypatch):
    monkeypatch.setenv("STEPGRAPH_TRACEBACK", "1")

    assert "Traceback" in CliRunner().invoke(failing(KeyError("x")), ["fail"]).stderr


def test_an_error_cannot_send_codes_to_the_terminal():
    result = CliRunner().invoke(failing(BadInput("no \x1b[31m\x07 thing")), ["fail"])

    assert result.stderr == "stepgraph: no \ufffd[31m\ufffd thing\n"


@pytest.mark.parametrize("name", [name for _, name, _ in COMMANDS])
def test_every_command_has_help(name):
    result = CliRunner().invoke(app, [name, "--help"])

    assert result.exit_code == 0
    assert f"Usage: stepgraph {name}" in result.stdout.replace("Usage: root", "Usage: stepgraph")


@pytest.mark.parametrize("name", [name for _, name, _ in COMMANDS])
def test_every_command_starts_its_help_with_one_line_that_ends_with_a_full_stop(name):
    [command] = [command for _, each, command in COMMANDS if each == name]
    summary, *rest = (command.__doc__ or "").split("\n")

    assert summary[0].isupper() and summary.endswith(".")
    assert not rest or not rest[0].strip()


@pytest.mark.parametrize("name", [name for _, name, _ in COMMANDS])
def test_help_leaves_the_wrapping_of_a_paragraph_to_the_terminal(name):
    [command] = [command for _, each, command in COMMANDS if each == name]

    paragraphs = help_text(command).split("\n\n")

    assert paragraphs[0] == (command.__doc__ or "").split("\n")[0]
    assert not any("\n" in paragraph for paragraph in paragraphs)


def test_help_shows_no_python_types():
    for name in ("ask", "concepts", "snapshot", "status"):
        shown = CliRunner().invoke(app, [name, "--help"]).stdout
        assert not re.search(r"<\w|[{}]", shown)


@pytest.mark.parametrize(
    "name",
    sorted(
        {name for _, name, _ in COMMANDS}
        - {"app", "draft", "export", "mcp", "serve", "snapshot", "view"}
    ),
)
def test_every_command_that_prints_data_can_print_json(name):
    assert "--json" in CliRunner().invoke(app, [name, "--help"]).stdout


@pytest.mark.parametrize("arguments", [["frob"], ["show"], ["show", "x", "--frob"]])
def test_wrong_usage_exits_with_two(arguments):
    assert CliRunner().invoke(app, arguments).exit_code == 2


def test_a_closed_pipe_ends_a_command_silently(filled):
    command = [sys.executable, "-c", "from pipeline.cli import main; main()", "export"]
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)

    os.close(writing)
    assert (done.returncode, done.stderr) == (cli.PIPE_CLOSED, b"")
