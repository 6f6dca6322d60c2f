"""A machine loses its power: the one with both servers, or the one that ingests."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from sqlalchemy.engine import make_url

from tests.faults.power_cut import cut_power, keep_all, recording
from tests.faults.slow_proxy import SlowProxy, slow_proxy
from tests.faults.trial import Child, Trial
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

__all__ = ["client_vanishes", "servers_lose_power"]

NAMES = ("Neo4j", "PostgreSQL")


def servers_lose_power(trial: Trial) -> None:
    """Cut the power of client and servers at once; every second time, some later writes survive.

    Neo4j and PostgreSQL then start from what they had synced.
    """
    neo4j, postgres = trial.environment.neo4j, trial.environment.postgres
    assert neo4j is not None and postgres is not None
    copies = [trial.until_the_end.enter_context(_recorded(server)) for server in (neo4j, postgres)]
    child = trial.start()
    trial.wait_until_some_are_finished(child)
    time.sleep(trial.random.uniform(0, 0.3))
    _kill_at_once(child, neo4j, postgres)
    chance = trial.random if trial.random.random() < 0.5 else None
    how = "all of it" if chance is None else "part of it"
    for server, name, synced in zip((neo4j, postgres), NAMES, copies, strict=True):
        lost = cut_power(_data(server), synced, chance=chance)
        trial.notes.append(f"{name}: what was not synced is lost, {how}: {lost} bytes less")
        server.start()


def client_vanishes(trial: Trial) -> None:
    """Let the process die while both servers still believe that it is connected to them.

    So it is when its machine loses its power: nobody closes its connections.
    """
    neo4j, postgres = trial.environment.neo4j, trial.environment.postgres
    assert neo4j is not None and postgres is not None
    proxies = [
        trial.until_the_end.enter_context(slow_proxy(make_url(server.url).port or 0))
        for server in (neo4j, postgres)
    ]
    trial.place = replace(
        trial.place,
        store=_through(proxies[0], trial.place.store),
        ledger=_through(proxies[1], trial.place.ledger),
    )
    child = trial.start()
    trial.wait_until_some_are_finished(child)
    time.sleep(trial.random.uniform(0, 0.3))
    numbers = [proxy.abandon() for proxy in proxies]
    child.kill()
    trial.notes.append(f"left open: {numbers[0]} connections to Neo4j, {numbers[1]} to PostgreSQL")


def _through(proxy: SlowProxy, url: str) -> str:
    return make_url(url).set(port=proxy.port).render_as_string(hide_password=False)


@contextmanager
def _recorded(server: Server | Database) -> Iterator[Path]:
    """Restart the server so that what it syncs is recorded, until the end; yield where."""
    copies = _data(server).with_name("synced")
    server.stop()
    keep_all(_data(server), copies)
    owner = _data(server).stat()
    os.chown(copies, owner.st_uid, owner.st_gid)
    server.environment = recording(_data(server), copies)
    server.start()
    try:
        yield copies
    finally:
        server.stop()
        server.environment = {}
        shutil.rmtree(copies)
        server.start()


def _kill_at_once(child: Child, *servers: Server | Database) -> None:
    """Stop all of their processes first: none does anything after another one is gone."""
    stopped = [child.pid, *(pid for server in servers for pid in server.processes())]
    for signal_number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal_number)
    child.kill()
    for server in servers:
        server.kill()


def _data(server: Server | Database) -> Path:
    assert server.home is not None, "the server must be one of our own"
    return server.home / "data"
