"""Repair: bring store and ledger back together, and read from the sources what is missing.

After a restored backup, a power cut or a lost disk, the two may know different things. Running it
twice changes nothing, and a kill costs work only: what is to be read is in the ledger first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.ingest.progress import FailedDocument, OnProgress
from pipeline.ingest.readers import Reader
from pipeline.ingest.run import Ingestion, open_ingestion
from pipeline.ledger.clock import Clock, utc_now
from pipeline.ledger.entries import AdoptedDocument
from pipeline.ledger.ledger import Ledger, store_key
from pipeline.ledger.tables import State
from pipeline.maintenance.integrity_rules import LintFinding
from pipeline.maintenance.lint import lint
from pipeline.maintenance.repair_plan import (
    DocumentRepair,
    Remedy,
    documents_to_repair,
    plan_repair,
)
from pipeline.settings import Settings
from pipeline.stores import Store
from pipeline.stores.erase import erase
from pipeline.stores.read import read_graph, resolve_document
from pipeline.stores.write import close, close_superseded

__all__ = ["RepairResult", "repair"]

NOT_READ = "is annotated, not read by a model, or is being read now: load its grids again"


@dataclass(frozen=True, slots=True)
class RepairResult:
    """Ids of the documents that were repaired, by how, and what could not be.

    ``read`` documents were read again, ``entered`` ones are in the ledger as the store has them,
    ``closed`` ones had readings that should not have been open, ``gone`` ones have no source any
    more, ``forgotten`` ones were erased again. ``failed`` could not be read from their sources;
    ``remaining`` are the other errors that ``lint`` still finds.
    """

    read: tuple[str, ...]
    entered: tuple[str, ...]
    closed: tuple[str, ...]
    gone: tuple[str, ...]
    forgotten: tuple[str, ...]
    failed: tuple[FailedDocument, ...]
    remaining: tuple[LintFinding, ...]


def repair(
    settings: Settings,
    reader: Reader,
    *,
    document: str | None = None,
    on_progress: OnProgress | None = None,
    clock: Clock = utc_now,
) -> RepairResult:
    """Repair every document in which ``lint`` finds an error, or one by its id or title.

    Raises UnknownDocument, and Unreachable if the store or the ledger is.
    """
    with open_ingestion(settings, reader, on_progress=on_progress, clock=clock) as ingestion:
        name = None if document is None else _known_name(document, ingestion)
        return _Repair(ingestion, clock).run(name)


class _Repair:
    """One run of repair."""

    def __init__(self, ingestion: Ingestion, clock: Clock) -> None:
        self._ingestion, self._clock = ingestion, clock
        self._store: Store = ingestion.store
        self._ledger: Ledger = ingestion.ledger
        self._key = store_key(ingestion.store.url)

    def run(self, document: str | None) -> RepairResult:
        suspects = documents_to_repair(self._store, self._ledger, document=document)
        for name in self._reopened(document):
            suspects.setdefault(name, frozenset())
        repairs = []
        for name, broken in sorted(suspects.items()):
            plan = plan_repair(name, broken=broken, store=self._store, ledger=self._ledger)
            if plan is not None:
                repairs.append(plan)
        for plan in repairs:
            close_superseded(plan.superseded, store=self._store)
            self._settle(plan)
        to_read = [plan for plan in repairs if plan.remedy is Remedy.READ]
        failed = self._read(to_read)
        unread = {failure.document_id for failure in failed}
        remaining = [
            finding
            for finding in lint(self._store, document=document, ledger=self._ledger)
            if finding.level == "error" and finding.document not in unread
        ]
        by_remedy = {
            remedy: tuple(plan.document for plan in repairs if plan.remedy is remedy)
            for remedy in Remedy
        }
        superseded = tuple(plan.document for plan in repairs if plan.superseded)
        return RepairResult(
            read=tuple(name for name in by_remedy[Remedy.READ] if name not in unread),
            entered=by_remedy[Remedy.ENTER],
            closed=tuple(sorted({*by_remedy[Remedy.CLOSE], *superseded})),
            gone=by_remedy[Remedy.MARK_GONE],
            forgotten=by_remedy[Remedy.FORGET],
            failed=tuple(failed),
            remaining=tuple(remaining),
        )

    def _reopened(self, document: str | None) -> list[str]:
        """Return what is pending because the store was emptied or replaced."""
        if not self._ingestion.reopened:
            return []
        pending = self._ledger.reports.documents(store=self._key, state=State.PENDING)
        names = [row.document_id for row in pending]
        return names if document is None else [name for name in names if name == document]

    def _settle(self, plan: DocumentRepair) -> None:
        """Do everything but reading."""
        name, administration = plan.document, self._ledger.administration
        if plan.remedy is Remedy.FORGET:
            erase(name, store=self._store, clock=self._clock)
            if not administration.forget(self._key, name):
                self._enter(AdoptedDocument(name, "", "", "", 0, None, forgotten=True))
        elif plan.remedy is Remedy.CLOSE and plan.reading is not None:
            close({name: plan.reading.id}, store=self._store, clock=self._clock)
        elif plan.remedy is Remedy.MARK_GONE:
            administration.mark_gone(self._key, [name])
            administration.mark_closed(self._key, [name])
        elif plan.remedy is Remedy.ENTER and plan.reading is not None:
            graph = read_graph(name, store=self._store)
            self._enter(
                AdoptedDocument(
                    name,
                    plan.reading.source,
                    plan.reading.title,
                    graph.document.fingerprint,
                    plan.reading.number,
                    plan.reading.id,
                    entities=graph.document.entities,
                )
            )

    def _enter(self, document: AdoptedDocument) -> None:
        self._ledger.administration.correct(
            document, store=self._key, identity=self._store.identity()
        )

    def _read(self, plans: Sequence[DocumentRepair]) -> list[FailedDocument]:
        """Read documents from their sources; return those for which that failed."""
        numbers = {plan.document: plan.number for plan in plans}
        due = self._ingestion.read_again(numbers)
        self._ingestion.run()
        annotated = [FailedDocument(name, "", NOT_READ) for name in numbers.keys() - due]
        return [*sorted(annotated, key=lambda each: each.document_id), *self._ingestion.failed()]


def _known_name(document: str, ingestion: Ingestion) -> str:
    key = store_key(ingestion.store.url)
    if ingestion.ledger.reports.document(key, document) is not None:
        return document
    return resolve_document(document, store=ingestion.store)
