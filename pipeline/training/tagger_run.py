"""Training of the component that finds a document's entities, on annotated grids."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import torch

from kgmodel.checkpoint import load_config, load_weights, save_checkpoint
from kgmodel.pretrained import load_encoder, load_tokenizer
from kgmodel.tagger import PieceTagger, save_piece_tagger
from pipeline.datasets.propara import extra_grids, load_split
from pipeline.errors import BadInput
from pipeline.evaluation.entity_discovery import entity_scores
from pipeline.inference.architectures import device_of
from pipeline.inference.checkpoints import encoder_folder, hashes_to_train_on
from pipeline.inference.entity_finder import Decoding, Tagger, discover_entities, load_tagger
from pipeline.training.tagger_examples import Chances, Grids, examples_from
from pipeline.training.train_tagger import Recipe, second_opinions, train

__all__ = ["measure", "train_and_save"]


def measure(grids: Grids, *, tagger: Tagger, threshold: float | None = None) -> dict[str, Any]:
    """Precision, recall and F1 in percent, of exact names and of head words."""
    found = discover_entities(
        [document for document, _ in grids], tagger=tagger, threshold=threshold
    )
    gold = [[track.entity for track in grid.tracks] for _, grid in grids]
    return {
        name: {
            "precision": round(score.precision, 1),
            "recall": round(score.recall, 1),
            "f1": round(score.f1, 1),
        }
        for name, score in entity_scores(zip(found, gold, strict=True)).items()
    }


def train_and_save(
    data: Path,
    out: Path,
    *,
    seed: int,
    device: str,
    encoder: Path | None,
    recipe: Recipe,
    progress: Callable[[str], None],
    beside: Path | None = None,
    opinions: Path | None = None,
) -> dict[str, Any]:
    """Train on the train split, write the checkpoint and return its scores on dev and test.

    ``progress`` gets a line for every epoch.

    ``beside`` is a file of grids that are learnt from beside it. With ``opinions`` it learns second
    opinions too, which that file holds; they are made first if there is no such file.
    """
    base = encoder_folder(encoder)  # a user's own encoder is taken as it is
    expected, chosen = hashes_to_train_on(encoder), device_of(device)
    tokenizer = load_tokenizer(base)
    own, told_beside = extra_grids(beside)
    grids = load_split(data, "train") + own

    def untrained() -> PieceTagger:
        torch.manual_seed(seed)
        tuned = load_encoder(base, expected=expected)
        network = PieceTagger(tuned, width=tuned.config.hidden_size, dropout=recipe.dropout)
        return network.to(chosen)

    second: list[Chances] | None = None
    if opinions is not None and opinions.is_file():
        second = _kept(opinions, learnt=_told(grids))
    elif opinions is not None:
        heard = second_opinions(
            grids,
            tokenizer=tokenizer,
            network=untrained,
            recipe=recipe,
            seed=seed,
            progress=progress,
        )
        second = [chances for _, chances in sorted(heard)]
        opinions.parent.mkdir(parents=True, exist_ok=True)
        opinions.write_text(json.dumps({"learnt": _told(grids), "opinions": second}) + "\n")
    started = time.perf_counter()
    examples = examples_from(grids, tokenizer=tokenizer, opinions=second, doubt=recipe.doubt)
    network = untrained()
    for epoch, loss in enumerate(train(network, examples, recipe=recipe, seed=seed), start=1):
        progress(
            f"epoch {epoch} of {recipe.epochs}: loss {loss:.4f}, "
            f"{time.perf_counter() - started:.0f} s"
        )
    config: dict[str, Any] = {
        "decoding": asdict(Decoding()),
        "training": {
            "seed": seed,
            **asdict(recipe),
            "beside": told_beside,
            "opinions": second is not None,
            "examples": len(examples),
        },
    }
    save_piece_tagger(network, out, encoder_folder=base, rank=recipe.rank, config=config)
    tagger = load_tagger(out, device=device, encoder=encoder)
    scores = {split: measure(load_split(data, split), tagger=tagger) for split in ("dev", "test")}
    described = load_config(out)
    save_checkpoint(out, load_weights(out, described), {**described, "scores": scores})
    return scores


def _told(grids: Grids) -> str:
    """A hash of texts and of the entities that are tracked in them."""
    told = [
        (document.fingerprint, [track.entity.name for track in grid.tracks])
        for document, grid in grids
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _kept(opinions: Path, *, learnt: str) -> list[Chances]:
    """Raises BadInput for a file that holds something else."""
    try:
        kept = json.loads(opinions.read_text())
        found, chances = kept["learnt"], kept["opinions"]
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{opinions} holds no opinions; give another file") from error
    if found != learnt:
        raise BadInput(f"{opinions} holds opinions of other documents; give another file")
    return cast(list[Chances], chances)
