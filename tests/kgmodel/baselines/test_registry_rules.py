"""The usual trainings, and what distinguishes the entries of the registry."""

from __future__ import annotations

from kgmodel.adam_trainer import AdamTraining
from kgmodel.baselines.registry import REGISTRY
from kgmodel.baselines.train import USUAL_TRAINING


def test_all_train_alike_but_entnet_and_qrn_twice_as_long():
    usual = AdamTraining(epochs=15, batch=4, rate=0.002, clip=5.0, seed=1)
    longer = AdamTraining(epochs=30, batch=4, rate=0.002, clip=5.0, seed=1)

    assert usual == USUAL_TRAINING
    for name, architecture in REGISTRY.items():
        assert architecture.training == (longer if name in ("entnet", "qrn") else usual)


def test_ncet_alone_reads_contextual_features():
    contextual = [name for name, entry in REGISTRY.items() if entry.settings.contextual]

    assert contextual == ["ncet"]
