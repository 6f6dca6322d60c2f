"""A training of the networks that read questions, from files of questions to a checkpoint."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.errors import BadInput
from pipeline.questions.meaning import encoded
from pipeline.questions.question_networks import expectations
from pipeline.training.question_examples import lines_of, load_questions
from pipeline.training.question_training import fit_question_networks
from pipeline.training.quotation_thresholds import (
    held_out_report,
    least_verdict,
    thresholds_of_steps,
)

__all__ = ["save_networks", "train_questions"]

FEWEST = 50  # questions


def train_questions(
    files: Sequence[Path], grids: Sequence[Path], out: Path, *, seed: int = 1
) -> dict[str, Any]:
    """Learn from files of questions about the documents of files of grids; write a checkpoint.

    Returns what networks that have not learnt a question's document make of it, and the thresholds.
    Raises BadInput for too few questions or a wrong line.
    """
    documents = {name: steps for path in grids for name, steps in _steps_of(path).items()}
    examples = [example for path in files for example in load_questions(path, documents)]
    if len(examples) < FEWEST:
        raise BadInput(f"{len(examples)} questions are too few; at least {FEWEST} are needed")
    tensors, held_out, training = fit_question_networks(examples, encode=encoded, seed=seed)
    least = {
        **thresholds_of_steps(examples, held_out),
        "verdict": least_verdict(examples, held_out),
    }
    report = held_out_report(examples, held_out, least)
    sources = {
        "documents": len({example.document for example in examples}),
        "files": [path.name for path in files],
    }
    save_networks(tensors, out, least=least, training={**training, **sources, "held_out": report})
    return report


def save_networks(
    tensors: Mapping[str, Any],
    folder: Path,
    *,
    least: Mapping[str, float],
    training: Mapping[str, Any],
) -> None:
    """Write both files of a checkpoint."""
    from kgmodel.checkpoint import save_checkpoint

    config = {
        "thresholds": dict(least),
        "training": dict(training),
        "expects": expectations(),
    }
    save_checkpoint(folder, dict(tensors), config)


def _steps_of(grids: Path) -> dict[str, list[str]]:
    """The steps of each document of a file of grids. Raises BadInput for a wrong file."""
    try:
        records = [json.loads(line) for line in lines_of(grids) if line.strip()]
        return {str(record["para_id"]): record["sentence_texts"] for record in records}
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{str(grids)!r} holds no annotated procedures: {error!s}") from error
