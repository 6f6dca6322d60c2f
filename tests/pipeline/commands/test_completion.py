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
