"""The baselines by name, each with its network and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kgmodel.adam_trainer import AdamTraining
from kgmodel.baselines.boxes import Baseline, BaselineSettings
from kgmodel.baselines.entnet import EntNet
from kgmodel.baselines.ncet import NCET
from kgmodel.baselines.proglobal import ProGlobal
from kgmodel.baselines.prolocal import ProLocal
from kgmodel.baselines.prostruct import ProStruct, ProStructSettings
from kgmodel.baselines.qrn import QRN
from kgmodel.baselines.train import USUAL_TRAINING

__all__ = ["REGISTRY", "Architecture"]


@dataclass(frozen=True, slots=True)
class Architecture:
    network: type[Baseline]
    settings: BaselineSettings = field(default_factory=BaselineSettings)
    training: AdamTraining = USUAL_TRAINING


# They learn slowly, and an epoch takes them a few seconds
_LONGER = replace(USUAL_TRAINING, epochs=30)

REGISTRY: Mapping[str, Architecture] = {
    "entnet": Architecture(EntNet, training=_LONGER),
    "qrn": Architecture(QRN, training=_LONGER),
    "prolocal": Architecture(ProLocal),
    "proglobal": Architecture(ProGlobal),
    "prostruct": Architecture(ProStruct, ProStructSettings()),
    "ncet": Architecture(NCET, BaselineSettings(contextual=True)),
}
