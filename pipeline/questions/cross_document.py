"""Replies to questions about several documents: a sentence, the rows, and their support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from pipeline.questions.catalogue import ask, ask_page
from pipeline.questions.lineage import Direction, End, Hop, hops_page, lineage
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.phrasing import at, comma_list, named, number, sentence, subject
from pipeline.questions.row_pages import FIRST_PAGE, RowsPage
from pipeline.questions.shared_conversions import shared_conversions
from pipeline.stores.concepts import concept_of
from pipeline.stores.store import Row, Store

__all__ = [
    "CrossDocumentReply",
    "StoreScope",
    "describe_converters",
    "describe_documents",
    "describe_hop",
    "describe_lineage",
    "describe_places_across",
    "describe_shared_conversions",
    "up_to",
]


@dataclass(frozen=True, slots=True)
class CrossDocumentReply:
    """``rows`` answer the question; ``support`` are rows with document, entity and evidence.

    ``next_after`` is where the next page begins, None if there is none.
    """

    sentence: str
    rows: Sequence[Row]
    parameters: Mapping[str, Any]
    support: Sequence[Row]
    next_after: str | None = None


@dataclass(frozen=True, slots=True)
class StoreScope:
    """A store as it was at ``as_of`` (None: now); ``document`` is the id of one, or None.

    An answer has the first ``limit`` documents after the id ``after``.
    """

    store: Store
    as_of: datetime | None
    document: str | None
    limit: int = FIRST_PAGE
    after: str = ""

    def page(self, question: str, **parameters: Any) -> RowsPage:
        """A page of the rows; those of ``document`` alone if there is one."""
        if self.document is not None:
            parameters["documents"] = [self.document]
        return ask_page(
            question,
            parameters,
            store=self.store,
            as_of=self.as_of,
            limit=self.limit,
            after=self.after,
        )

    def number_of(self, page: RowsPage) -> str:
        """The number of documents on a page: ``at least 100 documents``, ``2 more documents``."""
        count = len({row["document"] for row in page.rows})
        least = "at least " if page.next_after is not None else ""
        more = "more " if self.after else ""
        return f"{least}{number(count, f'{more}document')}"

    def ask(self, question: str, **parameters: Any) -> list[Row]:
        return ask(question, parameters, store=self.store, as_of=self.as_of)


def describe_documents(
    scope: StoreScope, parsed: ParsedQuestion, *, participle: str
) -> CrossDocumentReply:
    """List the documents that use up, produce, move or track a concept."""
    entity = parsed.entity or ""
    parameters = {"concept": concept_of(entity)}
    page = replace(scope, document=None).page(parsed.question, **parameters)
    clause = f"{_concept(entity)} {participle}"
    support = [row for row in page.rows if "evidence_step" in row]
    text = _in_documents(clause, page, scope)
    return CrossDocumentReply(text, page.rows, parameters, support, page.next_after)


def describe_converters(scope: StoreScope, parsed: ParsedQuestion) -> CrossDocumentReply:
    """List the documents that convert one concept into another."""
    consumed, produced = parsed.entity or "", parsed.product or ""
    parameters = {"consumed": concept_of(consumed), "produced": concept_of(produced)}
    page = replace(scope, document=None).page(parsed.question, **parameters)
    clause = f"{_concept(consumed)} converted into {named(produced)}"
    text = _in_documents(clause, page, scope)
    support = _of_products(page.rows)
    return CrossDocumentReply(text, page.rows, parameters, support, page.next_after)


def describe_places_across(scope: StoreScope, parsed: ParsedQuestion) -> CrossDocumentReply:
    """Every stated place of a concept, in all documents or in the one named."""
    entity = parsed.entity or ""
    parameters = {"concept": concept_of(entity)}
    page = scope.page(parsed.question, **parameters)
    stated = [row for row in page.rows if row["kind"] == "stated"]
    places: dict[str, dict[str, None]] = {}
    for row in stated:
        places.setdefault(row["location"], {})[row["document"]] = None
    items = [f"{at(place)} ({', '.join(documents)})" for place, documents in places.items()]
    among = "" if page.next_after is None else f" in {scope.number_of(page)}"
    where = f"found {comma_list(items)}{among}"
    if not items:
        where = f"at no place that any document{up_to(page.next_after)} states"
    text = sentence(f"{_concept(entity)} {where}")
    return CrossDocumentReply(text, page.rows, parameters, stated, page.next_after)


def describe_hop(
    scope: StoreScope, parsed: ParsedQuestion, *, direction: Direction
) -> CrossDocumentReply:
    """Describe what one document makes and others use up, or the other way round."""
    document = scope.document or ""
    hops, next_after = hops_page(
        document,
        store=scope.store,
        direction=direction,
        as_of=scope.as_of,
        limit=scope.limit,
        after=scope.after,
    )
    none = {
        "onward": f"no document{up_to(next_after)} uses up what {document} makes",
        "back": f"no document{up_to(next_after)} makes what {document} uses up",
    }
    text = sentence(comma_list(list(map(_hop_phrase, hops))) or none[direction])
    rows = list(map(asdict, hops))
    return CrossDocumentReply(text, rows, {"document": document}, _ends(hops), next_after)


def describe_lineage(scope: StoreScope, parsed: ParsedQuestion) -> CrossDocumentReply:
    """Describe where the outputs of one document go, to any depth: a line for each hop or cycle."""
    document = scope.document or ""
    graph = lineage(document, store=scope.store, as_of=scope.as_of)
    lines = [sentence(_hop_phrase(hop)) for hop in graph.hops]
    lines += [sentence(f"in a circle: {', '.join([*cycle, cycle[0]])}") for cycle in graph.cycles]
    text = "\n".join(lines) or sentence(f"no document uses up what {document} makes")
    rows = list(map(asdict, graph.hops))
    return CrossDocumentReply(text, rows, {"document": document}, _ends(graph.hops))


def describe_shared_conversions(scope: StoreScope, parsed: ParsedQuestion) -> CrossDocumentReply:
    """List the conversions of other documents that one document has too."""
    document = scope.document or ""
    rows = shared_conversions(document, store=scope.store, as_of=scope.as_of)
    items = comma_list([
        f"as in step {row['own_step']}, {subject(row['consumed_entity'], 'is')} converted into"
        f" {named(row['produced_entity'])} in step {row['step']} of {row['document']}"
        for row in rows
    ])  # fmt: skip
    text = sentence(items or f"no other document has a conversion of {document}")
    return CrossDocumentReply(text, rows, {"document": document}, _of_products(rows))


def up_to(next_after: str | None) -> str:
    """How far an empty page looked, if documents are left: `` up to`` and an id."""
    return "" if next_after is None else f" up to {next_after}"


def _concept(entity: str) -> str:
    """``waters`` → ``waters are``: a concept takes no article."""
    return subject(entity, "is").removeprefix("the ")


def _in_documents(clause: str, page: RowsPage, scope: StoreScope) -> str:
    if not page.rows:
        none = "no more documents" if scope.after else "no document"
        return sentence(f"{clause} in {none}{up_to(page.next_after)}")
    where = comma_list(list(dict.fromkeys(map(_document_and_step, page.rows))))
    return sentence(f"{clause} in {scope.number_of(page)}: {where}")


def _document_and_step(row: Row) -> str:
    return f"{row['document']} (step {row['step']})" if "step" in row else str(row["document"])


def _of_products(rows: Sequence[Row]) -> list[Row]:
    """Rows of conversions whose ``entity`` is the product, which their evidence is about."""
    return [{**row, "entity": row["produced_entity"]} for row in rows]


def _hop_phrase(hop: Hop) -> str:
    return (
        f"what {hop.maker.document} makes in step {hop.maker.step}, {named(hop.maker.entity)},"
        f" is used up in step {hop.user.step} of {hop.user.document}"
    )


def _ends(hops: Sequence[Hop]) -> list[Row]:
    """Both ends of every hop, each once."""
    ends: dict[End, None] = {}
    for hop in hops:
        ends[hop.maker] = ends[hop.user] = None
    return list(map(asdict, ends))
