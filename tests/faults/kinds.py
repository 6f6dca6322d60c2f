"""Kinds of faults: each function lets one thing go wrong while documents are ingested."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from tests.faults.trial import Child, Trial
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

__all__ = ["FAULTS", "Fault"]

MINUTE = 60.0
DISK_BYTES = 24 << 20
MOST_ROOM = 600 << 10  # bytes that a full disk has left, at most


def killed_at_a_random_moment(trial: Trial) -> None:
    trial.start().kill_after(trial.moment())


def killed_between_store_and_ledger(trial: Trial) -> None:
    n_batches = len(trial.names) // trial.place.batch_size
    child = trial.start(die=trial.random.randint(1, n_batches))
    trial.notes.append(f"exit code {child.end()}")


def one_of_three_workers_killed(trial: Trial) -> None:
    """The other two finish what it had claimed; nothing is left for the rerun."""
    workers = [trial.start() for _ in range(3)]
    workers.pop(trial.random.randrange(3)).kill_after(trial.moment())
    started = time.monotonic()
    codes = [worker.end() for worker in workers]
    trial.recovered = time.monotonic() - started
    left = trial.names - trial.look().open
    if any(codes) or left:
        trial.notes.append(f"the others ended with {codes} and left {len(left)}")


def neo4j_killed(trial: Trial, *, down: float = 0.0) -> None:
    assert trial.environment.neo4j is not None
    _server_killed(trial, trial.environment.neo4j, down=down)


def neo4j_down_for_a_minute(trial: Trial) -> None:
    neo4j_killed(trial, down=MINUTE)


def postgres_killed(trial: Trial, *, down: float = 0.0) -> None:
    assert trial.environment.postgres is not None
    _server_killed(trial, trial.environment.postgres, down=down)


def postgres_down_for_a_minute(trial: Trial) -> None:
    postgres_killed(trial, down=MINUTE)


def _server_killed(trial: Trial, server: Server | Database, *, down: float) -> None:
    child = trial.start()
    trial.wait_until_some_are_finished(child)
    time.sleep(trial.random.uniform(0, 0.3))
    server.kill()
    time.sleep(down)
    server.start()
    _wait_for_survivor(trial, child)


def prefect_server_killed(trial: Trial) -> None:
    from flows.prefect_server import TemporaryServer

    server = TemporaryServer(trial.place.state / "prefect")
    assert server.wait(), "Prefect's server does not start"
    child = trial.start(api=server.url, seconds=0.3)
    trial.wait_until_some_are_finished(child)
    server._process.kill()
    server._process.wait()
    _wait_for_survivor(trial, child)


def disk_full(trial: Trial) -> None:
    """Fill the disk of store and ledger with a file of ballast, which is deleted later.

    Where no file system may be mounted, the size of any file is limited instead.
    """
    if trial.until_the_end.enter_context(_small_disk(trial.place.state)):
        ballast = trial.place.state / "ballast"
        room = trial.random.randint(0, MOST_ROOM)
        ballast.write_bytes(bytes(DISK_BYTES - room))
        code = trial.start().end()
        ballast.unlink()
        trial.notes.append(f"exit code {code} with {room} bytes of room")
    else:
        size = trial.random.randint(16 << 10, 1 << 20)
        code = trial.start(largest_file=size).end()
        trial.notes.append(f"exit code {code} with files of {size} bytes at most")


def clock_steps_back(trial: Trial) -> None:
    """Step back by a day during a run that is killed later; the next run is behind as well."""
    day = timedelta(days=1)
    child = trial.start(behind=day, steps_back=trial.environment.whole_seconds / 4)
    child.kill_after(trial.moment())
    code = trial.start(behind=day).end()
    if code:
        trial.notes.append(f"exit code {code} with the clock a day behind")


def two_at_once(trial: Trial) -> None:
    children = [trial.start(), trial.start()]
    codes = [child.end() for child in children]
    trial.notes.append(f"exit codes {sorted(codes)}")
    for code, child in zip(codes, children, strict=True):
        last = child.messages[-1]
        assert code == 0 or (code == 3 and "another process" in last), last


@dataclass(frozen=True)
class Fault:
    """A fault, and how often a full run tries it with the embedded store and with servers."""

    happen: Callable[[Trial], None]
    embedded: int
    servers: int

    @property
    def name(self) -> str:
        return self.happen.__name__


FAULTS = (
    Fault(killed_at_a_random_moment, 25, 25),
    Fault(killed_between_store_and_ledger, 5, 5),
    Fault(one_of_three_workers_killed, 0, 10),
    Fault(neo4j_killed, 0, 4),
    Fault(neo4j_down_for_a_minute, 0, 1),
    Fault(postgres_killed, 0, 4),
    Fault(postgres_down_for_a_minute, 0, 1),
    Fault(disk_full, 10, 0),
    Fault(clock_steps_back, 5, 5),
    Fault(two_at_once, 5, 5),
    Fault(prefect_server_killed, 2, 0),
)


def _wait_for_survivor(trial: Trial, child: Child) -> None:
    """Note how long the process took if it recovered by itself."""
    started = time.monotonic()
    if child.end():
        trial.notes.append(f"it gave up: {child.messages[-1]}")
    else:
        trial.recovered = time.monotonic() - started


@contextmanager
def _small_disk(folder: Path) -> Iterator[bool]:
    """Mount a file system at ``folder``; yield False if this process may not."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)]
    mounted = (
        os.geteuid() == 0
        and shutil.which("mount") is not None
        and not subprocess.run(command, capture_output=True).returncode
    )
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
