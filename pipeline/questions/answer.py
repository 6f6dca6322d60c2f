"""Answers to English questions from the store, each with the sentences that support it.

Plain data throughout: how it looks on a terminal is up to the command line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from pipeline.domain.confidence import is_unsure
from pipeline.domain.name_keys import name_list
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.answer_types import Answer, Kind, Support, supports_of
from pipeline.questions.closest_question import closest_question
from pipeline.questions.confidence import least_sure, mark_unsure, with_unsure
from pipeline.questions.cross_document import StoreScope, up_to
from pipeline.questions.document_scope import DocumentScope, NotTracked
from pipeline.questions.forms import CrossDocumentForm, DocumentForm, form_named
from pipeline.questions.limits import MOST_DOCUMENTS_ASKED
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.parser import NotUnderstood, parse
from pipeline.questions.phrasing import sentence, steps
from pipeline.questions.quantity_replies import QUANTITY_KINDS, states_quantity
from pipeline.questions.question_reader import QuestionReading, read_question
from pipeline.questions.question_words import classes_of, content_stems, stems_of
from pipeline.questions.quotation import quoted_answer
from pipeline.questions.rephrasing import known_question
from pipeline.questions.row_pages import FIRST_PAGE
from pipeline.questions.single_document import DocumentReply
from pipeline.questions.spelling import corrected
from pipeline.questions.suggestions import EXAMPLES, closest_step, not_understood, suggestions
from pipeline.questions.yes_no_replies import LEAST_VOTES, Undecided, yes_or_no
from pipeline.stores.concepts import concept_of
from pipeline.stores.read import resolve_document
from pipeline.stores.store import Store

__all__ = ["Answer", "Kind", "Support", "answer_question"]

YES_NO = ("is-at", "in-order")
LISTS = ("ever-at", "made-of")  # forms whose answers may lack things
QUANTITIES = tuple(form for form in QUANTITY_KINDS if form != "frequency")
# Of a step that states such a quantity as is asked for; three in four of these answer
LEAST_WITH_QUANTITY = 0.2
# Forms that take for granted that something happens; if it does not, the graph has missed it
PRESUMING = ("when-created", "where-created", "when-destroyed", "where-destroyed")
_WORD = re.compile(r"\w")
LEAST_OF_GRAPH = 0.4  # an answer of the graph that is less probable is not shown


def answer_question(
    text: str,
    *,
    store: Store,
    unsure_below: float,
    document: str | None = None,
    as_of: datetime | None = None,
    limit: int = FIRST_PAGE,
    after: str = "",
) -> Answer:
    """Answer an English question about one document, or about all that track what it names.

    ``document`` is an id, a title or a file name. An answer of many documents has the first
    ``limit`` after the id ``after``. An answer less probable than ``unsure_below`` is
    still the most likely one, and its sentence states that it is unsure. Raises NotUnderstood,
    UnknownDocument, and BadInput for a step that the document does not have.
    """
    name = None if document is None else resolve_document(document, store=store)
    scope = StoreScope(store, as_of, name, limit=limit, after=after)
    try:
        parsed = parse(text)
    except NotUnderstood:
        return _answer_unknown_form(text, scope, below=unsure_below)
    try:
        answer = _answer_known_form(parsed, scope, below=unsure_below)
    except Undecided as error:
        opened = DocumentScope.open(error.document, store=store, as_of=as_of)
        passages = _read(text, opened).passages
        raise not_understood(text, suggestions(text, opened), passages[:1]) from error
    return _with_quotation(answer, parsed, text, scope)


def _with_quotation(answer: Answer, parsed: ParsedQuestion, text: str, scope: StoreScope) -> Answer:
    """The answer, or what the text says if the graph does not have it or is unsure of it.

    Raises NotUnderstood if neither is likely.
    """
    if answer.document is None or answer.kind == "quoted" or _is_complete(answer, parsed):
        return answer
    document = DocumentScope.open(answer.document, store=scope.store, as_of=scope.as_of)
    reading = _read(text, document)
    is_unlikely = answer.unsure and (answer.probability or 0.0) < LEAST_OF_GRAPH
    if not reading.is_sure or parsed.form in YES_NO:
        has_no_time = parsed.clause is not None and answer.outcome == "not tracked"
        if is_unlikely or has_no_time or parsed.form in YES_NO:
            raise not_understood(text, suggestions(text, document), reading.passages[:1])
        if answer.outcome == "not tracked" and parsed.about:
            if _has_quantity(reading, parsed, document):
                return quoted_answer(reading.passages[:1], document)
            closest = sentence(closest_step(reading.passages[0]))
            return replace(answer, sentence=f"{answer.sentence} {closest}")
        return answer
    if is_unlikely or _says_nothing(answer, parsed) or not _agrees(answer, parsed, reading):
        return _quoted(reading, document)
    steps_said = reading.chosen[:1] if reading.has_alternatives else reading.chosen
    quoted = quoted_answer(steps_said, document)
    return replace(
        answer,
        sentence=f"{answer.sentence} {quoted.sentence}",
        support=(*answer.support, *quoted.support),
    )


def _has_quantity(
    reading: QuestionReading, parsed: ParsedQuestion, document: DocumentScope
) -> bool:
    """Whether the closest step is likely enough and states such a quantity as is asked for."""
    closest = reading.passages[0]
    is_likely = closest.score >= LEAST_WITH_QUANTITY and parsed.form in QUANTITIES
    return is_likely and states_quantity(document, closest.step, parsed.form)


def _says_nothing(answer: Answer, parsed: ParsedQuestion) -> bool:
    """Whether the graph lacks what the question takes for granted, and is not sure of that."""
    return answer.outcome == "not tracked" or (
        answer.outcome == "nothing" and answer.unsure and parsed.form in PRESUMING
    )


def _is_complete(answer: Answer, parsed: ParsedQuestion) -> bool:
    """Whether an answer needs no quotation: it answers, and a part of it at least is sure.

    At a step that the question numbers, other steps say nothing. A list may lack things if a part
    of it is unsure, as may what was ever at a place, and what does not exist in the end may have
    another name in the text.
    """
    if answer.sentence.startswith(("Yes", "No.", "No,")):
        return True
    if answer.outcome == "not tracked" or (parsed.form == "ever-at" and parsed.time is None):
        return False
    if parsed.form in LISTS and any(support.unsure for support in answer.support):
        return False
    if parsed.form in QUANTITIES and not _covers(answer, parsed):
        return False
    at_end = parsed.time is not None and parsed.time.step == -1
    if parsed.time is not None and parsed.clause is None and not at_end:
        return True
    if answer.outcome == "does not exist":
        return not at_end
    if answer.outcome != "answered":
        return False
    return not answer.unsure or any(not support.unsure for support in answer.support)


def _covers(answer: Answer, parsed: ParsedQuestion) -> bool:
    """Whether the steps that support an answer have all words of the question, or verbs alike."""
    text = " ".join([answer.sentence, *(support.text for support in answer.support)])
    missing = set(content_stems(parsed.about or "")) - set(stems_of(text))
    return all(classes_of(word) & classes_of(text) for word in missing)


def _agrees(answer: Answer, parsed: ParsedQuestion, reading: QuestionReading) -> bool:
    """Whether the steps that are quoted name the places that the answer states.

    Those of a list and of a quantity need not, since they add to it.
    """
    if parsed.form in (*LISTS, *QUANTITIES):
        return True
    quoted = set(stems_of(" ".join(passage.text for passage in reading.chosen)))
    places = [str(row["location"]) for row in answer.rows if row.get("location")]
    return all(quoted.issuperset(content_stems(place)) for place in places)


def _quoted(reading: QuestionReading, document: DocumentScope) -> Answer:
    """The steps that answer, as a quotation; a question for steps gets their numbers first."""
    numbers = [passage.step for passage in reading.chosen]
    opening = ""
    if reading.asks_for_steps and len(numbers) > 1:
        by_chance = ", or else ".join(f"step {number}" for number in numbers)
        opening = sentence(by_chance if reading.has_alternatives else steps(sorted(numbers)))
    return quoted_answer(
        reading.chosen, document, opening=opening, alternatives=reading.has_alternatives
    )


def _read(text: str, document: DocumentScope) -> QuestionReading:
    return read_question(text, [row["text"] for row in document.ask("steps")])


def _answer_known_form(parsed: ParsedQuestion, scope: StoreScope, *, below: float) -> Answer:
    form = form_named(parsed.form)
    if isinstance(form, CrossDocumentForm):
        return _answer_across(form, parsed, scope, below=below)
    names, next_after = _documents_to_ask(parsed, scope)
    if len(names) == 1 and next_after is None and not scope.after:
        return _answer_in_document(names[0], form, parsed, scope, below=below)
    if not names:
        return _tracked_in_none(parsed, scope, next_after)
    answer = _answer_in_several(names, form, parsed, scope, below=below)
    if next_after is None:
        return answer
    more = "More documents track it; name one to ask it alone."
    return replace(answer, sentence=f"{answer.sentence}\n{more}", next_after=next_after)


def _answer_unknown_form(text: str, scope: StoreScope, *, below: float) -> Answer:
    """The closest known question's answer, else a quotation. Raises NotUnderstood."""
    names = [scope.document] if scope.document else _some_documents(scope)
    if len(names) > 1:
        raise not_understood(text, EXAMPLES)
    document = DocumentScope.open(names[0], store=scope.store, as_of=scope.as_of)
    if not _WORD.search(text):
        raise not_understood(text, suggestions(text, document))
    spelled = corrected(text, [row["text"] for row in document.ask("steps")])
    if spelled != text:
        return _taken_as(spelled, scope, below=below)
    reading = _read(text, document)
    for known in (known_question(reading.parts), closest_question(text, document)):
        if known is not None and (answer := _closest(known, scope, below=below)):
            return answer
    if reading.asks_yes_or_no:
        chance = reading.chance_of_yes([row["text"] for row in document.ask("steps")])
        if reading.is_sure and abs(reading.vote(chance)) >= LEAST_VOTES:
            return quoted_answer(reading.chosen, document, opening=yes_or_no(chance >= 0.5))
    elif reading.is_sure:
        return _quoted(reading, document)
    raise not_understood(text, suggestions(text, document), reading.passages[:1])


