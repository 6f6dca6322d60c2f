"""Equations 1 and 2, against loops over single entities."""

import pytest
import torch

from kgmodel.coreference import SoftCoreference, coreference_within

TRAINING = pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])


@TRAINING
def test_equation_1_blends_what_is_read_with_what_is_recalled(training):
    torch.manual_seed(0)
    layer = SoftCoreference(width=4).train(training)
    spans, before = torch.randn(2, 3, 4), torch.randn(2, 3, 4)

    blended = layer(spans, before, torch.ones(2, 3, dtype=torch.bool))

    for document in range(2):
        for entity in range(3):
            psi = spans[document, entity]
            weights = torch.tensor(
                [float(torch.dot(place, psi)) for place in before[document]]
            ).exp()
            weights = weights / weights.sum()
            recalled = sum(weights[other] * before[document, other] for other in range(3))
            gate = 1 / (
                1 + (-(layer.gate.weight @ torch.cat([recalled, psi]) + layer.gate.bias)).exp()
            )
            torch.testing.assert_close(
                blended[document, entity], gate * psi + (1 - gate) * recalled
            )


def test_equation_2_pools_equal_places():
    torch.manual_seed(0)
    places = torch.randn(2, 3, 4)

    pooled = coreference_within(places, torch.ones(2, 3, dtype=torch.bool)) @ places

    for document in range(2):
        for entity in range(3):
            weights = [
                float(torch.dot(place, places[document, entity])) for place in places[document]
            ]
            weights = torch.tensor(weights).exp() / torch.tensor(weights).exp().sum()
            expected = sum(weights[other] * places[document, other] for other in range(3))
            torch.testing.assert_close(pooled[document, entity], expected)


def test_equal_places_stay_equal_and_alike():
    place = torch.tensor([3.0, -1.0, 2.0])
    places = torch.stack([place, place, -place])[None]

    pooled = coreference_within(places, torch.ones(1, 3, dtype=torch.bool)) @ places

    torch.testing.assert_close(pooled[0, 0], pooled[0, 1])
    torch.testing.assert_close(pooled[0, 0], place, atol=1e-4, rtol=0)


@TRAINING
@pytest.mark.parametrize("n_documents", [1, 3])
def test_padding_never_changes_a_real_entity(training, n_documents):
    torch.manual_seed(0)
    layer = SoftCoreference(width=4).train(training)
    spans, before = torch.randn(n_documents, 3, 4), torch.randn(n_documents, 3, 4)
    present = torch.tensor([[True, True, False]]).expand(n_documents, -1)
    alone = torch.ones(n_documents, 2, dtype=torch.bool)

    across = layer(spans, before, present)[:, :2]
    within = coreference_within(spans, present)

    torch.testing.assert_close(across, layer(spans[:, :2], before[:, :2], alone))
    torch.testing.assert_close(within[:, :2, :2], coreference_within(spans[:, :2], alone))
    assert not within[:, :2, 2].any()


def test_a_document_without_entities_gives_numbers():
    layer = SoftCoreference(width=4)
    spans, nobody = torch.randn(1, 2, 4), torch.zeros(1, 2, dtype=torch.bool)

    assert layer(spans, spans, nobody).isfinite().all()
    assert coreference_within(spans, nobody).isfinite().all()
