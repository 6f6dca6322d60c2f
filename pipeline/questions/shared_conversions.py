"""Which documents share a conversion: one uses up and brings forth the same concepts as another."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pipeline.questions.catalogue import ask
from pipeline.stores.store import Row, Store

__all__ = ["shared_conversions"]


def shared_conversions(document: str, *, store: Store, as_of: datetime | None = None) -> list[Row]:
    """The conversions of other documents that are ``document``'s too.

    Rows of the question ``converters`` with the concepts, ``consumed`` and ``produced``, and the
    step of ``document``'s own conversion, ``own_step``. Raises UnknownDocument.
    """
    found = []
    for step, consumed, produced in sorted(set(_pairs(document, store=store, as_of=as_of))):
        given = {"consumed": consumed, "produced": produced}
        for row in ask("converters", given, store=store, as_of=as_of):
            if row["document"] != document:
                found.append({"own_step": step, **given, **row})
    return found


def _pairs(
    document: str, *, store: Store, as_of: datetime | None
) -> Iterator[tuple[int, str, str]]:
    """Step, concept used up and concept brought forth of each conversion."""
    given = {"document": document}
    concepts: dict[str, list[str]] = {}
    for row in ask("entities", given, store=store, as_of=as_of):
        concepts.setdefault(row["entity"], []).append(row["concept"])
    rows = ask("conversions", given, store=store, as_of=as_of)
    for used in (row for row in rows if row["change"] == "destroy"):
        for made in (row for row in rows if row["change"] == "create"):
            if used["step"] == made["step"]:
                for consumed in concepts[used["entity"]]:
                    for produced in concepts[made["entity"]]:
                        yield used["step"], consumed, produced
