"""A training of the tagger that finds entities, from annotated grids to a scored checkpoint."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
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
from pipeline.inference.checkpoints import DEFAULT_TAGGER, encoder_folder, hashes_to_train_on
from pipeline.inference.entity_choice import copy_choice, load_choice, save_choice
from pipeline.inference.entity_finder import Tagger, discover_entities, load_network, load_tagger
from pipeline.training.entity_choice import BLOCK, Tagged, fit_choice, tagged_by
from pipeline.training.tagger_examples import Grids, WordProbabilities, examples_from
from pipeline.training.train_tagger import (
    TaggerTraining,
    cross_fitted_probabilities,
    train_tagger,
)

__all__ = ["measure", "train_and_save"]

ENOUGH_TO_CHOOSE = 50  # documents; with fewer, the choice that ships is better than one of its own


def measure(grids: Grids, *, tagger: Tagger, threshold: float | None = None) -> dict[str, Any]:
    """Return precision, recall and F1 in percent, of exact names and of head words."""
    predicted = discover_entities(
        [document for document, _ in grids], tagger=tagger, threshold=threshold
    )
    gold = [[track.entity for track in grid.tracks] for _, grid in grids]
    return {
        name: {
            "precision": round(score.precision, 1),
            "recall": round(score.recall, 1),
            "f1": round(score.f1, 1),
        }
        for name, score in entity_scores(zip(predicted, gold, strict=True)).items()
    }


def train_and_save(
    data: Path,
    out: Path,
    *,
    seed: int,
    device: str,
    encoder: Path | None,
    training: TaggerTraining,
    progress: Callable[[str], None],
    extra: Iterable[Path] = (),
    apart: Iterable[Path] = (),
    start: Path | None = None,
    soft_targets: Path | None = None,
) -> dict[str, Any]:
    """Train on the train split, write the checkpoint and return its scores on dev and test.

    ``progress`` gets a line for every epoch. ``extra`` are files of more grids to train on; of
    those in ``apart`` every third block is kept apart, to learn the choice of entities on.
    ``start`` is a tagger to train further, whose choice is kept if none is learnt.
    ``soft_targets`` is a file of soft targets to train on with gold; it is made first if it does
    not exist. Raises BadInput for too few grids kept apart, CheckpointError for a tagger that
    cannot be trained further.
    """
    base = encoder_folder(encoder)  # a user's own encoder is taken as it is
    expected, chosen = hashes_to_train_on(encoder), device_of(device)
    tokenizer = load_tokenizer(base)
    own, extra_description = extra_grids(extra)
    learnt_too, kept_apart, apart_description = _kept_apart(apart)
    if start is not None and not kept_apart:
        load_choice(start)  # it is kept, so what is wrong with it is said before the training
    own += learnt_too
    grids = load_split(data, "train") + own

    def untrained() -> PieceTagger:
        torch.manual_seed(seed)
        if start is not None:
            return load_network(start, device=device, encoder=encoder)[0]
        tuned = load_encoder(base, expected=expected)
        network = PieceTagger(tuned, width=tuned.sizes.hidden_size, dropout=training.dropout)
        return network.to(chosen)

    def teach() -> list[WordProbabilities]:
        by_document = cross_fitted_probabilities(
            grids,
            tokenizer=tokenizer,
            network=untrained,
            training=training,
            seed=seed,
            progress=progress,
        )
        return [probabilities for _, probabilities in sorted(by_document)]

    soft = None if soft_targets is None else _soft_targets(soft_targets, grids, make=teach)
    started = time.perf_counter()
    examples = examples_from(grids, tokenizer=tokenizer, soft_targets=soft, weight=training.doubt)
    network = untrained()
    losses = train_tagger(network, examples, training=training, seed=seed)
    for epoch, loss in enumerate(losses, start=1):
        progress(
            f"epoch {epoch} of {training.epochs}: loss {loss:.4f}, "
            f"{time.perf_counter() - started:.0f} s"
        )
    config: dict[str, Any] = {
        "training": {
            "seed": seed,
            **asdict(training),
            "beside": extra_description,
            "apart": apart_description,
            "opinions": soft is not None,
            "examples": len(examples),
        },
    }
    if start is not None:
        config["trained_from"] = load_config(start)["weights_sha256"]
    save_piece_tagger(network, out, encoder_folder=base, rank=training.rank, config=config)
    cross_fitted = [] if soft is None else _tagged(grids, soft)[-len(own) :]
    if kept_apart:
        progress("choice of entities")
        shipped, _, _ = load_network(out, device=device, encoder=encoder)  # cut to its rank
        shipped.freeze_for_inference()
        choice, record = fit_choice(
            tagged_by(shipped, tokenizer, kept_apart),
            learnt=tagged_by(shipped, tokenizer, own),
            seed=seed,
        )
        save_choice(choice, out, training=record)
    elif own and len(cross_fitted) >= ENOUGH_TO_CHOOSE:
        progress("choice of entities")
        choice, record = fit_choice(cross_fitted, seed=seed)
        save_choice(choice, out, training=record)
    else:
        copy_choice(start or DEFAULT_TAGGER, out)
    return _add_scores(data, out, device=device, encoder=encoder)


def _kept_apart(files: Iterable[Path]) -> tuple[Grids, Grids, str | None]:
    """Split files of grids in blocks of neighbours, which are alike: two thirds and one third.

    Raises BadInput if that is too few to learn a choice on.
    """
    grids, description = extra_grids(files)
    apart = [grid for order, grid in enumerate(grids) if order // BLOCK % 3 == 0]
    rest = [grid for order, grid in enumerate(grids) if order // BLOCK % 3]
    if grids and len(apart) < ENOUGH_TO_CHOOSE:
        raise BadInput(
            f"--apart has {len(grids)} grids, a third of which is kept apart; at least "
            f"{3 * ENOUGH_TO_CHOOSE} are needed: give them as --extra"
        )
    return rest, apart, description


def _tagged(grids: Grids, chances: Sequence[WordProbabilities]) -> Tagged:
    return [
        (document, grid, likely) for (document, grid), likely in zip(grids, chances, strict=True)
    ]


def _add_scores(data: Path, out: Path, *, device: str, encoder: Path | None) -> dict[str, Any]:
    """Score the checkpoint on dev and test, and store the scores in its config.json."""
    tagger = load_tagger(out, device=device, encoder=encoder)
    scores = {split: measure(load_split(data, split), tagger=tagger) for split in ("dev", "test")}
    config = load_config(out)
    save_checkpoint(out, load_weights(out, config), {**config, "scores": scores})
    return scores


def _soft_targets(
    path: Path, grids: Grids, *, make: Callable[[], list[WordProbabilities]]
) -> list[WordProbabilities]:
    """Return the soft targets in ``path``, which are made first if there is no such file.

    Raises BadInput for a file that holds something else.
    """
    documents = _hash_of(grids)
    if not path.is_file():
        targets = make()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"learnt": documents, "opinions": targets}) + "\n")
        return targets
    try:
        content = json.loads(path.read_text())
        about, targets = content["learnt"], content["opinions"]
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{path} holds no soft targets; give another file") from error
    if about != documents:
        raise BadInput(f"{path} holds soft targets of other documents; give another file")
    return cast(list[WordProbabilities], targets)


def _hash_of(grids: Grids) -> str:
    """Hash the texts and the entities that are tracked in them."""
    content = [
        (document.fingerprint, [track.entity.name for track in grid.tracks])
        for document, grid in grids
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
