"""English questions answered from the store, each answer with the sentences that support it.

Plain data throughout: how it looks on a terminal is the command line's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.catalogue import ask, listed
from pipeline.questions.confidence import least_sure, say_unsure
from pipeline.questions.cross_document import ABOUT_A_DOCUMENT, ACROSS, Asked
from pipeline.questions.document_scope import AskedDocument, NotTracked
from pipeline.questions.parser import Understood, understand
from pipeline.questions.single_document import REPLIES, Kind, Parameters, Reply
from pipeline.stores.concepts import concept_of
from pipeline.stores.read import resolve_document
from pipeline.stores.store import Row, Store

__all__ = ["Answer", "Kind", "Support", "answer"]

MOST_DOCUMENTS = 10  # asked at once, when the person names none


@dataclass(frozen=True, slots=True)
class Support:
    """A sentence that says so: ``text[char_start:char_end]`` are the words, -1 where none are.

    ``reading`` is its number in the document, ``model`` what made it.
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
    """What a person is told. ``rows`` are of the catalogue's ``question``, cut to what was meant.

    ``document`` is None where several were asked, whose rows then say which they are of.
    ``probability`` is that of the answer's least sure part, None where it has none; ``unsure`` is
    whether that is below the person's threshold, which the sentence then says.
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


def answer(
    text: str,
    *,
    store: Store,
    document: str | None = None,
    as_of: datetime | None = None,
    unsure_below: float = 0.0,
) -> Answer:
    """Answer an English question about one document, or about all that track what it names.

    ``document`` is an id, a title or a file name. An answer that is less probable than
    ``unsure_below`` is the likeliest all the same, and says that it is unsure. Raises
    NotUnderstood, UnknownDocument, and BadInput for a step that the document has not.
    """
    about = understand(text)
    name = None if document is None else resolve_document(document, store=store)
    if about.form in ACROSS:
        return _across(about, store=store, document=name, as_of=as_of, below=unsure_below)
    if name is not None:
        return _answer_in(name, about, store=store, as_of=as_of, below=unsure_below)
    found = _documents_for(about, store=store, as_of=as_of)
    if len(found) == 1:
        return _answer_in(found[0], about, store=store, as_of=as_of, below=unsure_below)
    return _answer_in_several(found, about, store=store, as_of=as_of, below=unsure_below)


def _answer_in(
    document: str, about: Understood, *, store: Store, as_of: datetime | None, below: float
) -> Answer:
    asked = AskedDocument.open(document, store=store, as_of=as_of)
    given: Parameters = {}
    try:
        if about.entity is not None:
            given["entity"] = asked.entity(about.entity)
        if about.location is not None:
            given["location"] = asked.place(about.location)
        reply = REPLIES[about.form](asked, about, given)
    except NotTracked as error:
        reply = Reply(str(error), kind="not tracked")
    rows = reply.rows if reply.support is None else reply.support
    support = [
        _support(row, entity=given.get("entity"), document=asked)
        for row in rows
        if row.get("evidence_step") is not None
    ]
    probability = _probability(reply)
    return Answer(
        reply.kind,
        say_unsure(reply.sentence, reply.rows, probability, below=below),
        about.question,
        {"document": document, **given},
        document,
        tuple(reply.rows),
        tuple(support),
        probability,
        _is_unsure(probability, below),
    )


def _probability(reply: Reply) -> float | None:
    if reply.probability is not None:
        return reply.probability
    own = least_sure(row.get("probability") for row in reply.rows)
    return own if own is not None else least_sure(
        row.get("probability") for row in reply.support or ()
    )  # fmt: skip


def _is_unsure(probability: float | None, below: float) -> bool:
    return probability is not None and probability < below


def _support(row: Row, *, entity: str | None, document: AskedDocument) -> Support:
    return Support(
        document.id,
        document.title,
        row.get("entity", entity),
        row["evidence_step"],
        row["evidence_text"],
        row["char_start"],
        row["char_end"],
        row["probability"],
        document.number,
        document.model,
    )


def _documents_for(about: Understood, *, store: Store, as_of: datetime | None) -> list[str]:
    """The documents to ask when none is named: the only one, else all that track the entity."""
    some = ask("documents", {"limit": MOST_DOCUMENTS}, store=store, as_of=as_of)
    names = [row["document"] for row in some]
    if not names:
        raise UnknownDocument(f"the store {store.url} holds no document; stepgraph ingest PATH")
    if len(names) == 1:
        return names
    if about.entity is None:
        raise UnknownDocument(
            f"which document? There are {listed(map(repr, names))}"
            f"{' and more' if len(names) == MOST_DOCUMENTS else ''}; name one before the question"
        )
    rows = ask("trackers", {"concept": concept_of(about.entity)}, store=store, as_of=as_of)
    return list(dict.fromkeys(row["document"] for row in rows))


def _answer_in_several(
    documents: Sequence[str],
    about: Understood,
    *,
    store: Store,
    as_of: datetime | None,
    below: float,
) -> Answer:
    """Each document's answer, a line each; a step that one of them has not is said, not raised."""
    answers: list[Answer] = []
    refusals: dict[str, BadInput] = {}
    for document in documents[:MOST_DOCUMENTS]:
        try:
            answers.append(_answer_in(document, about, store=store, as_of=as_of, below=below))
        except BadInput as error:
            refusals[document] = error
    if refusals and not answers:
        raise next(iter(refusals.values()))
    lines = [f"{one.document}: {one.sentence}" for one in answers]
    lines += [f"{error}." for error in refusals.values()]
    if len(documents) > MOST_DOCUMENTS:
        lines.append(
            f"These are {MOST_DOCUMENTS} of the {len(documents)} documents that track it;"
            " name one to ask it alone."
        )
    if not documents:
        lines = [f"{about.entity!r} is not tracked in any document."]
    kinds = {one.kind for one in answers} or {"not tracked"}
    return Answer(
        kinds.pop() if len(kinds) == 1 else "answered",
        "\n".join(lines),
        about.question,
        {} if about.entity is None else {"entity": about.entity},
        None,
        tuple({"document": one.document, **row} for one in answers for row in one.rows),
        tuple(support for one in answers for support in one.support),
        least_sure(one.probability for one in answers),
        any(one.unsure for one in answers),
    )


def _across(
    about: Understood, *, store: Store, document: str | None, as_of: datetime | None, below: float
) -> Answer:
    """What several documents say; a support of each of the first ten."""
    if about.form in ABOUT_A_DOCUMENT and document is None:
        document = _documents_for(about, store=store, as_of=as_of)[0]  # the only one, or it raises
    found = ACROSS[about.form](Asked(about, store, as_of, document))
    documents = dict.fromkeys(name for name, _ in found.evidence)
    support = []
    for name in list(documents)[:MOST_DOCUMENTS]:
        asked = AskedDocument.open(name, store=store, as_of=as_of)
        support += [
            _support(row, entity=None, document=asked)
            for one, row in found.evidence
            if one == name and row["evidence_step"] is not None
        ]
    probability = least_sure(row.get("probability") for _, row in found.evidence)
    return Answer(
        "answered" if found.rows else "nothing",
        say_unsure(found.sentence, found.rows, probability, below=below),
        about.question,
        found.parameters,
        None,
        tuple(found.rows),
        tuple(support),
        probability,
        _is_unsure(probability, below),
    )
