"""Commands about the model: train one, score one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from pipeline.commands.options import AsJson, Device, LedgerUrl, StoreUrl, opened_store
from pipeline.commands.output import plain, print_json, print_table, print_text
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.evaluation.evaluate import Rules
    from pipeline.training.loop import TrainReport

ARCHITECTURES = ("default", "paper", "paper-contextual")

Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        envvar="STEPGRAPH_PROPARA",
        help="The ProPara folder, which holds grids/.",
        show_default=False,
    ),
]
Checkpoint = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        metavar="DIR",
        help="Trained weights; else STEPGRAPH_CHECKPOINT, else those that ship.",
        show_default=False,
    ),
]


def evaluate(
    data: Data = None,
    split: Annotated[str, typer.Option("--split", metavar="train|dev|test")] = "test",
    grids: Annotated[
        Path | None,
        typer.Option(
            "--grids",
            metavar="FILE",
            help="Score the model on these annotated grids instead of a split.",
            show_default=False,
        ),
    ] = None,
    predictions: Annotated[
        Path | None,
        typer.Option(
            "--predictions",
            metavar="FILE.tsv",
            help="Score this file of predictions instead of the model; needs --task.",
            show_default=False,
        ),
    ] = None,
    task: Annotated[
        int | None,
        typer.Option(
            "--task", metavar="1|2", help="The task of --predictions.", show_default=False
        ),
    ] = None,
    rules: Annotated[
        str,
        typer.Option("--rules", metavar="leaderboard|2018|2018-10-21", help="Of task 2."),
    ] = "leaderboard",
    through_store: Annotated[
        bool,
        typer.Option(
            "--through-store",
            help="Ingest the split, answer both tasks by Cypher, and score the answers.",
        ),
    ] = False,
    loaded: Annotated[
        bool,
        typer.Option("--loaded", help="With --through-store: score what is stored already."),
    ] = False,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    actions: Annotated[
        Path | None,
        typer.Option(
            "--actions",
            metavar="FILE.tsv",
            help="With --through-store: where the action file goes; else under .stepgraph/.",
            show_default=False,
        ),
    ] = None,
    checkpoint: Checkpoint = None,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Score a model, or anyone's predictions, by ProPara's official rules."""
    if predictions is not None and grids is not None:
        raise BadInput("give --predictions or --grids, not both")
    if (predictions is None) != (task is None):
        raise BadInput("--predictions and --task 1|2 go together")
    if through_store and (predictions is not None or grids is not None):
        raise BadInput("--through-store scores a split; leave out --predictions and --grids")
    if not through_store and (loaded or any(one is not None for one in (store, ledger, actions))):
        raise BadInput("--loaded, --store, --ledger and --actions go with --through-store")
    if checkpoint is not None and (predictions is not None or loaded):
        raise BadInput("--checkpoint reads; leave it out where something was read already")
    if rules != "leaderboard" and task == 1:
        raise BadInput("--rules are of task 2; leave it out")
    if through_store:
        scores = _score_stored(
            _needed(data),
            split,
            _rules(rules),
            actions=actions,
            ingest=not loaded,
            store=store,
            ledger=ledger,
            checkpoint=checkpoint,
            device=device,
        )
    elif predictions is not None and task is not None:
        from pipeline.evaluation.evaluate import evaluate_predictions

        scores = evaluate_predictions(
            predictions, task=task, data=_needed(data), split=split, rules=_rules(rules)
        )
    else:
        scores = _score_model(data, split, grids, _rules(rules), checkpoint, device)
    if as_json:
        print_json(scores)
    else:
        _print_scores(scores)


