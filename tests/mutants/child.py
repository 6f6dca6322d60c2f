"""Tests in a forked process: it has the libraries of its parent and none of the project's code."""

from __future__ import annotations

import importlib
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

__all__ = ["in_child", "run_tests", "warm_up"]

# Slow to import, and no part of the project: loaded once, before the processes are forked
LIBRARIES = "hypothesis numpy pyarrow torch ladybug neo4j sqlalchemy alembic spacy".split()
IDLE_SECONDS = 120.0  # a process that hardly computes for so long waits for ever
HARDLY = 0.2  # seconds of the processor; on a busy machine a process gets a tenth of it
FATAL = "the process ended"


def warm_up(libraries: Sequence[str] = LIBRARIES) -> None:
    """Import what every fork needs: the libraries, and the plugins of pytest."""
    for name in libraries:
        importlib.import_module(name)
    for plugin in entry_points(group="pytest11"):
        plugin.load()


def in_child(work: Callable[[], dict[str, Any]], *, tree: Path, cpu_seconds: float) -> Any:
    """Return what ``work`` returns in a fork that imports the project from ``tree``.

    None if it used up its processor time or hung; {"fatal": reason} if it crashed.
    """
    receiving, sending = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            os.close(receiving)
            os.setsid()
            _enter(tree, cpu_seconds)
            answer = json.dumps(work()).encode()
            with os.fdopen(sending, "wb") as pipe:
                pipe.write(answer)
            status = 0
        finally:
            os._exit(status)
    os.close(sending)
    answer = _received(receiving, process)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    if answer:
        return json.loads(answer)
    if answer is None or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
        return None
    return {"fatal": FATAL}


def run_tests(arguments: Sequence[str], plugins: Sequence[object] = ()) -> int:
    """Run pytest in this process, silently; return its exit code."""
    silent = ["-q", "-p", "no:cacheprovider", "--no-header", "--no-summary", "--hypothesis-seed=0"]
    return int(pytest.main([*silent, *arguments], plugins=[*plugins]))


def _enter(tree: Path, cpu_seconds: float) -> None:
    """Make the tree the place from which this process, and those it starts, import the project."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    own = {path.stem for path in tree.iterdir()}
    for name in [*sys.modules]:
        if name.partition(".")[0] in own:
            del sys.modules[name]
    checkout = Path(__file__).parents[2]
    sys.path[:] = [str(tree), *(path for path in sys.path if path and not _same(path, checkout))]
    sys.dont_write_bytecode = True
    os.environ["PYTHONPATH"] = str(tree)
    os.chdir(tree)
    importlib.invalidate_caches()
    limit = int(time.process_time() + cpu_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))


def _same(path: str, checkout: Path) -> bool:
    return Path(path).resolve() in (checkout, checkout / "tests" / "mutants")


def _received(pipe: int, process: int) -> bytes | None:
    """All that comes through the pipe; None if the process at its other end is idle."""
    answer, spent = b"", 0.0
    with os.fdopen(pipe, "rb", buffering=0) as stream:
        while True:
            ready, _, _ = select.select([stream], [], [], IDLE_SECONDS)
            if ready:
                part = stream.read(1 << 16)
                if not part:
                    return answer
                answer += part
                continue
            before, spent = spent, _processor_seconds(process)
            if spent - before < HARDLY:
                return None


def _processor_seconds(process: int) -> float:
    """What the process has computed so far, as Linux counts; 0 elsewhere."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
