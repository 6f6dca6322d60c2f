"""Who holds a lease, and whether that process still lives on this host.

An owner is ``host/pid/started/token``: the host with its boot and its process namespace, so that
containers that share a host name are not taken for one another; the process with its start time,
so that a process id used again is not taken for its first bearer; a token for each ledger opened.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path
from uuid import uuid4

__all__ = ["is_dead", "new_owner"]


def new_owner() -> str:
    """The name under which this process, with this one ledger, claims documents."""
    return "/".join([_host(), str(os.getpid()), _started(os.getpid()) or "", uuid4().hex[:8]])


def is_dead(owner: str) -> bool:
    """True if the owner ran on this host and its process is gone; when in doubt, False."""
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


def _host() -> str:
    name = socket.gethostname().replace("/", "_")
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
        namespace = os.readlink("/proc/self/ns/pid").strip("pid:[]")
    except OSError:  # not Linux
        return name
    return f"{name}+{boot}+{namespace}"


def _started(pid: int) -> str | None:
    """The process's start in clock ticks since boot; None if it is gone or a zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()  # a process name may hold spaces and brackets
    return None if fields[0] in "ZX" else fields[19]
