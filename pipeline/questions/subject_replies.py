"""Replies to questions about a subject: the documents that name it, with where they do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.domain.lemmas import word_forms
from pipeline.questions.cross_document import (
    CrossDocumentReply,
    StoreScope,
    describe_documents,
    up_to,
)
from pipeline.questions.limits import MOST_DOCUMENTS_ASKED
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.phrasing import comma_list, sentence, short
from pipeline.questions.row_pages import RowsPage
from pipeline.stores.concepts import same_as
from pipeline.stores.store import Row

__all__ = ["describe_subject", "describe_users"]

DOCUMENTS_ABOUT = "documents-about"
_PARTS = {"title": "title", "entity": "thing", "material": "material", "location": "place"}
_PUNCTUATION = str.maketrans(dict.fromkeys("-.,;:/()\"'’!?", " "))  # as in the question's Cypher


def describe_subject(scope: StoreScope, parsed: ParsedQuestion) -> CrossDocumentReply:
    """List the documents that are about a subject.

    Of those on a page, the ones that name it in their title come first. Names that a person merged
    with it count too.
    """
    subject = parsed.entity or ""
    names = [subject, *same_as(subject, store=scope.store, as_of=scope.as_of)]
    words = _words(names)
    parameters = {"words": words}
    scope = replace(scope, document=None)
    page = scope.page(DOCUMENTS_ABOUT, **parameters)
    rows = sorted(page.rows, key=lambda row: list(_PARTS).index(row["part"]))
    shown = rows[:MOST_DOCUMENTS_ASKED]
    support = [step for row in shown for step in _evidence(row, words, scope)]
    text = _sentence(subject, rows, page, scope)
    return CrossDocumentReply(text, rows, parameters, support, page.next_after)


def describe_users(scope: StoreScope, parsed: ParsedQuestion) -> CrossDocumentReply:
    """List the documents that use up a concept; if there are none, those that name it."""
    users = describe_documents(scope, parsed, participle="used up")
    if users.rows or users.next_after is not None:
        return users
    naming = describe_subject(scope, parsed)
    if not naming.rows:
        return users
    return replace(
        users,
        sentence=f"{users.sentence} {naming.sentence}",
        support=naming.support,
        next_after=naming.next_after,
    )


def _words(names: Sequence[str]) -> list[str]:
    """All forms of the names, in lower case and without punctuation, each once."""
    forms = (" ".join(form.translate(_PUNCTUATION).split()) for form in _forms(names))
    return [form for form in dict.fromkeys(forms) if form]


def _forms(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield from word_forms(name)


def _evidence(row: Row, words: Sequence[str], scope: StoreScope) -> list[Row]:
    """The first step with the words, if possible in the name that the row has; at most one."""
    steps = scope.ask("steps-naming", document=row["document"], words=list(words))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    name = row["name"].lower()
    for step in sorted(steps, key=lambda step: (name not in step["text"].lower(), step["step"])):
        if match := pattern.search(step["text"]):
            return [{
                "document": row["document"], "entity": None, "probability": None,
                "evidence_step": step["step"], "evidence_text": step["text"],
                "char_start": match.start(), "char_end": match.end(),
            }]  # fmt: skip
    return []


def _sentence(subject: str, rows: Sequence[Row], page: RowsPage, scope: StoreScope) -> str:
    if not rows:
        none = f"no{' more' if scope.after else ''} document{up_to(page.next_after)}"
        return sentence(f"{none} has {subject!r} in its title, things, materials or places")
    items = [f"{row['document']} ({_PARTS[row['part']]}: {short(row['name'])})" for row in rows]
    verb = "is" if len(rows) == 1 else "are"
    return sentence(f"{scope.number_of(page)} {verb} about {subject}: {comma_list(items)}")
