"""Leases: how long one lasts, who owns it, whether the owner is alive, and renewing in time.

An owner is ``host/pid/started/token``: the host with its boot and its process namespace, so that
containers that share a host name are not taken for one another; the process with its start time,
so that a reused process id is not taken for the first process; a token for each open ledger.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

from pipeline.errors import Unreachable

__all__ = ["LEASE", "is_dead", "new_owner", "renewing"]

LEASE = timedelta(seconds=60)


def new_owner() -> str:
    """Return a name under which this process, with one ledger, claims documents."""
    return "/".join([_host(), str(os.getpid()), _started(os.getpid()) or "", uuid4().hex[:8]])


def is_dead(owner: str) -> bool:
    """Return True if the owner ran on this host and its process is gone; False when in doubt."""
    host, pid, started, _token = owner.split("/")
    if host != _host():
        return False
    if Path("/proc/self/stat").exists():
        return _started(int(pid)) != started
    if os.name != "posix":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


@contextmanager
def renewing(renew: Callable[[], object], *, every: timedelta) -> Iterator[None]:
    """Call ``renew`` at this interval, in a thread of its own, for as long as the context lasts."""
    finished = threading.Event()

    def keep() -> None:
        while not finished.wait(every.total_seconds()):
            with suppress(Unreachable):  # a lease that is lost meanwhile can no longer be closed
                renew()

    thread = threading.Thread(target=keep, name="stepgraph leases", daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()


def _host() -> str:
    name = socket.gethostname().replace("/", "_")
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
        namespace = os.readlink("/proc/self/ns/pid").strip("pid:[]")
    except OSError:  # not Linux
        return name
    return f"{name}+{boot}+{namespace}"


def _started(pid: int) -> str | None:
    """Return the process's start in clock ticks since boot; None if it is gone or a zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()  # a process name may hold spaces and brackets
    return None if fields[0] in "ZX" else fields[19]
