"""A training of the networks that read questions, from files of questions to a checkpoint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.errors import BadInput
from pipeline.questions.meaning import encoded
from pipeline.questions.question_networks import expectations
from pipeline.questions.question_reader import chosen_steps
from pipeline.training.question_examples import QuestionExample, lines_of, load_questions
from pipeline.training.question_training import HeldOut, fit_question_networks

__all__ = ["held_out_report", "save_networks", "thresholds", "train_questions"]

FEWEST = 50  # questions
MOST_WRONG = 0.12  # share of all questions that may be answered with the wrong steps
LEAST_RIGHT_VERDICTS = 0.8  # share of the verdicts that are given


def train_questions(
    files: Sequence[Path], grids: Path, out: Path, *, seed: int = 1
) -> dict[str, Any]:
    """Learn from files of questions about the documents of a file of grids; write a checkpoint.

    Returns what networks that have not learnt a question's document make of it, and the thresholds.
    Raises BadInput for too few questions or a wrong line.
    """
    documents = _steps_of(grids)
    examples = [example for path in files for example in load_questions(path, documents)]
    if len(examples) < FEWEST:
        raise BadInput(f"{len(examples)} questions are too few; at least {FEWEST} are needed")
    tensors, held_out, training = fit_question_networks(examples, encode=encoded, seed=seed)
    least = thresholds(examples, held_out)
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
    from kgmodel.checkpoint import save_tensors

    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / "weights.safetensors"
    save_tensors(weights, dict(tensors))
    config = {
        "thresholds": dict(least),
        "weights_sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "training": dict(training),
        "expects": expectations(),
    }
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


def thresholds(
    examples: Sequence[QuestionExample], held_out: Sequence[HeldOut]
) -> dict[str, float]:
    """The least probability of a quotation and of a verdict, by the held-out questions.

    Quotations are as frequent as they can be with at most ``MOST_WRONG`` of all questions wrong.
    """
    quotations = [_quotation(*pair) for pair in zip(examples, held_out, strict=True)]
    ranked = sorted(quotations, reverse=True)
    wrong = list(accumulate(not is_right for _, is_right in ranked))
    most = MOST_WRONG * len(ranked)
    allowed = [
        probability
        for (probability, _), upto, (following, _) in zip(
            ranked, wrong, [*ranked[1:], (-1.0, False)], strict=True
        )
        if upto <= most and following < probability
    ]
    return {
        "quote": round(min(allowed, default=1.0), 3),
        "verdict": _least_verdict(examples, held_out),
    }


def _least_verdict(examples: Sequence[QuestionExample], held_out: Sequence[HeldOut]) -> float:
    verdicts = sorted(
        (
            (max(each.verdict, 1 - each.verdict), (each.verdict > 0.5) == _is_yes(example))
            for example, each in zip(examples, held_out, strict=True)
            if each.verdict is not None
        ),
        reverse=True,
    )
    least, right = 1.0, 0
    for number, (sureness, is_right) in enumerate(verdicts, 1):
        right += is_right
        if right >= LEAST_RIGHT_VERDICTS * number:
            least = sureness
    return round(least, 3)


def _is_yes(example: QuestionExample) -> bool:
    return example.key_words[0][0] == "yes"


def _quotation(example: QuestionExample, held_out: HeldOut) -> tuple[float, bool]:
    """The probability of the steps that would be quoted, and whether they answer."""
    likely = held_out.likely[:-1]
    order = np.argsort(-likely, kind="stable")
    number = chosen_steps([float(likely[step]) for step in order], held_out.parts.intent)
    steps = {int(step) + 1 for step in order[:number]}
    is_right = bool(example.steps) and (
        steps.issuperset(example.steps) or not steps.isdisjoint(example.also)
    )
    return float(likely[order[:number]].sum()), is_right


def held_out_report(
    examples: Sequence[QuestionExample], held_out: Sequence[HeldOut], least: Mapping[str, float]
) -> dict[str, Any]:
    """Counts of the held-out questions: quoted rightly, wrongly, refused; by intent too."""
    intents = dict.fromkeys(example.intent for example in examples)
    pairs = list(zip(examples, held_out, strict=True))
    return {
        **_counts(pairs, least["quote"]),
        "intent_right": sum(each.parts.intent == example.intent for example, each in pairs),
        "by_intent": {
            intent: _counts([pair for pair in pairs if pair[0].intent == intent], least["quote"])
            for intent in intents
        },
        "thresholds": dict(least),
    }


def _counts(pairs: Sequence[tuple[QuestionExample, HeldOut]], least: float) -> dict[str, int]:
    quotations = [_quotation(*pair) for pair in pairs]
    quoted = [is_right for probability, is_right in quotations if probability >= least]
    return {
        "of": len(pairs),
        "right": sum(quoted),
        "wrong": len(quoted) - sum(quoted),
        "refused": len(pairs) - len(quoted),
    }


def _steps_of(grids: Path) -> dict[str, list[str]]:
    """The steps of each document of a file of grids. Raises BadInput for a wrong file."""
    try:
        records = [json.loads(line) for line in lines_of(grids) if line.strip()]
        return {str(record["para_id"]): record["sentence_texts"] for record in records}
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{str(grids)!r} holds no annotated procedures: {error!s}") from error
