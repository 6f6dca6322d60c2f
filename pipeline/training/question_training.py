"""Training of the networks that read questions: their parts, and the steps that answer them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kgmodel.dense_network import DenseNetwork
from kgmodel.dense_trainer import DenseBag, fit_bags
from kgmodel.sentence_encoder import EncodedText
from pipeline.questions.question_parts import (
    INTENTS,
    ROLES,
    QuestionParts,
    intent_features,
    read_parts,
    role_features,
    words_in,
)
from pipeline.questions.step_features import AskedText, step_features, step_probabilities
from pipeline.training.question_examples import QuestionExample, roles_of
from pipeline.training.verdicts import fit_verdicts, verdict_rows

__all__ = ["HeldOut", "QuestionTraining", "fit_question_networks"]

Array = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Sequence[EncodedText]]

FOLDS_OF_VERDICTS = 5


@dataclass(frozen=True, slots=True)
class QuestionTraining:
    """Settings of a training; the folds have whole documents."""

    parts_epochs: int = 30
    parts_hidden: int = 48
    steps_epochs: int = 12
    steps_hidden: int = 32
    networks: int = 3
    batch: int = 32
    rate: float = 2e-3
    weight_decay: float = 0.02
    dropout: float = 0.2
    folds: int = 5


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What networks that have not learnt a question's document say about it.

    ``likely`` (step + 1) are the probabilities that each step answers, and last that none does;
    ``verdict`` is that of yes, for a question for yes or no.
    """

    parts: QuestionParts
    likely: Array
    verdict: float | None

    @property
    def ranked(self) -> list[tuple[float, int]]:
        """The probability and the number of each step, the likeliest first."""
        order = np.argsort(-self.likely[:-1], kind="stable")
        return [(float(self.likely[step]), int(step) + 1) for step in order]


def fit_question_networks(
    examples: Sequence[QuestionExample],
    *,
    encode: Encode,
    seed: int,
    training: QuestionTraining | None = None,
) -> tuple[dict[str, Tensor], list[HeldOut], dict[str, Any]]:
    """The tensors of all networks, what held-out ones say of each example, and the settings."""
    training = training or QuestionTraining()
    questions = encode([example.question for example in examples])
    texts = list(dict.fromkeys(text for example in examples for text in example.texts))
    encoded = dict(zip(texts, encode(texts), strict=True))
    folds = _folds([example.document for example in examples], training.folds)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        parts: dict[int, QuestionParts] = {}
        for learnt, rest in folds:
            bags = _fit_parts(examples, questions, learnt, training)
            networks = {name: _network(bag) for name, bag in bags.items()}
            for row in rest:
                parts[row] = read_parts(examples[row].question, questions[row], **networks)
        features = [
            step_features(
                example.question,
                questions[row],
                parts[row],
                AskedText(example.texts, [encoded[text] for text in example.texts]),
            )
            for row, example in enumerate(examples)
        ]
        likely: dict[int, Array] = {}
        for learnt, rest in folds:
            bags = _fit_steps(examples, features, learnt, training)
            steps, none = _network(bags["steps"]), _network(bags["none"])
            for row in rest:
                likely[row] = step_probabilities(features[row], steps=steps, none=none)
        every = range(len(examples))
        final = {
            **_fit_parts(examples, questions, every, training),
            **_fit_steps(examples, features, every, training),
        }
        values, is_yes, rows_of_verdicts = verdict_rows(
            examples, [parts[row] for row in every], [likely[row] for row in every]
        )
        final["verdict"] = fit_verdicts(values, is_yes)
        chances = _held_out_verdicts(
            values, is_yes, [examples[row].document for row in rows_of_verdicts]
        )
    tensors = {
        f"{name}.{part}": value
        for name, bag in final.items()
        for part, value in bag.tensors().items()
    }
    verdicts = dict(zip(rows_of_verdicts, chances, strict=True))
    held_out = [HeldOut(parts[row], likely[row], verdicts.get(row)) for row in every]
    return tensors, held_out, {"seed": seed, **asdict(training), "questions": len(examples)}


