"""Small random documents for the paper's boxes, padded or not."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from torch.nn.functional import pad

from kgmodel.paper.batch import Existence, PaperBatch, PaperTargets, join_batches, join_targets

N_PIECES = 40


def one_document(
    n_steps: int, n_entities: int, *, seed: int, contextual_width: int = 0
) -> tuple[PaperBatch, PaperTargets]:
    """A batch of one: steps of 3 to 5 words of 1 or 2 pieces, a mention or two an entity."""
    draw = torch.Generator().manual_seed(seed)

    def number(low: int, high: int, *size: int) -> torch.Tensor:
        return torch.randint(low, high + 1, size or (1,), generator=draw)

    steps = torch.cat([torch.full((int(number(3, 5)),), step + 1) for step in range(n_steps)])
    n_words = len(steps)
    tokens = number(1, N_PIECES - 1, n_words, 2)
    tokens[:, 1] *= number(0, 1, n_words)
    queries = number(1, N_PIECES - 1, n_entities, 4, 2)
    mention_starts = torch.zeros(n_entities, n_words, dtype=torch.bool)
    mention_ends = torch.zeros_like(mention_starts)
    for entity in range(n_entities):
        for step in {1, int(number(1, n_steps))}:
            first = int((steps == step).nonzero()[0])
            mention_starts[entity, first] = True
            mention_ends[entity, first + int(number(0, 1))] = True
    existence = number(0, 2, n_entities, n_steps + 1)
    starts, ends = torch.full_like(existence, -1), torch.full_like(existence, -1)
    for entity, state in (existence == Existence.SPAN).nonzero().tolist():
        first = int((steps == int(number(1, max(state, 1)))).nonzero()[0])
        starts[entity, state], ends[entity, state] = first, first + int(number(1, 2))
    batch = PaperBatch(
        tokens=tokens[None],
        steps=steps[None],
        n_steps=torch.tensor([n_steps]),
        queries=queries[None],
        present=torch.ones(1, n_entities, dtype=torch.bool),
        exact=number(0, 1, n_entities, n_words, 2).bool()[None],
        mention_starts=mention_starts[None],
        mention_ends=mention_ends[None],
        contextual=torch.randn(1, n_steps + 1, n_words, contextual_width, generator=draw)
        if contextual_width
        else None,
    )
    return batch, PaperTargets(existence[None], starts[None], ends[None])


def together(
    *documents: tuple[PaperBatch, PaperTargets], extra: int = 0
) -> tuple[PaperBatch, PaperTargets]:
    """One batch of several documents with ``extra`` padding everywhere but in states."""
    batch = join_batches([single for single, _ in documents])
    targets = join_targets([gold for _, gold in documents])
    growing = {
        "tokens": (0, extra, 0, extra),
        "steps": (0, extra),
        "queries": (0, extra, 0, extra, 0, extra),
        "present": (0, extra),
        "exact": (0, 0, 0, extra, 0, extra),
        "mention_starts": (0, extra, 0, extra),
        "mention_ends": (0, extra, 0, extra),
        "contextual": (0, 0, 0, extra),
    }
    grown = {
        name: pad(getattr(batch, name), room)
        for name, room in growing.items()
        if getattr(batch, name) is not None
    }
    gold = (targets.existence, targets.starts, targets.ends)
    return replace(batch, **grown), PaperTargets(
        *(pad(target, (0, 0, 0, extra), value=-1) for target in gold)
    )


@pytest.fixture
def documents() -> list[tuple[PaperBatch, PaperTargets]]:
    """Three documents of different sizes."""
    return [one_document(3, 2, seed=1), one_document(1, 1, seed=2), one_document(4, 3, seed=3)]


@pytest.fixture
def join() -> Callable[..., tuple[PaperBatch, PaperTargets]]:
    return together


@pytest.fixture
def draw_document() -> Callable[..., tuple[PaperBatch, PaperTargets]]:
    return one_document


@pytest.fixture
def words() -> torch.Tensor:
    """A table of vectors for the pieces the documents are made of."""
    return torch.randn(N_PIECES, 6, generator=torch.Generator().manual_seed(0))
