"""Answers to English questions from the store, each with the sentences that support it.

Plain data throughout: how it looks on a terminal is up to the command line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pipeline.domain.html_table import html_table
from pipeline.domain.name_keys import name_list
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.confidence import is_unsure, least_sure, mark_unsure
from pipeline.questions.cross_document import StoreScope
from pipeline.questions.document_scope import DocumentScope, NotTracked
from pipeline.questions.forms import CrossDocumentForm, DocumentForm, form_named
from pipeline.questions.limits import MOST_DOCUMENTS_ASKED
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.parser import parse
from pipeline.questions.single_document import DocumentReply, Kind
from pipeline.stores.concepts import concept_of
from pipeline.stores.read import resolve_document
from pipeline.stores.store import Row, Store

__all__ = ["Answer", "Kind", "Support", "answer_question"]


@dataclass(frozen=True, slots=True)
class Support:
    """A sentence that states the answer, in the words ``text[char_start:char_end]``.

    Both ends are -1 where no words do. ``reading`` is the number of the document's reading and
    ``model`` what made it.
    """

    document: str
    title: str
    entity: str | None
    step: int
    text: str
    char_start: int
    char_end: int
    probability: float | None
    reading: int
    model: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An English sentence, and the rows of the catalogue's ``question`` that it is made of.

    ``document`` is None where several were asked; their rows then name the document.
    ``probability`` is that of the answer's least sure part, None where it has none. ``unsure`` is
    True if that is below the threshold; the sentence then states it.
    """

    kind: Kind
    sentence: str
    question: str
    parameters: Mapping[str, Any]
    document: str | None
    rows: tuple[Row, ...]
    support: tuple[Support, ...]
    probability: float | None
    unsure: bool

    def _repr_html_(self) -> str:
        """The sentence above its evidence as a table, for notebooks."""
        rows = [
            [
                support.document,
                str(support.step),
                support.text,
                "" if support.probability is None else f"{support.probability:.2f}",
            ]
            for support in self.support
        ]
        headings = ["document", "step", "sentence", "probability"]
        return html_table(headings, rows, caption=self.sentence)


def answer_question(
    text: str,
    *,
    store: Store,
    unsure_below: float,
    document: str | None = None,
    as_of: datetime | None = None,
) -> Answer:
    """Answer an English question about one document, or about all that track what it names.

    ``document`` is an id, a title or a file name. An answer less probable than ``unsure_below`` is
    still the most likely one, and its sentence states that it is unsure. Raises NotUnderstood,
    UnknownDocument, and BadInput for a step that the document does not have.
    """
    parsed = parse(text)
    form = form_named(parsed.form)
    name = None if document is None else resolve_document(document, store=store)
    scope = StoreScope(store, as_of, name)
    if isinstance(form, CrossDocumentForm):
        return _answer_across(form, parsed, scope, below=unsure_below)
    names = _documents_to_ask(parsed, scope)
    if len(names) == 1:
        return _answer_in_document(names[0], form, parsed, scope, below=unsure_below)
    return _answer_in_several(names, form, parsed, scope, below=unsure_below)


def _answer_in_document(
    name: str, form: DocumentForm, parsed: ParsedQuestion, scope: StoreScope, *, below: float
) -> Answer:
    document = DocumentScope.open(name, store=scope.store, as_of=scope.as_of)
    names: dict[str, str] = {}
    try:
        if parsed.entity is not None:
            names["entity"] = document.entity(parsed.entity)
        if parsed.location is not None:
            names["location"] = document.place(parsed.location)
        reply = form.reply(document, parsed, names)
    except NotTracked as error:
        reply = DocumentReply(str(error), kind="not tracked")
    support = reply.rows if reply.support is None else reply.support
    probability = _probability(reply)
    return Answer(
        kind=reply.kind,
        sentence=mark_unsure(reply.sentence, reply.rows, probability, below=below),
        question=parsed.question,
        parameters={"document": name, **names, **reply.parameters},
        document=name,
        rows=tuple(reply.rows),
        support=_supports(support, entity=names.get("entity"), document=document),
        probability=probability,
        unsure=is_unsure(probability, below=below),
    )


def _probability(reply: DocumentReply) -> float | None:
    """The reply's own probability, else that of its least sure row, else of its support."""
    if reply.probability is not None:
        return reply.probability
    of_rows = least_sure(row.get("probability") for row in reply.rows)
    if of_rows is not None:
        return of_rows
    return least_sure(row.get("probability") for row in reply.support or ())


