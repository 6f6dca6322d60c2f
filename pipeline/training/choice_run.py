"""A training of the choice of entities for a tagger, from annotated grids to its files."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.datasets.propara import load_grids
from pipeline.errors import BadInput
from pipeline.inference.checkpoints import DEFAULT_TAGGER
from pipeline.inference.entity_choice import CHOICE_FILES, save_choice
from pipeline.inference.entity_finder import load_network
from pipeline.training.entity_choice import fit_choice, tagged_by
from pipeline.training.tagger_examples import Grids

__all__ = ["choose_and_save"]

FEWEST = 10  # documents: two for each fold


def choose_and_save(
    grids: Sequence[Path],
    out: Path,
    *,
    learnt: Sequence[Path] = (),
    tagger: Path | None = None,
    seed: int = 1,
    device: str = "auto",
    encoder: Path | None = None,
) -> dict[str, Any]:
    """Learn the choice of entities from files of grids and write it to the folder ``out``.

    The tagger, by default the one that ships, has not learnt ``grids`` and has learnt ``learnt``.
    ``out`` gets a copy of it, unless it is its folder. Returns the least probability of an entity
    and the scores on documents that were held out. Raises BadInput for too few documents.
    """
    unlearnt = _read(grids)
    if len(unlearnt) < FEWEST:
        raise BadInput(
            f"--grids has {len(unlearnt)} documents with entities; at least {FEWEST} are needed"
        )
    folder = DEFAULT_TAGGER if tagger is None else tagger
    network, tokenizer, _ = load_network(folder, device=device, encoder=encoder)
    network.freeze_for_inference()
    choice, record = fit_choice(
        tagged_by(network, tokenizer, unlearnt),
        learnt=tagged_by(network, tokenizer, _read(learnt)),
        seed=seed,
    )
    out.mkdir(parents=True, exist_ok=True)
    if not out.samefile(folder):
        for path in folder.iterdir():
            if path.is_file() and path.name not in CHOICE_FILES:
                shutil.copyfile(path, out / path.name)
    files = [path.name for path in (*grids, *learnt)]
    save_choice(choice, out, training={**record, "files": files})
    return {"least": choice.least, **record["held_out"]}


def _read(paths: Sequence[Path]) -> Grids:
    return [pair for path in paths for pair in load_grids(path)]
