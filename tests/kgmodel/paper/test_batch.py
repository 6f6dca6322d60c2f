"""Documents of different sizes in one batch."""

import torch

from kgmodel.paper.batch import join_batches, join_targets


def test_joined_documents_keep_their_values_and_padding_is_marked(documents):
    batch = join_batches([single for single, _ in documents])
    targets = join_targets([gold for _, gold in documents])

    assert batch.n_states == 5
    for number, (single, gold) in enumerate(documents):
        _, n_entities, n_states = gold.existence.shape
        n_positions = single.tokens.shape[1]
        assert torch.equal(batch.tokens[number, :n_positions], single.tokens[0])
        assert not batch.steps[number, n_positions:].any()
        assert torch.equal(batch.exact[number, :n_entities, :n_positions], single.exact[0])
        assert batch.present[number].tolist() == [True] * n_entities + [False] * (3 - n_entities)
        needed = batch.has_state()[number]
        assert needed[:n_entities, :n_states].all() and needed.sum() == n_entities * n_states
        assert torch.equal(targets.existence[number, :n_entities, :n_states], gold.existence[0])
        assert (targets.existence[number][~needed] == -1).all()


def test_a_batch_moves_whole(documents, draw_document):
    batch, targets = draw_document(2, 1, seed=0, contextual_width=3)

    moved = batch.to("meta")

    assert moved.contextual is not None and moved.contextual.device.type == "meta"
    assert documents[0][0].to("meta").contextual is None
    assert targets.to("meta").ends.device.type == "meta"
