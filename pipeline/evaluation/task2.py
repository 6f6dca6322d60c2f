"""ProPara's task 2 by the leaderboard's rules, quirks included.

Equal to the official scorer to the last printed digit. Its quirks: "-" means "does not exist" and
equals "-"; nothing predicted has precision 1; each prediction takes its best gold answer and each
gold answer its best prediction, without one-to-one matching; where both lists are equally long,
recall's numerator is precision's; duplicate terms can push a pair's score over 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pipeline.datasets.propara import ActionRow, action_rows
from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.evaluation.task2_answers import Answers, Conversion, Move, answer, by_document
from pipeline.evaluation.task2_terms import TermSets, as_terms, normalised_terms

__all__ = [
    "QUESTIONS",
    "Score",
    "Task2Scores",
    "average",
    "places_agree",
    "score",
    "score_document",
    "score_grids",
]

Agreement = Callable[[str, str], float]  # of gold's slot and the predicted one, 1 if equal

QUESTIONS = ("inputs", "outputs", "conversions", "moves")

T = TypeVar("T")  # of an answer


@dataclass(frozen=True, slots=True)
class Score:
    """Precision and recall as fractions of 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def rounded(self, digits: int) -> dict[str, float]:
        return {
            "precision": round(self.precision, digits),
            "recall": round(self.recall, digits),
            "f1": round(self.f1, digits),
        }


@dataclass(frozen=True, slots=True)
class Task2Scores:
    """Averages over documents, each question's rounded to 3 digits as officially done.

    ``overall`` is the mean of the four questions, itself unrounded; ``f1`` is its F1.
    ``by_document`` holds the scores of each document and question before any rounding. The
    official scorer prints ``digits``.
    """

    inputs: Score
    outputs: Score
    conversions: Score
    moves: Score
    overall: Score
    by_document: Mapping[str, Mapping[str, Score]]
    digits: int = 3

    @property
    def f1(self) -> float:
        return self.overall.f1

    def as_json(self) -> dict[str, dict[str, float]]:
        """Fractions as the official scorer prints them."""
        return {name: getattr(self, name).rounded(self.digits) for name in (*QUESTIONS, "overall")}


def score(
    gold: Iterable[ActionRow], predicted: Iterable[ActionRow], *, entities_given: bool = True
) -> Task2Scores:
    """Score predicted rows against gold rows.

    Every gold document must be predicted with exactly gold's entities (else BadInput), unless
    they were not given: one left out then answers nothing, and answers about others are wrong.
    Other predicted documents are ignored.
    """
    gold_documents, predicted_documents = by_document(gold), by_document(predicted)
    if entities_given:
        for document, entities in gold_documents.items():
            _check_entities(document, set(entities), predicted_documents.get(document))
    return average(
        {
            document: _score_document(
                answer(entities), answer(predicted_documents.get(document, {}))
            )
            for document, entities in gold_documents.items()
        }
    )


def score_grids(gold: Sequence[tuple[Document, Grid]], predicted: Sequence[Grid]) -> Task2Scores:
    """Score predicted grids, one a gold document in the same order, without any file."""
    documents = [document for document, _ in gold]
    return score(
        [row for document, grid in gold for row in action_rows(document, grid)],
        [
            row
            for document, grid in zip(documents, predicted, strict=True)
            for row in action_rows(document, grid)
        ],
    )


def average(by_document: Mapping[str, Mapping[str, Score]]) -> Task2Scores:
    """Average each question over documents and round it, then average the four."""
    if not by_document:
        raise BadInput("there is no gold document to score against")
    inputs, outputs, conversions, moves = means = [
        _mean([scores[question] for scores in by_document.values()]) for question in QUESTIONS
    ]
    overall = Score(
        sum(mean.precision for mean in means) / len(means),
        sum(mean.recall for mean in means) / len(means),
    )
    return Task2Scores(inputs, outputs, conversions, moves, overall, by_document)


def _mean(scores: Sequence[Score]) -> Score:
    return Score(
        round(sum(score.precision for score in scores) / len(scores), 3),
        round(sum(score.recall for score in scores) / len(scores), 3),
    )


def best_pairs(gold: Sequence[T], predicted: Sequence[T], pair: Callable[[T, T], float]) -> Score:
    """Give each prediction its best gold answer, and each gold answer its best prediction.

    ``pair(gold, predicted)`` is the score of two answers. Recall's numerator is precision's where
    both lists have the same length.
    """
    if not gold or not predicted:
        return Score(0.0 if predicted else 1.0, 0.0 if gold else 1.0)
    precise = sum(max(0.0, *(pair(truth, guess) for truth in gold)) for guess in predicted)
    recalled = precise
    if len(gold) != len(predicted):
        recalled = sum(max(0.0, *(pair(truth, guess) for guess in predicted)) for truth in gold)
    return Score(precise / len(predicted), recalled / len(gold))


def _check_entities(document: str, gold: set[str], predicted: Mapping[str, object] | None) -> None:
    if predicted is None:
        raise BadInput(f"paragraph {document} has no prediction; add a row an entity and step")
    if missing := sorted(gold - predicted.keys()):
        raise BadInput(f"paragraph {document} has no rows for {missing[0]!r}; add them")
    if unexpected := sorted(predicted.keys() - gold):
        raise BadInput(
            f"paragraph {document} has rows for {unexpected[0]!r}, which gold does not track; "
            "names must be exactly gold's"
        )


def score_document(
    gold: Answers, predicted: Answers, *, names_agree: Agreement, places_agree: Agreement
) -> dict[str, Score]:
    """Score one document's answers to the four questions.

    A conversion or move agrees by the mean of its three slots, if the steps are equal.
    """

    def conversions_agree(gold: Conversion, predicted: Conversion) -> float:
        if gold.step != predicted.step:
            return 0.0
        return (
            places_agree(gold.locations, predicted.locations)
            + names_agree(gold.destroyed, predicted.destroyed)
            + names_agree(gold.created, predicted.created)
        ) / 3

    def moves_agree(gold: Move, predicted: Move) -> float:
        if gold.step != predicted.step:
            return 0.0
        return (
            names_agree(gold.entity, predicted.entity)
            + places_agree(gold.before, predicted.before)
            + places_agree(gold.after, predicted.after)
        ) / 3

    return {
        "inputs": best_pairs(gold.inputs, predicted.inputs, names_agree),
        "outputs": best_pairs(gold.outputs, predicted.outputs, names_agree),
        "conversions": best_pairs(gold.conversions, predicted.conversions, conversions_agree),
        "moves": best_pairs(gold.moves, predicted.moves, moves_agree),
    }


def _score_document(gold: Answers, predicted: Answers) -> dict[str, Score]:
    return score_document(gold, predicted, names_agree=_names_agree, places_agree=places_agree)


def _names_agree(gold: str, predicted: str) -> float:
    return 1.0 if gold == predicted else _jaccard(as_terms(gold), as_terms(predicted))


def places_agree(gold: str, predicted: str) -> float:
    """Return how far two locations agree, 1 if they are equal: ``soil OR ground`` is either."""
    if gold == predicted:
        return 1.0
    return _jaccard(normalised_terms(gold), normalised_terms(predicted))


def _jaccard(gold: TermSets, predicted: TermSets) -> float:
    """Overlap counts all pairs of terms, so duplicates can exceed 1, as they do officially.

    Where duplicates make the denominator 0 (two equal terms on either side) the official scorer
    dies of a division by zero; here the pair then counts as equal.
    """
    overlap = sum(bool(term & other) for term in predicted for other in gold)
    union = len(predicted) + len(gold) - overlap
    return overlap / union if union else 1.0
