"""Two trained readers put behind a gate, as one checkpoint."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from kgmodel.checkpoint import load_config, save_checkpoint
from kgmodel.pretrained import low_rank_difference
from pipeline.datasets.propara import load_grids
from pipeline.domain.document import Document
from pipeline.errors import BadInput
from pipeline.inference.checkpoints import encoder_folder
from pipeline.inference.default_reader import restored_reader
from pipeline.inference.gate import Gate
from pipeline.inference.gated_reader import DESCRIPTIONS, GATE

__all__ = ["RANK", "join_readers"]

RANK = 32  # of the difference between the readers, on average over its matrices
_NATURE = frozenset(("science", "nature"))  # kinds of the procedures that describe
_PLACES = "places.json"


def join_readers(
    instructions: Path,
    descriptions: Path,
    grids: Sequence[Path],
    out: Path,
    *,
    interpolation: float = 0.0,
    encoder: Path | None = None,
) -> dict[str, Any]:
    """Write to ``out`` a checkpoint that reads with one run or the other, by the text's kind.

    The gate is learnt from files of grids that state the ``kind`` of each procedure. The weights
    that read descriptions lie ``interpolation`` of the way from ``descriptions`` to
    ``instructions`` (alpha of WiSE-FT, Wortsman et al. 2022). Returns how many of each kind the
    gate learnt, and how many of them it sends to the right reader. Raises BadInput if the runs are
    not default readers of equal settings, the grids lack one side or ``interpolation`` is not at
    least 0 and below 1.
    """
    if not 0 <= interpolation < 1:
        raise BadInput(f"--interpolation is {interpolation:g}; give a number from 0 to below 1")
    first, second = load_config(instructions), load_config(descriptions)
    for folder, config in ((instructions, first), (descriptions, second)):
        if config["architecture"] != "default" or config.get("gated"):
            raise BadInput(f"{str(folder)!r} is no single default reader; name a run of 'train'")
    if (first["settings"], first["encoder"]) != (second["settings"], second["encoder"]):
        raise BadInput("the two readers differ in settings or encoder; train both alike")
    described, instructed = by_kind(grids)
    gate = Gate.learnt(described, instructed)
    base = encoder_folder(encoder)
    tuned, start = (
        {name: value.detach() for name, value in reader.named_parameters()}
        for reader in (
            restored_reader(descriptions, second, encoder=base),
            restored_reader(instructions, first, encoder=base),
        )
    )
    tuned = {name: torch.lerp(value, start[name], interpolation) for name, value in tuned.items()}
    difference = low_rank_difference(tuned, start, rank=RANK)
    inside = out / DESCRIPTIONS
    second |= {
        "difference_from": first["weights_sha256"],
        "rank_of_difference": RANK,
        "interpolation_to_instructions": interpolation,
    }
    save_checkpoint(inside, difference, second)
    shutil.copyfile(descriptions / _PLACES, inside / _PLACES)
    for name in ("weights.safetensors", _PLACES):
        shutil.copyfile(instructions / name, out / name)
    gate.save(out / GATE)
    whole = json.dumps(first | {"gated": True}, indent=2, ensure_ascii=False)
    (out / "config.json").write_text(whole + "\n")
    return {
        "descriptions": len(described),
        "instructions": len(instructed),
        "right": sum(map(gate.is_description, described))
        + sum(not gate.is_description(document) for document in instructed),
    }


def by_kind(paths: Sequence[Path]) -> tuple[list[Document], list[Document]]:
    """The documents that describe and those that instruct, by the ``kind`` of each in the files."""
    described: list[Document] = []
    instructed: list[Document] = []
    for path in paths:
        gold = load_grids(path)
        kinds = _kinds(path)
        for document, _ in gold:
            if (kind := kinds.get(document.id)) is not None:
                (described if kind in _NATURE else instructed).append(document)
    if not described or not instructed:
        raise BadInput(
            f"--grids needs procedures of the kind 'science' and of others, and has"
            f" {len(described)} and {len(instructed)}; name examples/annotated/procedures.json"
            " and everyday.json"
        )
    return described, instructed


def _kinds(path: Path) -> dict[str, str | None]:
    """The kind of each record of a file of grids, by its id; a line may hold a list of records."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    records = [row for line in lines for row in (line if isinstance(line, list) else [line])]
    return {str(record["para_id"]): record.get("kind") for record in records}
