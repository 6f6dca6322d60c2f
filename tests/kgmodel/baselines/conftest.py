"""A small document for the baselines: three steps of four words, two entities, two places."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch

from kgmodel.baselines.text import BaselineTargets, BaselineText
from kgmodel.paper.batch import Existence

N, S, P = Existence.NOWHERE, Existence.SOMEWHERE, Existence.SPAN
WORD_WIDTH = 12


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Tensors this small gain nothing from threads, which wait for each other on a busy machine."""
    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(n_threads)


@pytest.fixture
def text() -> BaselineText:
    """The first entity opens each step; the second is the second word of steps 2 and 3.

    Candidate 0 is the third word of step 1, candidate 1 the last two of step 2, candidate 2 the
    third word of step 3 and, again, the fourth of step 1.
    """
    draw = torch.Generator().manual_seed(0)
    mentions = torch.zeros(2, 12, dtype=torch.bool)
    mentions[0, [0, 4, 8]] = True
    mentions[1, [5, 9]] = True
    return BaselineText(
        words=torch.randn(12, WORD_WIDTH, generator=draw),
        steps=torch.arange(12) // 4 + 1,
        names=torch.randn(2, WORD_WIDTH, generator=draw),
        mentions=mentions,
        spans=torch.tensor([[2, 3], [3, 4], [6, 8], [10, 11]]),
        owners=torch.tensor([0, 2, 1, 2]),
    )


@pytest.fixture
def targets() -> BaselineTargets:
    """The first moves to candidate 0 and ends in step 3; the second begins in step 2."""
    return BaselineTargets(
        existence=torch.tensor([[S, P, P, N], [N, N, P, P]]),
        starts=torch.tensor([[-1, 2, 2, -1], [-1, -1, 6, 6]]),
        ends=torch.tensor([[-1, 3, 3, -1], [-1, -1, 8, 8]]),
        candidates=torch.tensor([[-1, 0, 0, -1], [-1, -1, 1, 1]]),
        changes=torch.tensor([[2, 0, 3], [0, 1, 0]]),
    )


@pytest.fixture
def first_entity(text: BaselineText) -> BaselineText:
    """The document with its first entity alone."""
    return replace(text, names=text.names[:1], mentions=text.mentions[:1])
