"""A training of the classifier of lines and sentences, from files of labelled texts.

Each line of a file is a text: ``id`` and ``units``, which are pairs of words and a label: T
(title), H (heading), M (material), S (step) or R (remark). Annotated grids show more: those on
nature what descriptions look like, the others names of things and sentences in which something
changes.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import nn

from kgmodel.checkpoint import save_checkpoint
from kgmodel.phrase_kinds import KINDS, PhraseKinds, phrase_features
from pipeline.errors import BadInput
from pipeline.text.sentences import sentence_spans
from pipeline.training.question_examples import lines_of

__all__ = ["train_phrases"]

_Drawn = TypeVar("_Drawn")
_LABELS = {"M": "material", "S": "step", "R": "remark", "T": "", "H": ""}
_SCIENCE = "science"  # the kind of grids that describe
_KEYS = ("para_id", "sentence_texts", "participants", "states")
FEWEST = 20  # texts
DESCRIPTIONS = 400  # texts, of the grids
NAMES = 1_000
CHANGES = 1_500
FEWEST_TIMES = 3  # that a feature must occur
EPOCHS = 5
BATCH = 64
RATE = 0.02
DECAY = 3e-5
LOST = 0.01  # of the steps that are held out may count as remarks


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: str
    kind: str  # one of ``KINDS``, or nothing if it is not learnt
    text: str  # the id of its text
    part: str  # what is held out together: the texts of one writer, by their ids
    label: str = ""


def train_phrases(
    files: Sequence[Path], grids: Sequence[Path], out: Path, *, seed: int = 1
) -> dict[str, Any]:
    """Learn from labelled texts, and from a sample of grids; write a checkpoint.

    Returns what is made of each writer's phrases by a classifier that has learnt those of the
    others. Raises BadInput for too few texts or a wrong line.
    """
    labelled = [phrase for path in files for phrase in _phrases_of(path)]
    phrases = [phrase for phrase in labelled if phrase.kind]
    n_texts = len({phrase.text for phrase in labelled})
    if n_texts < FEWEST:
        raise BadInput(f"{n_texts} texts are too few; at least {FEWEST} are needed")
    described = _sample_of_grids(grids, seed)
    held_out = _held_out(phrases, described, seed)
    least = float(np.quantile(held_out["odds"][held_out["steps"]], 1 - LOST))
    report = _report(held_out, least)
    tensors = _fit([*phrases, *described], seed)
    config = {
        "thresholds": {"remark": round(least, 3)},
        "kinds": list(KINDS),
        "training": {
            "seed": seed,
            "epochs": EPOCHS,
            "batch": BATCH,
            "rate": RATE,
            "decay": DECAY,
            "fewest_times": FEWEST_TIMES,
            "files": [path.name for path in (*files, *grids)],
            "texts": n_texts,
            "writers": len({phrase.part for phrase in labelled}),
            "labels": dict(sorted(Counter(phrase.label for phrase in labelled).items())),
            "from_grids": dict(Counter(phrase.kind for phrase in described)),
            "held_out": report,
        },
    }
    weights = {name: torch.from_numpy(value) for name, value in tensors.items()}
    save_checkpoint(out, weights, config)
    return report


def _phrases_of(path: Path) -> list[_Phrase]:
    """Raises BadInput with the number of a wrong line."""
    phrases: list[_Phrase] = []
    for number, line in enumerate(lines_of(path), start=1):
        try:
            record = json.loads(line)
            name, units = str(record["id"]), record["units"]
            part = name.rpartition("-")[0] or path.stem
            phrases += [
                _Phrase(str(words), _LABELS[label], name, part, label) for words, label in units
            ]
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{str(path)!r}, line {number}: no labelled text ({error})") from error
    return phrases


def _sample_of_grids(paths: Sequence[Path], seed: int) -> list[_Phrase]:
    """Descriptions, names and sentences that change something; raises BadInput for a wrong file."""
    draw = random.Random(seed)
    records = [record for path in paths for record in _records_of(path)]
    science = [record for record in records if record.get("kind") == _SCIENCE]
    others = [record for record in records if record.get("kind") != _SCIENCE]
    described = [
        _Phrase(sentence, "description", str(record["para_id"]), "")
        for record in _drawn(draw, science, DESCRIPTIONS)
        for sentence in record["sentence_texts"]
    ]
    names = sorted({name for record in others for name in record["participants"]})
    changes = sorted({words for record in others for words in _changes(record)})
    return [
        *described,
        *(_Phrase(name, "material", "", "") for name in _drawn(draw, names, NAMES)),
        *(_Phrase(words, "step", "", "") for words in _drawn(draw, changes, CHANGES)),
    ]


def _drawn(draw: random.Random, values: Sequence[_Drawn], most: int) -> list[_Drawn]:
    return draw.sample(values, min(most, len(values)))


def _changes(record: Mapping[str, Any]) -> list[str]:
    """The steps of one sentence at which the state of an entity changes."""
    return [
        words
        for order, words in enumerate(record["sentence_texts"])
        if len(sentence_spans(words)) == 1
        and any(states[order] != states[order + 1] for states in record["states"])
    ]


def _records_of(path: Path) -> list[dict[str, Any]]:
    try:
        records = [json.loads(line) for line in lines_of(path) if line.strip()]
        missing = [key for record in records for key in _KEYS if key not in record]
    except (ValueError, TypeError) as error:
        raise BadInput(f"{str(path)!r} holds no annotated procedures: {error!s}") from error
    if missing:
        raise BadInput(f"{str(path)!r} holds no annotated procedures: {missing[0]!r} is missing")
    return records


def _held_out(
    phrases: Sequence[_Phrase], described: Sequence[_Phrase], seed: int
) -> dict[str, Any]:
    """Log-odds of a remark for the steps and remarks of each part, by what learnt the others."""
    odds: list[float] = []
    kinds: list[str] = []
    for part in sorted({phrase.part for phrase in phrases}):
        learnt = [phrase for phrase in phrases if phrase.part != part]
        own = [phrase for phrase in phrases if phrase.part == part and phrase.kind != "material"]
        if not learnt or not own:
            continue
        classifier = PhraseKinds.of_tensors(_fit([*learnt, *described], seed))
        scores = classifier.scores([phrase.words for phrase in own])
        odds += classifier.log_odds(scores, "remark", against=("step", "description")).tolist()
        kinds += [phrase.kind for phrase in own]
    if "step" not in kinds:
        raise BadInput("no steps of two writers; begin the ids of each with a name ('anna-1')")
    return {"odds": np.array(odds), "steps": np.array(kinds) == "step"}


def _report(held_out: Mapping[str, Any], least: float) -> dict[str, Any]:
    odds, steps = held_out["odds"], held_out["steps"]
    return {
        "steps": int(steps.sum()),
        "steps_lost": int((odds[steps] > least).sum()),
        "remarks": int((~steps).sum()),
        "remarks_recognised": int((odds[~steps] > least).sum()),
    }


def _fit(phrases: Sequence[_Phrase], seed: int) -> dict[str, Any]:
    """Return the tensors of ``PhraseKinds`` with the least cross-entropy."""
    torch.manual_seed(seed)
    features = [phrase_features(phrase.words) for phrase in phrases]
    times = Counter(feature for own in features for feature in own)
    keys = sorted(feature for feature, count in times.items() if count >= FEWEST_TIMES)
    rows = {feature: row for row, feature in enumerate(keys)}
    known = [torch.tensor([rows[each] for each in own if each in rows]) for own in features]
    kinds = torch.tensor([KINDS.index(phrase.kind) for phrase in phrases])
    weight = nn.EmbeddingBag(len(keys), len(KINDS), mode="sum")
    nn.init.zeros_(weight.weight)
    bias = nn.Parameter(torch.zeros(len(KINDS)))
    optimizer = torch.optim.AdamW([weight.weight, bias], lr=RATE, weight_decay=0.0)
    total = EPOCHS * -(-len(phrases) // BATCH)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, total_iters=total)
    for _ in range(EPOCHS):
        order = torch.randperm(len(phrases))
        for first in range(0, len(phrases), BATCH):
            chosen = order[first : first + BATCH]
            bags = [known[row] for row in chosen.tolist()]
            flat = torch.cat(bags).long()
            starts = torch.tensor([0, *map(len, bags[:-1])]).cumsum(0)
            loss = nn.functional.cross_entropy(weight(flat, starts) + bias, kinds[chosen])
            loss = loss + DECAY * weight.weight[flat].square().sum()
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            optimizer.step()
            schedule.step()
    learnt = weight.weight.detach().numpy()
    scale = np.maximum(np.abs(learnt).max(axis=0), 1e-6) / 127
    return {
        "keys": np.array(keys, dtype=np.uint32),
        "weight": np.round(learnt / scale).astype(np.int8),
        "scale": scale.astype(np.float32),
        "bias": bias.detach().numpy().astype(np.float32),
    }
