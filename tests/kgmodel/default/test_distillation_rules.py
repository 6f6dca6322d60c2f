"""Files that hold no soft targets, and how several are joined."""

from __future__ import annotations

import pytest
import torch

from kgmodel.checkpoint import save_tensors
from kgmodel.default.crf import TagMarginals
from kgmodel.default.distillation import join_soft_targets, load_soft_targets, save_soft_targets
from kgmodel.default.model import SoftTargets


def targets(n_pairs: int, n_steps: int, n_places: int) -> SoftTargets:
    return SoftTargets(
        TagMarginals(torch.rand(n_pairs, n_steps, 6), torch.rand(n_pairs, n_steps - 1, 6, 6)),
        torch.rand(n_pairs, n_steps + 1, n_places),
    )


def test_a_file_of_something_else_holds_no_soft_targets(tmp_path):
    path = tmp_path / "opinions"
    path.write_bytes(b"a shopping list")

    with pytest.raises(ValueError, match="holds no soft targets"):
        load_soft_targets(path, about="these")


def test_a_file_that_does_not_state_what_it_is_about_holds_no_soft_targets(tmp_path):
    save_tensors(tmp_path / "opinions", {"0.tags": torch.zeros(1)})

    with pytest.raises(ValueError, match="holds no soft targets"):
        load_soft_targets(tmp_path / "opinions", about="these")


@pytest.mark.parametrize("n_documents", [0, 1, 4])
def test_every_documents_targets_are_read_in_their_order(tmp_path, n_documents):
    every = [targets(1, 2, row + 1) for row in range(n_documents)]

    save_soft_targets(tmp_path / "opinions", every, about="these")
    loaded = load_soft_targets(tmp_path / "opinions", about="these")

    assert len(loaded) == n_documents
    for before, after in zip(every, loaded, strict=True):
        assert torch.equal(after.tags.tags, before.tags.tags)
        assert torch.equal(after.tags.transitions, before.tags.transitions)
        assert torch.equal(after.places, before.places)


def test_a_shorter_document_is_padded_at_its_end():
    long, short = targets(2, 3, 4), targets(1, 2, 5)

    joined = join_soft_targets([long, short])

    assert joined.tags.tags.shape == (3, 3, 6)
    assert joined.tags.transitions.shape == (3, 2, 6, 6)
    assert joined.places.shape == (3, 4, 5)
    assert torch.equal(joined.places[:2, :, :4], long.places)
    assert torch.equal(joined.places[2:, :3], short.places)
    assert torch.equal(joined.tags.tags[2:, :2], short.tags.tags)
    assert torch.equal(joined.tags.transitions[2:, :1], short.tags.transitions)
    for padding in (joined.places[:2, :, 4:], joined.places[2:, 3:], joined.tags.tags[2:, 2:]):
        assert padding.numel() and not padding.any()
