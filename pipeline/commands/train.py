"""Commands that train: the reader, and the tagger that finds a document's entities."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmodel.baselines import BASELINES
from pipeline.commands.options import AsJson, Data, Device, data_folder
from pipeline.commands.output import print_json, print_table, print_text
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.training.loop import TrainReport

ARCHITECTURES = ("default", "paper", "paper-contextual", *BASELINES)


def _files(option: str, description: str) -> Any:
    """An option of files that can be repeated."""
    return typer.Option(
        option, metavar="FILE", help=f"{description} Can be repeated.", show_default=False
    )


Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Folder for the checkpoint.", show_default=False),
]
ExtraGrids = Annotated[
    list[Path] | None,
    _files(
        "--extra",
        "Grids to train on in addition to those of --data: yours, or "
        "examples/annotated/procedures.json.",
    ),
]
VariedGrids = Annotated[
    list[Path] | None,
    _files(
        "--varied",
        "As --extra, but varied at random: neighbouring steps joined, names that repeat made "
        "pronouns. For a reader of texts with several actions in a step.",
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="Seed of the random number generator.")
]
SoftTargetsFile = Annotated[
    Path | None,
    typer.Option(
        "--soft-targets",
        metavar="FILE",
        help="Train on soft targets as well (distillation): the predictions of models that were "
        "trained without the document. A missing file is made first, which takes as long as "
        "several trainings.",
        show_default=False,
    ),
]


def train(
    data: Data = None,
    out: Out = None,
    architecture: Annotated[
        str,
        typer.Option(
            "--architecture",
            metavar="|".join(ARCHITECTURES),
            help="The default reader, the paper's (KG-MRC), the paper's with the features of "
            "a frozen encoder in addition to its word vectors, or a system that the paper was "
            "compared with.",
        ),
    ] = "default",
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="CHECKPOINT|shipped",
            help="Fine-tune this checkpoint, or the shipped one, on your own grids: --data holds "
            "train.json and, optionally, dev.json (docs/how-to/annotate-and-fine-tune.md).",
            show_default=False,
        ),
    ] = None,
    extra: ExtraGrids = None,
    varied: VariedGrids = None,
    soft_targets: SoftTargetsFile = None,
    seed: Seed = 1,
    epochs: Annotated[
        int | None,
        typer.Option(
            "--epochs",
            metavar="N",
            min=1,
            help="Number of epochs.",
            show_default="the architecture's own",
        ),
    ] = None,
    assignments: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Change a setting of the architecture or of its training, such as graph=none. "
            "Can be repeated.",
            show_default=False,
        ),
    ] = None,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Train a reader on annotated grids, or fine-tune one on yours (--from).

    The default reader keeps its last epoch (--set keep=best keeps the best epoch on dev). The
    other architectures keep the best epoch on dev, or the last one if there is no dev.json.

    Run the same command again to resume an interrupted training.
    """
    out = _checkpoint_folder(out)
    if architecture not in ARCHITECTURES:
        raise BadInput(
            f"there is no architecture {architecture!r}; choose one of {', '.join(ARCHITECTURES)}"
        )
    from pipeline.settings import load_settings

    machine = load_settings(device=device)
    chosen = {"seed": seed} if epochs is None else {"seed": seed, "epochs": epochs}
    if (extra or varied) and architecture != "default":
        raise BadInput("--extra and --varied work only with the default architecture")
    if soft_targets is not None and (start is not None or architecture != "default"):
        raise BadInput("--soft-targets works only with the default architecture and without --from")
    if start is None:
        trainer = _trainer(architecture, assignments or [], chosen)
        if architecture == "default":
            trainer = partial(
                trainer, extra=extra or (), varied=varied or (), soft_targets=soft_targets
            )
    else:
        trainer = _fine_tuner(start, architecture, assignments or [], chosen)
        trainer = partial(trainer, extra=extra or (), varied=varied or ())
    report = trainer(
        data_folder(data),
        out,
        device=machine.device,
        encoder=machine.encoder,
        progress=_print_progress,
    )
    if as_json:
        epoch_facts = [asdict(epoch) for epoch in report.epochs]
        print_json({"kept": asdict(report.kept), "epochs": epoch_facts})
        return
    kept = f"kept epoch {report.kept.number}"
    if report.kept.score is None:
        kept += " (the last: there is no dev.json to choose by)"
    print_text(f"{kept} in {out}; to score it: stepgraph evaluate --checkpoint {out}")


