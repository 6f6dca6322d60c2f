"""What is said to each form of question about more than one document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from pipeline.questions.catalogue import ask
from pipeline.questions.lineage import End, Hop, lineage
from pipeline.questions.parser import Understood
from pipeline.questions.phrasing import at, joined, named, number, sentence, subject
from pipeline.questions.shared_conversions import shared_conversions
from pipeline.stores.concepts import concept_of
from pipeline.stores.store import Row, Store

__all__ = ["ABOUT_A_DOCUMENT", "ACROSS", "Across", "Asked"]

Evidence = tuple[str, Row]  # a document, and a row of it with entity, probability and evidence


@dataclass(frozen=True, slots=True)
class Across:
    sentence: str
    rows: Sequence[Row]
    parameters: dict[str, Any]
    evidence: Sequence[Evidence] = field(default=())


@dataclass(frozen=True, slots=True)
class Asked:
    """``document`` is the id of the one that was named, None if none was."""

    about: Understood
    store: Store
    as_of: datetime | None
    document: str | None

    def ask(self, **given: Any) -> list[Row]:
        return ask(self.about.question, given, store=self.store, as_of=self.as_of)


def _documents_that(asked: Asked, *, does: str) -> Across:
    """Which documents use up, produce, move or track a concept."""
    entity = asked.about.entity or ""
    given = {"concept": concept_of(entity)}
    rows = asked.ask(**given)
    what = f"{subject(entity, 'is').removeprefix('the ')} {does}"
    evidence = [(row["document"], row) for row in rows if "evidence_step" in row]
    return Across(_in_documents(what, rows), rows, given, evidence)


def _converters(asked: Asked) -> Across:
    used, made = asked.about.entity or "", asked.about.product or ""
    given = {"consumed": concept_of(used), "produced": concept_of(made)}
    rows = asked.ask(**given)
    what = f"{subject(used, 'is')} converted into {named(made)}".removeprefix("the ")
    return Across(_in_documents(what, rows), rows, given, _made(rows))


def _found_at(asked: Asked) -> Across:
    entity = asked.about.entity or ""
    given = {"concept": concept_of(entity)}
    rows = [row for row in asked.ask(**given) if asked.document in (None, row["document"])]
    stated = [row for row in rows if row["kind"] == "stated"]
    places: dict[str, dict[str, None]] = {}
    for row in stated:
        places.setdefault(row["location"], {})[row["document"]] = None
    what = subject(entity, "is").removeprefix("the ")
    if not places:
        told = f"{what} at no place that any document states"
    else:
        told = f"{what} found " + joined(
            [f"{at(place)} ({', '.join(documents)})" for place, documents in places.items()]
        )
    return Across(sentence(told), rows, given, [(row["document"], row) for row in stated])


def _hop(asked: Asked, *, onward: bool) -> Across:
    """What one document makes and others use up, or the other way round."""
    document = asked.document or ""
    found = lineage(
        document,
        store=asked.store,
        direction="onward" if onward else "back",
        depth=1,
        as_of=asked.as_of,
    )
    none = f"no document {'uses up what' if onward else 'makes what'} {document} "
    told = joined([_hop_told(hop) for hop in found.hops]) or (
        none + ("makes" if onward else "uses up")
    )
    return Across(sentence(told), list(map(asdict, found.hops)), {"document": document},
                  _both_ends(found.hops))  # fmt: skip


def _lineage(asked: Asked) -> Across:
    document = asked.document or ""
    found = lineage(document, store=asked.store, as_of=asked.as_of)
    lines = [sentence(_hop_told(hop)) for hop in found.hops]
    lines += [sentence(f"in a circle: {', '.join([*one, one[0]])}") for one in found.cycles]
    told = "\n".join(lines) or sentence(f"no document uses up what {document} makes")
    rows = list(map(asdict, found.hops))
    return Across(told, rows, {"document": document}, _both_ends(found.hops))


def _shared(asked: Asked) -> Across:
    document = asked.document or ""
    rows = shared_conversions(document, store=asked.store, as_of=asked.as_of)
    told = joined([
        f"as in step {row['own_step']}, {subject(row['consumed_entity'], 'is')} converted into"
        f" {named(row['produced_entity'])} in step {row['step']} of {row['document']}"
        for row in rows
    ])  # fmt: skip
    none = f"no other document has a conversion of {document}"
    return Across(sentence(told or none), rows, {"document": document}, _made(rows))


def _in_documents(what: str, rows: Sequence[Row]) -> str:
    if not rows:
        return sentence(f"{what} in no document")
    documents = {row["document"] for row in rows}
    where = joined(list(dict.fromkeys(map(_where, rows))))
    return sentence(f"{what} in {number(len(documents), 'document')}: {where}")


def _where(row: Row) -> str:
    return f"{row['document']} (step {row['step']})" if "step" in row else str(row["document"])


def _made(rows: Sequence[Row]) -> list[Evidence]:
    return [(row["document"], {**row, "entity": row["produced_entity"]}) for row in rows]


def _hop_told(hop: Hop) -> str:
    return (
        f"what {hop.maker.document} makes in step {hop.maker.step}, {named(hop.maker.entity)},"
        f" is used up in step {hop.user.step} of {hop.user.document}"
    )


def _both_ends(hops: Sequence[Hop]) -> list[Evidence]:
    ends: dict[End, None] = {}
    for hop in hops:
        ends[hop.maker] = ends[hop.user] = None
    return [(one.document, asdict(one)) for one in ends]


ACROSS: dict[str, Callable[[Asked], Across]] = {
    "consumers": partial(_documents_that, does="used up"),
    "producers": partial(_documents_that, does="produced"),
    "movers": partial(_documents_that, does="moved"),
    "trackers": partial(_documents_that, does="tracked"),
    "converters": _converters,
    "found-at": _found_at,
    "feeds": partial(_hop, onward=True),
    "fed-by": partial(_hop, onward=False),
    "lineage": _lineage,
    "shared-conversions": _shared,
}
ABOUT_A_DOCUMENT = frozenset({"feeds", "fed-by", "lineage", "shared-conversions"})
