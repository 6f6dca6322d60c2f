"""An owner is judged by its host and its process, on other systems too; leases are renewed."""

from __future__ import annotations

import mmap
import os
import sys
import threading
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from pipeline.ledger import lease
from pipeline.ledger import ledger as ledger_module
from pipeline.ledger.lease import LEASE, is_dead, new_owner, renewing
from pipeline.ledger.ledger import open_ledger

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@linux
def test_a_host_is_its_name_its_boot_and_its_process_namespace():
    name, boot, namespace = new_owner().split("/")[0].split("+")

    assert Path("/proc/sys/kernel/random/boot_id").read_text().startswith(boot)
    assert len(boot) >= 8
    assert f"pid:[{namespace}]" == os.readlink("/proc/self/ns/pid")
    assert not is_dead(f"{name}/999999999/1/token")  # an earlier boot, or another container


@linux
def test_a_process_that_takes_more_memory_is_the_same():
    owner = new_owner()
    with mmap.mmap(-1, 1 << 26):
        assert not is_dead(owner)
        assert new_owner().split("/")[2] == owner.split("/")[2]


@linux
def test_a_process_may_have_any_name():
    comm = Path("/proc/self/comm")
    before = comm.read_text()
    comm.write_text("a) Z (b) 1")
    try:
        assert not is_dead(new_owner())
    finally:
        comm.write_text(before)


def test_a_slash_in_the_name_of_a_host_does_not_divide_an_owner(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "kitchen/one")

    owner = new_owner()

    assert len(owner.split("/")) == 4
    assert not is_dead(owner)


class NoProc:
    """A path below /proc where there is no such folder."""

    def __init__(self, _path: str) -> None: ...

    def exists(self) -> bool:
        return False

    def read_text(self) -> str:
        raise FileNotFoundError


def without_proc(
    monkeypatch: pytest.MonkeyPatch, *, system: str, error: type[OSError] | None
) -> list[tuple[int, int]]:
    """Judge owners as on another system, where a signal meets this error; return the signals."""
    sent: list[tuple[int, int]] = []

    def kill(pid: int, signal: int) -> None:
        sent.append((pid, signal))
        if error is not None:
            raise error

    def readlink(_path: str) -> str:
        raise FileNotFoundError

    system_calls = SimpleNamespace(name=system, kill=kill, readlink=readlink, getpid=os.getpid)
    monkeypatch.setattr(lease, "os", system_calls)
    monkeypatch.setattr(lease, "Path", NoProc)
    return sent


@pytest.mark.parametrize(
    ("error", "dead"), [(None, False), (ProcessLookupError, True), (PermissionError, False)]
)
def test_without_proc_an_owner_is_dead_if_no_process_has_its_id(monkeypatch, error, dead):
    sent = without_proc(monkeypatch, system="posix", error=error)

    assert is_dead(new_owner()) is dead
    assert sent == [(os.getpid(), 0)]


def test_on_windows_no_owner_is_judged_and_none_is_sent_a_signal(monkeypatch):
    sent = without_proc(monkeypatch, system="nt", error=ProcessLookupError)

    assert is_dead(new_owner()) is False
    assert sent == []


def test_without_proc_another_host_is_not_judged_either(monkeypatch):
    sent = without_proc(monkeypatch, system="posix", error=ProcessLookupError)

    assert is_dead("elsewhere/1//token") is False
    assert sent == []


def test_renewing_ends_only_when_no_renewal_is_under_way():
    begun, may_end, ended = threading.Event(), threading.Event(), []

    def renew() -> None:
        begun.set()
        may_end.wait(5)
        ended.append(True)

    with renewing(renew, every=timedelta(milliseconds=1)):
        assert begun.wait(5)
        threading.Timer(0.05, may_end.set).start()

    assert ended


def test_a_lease_is_renewed_in_time_even_if_one_renewal_fails(monkeypatch, sqlite_ledger):
    intervals: list[timedelta] = []

    def note(_renew: object, *, every: timedelta) -> nullcontext[None]:
        intervals.append(every)
        return nullcontext()

    monkeypatch.setattr(ledger_module, "renewing", note)
    with open_ledger(sqlite_ledger) as ledger, ledger.keeping_leases():
        pass

    assert timedelta(seconds=10) < intervals[0] < LEASE / 2
