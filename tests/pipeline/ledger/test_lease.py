"""An owner is dead only if its very process is gone from this very host."""

from __future__ import annotations

import subprocess
import sys
import time

from pipeline.ledger.lease import is_dead, new_owner


def test_a_living_owner_is_not_dead_and_each_ledger_has_its_own_name():
    first, second = new_owner(), new_owner()

    assert not is_dead(first)
    assert first != second


def test_a_process_that_ended_is_dead_even_before_its_parent_has_noticed():
    process = subprocess.Popen(
        [sys.executable, "-c", "from pipeline.ledger.lease import new_owner; print(new_owner())"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    owner = process.stdout.read().strip()  # ends with the process, which is now a zombie

    for _ in range(200):
        if is_dead(owner):
            break
        time.sleep(0.01)
    assert is_dead(owner)
    process.wait()
    assert is_dead(owner)


def test_a_process_id_that_was_used_again_is_not_its_first_bearer():
    host, pid, started, token = new_owner().split("/")

    assert is_dead(f"{host}/{pid}/{int(started) - 1}/{token}")


def test_another_host_is_never_judged():
    _, _, started, token = new_owner().split("/")

    assert not is_dead(f"elsewhere/999999999/{started}/{token}")