def train_entities(
    data: Data = None,
    out: Out = None,
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="CHECKPOINT|shipped",
            help="Train this tagger, or the shipped one, further.",
            show_default=False,
        ),
    ] = None,
    extra: ExtraGrids = None,
    apart: Annotated[
        list[Path] | None,
        _files(
            "--apart",
            "Grids to train on as well, a third of which is kept apart: the choice of entities is "
            "learnt on those.",
        ),
    ] = None,
    soft_targets: SoftTargetsFile = None,
    seed: Seed = 0,
    epochs: Annotated[
        int | None,
        typer.Option(
            "--epochs",
            metavar="N",
            min=1,
            help="Number of epochs.",
            show_default="the recipe's own",
        ),
    ] = None,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Train the tagger that finds a document's entities, and score it on dev and test."""
    from pipeline.settings import load_settings

    out = _checkpoint_folder(out)
    if soft_targets is not None and (start is not None or apart):
        raise BadInput("--soft-targets works only without --from and --apart")
    folder, machine = data_folder(data), load_settings(device=device)
    from pipeline.inference.checkpoints import DEFAULT_TAGGER
    from pipeline.training.tagger_run import train_and_save
    from pipeline.training.train_tagger import FURTHER, TaggerTraining

    training = TaggerTraining() if start is None else FURTHER
    scores = train_and_save(
        folder,
        out,
        seed=seed,
        device=machine.device,
        encoder=machine.encoder,
        training=training if epochs is None else replace(training, epochs=epochs),
        progress=_print_progress,
        extra=extra or (),
        apart=apart or (),
        start=DEFAULT_TAGGER if start == Path("shipped") else start,
        soft_targets=soft_targets,
    )
    if as_json:
        print_json(scores)
        return
    print_table(
        ["entities", "precision", "recall", "F1"],
        [
            (f"{split}, {kind}", *(f"{row[part]:.1f}" for part in ("precision", "recall", "f1")))
            for split, kinds in scores.items()
            for kind, row in kinds.items()
        ],
    )


def train_choice(
    grids: Annotated[
        list[Path] | None,
        _files("--grids", "Annotated grids that the tagger has not learnt."),
    ] = None,
    learnt: Annotated[
        list[Path] | None,
        _files(
            "--learnt",
            "Grids that the tagger has learnt: they add words and registers, but the least "
            "probability of an entity is not chosen on them.",
        ),
    ] = None,
    tagger: Annotated[
        Path | None,
        typer.Option(
            "--tagger",
            metavar="DIR",
            help="Folder that train-entities made.",
            show_default="the tagger that ships",
        ),
    ] = None,
    out: Out = None,
    seed: Seed = 1,
    device: Device = None,
    as_json: AsJson = False,
) -> None:
    """Train the choice of entities among the names that a tagger finds likely.

    --out gets the choice and a copy of the tagger. Give the tagger's own folder to replace its
    choice.
    """
    from pipeline.settings import load_settings

    out = _checkpoint_folder(out)
    if not grids:
        raise BadInput("give --grids FILE, annotated grids that the tagger has not learnt")
    machine = load_settings(device=device)
    from pipeline.training.choice_run import choose_and_save

    report = choose_and_save(
        grids,
        out,
        learnt=learnt or (),
        tagger=tagger,
        seed=seed,
        device=machine.device,
        encoder=machine.encoder,
    )
    if as_json:
        print_json(report)
        return
    print_text(f"an entity has a probability of {report['least']} at least; on held-out documents:")
    print_table(
        ["entities", "precision", "recall", "F1"],
        [
            (kind, *(f"{100 * report[kind][part]:.1f}" for part in ("precision", "recall", "f1")))
            for kind in ("exact", "head")
        ],
    )


