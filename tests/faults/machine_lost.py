"""A machine loses its power: the one with both servers, or the one that ingests."""

from __future__ import annotations

import math
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import neo4j
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from tests.faults.power_cut import cut_power, keep_all, recording
from tests.faults.slow_proxy import SlowProxy, slow_proxy
from tests.faults.trial import Child, TooLate, Trial
from tests.support.neo4j_server import Server
from tests.support.postgres_server import Database

__all__ = ["client_vanishes", "servers_lose_power"]

NAMES = ("Neo4j", "PostgreSQL")
POSTGRES_OPEN = """SELECT count(*) FROM pg_stat_activity
    WHERE state = 'idle in transaction' AND backend_xid IS NOT NULL"""
NEO4J_OPEN = """SHOW TRANSACTIONS YIELD activeLockCount
    WHERE activeLockCount > 0 RETURN count(*) AS open"""
ANSWERED_SECONDS = 0.2  # after which a server has answered what it was asked


def servers_lose_power(trial: Trial) -> None:
    """Cut the power of client and servers at once; every second time, some later writes survive.

    Neo4j and PostgreSQL then start from what they had synced.
    """
    servers = _servers(trial)
    copies = [trial.until_the_end.enter_context(_recorded(server)) for server in servers]
    child = trial.start()
    trial.wait_until_some_are_finished(child)
    time.sleep(trial.random.uniform(0, 0.3))
    _kill_at_once(child, *servers)
    chance = trial.random if trial.random.random() < 0.5 else None
    how = "all of it" if chance is None else "part of it"
    for server, name, synced in zip(servers, NAMES, copies, strict=True):
        lost = cut_power(_data(server), synced, chance=chance)
        trial.notes.append(f"{name}: what was not synced is lost, {how}: {lost} bytes less")
        server.environment = {}
        server.start()


def client_vanishes(trial: Trial) -> None:
    """Let the process die in a transaction of one of the servers, which believe it still there.

    So it is when another machine loses its power: nobody closes its connections, and what it had
    claimed is free only after its lease.
    """
    servers = _servers(trial)
    proxies = [
        trial.until_the_end.enter_context(slow_proxy(make_url(server.url).port or 0))
        for server in servers
    ]
    trial.place = replace(
        trial.place,
        store=_through(proxies[0], trial.place.store),
        ledger=_through(proxies[1], trial.place.ledger),
    )
    child = trial.start(host="elsewhere")
    trial.wait_until_some_are_finished(child)
    chosen = trial.random.randrange(2)
    while not _frozen_in_transaction(child, servers[chosen]):
        time.sleep(trial.random.uniform(0, 0.05))
    for proxy in proxies:
        proxy.abandon()
    child.kill()
    trial.notes.append(f"in a transaction of {NAMES[chosen]}")


def _frozen_in_transaction(child: Child, server: Server | Database) -> bool:
    """Stop the process; let it continue, and return False, unless its transaction holds locks."""
    try:
        os.kill(child.pid, signal.SIGSTOP)
        time.sleep(ANSWERED_SECONDS)
        frozen = _transactions(server) > 0
        if not frozen:
            os.kill(child.pid, signal.SIGCONT)
    except ProcessLookupError:
        raise TooLate(math.inf) from None
    return frozen


def _transactions(server: Server | Database) -> int:
    """Number of open transactions that hold locks and wait for their client."""
    if isinstance(server, Database):
        engine = create_engine(server.url)
        with engine.connect() as connection:
            (count,) = connection.exec_driver_sql(POSTGRES_OPEN).one()
        engine.dispose()
        return int(count)
    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        return int(driver.execute_query(NEO4J_OPEN).records[0]["open"])


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
        shutil.rmtree(copies)
        if server.environment:  # the fault did not come to pass
            server.stop()
            server.environment = {}
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


def _servers(trial: Trial) -> tuple[Server, Database]:
    neo4j, postgres = trial.environment.neo4j, trial.environment.postgres
    assert neo4j is not None and postgres is not None
    return neo4j, postgres


def _data(server: Server | Database) -> Path:
    assert server.home is not None, "the server must be one of our own"
    return server.home / "data"
