"""A device without enough memory, made up: there need not be one to see what happens then."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch

from kgmodel.parts import in_parts_that_fit


class SmallDevice:
    """Squares numbers, at most ``room`` at a time."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.sizes: list[int] = []

    def __call__(self, numbers: Sequence[int]) -> list[int]:
        self.sizes.append(len(numbers))
        if len(numbers) > self.room:
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return [number * number for number in numbers]


def test_what_fits_is_computed_at_once():
    device = SmallDevice(room=5)

    assert in_parts_that_fit(device, range(5)) == [0, 1, 4, 9, 16]
    assert device.sizes == [5]


def test_what_does_not_fit_is_halved_until_it_does_and_comes_back_in_order():
    device = SmallDevice(room=2)

    assert in_parts_that_fit(device, range(5)) == [0, 1, 4, 9, 16]
    assert device.sizes == [5, 2, 3, 1, 2]


def test_an_item_that_does_not_fit_alone_is_an_error():
    with pytest.raises(torch.OutOfMemoryError):
        in_parts_that_fit(SmallDevice(room=0), range(2))
