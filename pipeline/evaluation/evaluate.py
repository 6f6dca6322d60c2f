"""Scores of prediction files and of models: both ProPara tasks, and violations of common sense.

The result is what ``stepgraph evaluate --json`` prints: task 2 in fractions and task 1 in percent,
as the official scorers print them; what does not apply is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from pipeline.datasets.propara import ActionRow, action_rows, load_split, read_actions, split_file
from pipeline.domain.document import Document
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.evaluation import task1, task1_files, task2, task2_2018
from pipeline.evaluation.end_to_end import evaluate_found
from pipeline.evaluation.only_annotator import score_only_annotator
from pipeline.evaluation.task2_answers import Answers, largest_steps
from pipeline.evaluation.violations import count_violations

if TYPE_CHECKING:
    from pipeline.inference.entity_finder import Tagger
    from pipeline.inference.predict import Model
    from pipeline.inference.wordings import Wording

__all__ = [
    "RULES",
    "Rules",
    "evaluate_actions",
    "evaluate_actions_on_grids",
    "evaluate_finding",
    "evaluate_grids",
    "evaluate_model",
    "evaluate_predictions",
]

Rules = Literal["leaderboard", "2018", "2018-10-21"]
RULES = get_args(Rules)

_GENERATIONS: dict[str, task2_2018.Generation] = {
    "2018": "before 2018-10-21",
    "2018-10-21": "2018-10-21",
}
_BATCH = 128


def evaluate_predictions(
    predictions: Path, *, task: int, data: Path, split: str, rules: Rules = "leaderboard"
) -> dict[str, Any]:
    """Score a file of task 1 or 2 against a split below the ProPara folder ``data``.

    Task 2 brings the violations too. ``rules`` chooses task 2's: the leaderboard's, those before
    2018-10-21 ("2018", the paper's table) or those of that day. Raises BadInput if the file or
    the choice cannot be used.
    """
    _check_rules(rules)
    if task == 1:
        gold = _task1_gold(data, split)
        return {"task1": task1.score(gold, task1_files.read_places(predictions)).as_json()}
    if task != 2:
        raise BadInput(f"there is no task {task}; choose 1 or 2")
    documents = [document for document, _ in load_split(data, split)]
    rows = read_actions(predictions)
    return {
        "task2": _score_task2(rows, data, split, rules).as_json(),
        "violations": count_violations(rows, _step_texts(documents)).as_json(),
    }


def evaluate_grids(
    gold: Sequence[tuple[Document, Grid]],
    predicted: Sequence[Grid],
    *,
    data: Path | None = None,
    split: str | None = None,
    rules: Rules = "leaderboard",
) -> dict[str, Any]:
    """Score predicted grids, one a gold document in the same order.

    With ``data`` and ``split``, gold is that split of ProPara: the rules of 2018 then use its own
    gold answers, and test is scored in task 1 too, by its annotators' answers. Without them, each
    gold grid is the only annotator's answer in task 1. ``entities`` is None: they were given.
    """
    _check_rules(rules)
    documents = [document for document, _ in gold]
    rows = [
        row
        for document, grid in zip(documents, predicted, strict=True)
        for row in action_rows(document, grid)
    ]
    if data is not None and split is not None:
        return _score_split(rows, documents, data, split, rules)
    scores = _score_on_grids(rows, gold, rules)
    gold_rows = [row for document, grid in gold for row in action_rows(document, grid)]
    task1_scores = score_only_annotator(gold_rows, rows)
    return {
        "task2": scores["task2"],
        "task1": task1_scores,
        "entities": None,
        "violations": scores["violations"],
    }


def evaluate_actions(
    path: Path, *, data: Path, split: str, rules: Rules = "leaderboard"
) -> dict[str, Any]:
    """Score an action file in all that `evaluate_grids` scores grids in: test in both tasks."""
    _check_rules(rules)
    documents = [document for document, _ in load_split(data, split)]
    return _score_split(read_actions(path), documents, data, split, rules)


def evaluate_actions_on_grids(
    path: Path, gold: Sequence[tuple[Document, Grid]], *, rules: Rules = "leaderboard"
) -> dict[str, Any]:
    """Score an action file against annotated grids: task 2 and the violations."""
    _check_rules(rules)
    return _score_on_grids(read_actions(path), gold, rules)


def evaluate_model(
    gold: Sequence[tuple[Document, Grid]],
    *,
    model: Model,
    data: Path | None = None,
    split: str | None = None,
    rules: Rules = "leaderboard",
) -> dict[str, Any]:
    """Read the documents of gold with a model and score what it predicts, as `evaluate_grids`.

    Against a split of ProPara, places have the spellings of its training data, which it expects.
    """
    wording: Wording = "text" if data is None else "training"
    predicted = list(_predict([document for document, _ in gold], model, wording=wording))
    return evaluate_grids(gold, predicted, data=data, split=split, rules=rules)


def evaluate_finding(
    gold: Sequence[tuple[Document, Grid]], *, model: Model, tagger: Tagger
) -> dict[str, Any]:
    """Read the documents of gold with the entities that the tagger finds in them; score all.

    `pipeline.evaluation.end_to_end` describes how a found entity counts.
    """
    from pipeline.inference.entity_finder import discover_entities

    documents = [document for document, _ in gold]
    entities = discover_entities(documents, tagger=tagger)
    tracked = [
        replace(document, entities=of_document)
        for document, of_document in zip(documents, entities, strict=True)
    ]
    return evaluate_found(gold, list(_predict(tracked, model)))


def _predict(
    documents: Sequence[Document], model: Model, *, wording: Wording = "text"
) -> Iterator[Grid]:
    from pipeline.inference.predict import predict
    from pipeline.text.annotate import annotate

    for start in range(0, len(documents), _BATCH):
        batch = [annotate(document) for document in documents[start : start + _BATCH]]
        yield from predict(batch, model=model, wording=wording)


def _score_on_grids(
    rows: Sequence[ActionRow], gold: Sequence[tuple[Document, Grid]], rules: Rules
) -> dict[str, Any]:
    gold_rows = [row for document, grid in gold for row in action_rows(document, grid)]
    documents = [document for document, _ in gold]
    return {
        "task2": _score_rows(gold_rows, rows, rules).as_json(),
        "violations": count_violations(rows, _step_texts(documents)).as_json(),
    }


def _score_split(
    rows: Sequence[ActionRow], documents: Sequence[Document], data: Path, split: str, rules: Rules
) -> dict[str, Any]:
    scores: dict[str, Any] = {"task2": _score_task2(rows, data, split, rules).as_json()}
    if split == "test":
        annotated = _task1_gold(data, split)
        places = task1_files.as_task1(rows, annotated.participants)
        scores["task1"] = task1.score(annotated, places).as_json()
    scores["violations"] = count_violations(rows, _step_texts(documents)).as_json()
    return scores


def _score_task2(
    rows: Sequence[ActionRow], data: Path, split: str, rules: Rules
) -> task2.Task2Scores:
    if rules == "leaderboard":
        return task2.score(_gold_rows(data, split), rows)
    generation = _GENERATIONS[rules]
    gold_rows = _gold_rows(data, split)
    sizes = largest_steps(gold_rows)
    gold = task2_2018.read_gold(data / "emnlp18_old_eval", generation=generation)
    in_split = {document: answers for document, answers in gold.items() if document in sizes}
    return _score_of_2018(in_split, rows, sizes, generation)


def _score_rows(
    gold: Sequence[ActionRow], predicted: Sequence[ActionRow], rules: Rules
) -> task2.Task2Scores:
    """Score against rows, whatever the rules: those of 2018 get their answers from them too."""
    if rules == "leaderboard":
        return task2.score(gold, predicted)
    generation = _GENERATIONS[rules]
    answers = task2_2018.answers_of_rows(gold, generation=generation)
    return _score_of_2018(answers, predicted, largest_steps(gold), generation)


def _score_of_2018(
    gold: dict[str, Answers],
    predicted: Sequence[ActionRow],
    sizes: dict[str, int],
    generation: task2_2018.Generation,
) -> task2.Task2Scores:
    answers = task2_2018.answers_of_rows(predicted, n_steps=sizes, generation=generation)
    return task2_2018.score(gold, answers)


def _gold_rows(data: Path, split: str) -> list[ActionRow]:
    """Return the rows of the split's own action file; if there is none, those of its grids."""
    path = data / "task2" / split / "answers.tsv"
    if path.is_file():
        return read_actions(path)
    return [
        row for document, grid in load_split(data, split) for row in action_rows(document, grid)
    ]


def _task1_gold(data: Path, split: str) -> task1_files.Task1Gold:
    if split != "test":
        raise BadInput(f"task 1 has annotators' answers for test only, not for {split!r}")
    split_file(data, split)
    return task1_files.load_task1_gold(data / "task1")


def _step_texts(documents: Sequence[Document]) -> dict[str, list[str]]:
    return {document.id: [step.text for step in document.steps] for document in documents}


def _check_rules(rules: str) -> None:
    if rules not in RULES:
        raise BadInput(f"there are no rules {rules!r}; choose one of {', '.join(RULES)}")
