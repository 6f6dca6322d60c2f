"""How the command line ends from outside: Ctrl-C at any moment, outputs that cannot be written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline import cli
from pipeline.errors import Interrupted, OutputFailed
from tests.pipeline.commands.conftest import clean as clean
from tests.pipeline.commands.conftest import filled as filled
from tests.pipeline.commands.conftest import filled_once as filled_once
from tests.pipeline.commands.conftest import run

START = "from pipeline.__main__ import main; main()"
STEPGRAPH = [sys.executable, "-c", START]
FULL = Path("/dev/full")

# A command that announces that it runs and then waits, in place of "documents".
WAITING = """
import sys, time
from pipeline.__main__ import main
from pipeline.commands import show
def wait(*arguments, **options):
    print("waiting", flush=True)
    time.sleep(60)
{patch}
main()
"""


def interrupted(code: str, *arguments: str) -> tuple[int, str]:
    """Start a command, interrupt it when it prints its first line, return its code and stderr."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "waiting\n"
    process.send_signal(signal.SIGINT)
    return process.wait(30), process.communicate()[1]


def test_ctrl_c_ends_a_command_that_reads_with_one_line(filled):
    code = WAITING.format(patch="import pipeline.stores.read as r; r.each_document = wait")

    assert interrupted(code, "documents") == (130, "stepgraph: stopped; nothing was changed\n")


def test_ctrl_c_ends_a_command_that_writes_with_the_way_to_resume(filled):
    code = WAITING.format(patch="import pipeline.stores as s; s.open_store = wait")

    assert interrupted(code, "migrate") == (130, f"stepgraph: {cli.KEPT}\n")


def test_ctrl_c_during_the_imports_is_one_line_too(clean):
    code = WAITING.format(patch="sys.meta_path.insert(0, type('F', (), {'find_spec': wait})())")

    assert interrupted(code) == (130, "stepgraph: stopped; nothing was changed\n")


def test_a_second_ctrl_c_ends_a_command_at_once(filled):
    patch = """
def stubborn(*arguments, **options):
    try:
        wait()
    except KeyboardInterrupt:
        wait()
import pipeline.stores.read as r; r.each_document = stubborn
"""
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING.format(patch=patch), "documents"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for _ in range(2):
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGINT)

    assert process.wait(30) == 130
    assert process.communicate()[1].startswith("stepgraph: stopped at once")


def test_an_ignored_interrupt_stays_ignored(filled):
    code = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); {START}"
    process = subprocess.Popen([sys.executable, "-c", code, "documents"], stdout=subprocess.DEVNULL)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)

    assert process.wait(30) == 0


@pytest.mark.parametrize(
    ("finished", "message"),
    [
        (None, "stopped before a document was read; run the same command again for the rest"),
        (1, "stopped: 1 of 3 documents are done and kept; run the same command again for the rest"),
    ],
)
def test_ctrl_c_during_an_ingest_states_how_far_it_came(clean, monkeypatch, finished, message):
    from pipeline.ingest.progress import Progress

    def ingest_once(*_arguments, on_progress, **_options):
        on_progress(Progress(found=3, finished=finished or 0, registering=finished is None))
        raise KeyboardInterrupt

    monkeypatch.setattr("pipeline.ingest.once.ingest_once", ingest_once)
    Path("a.txt").write_text("Water falls.")

    result = run("ingest", "a.txt")

    assert result.exit_code == Interrupted.exit_code
    assert result.stderr == f"stepgraph: {message}\n"


COMMANDS = [["documents"], ["show", "photo.txt"], ["documents", "--json"], ["--help"]]


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_disk_is_one_line(filled, arguments):
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*STEPGRAPH, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    assert done.returncode == OutputFailed.exit_code
    assert done.stderr.startswith("stepgraph: the output cannot be written (No space left")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_pipe_that_nobody_reads_ends_a_command_silently(filled, arguments):
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(
        [*STEPGRAPH, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False
    )

    os.close(writing)
    assert (done.returncode, done.stderr) == (cli.PIPE_CLOSED, b"")


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_closed_output_is_one_line(filled, arguments):
    done = with_closed("1", *arguments)

    assert done.returncode == OutputFailed.exit_code
    assert done.stderr.startswith("stepgraph: the output cannot be written (Bad file descriptor)")
    assert len(done.stderr.splitlines()) == 1


def test_a_command_works_without_standard_input_and_error(filled):
    done = with_closed("0, 2", "documents")

    assert done.returncode == 0
    assert "Photosynthesis" in done.stdout


def test_an_error_that_cannot_be_printed_keeps_its_exit_code(filled):
    assert with_closed("2", "show", "nothing.txt").returncode == 2


def with_closed(streams: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that is started without these file descriptors."""
    close = f"import os, sys; [os.close(n) for n in [{streams}]]; os.execv(sys.executable, "
    close += f"[sys.executable, '-c', {START!r}, *sys.argv[1:]])"
    command = [sys.executable, "-c", close, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("own", "used"), [(None, "1"), ("2", "2")])
def test_numpy_multiplies_on_one_thread_unless_a_user_sets_another_number(own, used):
    code = (
        "import os, sys; from pipeline.__main__ import main; from pipeline import cli\n"
        "cli.main = lambda: print(os.environ['OPENBLAS_NUM_THREADS'], 'numpy' in sys.modules)\n"
        "main()"
    )
    rest = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment = rest | ({} if own is None else {"OPENBLAS_NUM_THREADS": own})

    started = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )

    assert started.stdout == f"{used} False\n"  # not imported yet, so that it will read it
