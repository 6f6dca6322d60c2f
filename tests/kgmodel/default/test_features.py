"""Documents become one padded batch: where each token, mention, place and target ends up."""

import numpy as np
import pytest
import torch

from kgmodel.default.features import DocumentFeatures, EntityFeatures, collate, tag_tracks
from kgmodel.device import padded_length

CLS, SEP = 101, 102


def entity(*query, mentioned, own=(False, False), tags=None, locations=None):
    return EntityFeatures(
        np.array(query),
        np.array(mentioned, np.bool_),
        np.array(own, np.bool_),
        None if tags is None else np.array(tags),
        None if locations is None else np.array(locations),
    )


def long_document():
    """Two windows of two tokens and one; two steps; two entities, the second without targets."""
    return DocumentFeatures(
        windows=(np.array([11, 12]), np.array([13])),
        step_tokens=(np.array([0, 1]), np.array([2])),
        occurrence_first=np.array([0, 2]),
        occurrence_last=np.array([1, 2]),
        occurrence_step=np.array([1, 2]),
        occurrence_candidate=np.array([1, 2]),
        frequency=np.array([0, 3, 1]),
        entities=(
            entity(
                21, 22, mentioned=[1, 0, 1], own=(True, False), tags=[4, 2], locations=[-1, 1, 1]
            ),
            entity(23, mentioned=[0, 0, 1]),
        ),
    )


def short_document():
    """One window of one token, one step, one entity, one occurrence of one candidate."""
    return DocumentFeatures(
        windows=(np.array([14]),),
        step_tokens=(np.array([0]),),
        occurrence_first=np.array([0]),
        occurrence_last=np.array([0]),
        occurrence_step=np.array([1]),
        occurrence_candidate=np.array([1]),
        frequency=np.array([2, 5]),
        entities=(entity(24, mentioned=[0], own=(False,), tags=[0], locations=[-2, 0]),),
    )


@pytest.fixture
def batch():
    return collate([long_document(), short_document()])


def trimmed(row, padding):
    """A row without the padding at its end, which must be all there is after it."""
    values = row.tolist()
    while values and values[-1] == padding:
        values.pop()
    return values


def test_texts_and_queries_end_with_a_separator_and_are_padded_with_zeros(batch):
    assert [trimmed(row, 0) for row in batch.texts] == [
        [CLS, 11, 12, SEP],
        [CLS, 13, SEP],
        [CLS, 14, SEP],
    ]
    assert [trimmed(row, 0) for row in batch.queries] == [
        [21, 22, SEP],
        [21, 22, SEP],
        [23, SEP],
        [23, SEP],
        [24, SEP],
    ]


def test_each_pair_reads_all_windows_of_its_document(batch):
    assert batch.window.tolist() == [0, 1, 0, 1, 2]
    assert batch.first_sequence.tolist() == [0, 2, 4]
    assert batch.document.tolist() == [0, 0, 1]
    assert batch.length == batch.texts.shape[1] + batch.queries.shape[1]


def test_mentions_are_marked_in_the_window_that_has_them(batch):
    assert [row.nonzero().flatten().tolist() for row in batch.mentioned] == [
        [1],
        [1],
        [],
        [1],
        [],
    ]


def test_positions_point_at_the_tokens_that_they_mean(batch):
    flat = batch.texts[batch.window].flatten()

    def tokens(positions):
        return [[int(flat[at]) for at in row if at >= 0] for row in positions]

    assert [tokens(pair) for pair in batch.step_tokens] == [
        [[11, 12], [13]],
        [[11, 12], [13]],
        [[14], []],
    ]
    assert tokens(batch.occurrence_first) == [[11, 13], [11, 13], [14]]
    assert tokens(batch.occurrence_last) == [[12, 13], [12, 13], [14]]
    # each pair has sequences of its own
    assert len(set(batch.step_tokens[:2, 0, 0].tolist())) == 2


def test_what_a_smaller_document_lacks_is_padding(batch):
    assert batch.present.tolist() == [[True, True], [True, True], [True, False]]
    for positions in (batch.step_tokens[2, 1], batch.occurrence_first[2, 1:]):
        assert (positions == -1).all()
    assert batch.occurrence_step.tolist() == [[1, 2], [1, 2], [1, -1]]
    assert batch.occurrence_candidate.tolist() == [[1, 2], [1, 2], [1, -1]]
    assert batch.frequency.tolist() == [[0, 3, 1], [0, 3, 1], [2, 5, -1]]
    assert batch.own.tolist() == [[True, False], [False, False], [False, False]]


def test_targets_that_are_not_known_differ_from_padding(batch):
    assert batch.tags.tolist() == [[4, 2], [-1, -1], [0, -1]]
    assert batch.locations.tolist() == [[-1, 1, 1], [-2, -2, -2], [-2, 0, -3]]


def test_slots_have_the_pairs_of_each_document_in_order(batch):
    assert batch.slots().tolist() == [[0, 1], [2, -1]]


@pytest.mark.parametrize("pairs", [slice(0, 1), slice(1, 2), slice(1, 3), slice(2, 3)])
def test_a_part_points_at_the_same_tokens_as_the_whole(batch, pairs):
    part = batch.part(pairs)

    def tokens(batch, positions):
        flat = batch.texts[batch.window].flatten()
        return torch.where(positions < 0, positions, flat[positions.clamp(min=0)])

    for name in ("step_tokens", "occurrence_first", "occurrence_last"):
        whole = tokens(batch, getattr(batch, name))[pairs]
        assert torch.equal(tokens(part, getattr(part, name)), whole)
    assert part.first_sequence[0] == 0
    assert len(part.window) == len(part.queries) == len(part.mentioned)
    assert torch.equal(part.tags, batch.tags[pairs])


def test_the_cost_of_a_document_is_its_tokens_for_every_entity():
    none = DocumentFeatures(**{**fields_of(long_document()), "entities": ()})

    assert (long_document().n_tokens, short_document().n_tokens, none.n_tokens) == (6, 1, 3)
    assert (long_document().n_steps, long_document().n_candidates) == (2, 3)
    assert long_document().padded_lengths == (padded_length(4), padded_length(3))
    assert none.padded_lengths == (padded_length(4), padded_length(1))


def fields_of(document):
    return {name: getattr(document, name) for name in DocumentFeatures.__dataclass_fields__}


def test_a_document_alone_is_padded_to_the_lengths_that_it_gives():
    batch = collate([long_document()])

    assert (batch.texts.shape[1], batch.queries.shape[1]) == long_document().padded_lengths


def test_tracks_of_tags_are_those_of_annotated_entities():
    assert tag_tracks([long_document(), short_document()]) == [[4, 2], [0]]
