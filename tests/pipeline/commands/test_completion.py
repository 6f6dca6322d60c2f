"""Shell completion: the script that a shell needs, and what it completes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipeline.commands.conftest import clean as clean

# Typer looks at the processes above ours to find the shell.
IN_BASH = '"$0" -c "from pipeline.__main__ import main; main()" "$@"; exit $?'

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def in_bash(*arguments: str, **variables: str) -> str:
    done = subprocess.run(
        ["bash", "-c", IN_BASH, sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | variables,
    )
    return done.stdout


@needs_bash
def test_the_completion_of_a_shell_is_shown(clean):
    assert "complete -o default -F _stepgraph_completion stepgraph" in in_bash("--show-completion")


@needs_bash
def test_the_completion_of_a_shell_is_installed(clean):
    in_bash("--install-completion", HOME=str(clean))

    [script] = (Path(clean) / ".bash_completions").iterdir()
    assert "_STEPGRAPH_COMPLETE=complete_bash" in script.read_text()


@needs_bash
@pytest.mark.parametrize(
    ("words", "completed"), [("stepgraph sh", ["show"]), ("stepgraph show --st", ["--store"])]
)
def test_commands_and_options_are_completed(clean, words, completed):
    variables = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}

    assert in_bash(_STEPGRAPH_COMPLETE="complete_bash", **variables).split() == completed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_of_a_shell_that_is_named_is_printed_from_any_shell(clean, shell):
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", "--completion", shell],
        capture_output=True,
        text=True,
        check=True,
    )

    assert f"_STEPGRAPH_COMPLETE=complete_{shell}" in done.stdout
    assert done.stderr == ""


def test_a_shell_without_completion_is_refused_with_those_that_have_it(clean):
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", "--completion", "csh"], capture_output=True, text=True
    )

    assert done.returncode == 2
    assert "fish" in done.stderr


@needs_bash
def test_bash_completes_with_the_printed_script(clean):
    script = (
        'eval "$("$0" -m pipeline --completion bash)"; COMP_WORDS=(stepgraph view --op);'
        ' COMP_CWORD=2; _stepgraph_completion "$1"; echo "${COMPREPLY[@]}"'
    )
    program = clean / "stepgraph"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pipeline\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", script, sys.executable, str(program)],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == ["--open"]
