"""Commands over the ledger's queue: how it stands, and what is to be tried or read again."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.commands.options import TIME_UNITS, AsJson, LedgerUrl, StoreUrl, seconds_of
from pipeline.commands.output import console, plain, print_json, print_text
from pipeline.errors import BadInput, EmptyStore, UnknownDocument, Unreachable

if TYPE_CHECKING:
    from pipeline.ledger.ledger import Ledger
    from pipeline.ledger.status import FailureGroup, LedgerStatus

SOME_FAILED = 1
LOOK_EVERY = 2.0  # seconds, while watching

Documents = Annotated[
    list[str] | None,
    typer.Argument(metavar="[DOCUMENT]...", help="Documents by their ids.", show_default=False),
]


def status(
    watch: Annotated[
        bool, typer.Option("--watch", help="Look again every two seconds until Ctrl-C.")
    ] = False,
    late_after: Annotated[
        str | None,
        typer.Option(
            "--late-after",
            metavar="TIME",
            help="End in 1 also if a document has been pending for longer, such as 30m or 24h.",
            show_default=False,
        ),
    ] = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Say what is written, pending and failed, how fast it goes and why it fails; for cron: 1 if
    anything failed or is late, 3 if the ledger cannot be reached.
    """
    from pipeline.ledger.ledger import open_ledger
    from pipeline.settings import load_settings

    limit = None if late_after is None else seconds_of(late_after, option="--late-after")
    with open_ledger(load_settings(ledger=ledger).ledger, must_exist=True) as opened:
        try:
            good = _look(opened, limit, as_json=as_json, lines=watch)
            while watch:
                time.sleep(LOOK_EVERY)
                good = _look(opened, limit, as_json=as_json, lines=True)
        except KeyboardInterrupt:
            pass
    if not good:
        raise typer.Exit(SOME_FAILED)