def _closest(known: str, scope: StoreScope, *, below: float) -> Answer | None:
    """The answer to a known question that is asked instead; None if it has none."""
    with suppress(BadInput):
        answer = _taken_as(known, scope, below=below)
        if answer.outcome == "answered":
            return replace(answer, kind="closest") if answer.kind == "known" else answer
    return None


def _taken_as(question: str, scope: StoreScope, *, below: float) -> Answer:
    """The answer to a question that is asked instead, with a remark that it was."""
    answer = answer_question(
        question,
        store=scope.store,
        unsure_below=below,
        document=scope.document,
        as_of=scope.as_of,
    )
    return answer if answer.taken_as else replace(answer, taken_as=question)


def _answer_in_document(
    name: str, form: DocumentForm, parsed: ParsedQuestion, scope: StoreScope, *, below: float
) -> Answer:
    document = DocumentScope.open(name, store=scope.store, as_of=scope.as_of)
    names: dict[str, str] = {}
    try:
        parsed = document.timed(parsed)
        if parsed.entity is not None:
            names["entity"] = document.entity(parsed.entity)
        if parsed.location is not None:
            names["location"] = document.place(parsed.location)
        reply = form.reply(document, parsed, names)
    except NotTracked as error:
        reply = DocumentReply(str(error), outcome="not tracked")
    if reply.passages:
        return quoted_answer(reply.passages, document, opening=reply.sentence)
    support = reply.rows if reply.support is None else reply.support
    probability = reply.probability
    if probability is None:
        probability = least_sure(row.get("probability") for row in support)
    sentence = mark_unsure(reply.sentence, support, probability, below=below)
    if reply.probability is not None:  # the sentences of the text support that one statement
        support = [{**row, "probability": probability} for row in support]
    return Answer(
        kind="known",
        outcome=reply.outcome,
        taken_as=None,
        sentence=sentence,
        question=parsed.question,
        parameters={"document": name, **names, **reply.parameters},
        document=name,
        rows=tuple(with_unsure(reply.rows, below=below)),
        support=supports_of(support, entity=names.get("entity"), document=document, below=below),
        probability=probability,
        unsure=is_unsure(probability, below=below),
    )


