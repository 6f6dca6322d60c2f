"""Commands that score by ProPara's official rules: evaluate a model, score a prediction file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from pipeline.commands.options import (
    AsJson,
    Checkpoint,
    Data,
    Device,
    LedgerUrl,
    StoreUrl,
    data_folder,
    opened_store,
)
from pipeline.commands.output import plain, print_json, print_table, print_text
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.evaluation.evaluate import Rules

Split = Annotated[
    str, typer.Option("--split", metavar="train|dev|test", help="Split of the ProPara data.")
]
RulesName = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="leaderboard|2018|2018-10-21",
        help="Rules of task 2: the leaderboard's, the paper's (2018), or those of 21 October 2018.",
    ),
]


def evaluate(
    data: Data = None,
    split: Split = "test",
    grids: Annotated[
        Path | None,
        typer.Option(
            "--grids",
            metavar="FILE",
            help="Score the model on these annotated grids instead of a split.",
            show_default=False,
        ),
    ] = None,
    find_entities: Annotated[
        bool,
        typer.Option(
            "--found",
            help="With --grids: let the model find the entities, and score those too.",
        ),
    ] = False,
    rules: RulesName = "leaderboard",
    through_store: Annotated[
        bool,
        typer.Option(
            "--through-store",
            help="Ingest the split, answer both tasks with Cypher queries and score the answers.",
        ),
    ] = False,
    loaded: Annotated[
        bool,
        typer.Option("--loaded", help="With --through-store: score what is already in the store."),
    ] = False,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    actions: Annotated[
        Path | None,
        typer.Option(
            "--actions",
            metavar="FILE.tsv",
            help="With --through-store: file to write the answers to.",
            show_default="a file under .stepgraph/",
        ),
    ] = None,
    checkpoint: Checkpoint = None,
    device: Device = None,
    predictions: Annotated[Path | None, typer.Option("--predictions", hidden=True)] = None,
    task: Annotated[int | None, typer.Option("--task", hidden=True)] = None,
    as_json: AsJson = False,
) -> None:
    """Score a model by ProPara's official rules.

    To score a file of predictions, use stepgraph score.
    """
    of_the_store = any(option is not None for option in (store, ledger, actions))
    if predictions is not None or task is not None:  # the old spelling of stepgraph score
        if predictions is None or task is None:
            raise BadInput("--predictions and --task 1|2 go together")
        if through_store or loaded or find_entities or of_the_store or checkpoint is not None:
            raise BadInput(
                "--predictions scores a file; leave out --through-store, --loaded, --found, "
                "--store, --ledger, --actions and --checkpoint"
            )
        score(predictions, task, data, split, grids, rules, as_json)
        return
    if not through_store and (loaded or of_the_store):
        raise BadInput("--loaded, --store, --ledger and --actions go with --through-store")
    if through_store and grids is not None:
        raise BadInput("--through-store scores a split; leave out --grids")
    if find_entities and grids is None:
        raise BadInput("--found goes with --grids FILE")
    if find_entities and rules != "leaderboard":
        raise BadInput("--found scores by the leaderboard's rules; leave out --rules")
    if loaded and checkpoint is not None:
        raise BadInput("--loaded scores what is already stored; leave out --checkpoint")
    if through_store:
        scores = _score_stored(
            data_folder(data),
            split,
            _rules(rules),
            actions=actions,
            ingest=not loaded,
            store=store,
            ledger=ledger,
            checkpoint=checkpoint,
            device=device,
        )
    else:
        scores = _score_model(
            data, split, grids, _rules(rules), checkpoint, device, find_entities=find_entities
        )
    _print_scores(scores, as_json=as_json)


def score(
    predictions: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Predictions in ProPara's format for the task.", show_default=False
        ),
    ],
    task: Annotated[
        int, typer.Option("--task", metavar="1|2", help="ProPara task of the predictions.")
    ],
    data: Data = None,
    split: Split = "test",
    grids: Annotated[
        Path | None,
        typer.Option(
            "--grids",
            metavar="FILE",
            help="Annotated grids to score against instead of a split; task 2 only.",
            show_default=False,
        ),
    ] = None,
    rules: RulesName = "leaderboard",
    as_json: AsJson = False,
) -> None:
    """Score a file of predictions from any system by ProPara's official rules."""
    from pipeline.datasets.propara import load_grids
    from pipeline.evaluation.evaluate import evaluate_actions_on_grids, evaluate_predictions

    if task == 1 and rules != "leaderboard":
        raise BadInput("--rules applies to task 2; leave it out for task 1")
    if grids is None:
        scores = evaluate_predictions(
            predictions, task=task, data=data_folder(data), split=split, rules=_rules(rules)
        )
    elif task == 2:
        scores = evaluate_actions_on_grids(predictions, load_grids(grids), rules=_rules(rules))
    else:
        raise BadInput("--grids has answers for task 2 only; choose --task 2")
    _print_scores(scores, as_json=as_json)


