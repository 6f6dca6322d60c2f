"""Scores of discovered entities against gold's: one-to-one, by name and by head word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pipeline.domain.document import Entity
from pipeline.text.names import Key, head, key_of

__all__ = ["EntityScore", "entity_scores", "same_entities"]


@dataclass(frozen=True, slots=True)
class EntityScore:
    """Counts over all documents; precision, recall and F1 are in percent."""

    matched: int
    predicted: int
    gold: int

    @property
    def precision(self) -> float:
        return 100 * self.matched / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        return 100 * self.matched / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        either = self.predicted + self.gold
        return 200 * self.matched / either if either else 0.0

    def as_json(self) -> dict[str, float]:
        """Fractions, as task 2 prints its scores."""
        percentages = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {name: round(value / 100, 3) for name, value in percentages.items()}


def entity_scores(
    documents: Iterable[tuple[Sequence[Entity], Sequence[Entity]]],
) -> dict[str, EntityScore]:
    """Score (predicted, gold) of each document.

    ``exact``: the predicted name equals one of the gold entity's synonyms, case, a leading
    article and inflection aside; ``head``: their head words do. Each predicted entity is matched
    with at most one of gold and the reverse, so that most are matched. Only the name counts,
    never the other aliases that were predicted.
    """
    pairs = [(list(predicted), list(gold)) for predicted, gold in documents]
    return {
        "exact": _score(pairs, key_of),
        "head": _score(pairs, lambda form: (head(key_of(form)),)),
    }


def same_entities(predicted: Sequence[Entity], gold: Sequence[Entity]) -> dict[int, int]:
    """Return the gold entity each predicted one names, both by index, as ``exact`` matches them."""
    return _same(predicted, gold, key_of)


def _score(
    pairs: Sequence[tuple[list[Entity], list[Entity]]], normalise: Callable[[str], Key]
) -> EntityScore:
    return EntityScore(
        sum(len(_same(predicted, gold, normalise)) for predicted, gold in pairs),
        sum(len(predicted) for predicted, _ in pairs),
        sum(len(gold) for _, gold in pairs),
    )


def _same(
    predicted: Sequence[Entity], gold: Sequence[Entity], normalise: Callable[[str], Key]
) -> dict[int, int]:
    forms = [{normalise(alias) for alias in entity.aliases} for entity in gold]
    return _matching([normalise(entity.name) for entity in predicted], forms)


def _matching(predicted: Sequence[Key], gold: Sequence[set[Key]]) -> dict[int, int]:
    """Return the largest one-to-one matching, predicted to gold (Kuhn's augmenting paths)."""
    partner: dict[int, int] = {}  # of each gold entity, the predicted one

    def place(guess: int, tried: set[int]) -> bool:
        for truth, forms in enumerate(gold):
            if predicted[guess] in forms and truth not in tried:
                tried.add(truth)
                if truth not in partner or place(partner[truth], tried):
                    partner[truth] = guess
                    return True
        return False

    for guess in range(len(predicted)):
        place(guess, set())
    return {guess: truth for truth, guess in partner.items()}
