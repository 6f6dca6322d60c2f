from dataclasses import dataclass

import numpy as np
import pytest
import torch

from kgmodel.hashing import content_hash


@dataclass
class Row:
    ids: np.ndarray
    targets: torch.Tensor | None


def row(ids=(1, 2, 3), targets=(1.0,)):
    return Row(np.array(ids), None if targets is None else torch.tensor(targets))


def test_the_same_contents_have_the_same_hash():
    assert content_hash([row()], (row(),)) == content_hash([row()], (row(),))


@pytest.mark.parametrize(
    "other",
    [
        [row(ids=(1, 2, 4))],
        [row(targets=(2.0,))],
        [row(targets=None)],
        [row(ids=((1, 2, 3),))],
        [row(), row()],
        [],
    ],
    ids=["an id", "a target", "no target", "a shape", "a row more", "none"],
)
def test_other_contents_have_another(other):
    assert content_hash(other) != content_hash([row()])


def test_where_a_row_ends_counts():
    first, second = np.array([1, 2]), np.array([3])

    assert content_hash([first, second]) != content_hash([np.array([1]), np.array([2, 3])])
