"""Reads annotated documents with a trained checkpoint: a grid for each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kgmodel.checkpoint import DamagedCheckpoint, load_config
from kgmodel.pretrained import EncoderMismatch
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.errors import CheckpointError
from pipeline.inference.architectures import ARCHITECTURES, Network, device_of
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.inference.encoder_files import encoder_folder

__all__ = ["DEFAULT_CHECKPOINT", "Model", "load_model", "predict"]


@dataclass(frozen=True, slots=True)
class Model:
    """A reader ready to use.

    ``checkpoint`` is the SHA-256 of its weights; ``settings``, as JSON, is all else it reads with.
    """

    name: str
    checkpoint: str
    settings: str
    network: Network


def load_model(
    checkpoint: Path | None = None, *, device: str = "auto", encoder: Path | None = None
) -> Model:
    """Load a checkpoint of any architecture (default: the one that ships) on its base encoder.

    Raises CheckpointError if either is missing, damaged or made for another encoder, or if the
    architecture is unknown; BadInput if the device is not there.
    """
    folder = checkpoint or DEFAULT_CHECKPOINT
    chosen = device_of(device)
    base = encoder_folder(encoder)
    try:
        config = load_config(folder)
        name = config["architecture"]
        if name not in ARCHITECTURES:
            raise CheckpointError(
                f"the checkpoint {str(folder)!r} has the architecture {name!r}, which is none of "
                f"{', '.join(ARCHITECTURES)}; name another checkpoint, or update stepgraph"
            )
        network = ARCHITECTURES[name](folder, config, encoder=base, device=chosen)
    except DamagedCheckpoint as error:
        raise CheckpointError(
            f"{error}; install stepgraph again, or set STEPGRAPH_CHECKPOINT to another checkpoint"
        ) from error
    except EncoderMismatch as error:
        raise CheckpointError(
            f"{error}: the checkpoint {str(folder)!r} was trained on another base encoder;"
            " set STEPGRAPH_ENCODER to that one's folder, or use another checkpoint"
        ) from error
    except (OSError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise CheckpointError(
            f"the checkpoint {str(folder)!r} cannot be used: {error}; reinstall stepgraph"
        ) from error
    told = {name: config[name] for name in ("temperatures",) if name in config}
    settings = json.dumps(config["settings"] | told, sort_keys=True)
    return Model(name, config["weights_sha256"], settings, network)


def predict(documents: Sequence[AnnotatedDocument], *, model: Model) -> list[Grid]:
    """Read documents; grids come in their order. A document without entities has an empty grid."""
    read = iter(model.network.read([one for one in documents if one.entities]))
    return [next(read) if one.entities else Grid(one.document.n_steps, ()) for one in documents]
