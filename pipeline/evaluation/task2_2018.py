"""ProPara's task 2 by the rules of 2018, which the KG-MRC and ProStruct papers' tables use.

They differ from the leaderboard's in that

- gold is a file of answers, not of actions, and on test has other answers for two paragraphs;
- before 2018-10-21 "created before" looked at ``actions[: i - 1]`` instead of ``actions[: i]``,
  which at i = 0 is everything but the last step;
- names are normalised like places, and only "; " separates synonyms;
- a pair's overlap counts predicted terms, not pairs of terms, and so never divides by zero;
- only the predicted paragraphs are scored, and the means are rounded to four digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pipeline.datasets.propara import ActionRow, numbered_lines, whole_number
from pipeline.errors import BadInput
from pipeline.evaluation.task2 import Score, Task2Scores, average, score_document
from pipeline.evaluation.task2_answers import (
    Answers,
    Conversion,
    Move,
    answer,
    by_document,
    largest_steps,
)
from pipeline.evaluation.task2_terms import TermSets, normalised

__all__ = ["Generation", "answers_of_rows", "read_gold", "score"]

Generation = Literal["before 2018-10-21", "2018-10-21"]
_Before = Callable[[Sequence[str], int], Sequence[str]]

_EARLIER: dict[Generation, _Before] = {
    "before 2018-10-21": lambda actions, index: actions[: index - 1],
    "2018-10-21": lambda actions, index: actions[:index],
}
_FILES: dict[Generation, str] = {
    "before 2018-10-21": "gold_qa.pre-2018-10-21.tsv",
    "2018-10-21": "gold_qa.2018-10-21.tsv",
}
_N_SLOTS = {"1": 1, "2": 1, "3": 4, "4": 4}


def read_gold(folder: Path, *, generation: Generation = "before 2018-10-21") -> dict[str, Answers]:
    """Read gold answers: id, question 1 to 4, answers, with ``++++`` between slots."""
    path = folder / _FILES[generation]
    answers: dict[str, dict[int, list[list[str]]]] = {}
    for number, line in numbered_lines(path):
        identity, _, rest = line.strip().partition("\t")
        question, *cells = rest.split("\t")
        slots = [cell.split("++++") for cell in cells if cell]
        if question not in _N_SLOTS or any(len(values) != _N_SLOTS[question] for values in slots):
            raise BadInput(
                f"{path}, line {number}: expected an id, a question from 1 to 4 and its answers, "
                "of 4 slots for questions 3 and 4"
            )
        document = str(whole_number(identity, f"{path}, line {number}: the paragraph id"))
        answers.setdefault(document, {})[int(question)] = slots
    return {document: _parse_answers(slots) for document, slots in answers.items()}


def answers_of_rows(
    rows: Iterable[ActionRow],
    *,
    n_steps: Mapping[str, int] | None = None,
    generation: Generation = "before 2018-10-21",
) -> dict[str, Answers]:
    """Answer the four questions from rows; the documents' ``n_steps`` default to the rows'."""
    rows = list(rows)
    sizes = largest_steps(rows) if n_steps is None else n_steps
    return {
        document: answer(entities, earlier=_EARLIER[generation], name=_synonyms)
        for document, entities in by_document(rows, n_steps=sizes).items()
    }


def score(gold: Mapping[str, Answers], predicted: Mapping[str, Answers]) -> Task2Scores:
    """Score every predicted document; raises BadInput if gold does not hold it."""
    if strange := sorted(predicted.keys() - gold.keys()):
        raise BadInput(f"paragraph {strange[0]} is not in the gold of 2018; remove its rows")
    scores = average(
        {
            document: score_document(
                gold[document], answers, names_agree=_agree, places_agree=_agree
            )
            for document, answers in predicted.items()
        }
    )
    overall = Score(round(scores.overall.precision, 4), round(scores.overall.recall, 4))
    return replace(scores, overall=overall, digits=4)


def _parse_answers(by_question: Mapping[int, Sequence[Sequence[str]]]) -> Answers:
    return Answers(
        tuple(slots[0] for slots in by_question.get(1, ())),
        tuple(slots[0] for slots in by_question.get(2, ())),
        tuple(
            Conversion(destroyed, created, places, int(step))
            for destroyed, created, places, step in by_question.get(3, ())
        ),
        tuple(
            Move(entity, before, after, int(step))
            for entity, before, after, step in by_question.get(4, ())
        ),
    )


def _synonyms(entity: str) -> str:
    return " OR ".join(entity.split("; "))


def _agree(gold: str, predicted: str) -> float:
    if gold == predicted:
        return 1.0
    gold_terms, predicted_terms = _terms(gold), _terms(predicted)
    overlap = sum(any(term & other for other in gold_terms) for term in predicted_terms)
    return overlap / (len(predicted_terms) + len(gold_terms) - overlap)


@lru_cache(maxsize=100_000)
def _terms(phrase: str) -> TermSets:
    return tuple(
        frozenset(normalised(synonym) for synonym in term.strip().split(" OR "))
        for term in phrase.split(" AND ")
    )