def _score_model(
    data: Path | None,
    split: str,
    grids: Path | None,
    rules: Rules,
    checkpoint: Path | None,
    device: str | None,
    *,
    find_entities: bool = False,
) -> dict[str, Any]:
    from pipeline.datasets.propara import load_grids, load_split
    from pipeline.evaluation.evaluate import evaluate_finding, evaluate_model
    from pipeline.settings import load_settings

    machine = load_settings(device=device, checkpoint=checkpoint)
    gold = load_grids(grids) if grids is not None else load_split(data_folder(data), split)
    from pipeline.inference.predict import load_model  # loads torch: only once the data is known

    model = load_model(machine.checkpoint, device=machine.device, encoder=machine.encoder)
    if find_entities:
        from pipeline.inference.entity_finder import load_tagger

        tagger = load_tagger(machine.tagger, device=machine.device, encoder=machine.encoder)
        return evaluate_finding(gold, model=model, tagger=tagger)
    if grids is not None:
        return evaluate_model(gold, model=model, rules=rules)
    return evaluate_model(gold, model=model, data=data_folder(data), split=split, rules=rules)


def _score_stored(
    data: Path,
    split: str,
    rules: Rules,
    *,
    actions: Path | None,
    ingest: bool,
    **overrides: Any,
) -> dict[str, Any]:
    from pipeline.datasets.propara import load_split
    from pipeline.evaluation.through_store import evaluate_stored, ingest_split
    from pipeline.settings import load_settings

    settings = load_settings(**overrides)
    documents = [document for document, _ in load_split(data, split)]
    if ingest:
        ingest_split(documents, settings)
    path = settings.state / f"actions.{split}.tsv" if actions is None else actions
    with opened_store(settings.store) as opened:
        scores = evaluate_stored(path, store=opened, data=data, split=split, rules=rules)
    print(plain(f"stepgraph: the answers are in {path}"), file=sys.stderr)
    return scores


def _print_scores(scores: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(scores)
        return
    if "task2" in scores:
        _print_fractions("task 2", scores["task2"])
    if "task1" in scores:
        percentages = {key: value for key, value in scores["task1"].items() if key != "questions"}
        rows = [(name, f"{value:.2f}") for name, value in percentages.items()]
        print_table(["task 1", "percent"], rows)
    if scores.get("entities") is not None:
        _print_fractions("entities", scores["entities"])
    if "violations" in scores:
        counts = scores["violations"]
        print_text(
            f"{counts['violations']} of {counts['predictions']} changes break common sense "
            f"({counts['percent']:.2f} %)"
        )


def _print_fractions(heading: str, scores: dict[str, dict[str, float]]) -> None:
    """Print precision, recall and F1 in percent, a row each."""
    parts = ("precision", "recall", "f1")
    print_table(
        [heading, "precision", "recall", "F1"],
        [(name, *(f"{100 * row[part]:.1f}" for part in parts)) for name, row in scores.items()],
    )


def _rules(text: str) -> Rules:
    from pipeline.evaluation.evaluate import RULES

    if text not in RULES:
        raise BadInput(f"there are no rules {text!r}; choose one of {', '.join(RULES)}")
    return cast("Rules", text)
