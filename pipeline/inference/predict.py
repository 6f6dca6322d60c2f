"""Prediction with a trained checkpoint: a grid for each annotated document."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmodel.cancellation import check_cancelled
from kgmodel.checkpoint import DamagedCheckpoint, load_config
from kgmodel.default.decode import UNSTATED_COST
from kgmodel.pretrained import EncoderMismatch
from pipeline.domain.document import AnnotatedDocument
from pipeline.domain.grid import Grid
from pipeline.errors import CheckpointError
from pipeline.inference.architectures import LOADERS, Network, device_of
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT, encoder_folder
from pipeline.inference.gated_reader import DESCRIPTIONS
from pipeline.inference.joined_tracks import joined_grid
from pipeline.inference.segments import Segment, is_long, segments_of
from pipeline.inference.wordings import Wording

__all__ = ["Model", "load_model", "predict"]

_FIRST_DECODING = {"unstated_cost": UNSTATED_COST}


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
        if name not in LOADERS:
            raise CheckpointError(
                f"the checkpoint {str(folder)!r} has the architecture {name!r}, which is none of "
                f"{', '.join(LOADERS)}; name another checkpoint, or update stepgraph"
            )
        network = LOADERS[name](folder, config, encoder=base, device=chosen)
        settings = _settings(config)
        if config.get("gated"):
            second = load_config(folder / DESCRIPTIONS)
            settings["descriptions"] = {"weights": second["weights_sha256"], **_settings(second)}
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
    return Model(name, config["weights_sha256"], json.dumps(settings, sort_keys=True), network)


def _settings(config: Mapping[str, Any]) -> dict[str, Any]:
    """All that a reader reads with besides its weights.

    The decoding is left out where it is that of the checkpoints from before config.json named it,
    so that equal readings have equal settings.
    """
    settings = dict(config["settings"])
    if "temperatures" in config:
        settings["temperatures"] = config["temperatures"]
    if config.get("decoding", _FIRST_DECODING) != _FIRST_DECODING:
        settings["decoding"] = config["decoding"]
    return settings


def predict(
    documents: Sequence[AnnotatedDocument], *, model: Model, wording: Wording = "text"
) -> list[Grid]:
    """Read documents; grids come in their order. A document without entities has an empty grid.

    Places are in the words of the text, or by ``wording`` in those of the training data.
    """
    together = [
        document for document in documents if document.entities and not is_long(document.document)
    ]
    grids = iter(model.network.read(together, wording=wording) if together else ())
    return [
        Grid(document.document.n_steps, ())
        if not document.entities
        else _read_in_segments(document, model.network, wording)
        if is_long(document.document)
        else next(grids)
        for document in documents
    ]


def _read_in_segments(document: AnnotatedDocument, network: Network, wording: Wording) -> Grid:
    """Read a document of any length in the memory of one segment and the document's grid."""

    def read(segment: Segment) -> tuple[Segment, Grid]:
        check_cancelled()
        (grid,) = network.read([segment.document], wording=wording)
        return segment, grid

    return joined_grid(document, map(read, segments_of(document)))