def train(
    data: Data = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Where the checkpoint goes.", show_default=False),
    ] = None,
    architecture: Annotated[
        str,
        typer.Option(
            "--architecture",
            metavar="|".join(ARCHITECTURES),
            help="The default reader, the paper's as printed, or that with the features of a "
            "frozen encoder beside its word vectors.",
        ),
    ] = "default",
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="CHECKPOINT|shipped",
            help="Go on training this checkpoint, or the one that ships, on your own grids: "
            "--data holds train.json and, if you like, dev.json (docs/annotating.md).",
            show_default=False,
        ),
    ] = None,
    beside: Annotated[
        Path | None,
        typer.Option(
            "--beside",
            metavar="FILE",
            help="Grids to learn from beside those of --data: yours, or "
            "examples/annotated/procedures.json.",
            show_default=False,
        ),
    ] = None,
    opinions: Annotated[
        Path | None,
        typer.Option(
            "--opinions",
            metavar="FILE",
            help="Learn from second opinions too, beside gold: what readers trained without a "
            "document find likely in it. Made first if there is no such file, which is as "
            "long as several trainings.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed")] = 1,
    epochs: Annotated[
        int | None,
        typer.Option(
            "--epochs", min=1, help="Else as many as suit the architecture.", show_default=False
        ),
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Change a setting of the architecture or of its training, such as graph=none; "
            "may be given several times.",
            show_default=False,
        ),
    ] = None,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Train a reader on ProPara's grids, or a trained one further on yours (--from).

    The last epoch of the default reader is kept (--set keep=best: the one that is best on dev), of
    the others the one that is best on dev; where there is no dev.json, the last one.

    A run that was killed goes on after its last whole epoch when it is started again.
    """
    if out is None:
        raise BadInput("give --out DIR, the folder for the checkpoint")
    if architecture not in ARCHITECTURES:
        raise BadInput(
            f"there is no architecture {architecture!r}; choose one of {', '.join(ARCHITECTURES)}"
        )
    from dataclasses import asdict

    from pipeline.settings import load_settings

    machine = load_settings(device=device)
    chosen = {"seed": seed} if epochs is None else {"seed": seed, "epochs": epochs}
    for option, path in (("--beside", beside), ("--opinions", opinions)):
        if path is not None and (start is not None or architecture != "default"):
            raise BadInput(
                f"{option} goes with the default architecture, trained from the beginning"
            )
    if start is None:
        trainer = _trainer(architecture, assignments or [], chosen)
        if architecture == "default":
            trainer = partial(trainer, beside=beside, opinions=opinions)
    else:
        trainer = _further_trainer(start, architecture, assignments or [], chosen)
    report = trainer(
        _needed(data),
        out,
        device=machine.device,
        encoder=machine.encoder,
        progress=lambda line: print(line, file=sys.stderr, flush=True),
    )
    if as_json:
        print_json({"kept": asdict(report.kept), "epochs": [asdict(one) for one in report.epochs]})
    else:
        unscored = "the last, since there is no dev to choose by, " * (report.kept.score is None)
        print_text(f"kept epoch {report.kept.number}, {unscored}in {out}; score it: stepgraph "
                   f"evaluate --checkpoint {out}")  # fmt: skip


def _further_trainer(
    start: Path, architecture: str, assignments: Sequence[str], chosen: Mapping[str, Any]
) -> Callable[..., TrainReport]:
    """What trains a checkpoint further on a folder of the user's own."""
    from dataclasses import replace

    from kgmodel.default.model import DefaultSettings
    from pipeline.commands.overrides import assigned
    from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
    from pipeline.training.fine_tune import FEW, fine_tune, own_split

    settings, reader = assigned(replace(FEW, **chosen), DefaultSettings(), assignments)
    if architecture != "default" or reader != DefaultSettings():
        raise BadInput("--from keeps the checkpoint's architecture; set how to train it only")

    def train_further(data: Path, out: Path, **options: Any) -> TrainReport:
        train_gold, dev_gold = own_split(data, "train"), own_split(data, "dev")
        if train_gold is None:
            raise BadInput(f"{data} holds no train.json; put your grids there, one a line")
        folder = DEFAULT_CHECKPOINT if str(start) == "shipped" else start
        return fine_tune(
            train_gold, out, start=folder, dev_gold=dev_gold, settings=settings, **options
        )

    return train_further


def _trainer(
    architecture: str, assignments: Sequence[str], chosen: Mapping[str, Any]
) -> Callable[..., TrainReport]:
    """What trains it, with these settings and else its own. Raises BadInput for a wrong one."""
    from pipeline.commands.overrides import assigned

    if architecture == "default":
        from kgmodel.default.model import DefaultSettings
        from kgmodel.default.train import TrainSettings
        from pipeline.training.train_default import train_default

        settings, reader = assigned(TrainSettings(**chosen), DefaultSettings(), assignments)
        return partial(train_default, settings=settings, reader=reader)
    from kgmodel.paper.model import PaperSettings
    from kgmodel.paper.train import PaperTraining
    from pipeline.training.train_paper import train_paper

    training, paper = assigned(PaperTraining(**chosen), PaperSettings(), assignments)
    return partial(
        train_paper,
        training=training,
        settings=paper,
        contextual=architecture == "paper-contextual",
    )


def _score_model(
    data: Path | None,
    split: str,
    grids: Path | None,
    rules: Rules,
    checkpoint: Path | None,
    device: str | None,
) -> dict[str, Any]:
    from pipeline.datasets.propara import load_grids, load_split
    from pipeline.evaluation.evaluate import evaluate_model
    from pipeline.settings import load_settings

    machine = load_settings(device=device, checkpoint=checkpoint)
    gold = load_grids(grids) if grids is not None else load_split(_needed(data), split)
    from pipeline.inference.predict import load_model  # torch, when the rest is known to be there

    model = load_model(machine.checkpoint, device=machine.device, encoder=machine.encoder)
    if grids is not None:
        return evaluate_model(gold, model=model, rules=rules)
    return evaluate_model(gold, model=model, data=_needed(data), split=split, rules=rules)


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


def _print_scores(scores: dict[str, Any]) -> None:
    if "task2" in scores:
        print_table(
            ["task 2", "precision", "recall", "F1"],
            [
                (name, *(f"{100 * row[part]:.1f}" for part in ("precision", "recall", "f1")))
                for name, row in scores["task2"].items()
            ],
        )
    if "task1" in scores:
        rows = [(name, f"{value:.2f}") for name, value in scores["task1"].items()]
        print_table(["task 1", "percent"], rows)
    if "violations" in scores:
        found = scores["violations"]
        print_text(
            f"{found['violations']} of {found['predictions']} changes break common sense "
            f"({found['percent']:.2f} %)"
        )


def _needed(data: Path | None) -> Path:
    if data is None:
        raise BadInput("give --data DIR, or set STEPGRAPH_PROPARA: the folder that holds grids/")
    return data


def _rules(text: str) -> Rules:
    from pipeline.evaluation.evaluate import RULES

    if text not in RULES:
        raise BadInput(f"there are no rules {text!r}; choose one of {', '.join(RULES)}")
    return cast("Rules", text)
