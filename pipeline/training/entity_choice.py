"""Training of the choice of entities among candidates, on annotated procedures.

The tagger's chances of words must come from a tagger that has not learnt the documents, or the
choice learns to trust it too much: from cross-fitted taggers, or on documents kept for this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from kgmodel.candidate_scorer import CandidateScorer
from kgmodel.tagger import PieceTagger
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.evaluation.entity_discovery import entity_scores
from pipeline.inference.entity_candidates import Candidate, TaggedText, candidates_in
from pipeline.inference.entity_choice import EntityChoice
from pipeline.inference.entity_features import features
from pipeline.inference.entity_finder import word_probabilities
from pipeline.inference.entity_names import Limits, entities_from
from pipeline.inference.word_habits import WordHabits
from pipeline.text.names import key_of, words_of
from pipeline.training.tagger_examples import Grids, WordProbabilities
from pipeline.training.word_uses import uses_in

__all__ = ["BLOCK", "ChoiceTraining", "Tagged", "fit_choice", "tagged_by"]

# annotated documents, each with the tagger's chances of its words
Tagged = Sequence[tuple[Document, Grid, WordProbabilities]]

# of F1: at this price fewer entities are chosen, since a wrong one costs all its answers
TOLERANCE = 0.002
BLOCK = 10  # neighbours in a file are alike, so folds have whole blocks of them
LEAST_TRIED = tuple(percent / 100 for percent in range(20, 52, 4))


@dataclass(frozen=True, slots=True)
class ChoiceTraining:
    """Settings of a training; ``warmup`` is a share of all updates."""

    epochs: int = 20
    batch_size: int = 512
    rate: float = 3e-3
    weight_decay: float = 0.02
    warmup: float = 0.3
    folds: int = 5


@dataclass(frozen=True, slots=True)
class _Example:
    """A document's candidates, their features, and which of them gold's entities have as name."""

    text: TaggedText
    candidates: Sequence[Candidate]
    features: Sequence[Mapping[str, float]]
    named: Sequence[bool]
    entities: Sequence[Entity]


def tagged_by(network: PieceTagger, tokenizer: Tokenizer, grids: Grids) -> Tagged:
    """Return annotated documents with the chances that a tagger gives their words."""
    documents = [document for document, _ in grids]
    words = [words_of(document) for document in documents]
    chances = word_probabilities(documents, words, network=network, tokenizer=tokenizer)
    return [(*pair, likely) for pair, likely in zip(grids, chances, strict=True)]


def fit_choice(
    grids: Tagged,
    *,
    seed: int,
    learnt: Tagged = (),
    training: ChoiceTraining | None = None,
) -> tuple[EntityChoice, dict[str, Any]]:
    """Learn the choice from documents that the tagger has not learnt.

    Those that it has learnt (``learnt``) add words and registers. The least score is the largest
    with about the best exact F1 on documents that neither the tagger nor a network has learnt.
    Returns the choice and a record of how it was made, with the scores on those documents.
    """
    training = training or ChoiceTraining()
    uses = [uses_in(document, grid) for document, grid, _ in (*grids, *learnt)]
    habits = WordHabits.learnt(uses)
    examples = [
        _example(document, grid, chances, habits.without(own))
        for (document, grid, chances), own in zip((*grids, *learnt), uses, strict=True)
    ]
    names = tuple(next(row for each in examples for row in each.features))
    scores = _held_out_scores(examples, len(grids), names, seed=seed, training=training)
    by_least = {least: _score(examples[: len(grids)], scores, least=least) for least in LEAST_TRIED}
    highest = max(scored["exact"]["f1"] for scored in by_least.values())
    least = max(each for each in by_least if by_least[each]["exact"]["f1"] >= highest - TOLERANCE)
    record = {
        "seed": seed,
        **asdict(training),
        "documents": len(grids),
        "learnt_documents": len(learnt),
        "candidates": sum(len(each.candidates) for each in examples),
        "held_out": by_least[least],
    }
    scorer = _trained(examples, names, seed=seed, training=training)
    return EntityChoice(scorer, habits, names, least), record


def _held_out_scores(
    examples: Sequence[_Example],
    number: int,
    names: Sequence[str],
    *,
    seed: int,
    training: ChoiceTraining,
) -> list[list[float]]:
    """Score the first ``number`` examples, each by a network trained without its fold."""
    size = max(1, min(BLOCK, number // training.folds))
    fold = [place // size % training.folds for place in range(number)]
    scores: list[list[float]] = [[] for _ in fold]
    for held_out in sorted(set(fold)):
        rest = [each for place, each in enumerate(examples) if fold[place:][:1] != [held_out]]
        scorer = _trained(rest, names, seed=seed, training=training)
        for place in range(number):
            if fold[place] == held_out:
                rows = _tensor(examples[place], names)
                scores[place] = [float(each) for each in scorer.probabilities(rows)]
    return scores


def _example(
    document: Document, grid: Grid, chances: WordProbabilities, habits: WordHabits
) -> _Example:
    text = TaggedText.of(document, words_of(document), chances)
    candidates = candidates_in(text)
    entities = [track.entity for track in grid.tracks]
    names = {key_of(alias) for entity in entities for alias in entity.aliases}
    return _Example(
        text,
        candidates,
        features(text, candidates, habits),
        [candidate.key in names for candidate in candidates],
        entities,
    )


def _trained(
    examples: Sequence[_Example], names: Sequence[str], *, seed: int, training: ChoiceTraining
) -> CandidateScorer:
    rows = torch.cat([_tensor(example, names) for example in examples])
    targets = torch.tensor([float(named) for example in examples for named in example.named])
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        scorer = CandidateScorer(len(names))
        scorer.standardise(rows)
        _train(scorer.train(), rows, targets, training)
    return scorer.eval()


def _train(
    scorer: CandidateScorer, rows: Tensor, targets: Tensor, training: ChoiceTraining
) -> None:
    optimizer = torch.optim.AdamW(
        scorer.parameters(), lr=training.rate, weight_decay=training.weight_decay
    )
    per_epoch = -(-len(rows) // training.batch_size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        training.rate,
        total_steps=training.epochs * per_epoch,
        pct_start=training.warmup,
    )
    for _ in range(training.epochs):
        order = torch.randperm(len(rows))
        for start in range(0, len(rows), training.batch_size):
            batch = order[start : start + training.batch_size]
            scores = scorer(rows[batch])
            target = targets[batch].expand_as(scores)
            loss = functional.binary_cross_entropy_with_logits(scores, target) * len(scores)
            optimizer.zero_grad()
            torch.autograd.backward(loss)
            optimizer.step()
            schedule.step()


def _tensor(example: _Example, names: Sequence[str]) -> Tensor:
    rows = [[row[name] for name in names] for row in example.features]
    return torch.tensor(rows).reshape(len(rows), len(names))


def _score(
    examples: Sequence[_Example], scores: Sequence[Sequence[float]], *, least: float
) -> dict[str, dict[str, float]]:
    pairs = [
        (entities_from(each.text, each.candidates, chances, limits=Limits(least)), each.entities)
        for each, chances in zip(examples, scores, strict=True)
    ]
    return {name: score.as_json() for name, score in entity_scores(pairs).items()}
