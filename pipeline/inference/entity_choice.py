"""The choice of entities among candidates: a small network, learnt from annotated procedures.

Two files in the tagger's folder hold it: ``choice.safetensors`` and ``choice.json``, which has the
least probability of an entity, the names of the features, the words' habits and how it was trained.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import CheckpointError
from pipeline.inference.entity_candidates import Candidate, TaggedText
from pipeline.inference.entity_features import features
from pipeline.inference.word_habits import WordHabits

if TYPE_CHECKING:
    from kgmodel.candidate_scorer import CandidateScorer

__all__ = ["CHOICE_FILES", "EntityChoice", "copy_choice", "load_choice", "save_choice"]

_WEIGHTS, _CONFIG = CHOICE_FILES = ("choice.safetensors", "choice.json")
_FIX = "make it again with 'stepgraph train-choice', or install stepgraph again"


@dataclass(frozen=True, slots=True)
class EntityChoice:
    """A network; ``least`` is the least probability of an entity.

    ``names`` are the features that it expects, in order. ``checkpoint`` is the SHA-256 of the
    file of its weights, empty before it is saved.
    """

    scorer: CandidateScorer
    habits: WordHabits
    names: tuple[str, ...]
    least: float
    checkpoint: str = ""

    def probabilities(
        self, texts: Sequence[TaggedText], candidates: Sequence[Sequence[Candidate]]
    ) -> list[list[float]]:
        """Return the probability of each text's candidates.

        Raises CheckpointError if another version of the code made the choice.
        """
        import torch

        try:
            rows = [
                [[each[name] for name in self.names] for each in features(text, names, self.habits)]
                for text, names in zip(texts, candidates, strict=True)
            ]
        except KeyError as error:
            message = f"this version knows no feature {error} of the choice of entities; {_FIX}"
            raise CheckpointError(message) from error
        flat = [row for of_text in rows for row in of_text]
        if not flat:  # no document has a word
            return [[] for _ in rows]
        scored = iter(self.scorer.probabilities(torch.tensor(flat)).tolist())
        return [[next(scored) for _ in of_text] for of_text in rows]


def save_choice(choice: EntityChoice, folder: Path, *, training: Mapping[str, Any]) -> None:
    """Write both files into a tagger's folder; ``training`` says how the choice was learnt."""
    from kgmodel.checkpoint import save_tensors

    folder.mkdir(parents=True, exist_ok=True)
    save_tensors(folder / _WEIGHTS, choice.scorer.state_dict())
    config = {
        "least": choice.least,
        "training": dict(training),
        "weights_sha256": _sha256(folder / _WEIGHTS),
        "features": list(choice.names),
        "uses": choice.habits.as_json(),
    }
    (folder / _CONFIG).write_text(json.dumps(config, ensure_ascii=False) + "\n")


def copy_choice(source: Path, folder: Path) -> None:
    """Give a tagger's folder the choice of another tagger; its own, if it has one, is replaced."""
    if folder.samefile(source):
        return
    for name in CHOICE_FILES:
        shutil.copyfile(source / name, folder / name)


def load_choice(folder: Path) -> EntityChoice:
    """Load the choice in a tagger's folder. Raises CheckpointError with a fix."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    from kgmodel.candidate_scorer import CandidateScorer

    for name in CHOICE_FILES:
        if not (folder / name).is_file():
            raise CheckpointError(f"{str(folder)!r} holds no {name}; {_FIX}")
    try:
        config = json.loads((folder / _CONFIG).read_text())
        names = tuple(config["features"])
        weights = _sha256(folder / _WEIGHTS)
        if config["weights_sha256"] != weights:
            raise CheckpointError(f"{str(folder / _WEIGHTS)!r} is damaged; {_FIX}")
        scorer = CandidateScorer(len(names))
        scorer.load_state_dict(load_file(folder / _WEIGHTS))
        habits = WordHabits.from_json(config["uses"])
        return EntityChoice(scorer.eval(), habits, names, float(config["least"]), weights)
    except (
        SafetensorError,
        RuntimeError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
    ) as error:
        raise CheckpointError(
            f"{str(folder / _CONFIG)!r} cannot be used: {error}; {_FIX}"
        ) from error


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