def _supports(
    rows: Sequence[Row], *, entity: str | None, document: DocumentScope
) -> tuple[Support, ...]:
    """The rows that have evidence; ``entity`` is what a row without an entity is about."""
    return tuple(
        Support(
            document=document.id,
            title=document.title,
            entity=row.get("entity", entity),
            step=row["evidence_step"],
            text=row["evidence_text"],
            char_start=row["char_start"],
            char_end=row["char_end"],
            probability=row["probability"],
            reading=document.number,
            model=document.model,
        )
        for row in rows
        if row.get("evidence_step") is not None
    )


def _documents_to_ask(parsed: ParsedQuestion, scope: StoreScope) -> list[str]:
    """The document named, else the only one, else all that track the entity."""
    if scope.document is not None:
        return [scope.document]
    rows = scope.ask("documents", limit=MOST_DOCUMENTS_ASKED)
    names = [row["document"] for row in rows]
    if not names:
        raise UnknownDocument(
            f"the store {scope.store.url} holds no document; add some: stepgraph ingest PATH"
        )
    if len(names) == 1:
        return names
    if parsed.entity is None:
        more = " and more" if len(names) == MOST_DOCUMENTS_ASKED else ""
        raise UnknownDocument(
            f"which document? There are {name_list(map(repr, names))}{more};"
            " name one before the question"
        )
    rows = scope.ask("trackers", concept=concept_of(parsed.entity))
    return list(dict.fromkeys(row["document"] for row in rows))


def _answer_in_several(
    names: Sequence[str],
    form: DocumentForm,
    parsed: ParsedQuestion,
    scope: StoreScope,
    *,
    below: float,
) -> Answer:
    """The answer of each document on a line; one without the step is named, and does not raise."""
    answers: list[Answer] = []
    refusals: list[BadInput] = []
    for name in names[:MOST_DOCUMENTS_ASKED]:
        try:
            answers.append(_answer_in_document(name, form, parsed, scope, below=below))
        except BadInput as error:
            refusals.append(error)
    if refusals and not answers:
        raise refusals[0]
    lines = [f"{answer.document}: {answer.sentence}" for answer in answers]
    lines += [f"{error}." for error in refusals]
    if len(names) > MOST_DOCUMENTS_ASKED:
        lines.append(
            f"These are {MOST_DOCUMENTS_ASKED} of the {len(names)} documents that track it;"
            " name one to ask it alone."
        )
    if not names:
        lines = [f"{parsed.entity!r} is not tracked in any document."]
    kinds = {answer.kind for answer in answers} or {"not tracked"}
    return Answer(
        kind=kinds.pop() if len(kinds) == 1 else "answered",
        sentence="\n".join(lines),
        question=parsed.question,
        parameters={} if parsed.entity is None else {"entity": parsed.entity},
        document=None,
        rows=tuple(
            {"document": answer.document, **row} for answer in answers for row in answer.rows
        ),
        support=tuple(support for answer in answers for support in answer.support),
        probability=least_sure(answer.probability for answer in answers),
        unsure=any(answer.unsure for answer in answers),
    )


def _answer_across(
    form: CrossDocumentForm, parsed: ParsedQuestion, scope: StoreScope, *, below: float
) -> Answer:
    """The answer of several documents, with the support of the first ten."""
    if form.of_document:
        scope = replace(scope, document=_documents_to_ask(parsed, scope)[0])
    reply = form.reply(scope, parsed)
    names = dict.fromkeys(row["document"] for row in reply.support)
    support: list[Support] = []
    for name in list(names)[:MOST_DOCUMENTS_ASKED]:
        document = DocumentScope.open(name, store=scope.store, as_of=scope.as_of)
        rows = [row for row in reply.support if row["document"] == name]
        support += _supports(rows, entity=None, document=document)
    probability = least_sure(row.get("probability") for row in reply.support)
    return Answer(
        kind="answered" if reply.rows else "nothing",
        sentence=mark_unsure(reply.sentence, reply.rows, probability, below=below),
        question=parsed.question,
        parameters=reply.parameters,
        document=None,
        rows=tuple(reply.rows),
        support=tuple(support),
        probability=probability,
        unsure=is_unsure(probability, below=below),
    )
