"""What ``make gpu`` computes, as far as no GPU is needed."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import gpu
import pytest
import torch

from kgmodel.device import autocast, in_float32
from pipeline.domain.document import Entity
from pipeline.domain.grid import Grid

ROOT = Path(__file__).parents[2]
CPU = torch.device("cpu")


def grid(*states: str, exists: tuple[float, ...] = (1.0, 1.0, 1.0)) -> Grid:
    made = Grid.from_texts([Entity.parse("water")], [states])
    return Grid(2, (replace(made.tracks[0], exists=exists),))


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_it_ends_with_one_line_and_writes_nothing(tmp_path):
    record = tmp_path / "gpu.json"
    command = [sys.executable, ROOT / "benchmarks" / "gpu.py", "--out", record]

    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)

    assert ended.stdout == "no GPU is there: nothing was compared or measured\n"
    assert not record.exists()


def test_grids_differ_if_a_place_does_and_not_by_a_probability():
    same = grid("pot", "pot", "-"), grid("pot", "pot", "-", exists=(1.0, 0.9, 0.2))
    other = grid("pot", "cup", "-")

    assert gpu.share_of_other_grids([same[0]], [same[1]]) == 0.0
    assert gpu.share_of_other_grids([same[0], same[0]], [same[1], other]) == 0.5


def test_the_largest_difference_is_that_of_any_probability():
    likely = grid("pot", "pot", "-", exists=(1.0, 0.9, 0.1))
    unlikely = grid("pot", "pot", "-", exists=(1.0, 0.75, 0.1))

    assert gpu.largest_difference([likely], [likely]) == 0.0
    assert gpu.largest_difference([likely], [unlikely]) == pytest.approx(0.15)


def test_how_busy_the_card_is_is_sampled_while_it_works():
    with gpu.busy_samples(("echo", "40"), every=0.01) as samples:
        while not samples:
            time.sleep(0.01)

    assert set(samples) == {40.0}


def test_a_card_that_does_not_say_how_busy_it_is_leaves_that_open():
    with gpu.busy_samples(("a command that is not there",), every=0.01) as samples:
        time.sleep(0.05)

    assert samples == []


def test_a_comparison_in_float32_turns_bf16_off_and_on_again():
    before = type(autocast(CPU))

    with in_float32(), autocast(CPU):
        assert not torch.is_autocast_enabled("cpu")

    assert type(autocast(CPU)) is before