def train_gate(
    instructions: Annotated[
        Path | None,
        typer.Option(
            "--instructions",
            metavar="RUN",
            help="Reader of recipes, protocols and manuals: a folder that train made.",
            show_default=False,
        ),
    ] = None,
    descriptions: Annotated[
        Path | None,
        typer.Option(
            "--descriptions",
            metavar="RUN",
            help="Reader of texts that describe what happens, as ProPara's do.",
            show_default=False,
        ),
    ] = None,
    grids: Annotated[
        list[Path] | None,
        _files(
            "--grids",
            "Annotated grids with the kind of each procedure: the gate learns from their words.",
        ),
    ] = None,
    interpolation: Annotated[
        float,
        typer.Option(
            "--interpolation",
            metavar="SHARE",
            help="How far what reads descriptions lies from that run to the one of instructions.",
        ),
    ] = 0.0,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Put two trained readers behind a gate that sends each text to the one it suits."""
    from pipeline.settings import load_settings

    out = _checkpoint_folder(out)
    if instructions is None or descriptions is None:
        raise BadInput("give --instructions RUN and --descriptions RUN, two folders of train")
    if not grids:
        raise BadInput("give --grids FILE, annotated grids with the kind of each procedure")
    encoder = load_settings().encoder
    from pipeline.training.gate_run import join_readers

    report = join_readers(
        instructions, descriptions, grids, out, interpolation=interpolation, encoder=encoder
    )
    if as_json:
        print_json(report)
        return
    learnt = report["descriptions"] + report["instructions"]
    print_text(
        f"the gate learnt {report['descriptions']:,} descriptions and"
        f" {report['instructions']:,} instructions, and sends {report['right']:,} of"
        f" {learnt:,} to their reader; the checkpoint is in {out}"
    )


def train_phrases(
    texts: Annotated[
        list[Path] | None,
        _files(
            "--texts",
            "Texts whose lines and sentences are labelled as title, heading, material, step or"
            " remark, one JSON object a line.",
        ),
    ] = None,
    grids: Annotated[
        list[Path] | None,
        _files("--grids", "Annotated grids; those of kind 'science' show what descriptions are."),
    ] = None,
    out: Out = None,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Train what distinguishes steps, materials and remarks in the texts that people write."""
    out = _checkpoint_folder(out)
    if not texts or not grids:
        raise BadInput("give --texts FILE, labelled texts, and --grids FILE, with descriptions")
    from pipeline.training.phrase_run import train_phrases as train_on

    report = train_on(texts, grids, out, seed=seed)
    if as_json:
        print_json(report)
        return
    print_text(
        f"In texts of a writer whose others were not learnt, {report['remarks_recognised']:,} of"
        f" {report['remarks']:,} remarks are recognised, and {report['steps_lost']:,} of"
        f" {report['steps']:,} steps are taken for one."
    )


def train_questions(
    questions: Annotated[
        list[Path] | None,
        _files(
            "--questions",
            "Questions with what they ask and the steps that answer them, one JSON object a line.",
        ),
    ] = None,
    grids: Annotated[
        list[Path] | None,
        _files("--grids", "Procedures that the questions are about, one JSON object a line."),
    ] = None,
    out: Out = None,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Train the networks that read questions in English and find the steps that answer them."""
    out = _checkpoint_folder(out)
    if not questions or not grids:
        raise BadInput("give --questions FILE and --grids FILE, the procedures they are about")
    from pipeline.training.question_run import train_questions as train_on

    report = train_on(questions, grids, out, seed=seed)
    if as_json:
        print_json(report)
        return
    print_text(
        f"Of {report['of']} questions about documents that the networks have not learnt,"
        f" {report['right']} get the steps that answer, {report['wrong']} other steps, and"
        f" {report['refused']} none."
    )


def _checkpoint_folder(out: Path | None) -> Path:
    if out is None:
        raise BadInput("give --out DIR, the folder for the checkpoint")
    return out


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _fine_tuner(
    start: Path, architecture: str, assignments: Sequence[str], chosen: Mapping[str, Any]
) -> Callable[..., TrainReport]:
    """Function that fine-tunes a checkpoint on a folder of the user's own grids.

    Raises BadInput for a setting that does not fit.
    """
    from kgmodel.default.model import DefaultSettings
    from pipeline.commands.overrides import override
    from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
    from pipeline.training.fine_tune import FEW, fine_tune, own_split

    settings, reader = override(replace(FEW, **chosen), DefaultSettings(), assignments)
    if architecture != "default" or reader != DefaultSettings():
        raise BadInput("--from keeps the checkpoint's architecture; set only how to train it")

    def fine_tune_folder(data: Path, out: Path, **options: Any) -> TrainReport:
        train_gold, dev_gold = own_split(data, "train"), own_split(data, "dev")
        if train_gold is None:
            raise BadInput(f"{data} holds no train.json; put your grids there, one per line")
        folder = DEFAULT_CHECKPOINT if str(start) == "shipped" else start
        return fine_tune(
            train_gold, out, start=folder, dev_gold=dev_gold, settings=settings, **options
        )

    return fine_tune_folder


def _trainer(
    architecture: str, assignments: Sequence[str], chosen: Mapping[str, Any]
) -> Callable[..., TrainReport]:
    """Function that trains the architecture. Raises BadInput for a setting that does not fit."""
    from pipeline.commands.overrides import override

    if architecture == "default":
        from kgmodel.default.model import DefaultSettings
        from kgmodel.default.train import TrainSettings
        from pipeline.training.train_default import train_default

        settings, reader = override(TrainSettings(**chosen), DefaultSettings(), assignments)
        return partial(train_default, settings=settings, reader=reader)
    if architecture in BASELINES:
        return _baseline_trainer(architecture, assignments, chosen)
    from kgmodel.paper.model import PaperSettings
    from kgmodel.paper.train import PAPER_TRAINING
    from pipeline.training.train_paper import train_paper

    training, paper = override(replace(PAPER_TRAINING, **chosen), PaperSettings(), assignments)
    return partial(
        train_paper,
        training=training,
        settings=paper,
        contextual=architecture == "paper-contextual",
    )


def _baseline_trainer(
    architecture: str, assignments: Sequence[str], chosen: Mapping[str, Any]
) -> Callable[..., TrainReport]:
    from kgmodel.baselines.registry import REGISTRY
    from pipeline.commands.overrides import override
    from pipeline.training.train_baseline import train_baseline

    own = REGISTRY[architecture]
    training, settings = override(replace(own.training, **chosen), own.settings, assignments)
    return partial(train_baseline, architecture, training=training, settings=settings)