def health(
    late_after: Annotated[
        str | None,
        typer.Option(
            "--late-after",
            metavar="TIME",
            help="End in 1 if a document has been pending for longer, such as 30m or 24h.",
            show_default=False,
        ),
    ] = None,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """One line for a container or a probe: whether store and ledger answer, and how long the oldest
    document has waited; 1 if that is too long, 3 if one of them does not answer.
    """
    from pipeline.ledger.database import REVISION
    from pipeline.ledger.ledger import open_ledger, store_key
    from pipeline.ledger.tables import State
    from pipeline.redaction import redact_url
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    limit = None if late_after is None else seconds_of(late_after, option="--late-after")
    settings = load_settings(store=store, ledger=ledger)
    try:
        open_store(settings.store, read_only=True).close()
        what = "ok"
    except EmptyStore:
        what = "empty"
    with open_ledger(settings.ledger, must_exist=True) as opened:
        now = opened.reports.status()
        known = opened.reports.counts(store=store_key(settings.store))[State.WRITTEN]
    if what == "empty" and known:
        raise Unreachable(
            f"store {redact_url(settings.store)} is empty or gone, though the ledger knows "
            f"what was written there ({known}); bring it back, or ingest again"
        )
    waited = now.oldest_pending.seconds if now.oldest_pending else 0.0
    late = limit is not None and waited > limit
    pending, failed = now.counts[State.PENDING], now.counts[State.FAILED]
    if as_json:
        told = {"late": late, "store": what, "ledger": REVISION, "pending": pending}
        print_json(told | {"oldest_pending_seconds": round(waited, 1), "failed": failed})
    else:
        print_text(
            plain(
                f"{'late' if late else 'ok'}: store {redact_url(settings.store)} {what}, "
                f"ledger {redact_url(settings.ledger)} at {REVISION}, {pending} pending, "
                f"the oldest for {waited:.0f} s, {failed} failed"
            )
        )
    if late:
        raise typer.Exit(SOME_FAILED)


def retry(
    documents: Documents = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Try failed documents again, all or those named, however often they failed: the next ingest
    of their source, or a worker, takes them.
    """
    from pipeline.ledger.ledger import open_ledger
    from pipeline.ledger.tables import State
    from pipeline.settings import load_settings

    with open_ledger(load_settings(ledger=ledger).ledger, must_exist=True) as opened:
        _check_known(opened, documents)
        count = opened.reopen(documents or None, states=[State.FAILED])
    _tell(count, "will be tried again by the next ingest of their source", as_json=as_json)


def requeue(
    documents: Documents = None,
    every: Annotated[bool, typer.Option("--all", help="All that was ever written.")] = False,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Read documents anew though nothing changed, each as a new reading: the next ingest of their
    source, or a worker, takes them. What a process holds that hangs is taken from it.
    """
    from pipeline.ledger.ledger import open_ledger
    from pipeline.ledger.tables import State
    from pipeline.settings import load_settings

    if every == bool(documents):
        raise BadInput("name the documents to read anew, or give --all")
    states = [State.WRITTEN, State.FAILED, State.CLAIMED]
    with open_ledger(load_settings(ledger=ledger).ledger, must_exist=True) as opened:
        _check_known(opened, documents)
        count = opened.reopen(documents or None, states=states, anew=True)
    _tell(count, "will be read anew by the next ingest of their source", as_json=as_json)


def _look(ledger: Ledger, limit: float | None, *, as_json: bool, lines: bool) -> bool:
    """Print how the work stands; whether all is well. With ``lines``, JSON is one line."""
    from pipeline.ledger.status import group_failures

    now, failures = ledger.reports.status(), ledger.reports.failures()
    groups = group_failures(failures)
    if as_json:
        facts = _facts(now, groups)
        facts["failures"] = [
            {"document": one.document_id, "source": one.source, "error": one.error,
             "attempts": one.attempts, "store": one.store, "at": one.updated_at}
            for one in failures
        ]  # fmt: skip
        if lines:
            print_text(json.dumps(facts, ensure_ascii=False, default=str))
            sys.stdout.flush()
        else:
            print_json(facts)
    else:
        if lines and console().is_terminal:
            console().clear()
        _print(now, groups)
    oldest = now.oldest_pending
    is_late = limit is not None and oldest is not None and oldest.seconds > limit
    return not failures and not is_late


def _facts(now: LedgerStatus, groups: Sequence[FailureGroup]) -> dict[str, Any]:
    eta = now.eta_seconds
    return {str(state): count for state, count in now.counts.items()} | {
        "rate": round(now.rate, 3),
        "eta_seconds": None if eta is None else round(eta, 1),
        "oldest_pending": now.oldest_pending and asdict(now.oldest_pending),
        "errors": [asdict(group) for group in groups],
    }


def _print(now: LedgerStatus, groups: Sequence[FailureGroup]) -> None:
    print_text(", ".join(f"{count} {state}" for state, count in now.counts.items()))
    if now.rate:
        left = f", {_duration(now.eta_seconds)} to go" if now.eta_seconds else ""
        print_text(f"{now.rate:.1f} documents/s lately{left}")
    if oldest := now.oldest_pending:
        print_text(plain(f"pending longest: {oldest.document}, for {_duration(oldest.seconds)}"))
    sys.stdout.flush()
    for group in groups:
        named = [one for one in group.documents if one not in group.error]
        if group.count == 1:
            told = ": ".join([*named, group.error])
        else:
            more = group.count - len(group.documents)
            names = ", ".join(group.documents) + (f" and {more} more" if more else "")
            told = f"{group.count} × {group.error} ({names})"
        print(plain(f"stepgraph: {told}"), file=sys.stderr)


def _check_known(ledger: Ledger, documents: Sequence[str] | None) -> None:
    known = ledger.reports.known_ids(documents or [])
    for one in documents or []:
        if one not in known:
            raise UnknownDocument(f"the ledger knows no document {one!r}; see stepgraph documents")


def _tell(count: int, what: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"documents": count})
    else:
        print_text(f"{count} document{'' if count == 1 else 's'} {what}")


def _duration(seconds: float | None) -> str:
    whole = round(seconds or 0)
    for unit in "dhm":
        if whole >= TIME_UNITS[unit]:
            return f"{whole / TIME_UNITS[unit]:.1f} {unit}"
    return f"{whole} s"
