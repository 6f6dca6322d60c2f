"""A graphics card is used by one process at a time, and a dead one holds nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import torch

from pipeline.inference.gpu_lock import alone_on, name_of_card

HOLD = """
import sys, time
from pathlib import Path
from pipeline.inference.gpu_lock import alone_on

with alone_on(sys.argv[1], folder=Path(sys.argv[2])):
    print("mine", flush=True)
    time.sleep(600)
"""

TRY = """
import fcntl, sys
try:
    fcntl.flock(open(sys.argv[1], "w"), fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("taken")
else:
    print("free")
"""


def test_another_process_waits_for_the_card_and_gets_it_when_its_user_is_killed(tmp_path: Path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, "gpu-0", str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "mine\n"
    (lock,) = tmp_path.iterdir()

    taken_by_holder = tried(lock)
    holder.kill()
    holder.wait()
    with alone_on("gpu-0", folder=tmp_path):
        taken_by_us = tried(lock)

    assert (taken_by_holder, taken_by_us, tried(lock)) == ("taken", "taken", "free")


def test_other_cards_and_the_processor_need_no_waiting(tmp_path: Path):
    with (
        alone_on("gpu-0", folder=tmp_path),
        alone_on("gpu-1", folder=tmp_path),
        alone_on(None, folder=tmp_path),
        alone_on(None, folder=tmp_path),
    ):
        assert len(list(tmp_path.iterdir())) == 2


def test_the_processor_is_no_card():
    assert name_of_card("cpu") is None
    if not torch.cuda.is_available():
        assert name_of_card("auto") is None


@pytest.mark.gpu
def test_a_card_has_one_name():
    assert name_of_card("auto") == name_of_card("cuda")


def tried(lock: Path) -> str:
    done = subprocess.run([sys.executable, "-c", TRY, str(lock)], capture_output=True, text=True)
    return done.stdout.strip()