def _fit_parts(
    examples: Sequence[QuestionExample],
    questions: Sequence[EncodedText],
    rows: Sequence[int],
    training: QuestionTraining,
) -> dict[str, DenseBag]:
    """The networks of intents and of roles."""
    intents = torch.tensor([INTENTS.index(examples[row].intent) for row in rows])
    roles = torch.tensor([role for row in rows for role in roles_of(examples[row])])
    features = {
        "intents": np.concatenate([intent_features(questions[row]) for row in rows]),
        "roles": np.concatenate(
            [role_features(questions[row], words_in(examples[row].question)) for row in rows]
        ),
    }
    bags = {}
    for name, targets, n_outputs in (
        ("intents", intents, len(INTENTS)),
        ("roles", roles, len(ROLES)),
    ):
        own = torch.from_numpy(features[name])
        bag = _bag(own, n_outputs, training.parts_hidden, training, networks=1)

        loss = partial(_class_loss, bag, own, targets)
        _fit([bag], len(own), loss, training.parts_epochs, training)
        bags[name] = bag
    return bags


def _class_loss(bag: DenseBag, features: Tensor, targets: Tensor, batch: Tensor) -> Tensor:
    return functional.cross_entropy(bag(features[batch])[0], targets[batch])


def _fit_steps(
    examples: Sequence[QuestionExample],
    features: Sequence[Array],
    rows: Sequence[int],
    training: QuestionTraining,
) -> dict[str, DenseBag]:
    """The networks that score each step, and that no step answers."""
    steps = [torch.from_numpy(features[row]) for row in rows]
    wholes = torch.stack([each.amax(dim=0) for each in steps])
    scorer = _bag(torch.cat(steps), 1, training.steps_hidden, training, training.networks)
    none = _bag(wholes, 1, training.steps_hidden, training, training.networks)

    def loss(batch: Tensor) -> Tensor:
        losses = []
        absent = none(wholes[batch])[..., 0]  # (network, question)
        lengths = [len(steps[index]) for index in batch]
        scores = scorer(torch.cat([steps[index] for index in batch]))[..., 0]
        for place, (index, own) in enumerate(zip(batch, scores.split(lengths, dim=1), strict=True)):
            logs = torch.cat([own, absent[:, place : place + 1]], dim=1).log_softmax(dim=1)
            losses.append(-_log_of_answer(logs, examples[rows[index]]).mean())
        return torch.stack(losses).mean()

    _fit([scorer, none], len(rows), loss, training.steps_epochs, training)
    return {"steps": scorer, "none": none}


def _log_of_answer(logs: Tensor, example: QuestionExample) -> Tensor:
    """The log-probability (network) of the answer: all steps that it needs, or one of several."""
    if not example.steps:
        return logs[:, -1]
    if len(example.steps) > 1:
        return logs[:, [step - 1 for step in example.steps]].mean(dim=1)
    return logs[:, [step - 1 for step in (*example.steps, *example.also)]].logsumexp(dim=1)


def _held_out_verdicts(features: Tensor, is_yes: Tensor, documents: Sequence[str]) -> list[float]:
    """The probability of yes, each by a network that has not learnt the question's document."""
    chances = torch.zeros(len(features))
    for learnt, rest in _folds(documents, FOLDS_OF_VERDICTS):
        bag = fit_verdicts(features[learnt], is_yes[learnt])
        with torch.inference_mode():
            chances[rest] = torch.sigmoid(bag(features[rest]).mean(dim=0)[:, 0])
    return [float(chance) for chance in chances]


def _bag(
    features: Tensor, n_outputs: int, hidden: int, training: QuestionTraining, networks: int
) -> DenseBag:
    bag = DenseBag(
        features.shape[1], n_outputs, hidden=hidden, networks=networks, dropout=training.dropout
    )
    bag.standardise(features)
    return bag


def _fit(
    bags: Sequence[DenseBag],
    count: int,
    loss: Callable[[Tensor], Tensor],
    epochs: int,
    training: QuestionTraining,
) -> None:
    fit_bags(
        bags, count, loss, epochs=epochs, batch=training.batch, rate=training.rate,
        weight_decay=training.weight_decay,
    )  # fmt: skip


def _network(bag: DenseBag) -> DenseNetwork:
    tensors = {f"bag.{part}": value.numpy() for part, value in bag.tensors().items()}
    return DenseNetwork.of_tensors(tensors, "bag")


def _folds(documents: Sequence[str], folds: int) -> list[tuple[list[int], list[int]]]:
    """For each fold the rows outside of it and those in it; a document is in one fold."""
    order = {document: place for place, document in enumerate(sorted(set(documents)))}
    fold = [order[document] % folds for document in documents]
    rows = range(len(documents))
    return [
        ([row for row in rows if fold[row] != number], [row for row in rows if fold[row] == number])
        for number in sorted(set(fold))
    ]
