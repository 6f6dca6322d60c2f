"""Conversions that documents share: they use up and produce the same concepts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pipeline.questions.catalogue import ask, ask_page
from pipeline.questions.row_pages import FIRST_PAGE
from pipeline.stores.store import Row, Store

__all__ = ["shared_conversions"]


def shared_conversions(document: str, *, store: Store, as_of: datetime | None = None) -> list[Row]:
    """Conversions of other documents that ``document`` has too.

    Rows of the question ``converters`` with the concepts, ``consumed`` and ``produced``, and the
    step of ``document``'s own conversion, ``own_step``; of each conversion the first documents.
    Raises UnknownDocument.
    """
    shared = []
    for step, consumed, produced in sorted(set(_pairs(document, store=store, as_of=as_of))):
        pair = {"consumed": consumed, "produced": produced}
        page = ask_page("converters", pair, store=store, as_of=as_of, limit=FIRST_PAGE)
        for row in page.rows:
            if row["document"] != document:
                shared.append({"own_step": step, **pair, **row})
    return shared


def _pairs(
    document: str, *, store: Store, as_of: datetime | None
) -> Iterator[tuple[int, str, str]]:
    """Step, concept used up and concept produced, for each conversion."""
    parameters = {"document": document}
    concepts: dict[str, list[str]] = {}
    for row in ask("entities", parameters, store=store, as_of=as_of):
        concepts.setdefault(row["entity"], []).append(row["concept"])
    rows = ask("conversions", parameters, store=store, as_of=as_of)
    for used in (row for row in rows if row["change"] == "destroy"):
        for made in (row for row in rows if row["change"] == "create"):
            if used["step"] == made["step"]:
                for consumed in concepts[used["entity"]]:
                    for produced in concepts[made["entity"]]:
                        yield used["step"], consumed, produced
