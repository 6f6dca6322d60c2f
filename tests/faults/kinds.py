"""Kinds of faults: each function lets one thing go wrong while documents are ingested."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from threading import Timer
from typing import Literal

from sqlalchemy.engine import make_url

from tests.faults.machine_lost import client_vanishes, servers_lose_power
from tests.faults.power_cut import cut_power, recording
from tests.faults.slow_proxy import slow_proxy
from tests.faults.trial import Child, Trial
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

__all__ = ["FAULTS", "Fault", "client_vanishes", "servers_lose_power"]

MINUTE = 60.0
HOUR = timedelta(hours=1)
SLOW_SECONDS = 150.0
ANSWER_SECONDS = 5.0  # that a slow Neo4j takes for each answer
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


def clock_an_hour_ahead(trial: Trial) -> None:
    _clock_jumps(trial, behind=-HOUR)


def clock_an_hour_back(trial: Trial) -> None:
    _clock_jumps(trial, behind=HOUR)


def _clock_jumps(trial: Trial, *, behind: timedelta) -> None:
    """Jump during a run that is killed; a later run of other texts has the right time again.

    With servers a second worker runs at the same time, whose clock did not jump: to one of them the
    leases of the other look as if they had expired.
    """
    on_servers = trial.environment.neo4j is not None
    second = trial.start() if on_servers else None
    child = trial.start(behind=behind, steps_back=trial.environment.whole_seconds / 4)
    child.kill_after(trial.moment())
    if second is not None and (code := second.end()):
        trial.notes.append(f"the other worker ended with {code}: {second.messages[-1]}")
    code = trial.start(behind=behind).end()
    if code:
        trial.notes.append(f"exit code {code} with another clock")
    trial.change(len(trial.names) // 4)


def power_cut(trial: Trial) -> None:
    """Cut the power at a random moment: every second time, some later writes survive."""
    root, copies = trial.place.state, trial.place.state.with_name("synced")
    environment = tuple(recording(root, copies).items())
    trial.start(environment=environment).kill_after(trial.moment())
    chance = trial.random if trial.random.random() < 0.5 else None
    lost = cut_power(root, copies, chance=chance)
    how = "all of it" if chance is None else "part of it"
    trial.notes.append(f"what was not synced is lost, {how}: the files have {lost} bytes less")


def power_cut_after_prune(trial: Trial) -> None:
    """Close the readings of documents that are gone, cut the power, and put them back."""
    root, copies = trial.place.state, trial.place.state.with_name("synced")
    environment = tuple(recording(root, copies).items())
    assert trial.start(environment=environment).end() == 0
    texts = trial.remove(len(trial.names) // 4)
    child = trial.start(environment=environment, prune=True, hang=True)
    assert child.wait_for(lambda message: message == "done"), child.messages[-1]
    child.kill()
    cut_power(root, copies)
    for name, text in texts.items():
        (trial.place.folder / name).write_text(text)
        trial.changes[name] += 1  # it is read again
    trial.names |= texts.keys()


def neo4j_answers_slowly(
    trial: Trial, *, seconds: float = SLOW_SECONDS, delay: float = ANSWER_SECONDS
) -> None:
    """Hold back every answer of Neo4j, from a moment during the run on, for minutes."""
    assert trial.environment.neo4j is not None
    port = make_url(trial.environment.neo4j.url).port
    assert port is not None
    proxy = trial.until_the_end.enter_context(slow_proxy(port))
    trial.place = replace(trial.place, store=f"bolt://127.0.0.1:{proxy.port}")
    child = trial.start()
    trial.wait_until_some_are_finished(child)
    proxy.delay = delay
    quick_again = Timer(seconds, setattr, (proxy, "delay", 0.0))
    quick_again.start()
    _wait_for_survivor(trial, child)
    quick_again.cancel()
    proxy.delay = 0.0
    trial.notes.append(f"{proxy.held_back} answers took {delay:.1f} s longer")


def postgres_fails_over(trial: Trial) -> None:
    """Kill PostgreSQL during a batch and promote its standby, which may lack the last commits."""
    primary = trial.environment.postgres
    assert primary is not None
    standby = trial.until_the_end.enter_context(primary.standby())
    trial.until_the_end.callback(primary.start)
    address = make_url(trial.place.ledger)
    hosts = tuple(f"127.0.0.1:{make_url(server.url).port}" for server in (primary, standby))
    both = address.set(host="", port=None).update_query_dict(
        {"host": hosts, "target_session_attrs": "read-write"}
    )
    ledger = both.render_as_string(hide_password=False)
    trial.place = replace(trial.place, ledger=ledger)
    child = trial.start()
    trial.wait_until_some_are_finished(child)
    time.sleep(trial.random.uniform(0, 0.3))
    primary.kill()
    time.sleep(trial.random.uniform(0, 5))
    standby.promote()
    _wait_for_survivor(trial, child)


def yesterdays_ledger_with_todays_store(trial: Trial) -> None:
    _restored(trial, "ledger")


def yesterdays_store_with_todays_ledger(trial: Trial) -> None:
    _restored(trial, "store")


def _restored(trial: Trial, part: Literal["ledger", "store"]) -> None:
    """Put back one of the two as it was before a day's changes, and repair."""
    assert trial.start().end() == 0
    backup = trial.place.state.with_name("backup")
    _copy(trial, part, backup)
    trial.change(5)
    trial.remove(4)
    trial.add(3)
    assert trial.start(prune=True).end() == 0
    _copy(trial, part, backup, back=True)
    findings = trial.look().findings
    started = time.monotonic()
    code = trial.repair()
    trial.recovered = time.monotonic() - started
    trial.notes.append(f"lint had {len(findings)} findings; repair ended with {code}")


def _copy(trial: Trial, part: str, backup: Path, *, back: bool = False) -> None:
    """Copy the files of the store or the ledger while no process has them open."""
    server = trial.environment.neo4j if part == "store" else trial.environment.postgres
    if server is None:
        prefix = "graph" if part == "store" else "ledger"
        source, target = (backup, trial.place.state) if back else (trial.place.state, backup)
        target.mkdir(exist_ok=True)
        for file in target.glob(f"{prefix}*"):
            file.unlink()
        for file in source.glob(f"{prefix}*"):
            shutil.copy(file, target)
        return
    assert server.home is not None, "the server must be one of our own"
    data = server.home / "data"
    server.stop()
    source, target = (backup, data) if back else (data, backup)
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run(["cp", "--archive", str(source), str(target)], check=True)
    server.start()


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
    Fault(power_cut, 10, 0),
    Fault(power_cut_after_prune, 3, 0),
    Fault(servers_lose_power, 0, 4),
    Fault(client_vanishes, 0, 5),
    Fault(clock_an_hour_ahead, 4, 4),
    Fault(clock_an_hour_back, 4, 4),
    Fault(neo4j_answers_slowly, 0, 2),
    Fault(postgres_fails_over, 0, 4),
    Fault(yesterdays_ledger_with_todays_store, 4, 2),
    Fault(yesterdays_store_with_todays_ledger, 4, 2),
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
