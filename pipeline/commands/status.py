"""Commands for the ledger's queue: status, health, retry, requeue."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import TIME_UNITS, AsJson, LedgerUrl, StoreUrl, seconds_of
from pipeline.commands.output import console, counted, plain, print_error, print_json, print_text
from pipeline.errors import BadInput, EmptyStore, UnknownDocument, Unreachable

if TYPE_CHECKING:
    from pipeline.ledger.ledger import Ledger
    from pipeline.ledger.status import FailureGroup, LedgerStatus

SOME_FAILED = 1
WATCH_SECONDS = 2.0  # between two looks at the ledger


def status(
    watch: Annotated[
        bool, typer.Option("--watch", help="Print the status every two seconds until Ctrl-C.")
    ] = False,
    late_after: Annotated[
        str | None,
        typer.Option(
            "--late-after",
            metavar="TIME",
            help="Exit with 1 also if a document has been pending for longer, such as 30m or 24h.",
            show_default=False,
        ),
    ] = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Show the progress of ingestion: documents written, pending and failed, speed and errors.

    Exits with 1 if a document failed or is late, so that cron can report it.
    """
    from pipeline.ledger.ledger import open_ledger
    from pipeline.settings import load_settings

    limit = None if late_after is None else seconds_of(late_after, option="--late-after")
    with open_ledger(load_settings(ledger=ledger).ledger, must_exist=True) as opened:
        try:
            good = _look(opened, limit, as_json=as_json, lines=watch)
            while watch:
                time.sleep(WATCH_SECONDS)
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
            help="Exit with 1 if a document has been pending for longer, such as 30m or 24h.",
            show_default=False,
        ),
    ] = None,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Print one line on the health of the store, the ledger and the queue.

    Made for the health check of a container. Exits with 1 if a document has been pending for longer
    than --late-after, and with 3 if the store or the ledger does not answer.
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
        store_state = "ok"
    except EmptyStore:
        store_state = "empty"
    with open_ledger(settings.ledger, must_exist=True) as opened:
        now = opened.reports.status()
        n_known = opened.reports.counts(store=store_key(settings.store))[State.WRITTEN]
    if store_state == "empty" and n_known:
        raise Unreachable(
            f"store {redact_url(settings.store)} is empty or gone, though the ledger lists "
            f"{counted(n_known, 'document')} written there; restore it, or ingest again"
        )
    waited = now.oldest_pending.seconds if now.oldest_pending else 0.0
    late = limit is not None and waited > limit
    pending, failed = now.counts[State.PENDING], now.counts[State.FAILED]
    if as_json:
        facts = {"late": late, "store": store_state, "ledger": REVISION, "pending": pending}
        print_json(facts | {"oldest_pending_seconds": round(waited, 1), "failed": failed})
    else:
        queue = f"{pending} pending"
        if pending:
            queue += f", the oldest for {waited:.0f} s"
        print_text(
            plain(
                f"{'late' if late else 'ok'}: store {redact_url(settings.store)} {store_state}, "
                f"ledger {redact_url(settings.ledger)} at {REVISION}, {queue}, {failed} failed"
            )
        )
    if late:
        raise typer.Exit(SOME_FAILED)


def retry(
    documents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DOCUMENT", help="Ids of documents.", show_default="all failed documents"
        ),
    ] = None,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Retry failed documents: all of them, or those named.

    The next ingest of their source, or a worker, reads them, however often they failed before.
    """
    from pipeline.ledger.ledger import open_ledger
    from pipeline.ledger.tables import State
    from pipeline.settings import load_settings

    with open_ledger(load_settings(ledger=ledger).ledger, must_exist=True) as opened:
        _check_known(opened, documents)
        count = opened.reopen(documents or None, states=[State.FAILED])
    _print_count(count, "will be retried by the next ingest of their source", as_json=as_json)


def requeue(
    documents: Annotated[
        list[str] | None,
        typer.Argument(metavar="DOCUMENT", help="Ids of documents.", show_default=False),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Requeue every document ever written.")
    ] = False,
    ledger: LedgerUrl = None,
    as_json: AsJson = False,
) -> None:
    """Read documents again although nothing changed; each gets a new reading.

    The next ingest of their source, or a worker, reads them. Also reclaims documents from a hung
    process.
    """
    from pipeline.ledger.ledger import open_ledger
    from pipeline.ledger.tables import State
    from pipeline.settings import load_settings

    if every == bool(documents):
        raise BadInput("name the documents to read again, or give --all")
    states = [State.WRITTEN, State.FAILED, State.CLAIMED]
    with open_ledger(load_settings(ledger=ledger).ledger, must_exist=True) as opened:
        _check_known(opened, documents)
        count = opened.reopen(documents or None, states=states, anew=True)
    _print_count(count, "will be read again by the next ingest of their source", as_json=as_json)


def _look(ledger: Ledger, limit: float | None, *, as_json: bool, lines: bool) -> bool:
    """Print the status; return True if all is well. With ``lines``, JSON is on one line."""
    from pipeline.ledger.status import group_failures, status_record

    now, failures = ledger.reports.status(), ledger.reports.failures()
    if as_json:
        facts = status_record(now, failures)
        if lines:
            print_text(json.dumps(facts, ensure_ascii=False, default=str))
            sys.stdout.flush()
        else:
            print_json(facts)
    else:
        if lines and console().is_terminal:
            console().clear()
        _print(now, group_failures(failures))
    oldest = now.oldest_pending
    is_late = limit is not None and oldest is not None and oldest.seconds > limit
    return not failures and not is_late


def _print(now: LedgerStatus, groups: Sequence[FailureGroup]) -> None:
    print_text(", ".join(f"{count} {state}" for state, count in now.counts.items()))
    if now.rate:
        left = f", {_duration(now.eta_seconds)} left" if now.eta_seconds else ""
        print_text(f"{now.rate:.1f} documents per second recently{left}")
    if oldest := now.oldest_pending:
        print_text(plain(f"longest pending: {oldest.document}, for {_duration(oldest.seconds)}"))
    sys.stdout.flush()
    for group in groups:
        if group.count == 1:
            names = [document for document in group.documents if document not in group.error]
            line = ": ".join([*names, group.error])
        else:
            more = group.count - len(group.documents)
            listed = ", ".join(group.documents)
            if more:
                listed += f" and {more} more"
            line = f"{group.count} × {group.error} ({listed})"
        print_error(plain(line))


def _check_known(ledger: Ledger, documents: Sequence[str] | None) -> None:
    known = ledger.reports.known_ids(documents or [])
    for document in documents or []:
        if document not in known:
            raise UnknownDocument(
                f"the ledger has no document {document!r}; see stepgraph documents"
            )


def _print_count(count: int, outcome: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"documents": count})
    else:
        print_text(f"{counted(count, 'document')} {outcome}")


def _duration(seconds: float | None) -> str:
    whole = round(seconds or 0)
    for unit in "dhm":
        if whole >= TIME_UNITS[unit]:
            return f"{whole / TIME_UNITS[unit]:.1f} {unit}"
    return f"{whole} s"