def _documents_to_ask(parsed: ParsedQuestion, scope: StoreScope) -> tuple[list[str], str | None]:
    """The document named, else the only one, else a page of those that track the entity.

    The second is the document after which the next page begins, None if there is none.
    """
    if scope.document is not None:
        return [scope.document], None
    names = _some_documents(scope)
    if len(names) == 1:
        return names, None
    if parsed.entity is None:
        more = " and more" if len(names) == MOST_DOCUMENTS_ASKED else ""
        raise UnknownDocument(
            f"which document? There are {name_list(map(repr, names))}{more};"
            " name one before the question"
        )
    trackers = replace(scope, limit=min(scope.limit, MOST_DOCUMENTS_ASKED))
    page = trackers.page("trackers", concept=concept_of(parsed.entity))
    return list(dict.fromkeys(row["document"] for row in page.rows)), page.next_after


def _some_documents(scope: StoreScope) -> list[str]:
    """The first documents of the store. Raises UnknownDocument if it is empty."""
    first = replace(scope, limit=MOST_DOCUMENTS_ASKED, after="", document=None)
    rows = first.page("documents").rows
    if not rows:
        raise UnknownDocument(
            f"the store {scope.store.url} holds no document; add some: stepgraph ingest PATH"
        )
    return [row["document"] for row in rows]


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
    for name in names:
        try:
            answers.append(_answer_in_document(name, form, parsed, scope, below=below))
        except BadInput as error:
            refusals.append(error)
    if refusals and not answers:
        raise refusals[0]
    lines = [f"{answer.document}: {answer.sentence}" for answer in answers]
    lines += [f"{error}." for error in refusals]
    outcomes = {answer.outcome for answer in answers} or {"not tracked"}
    return Answer(
        kind="known",
        outcome=outcomes.pop() if len(outcomes) == 1 else "answered",
        taken_as=None,
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


def _tracked_in_none(parsed: ParsedQuestion, scope: StoreScope, next_after: str | None) -> Answer:
    documents = "more documents" if scope.after else "any document"
    return Answer(
        kind="known",
        outcome="not tracked",
        taken_as=None,
        sentence=f"{parsed.entity!r} is not tracked in {documents}{up_to(next_after)}.",
        question=parsed.question,
        parameters={} if parsed.entity is None else {"entity": parsed.entity},
        document=None,
        rows=(),
        support=(),
        probability=None,
        unsure=False,
        next_after=next_after,
    )


def _answer_across(
    form: CrossDocumentForm, parsed: ParsedQuestion, scope: StoreScope, *, below: float
) -> Answer:
    """The answer of several documents, with the support of the first ten."""
    if form.of_document:
        scope = replace(scope, document=_documents_to_ask(parsed, scope)[0][0])
    reply = form.reply(scope, parsed)
    names = dict.fromkeys(row["document"] for row in reply.support)
    support: list[Support] = []
    for name in list(names)[:MOST_DOCUMENTS_ASKED]:
        document = DocumentScope.open(name, store=scope.store, as_of=scope.as_of)
        rows = [row for row in reply.support if row["document"] == name]
        support += supports_of(rows, entity=None, document=document, below=below)
    probability = least_sure(row.get("probability") for row in reply.support)
    return Answer(
        kind="known",
        outcome="answered" if reply.rows else "nothing",
        taken_as=None,
        sentence=mark_unsure(reply.sentence, reply.support, probability, below=below),
        question=parsed.question,
        parameters=reply.parameters,
        document=None,
        rows=tuple(with_unsure(reply.rows, below=below)),
        support=tuple(support),
        probability=probability,
        unsure=is_unsure(probability, below=below),
        next_after=reply.next_after,
    )
