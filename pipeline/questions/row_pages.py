"""Rows of a question across documents, a page of documents at a time.

A page holds all rows of each of its documents, so the id of its last one is where the next begins.
A page ends after it has looked in a thousand documents, or ten for each that is wanted, even if few
of them or none have an answer: so it takes a bounded time, and the id of the last one it looked in
is where the next begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any

from pipeline.questions.candidates import candidates_for
from pipeline.questions.question_files import Question
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import LATEST

__all__ = ["FIRST_PAGE", "RowsPage", "answering_column", "rows_after"]

FIRST_PAGE = 100  # documents, where nobody gives a limit
MOST_AT_ONCE = 1_000  # candidates that one statement looks in
MOST_LOOKED_IN = 1_000  # documents, for a page of few; a fifth of a second
LOOKED_IN_FOR_EACH = 10  # document that is wanted, for a page of many
MORE_THAN_WANTED = 1.25  # of the first candidates a few have no answer
GROWTH = 4
ANSWERING = {"feeds": "consumer", "fed-by": "producer"}  # columns of the document in a row


@dataclass(frozen=True, slots=True)
class RowsPage:
    """Rows of some documents; ``next_after`` is where the next page begins, None if there is none.

    With ``next_after``, the page may have fewer rows than asked for, and none.
    """

    rows: list[Row]
    next_after: str | None


def answering_column(question: str) -> str:
    """The column with the id of the document that a row is of."""
    return ANSWERING.get(question, "document")


def rows_after(
    after: str,
    question: Question,
    parameters: Mapping[str, Any],
    *,
    store: Store,
    as_of: datetime | None,
    limit: int | None,
) -> RowsPage:
    """Rows of the first ``limit`` documents after an id that have an answer; None for all.

    With a limit, the page ends where it has looked in so many documents that it takes long.
    """
    candidates = candidates_for(
        question, parameters, store=store, as_of=as_of, all_at_once=limit is None
    )
    column = answering_column(question.name)
    at_once = MOST_AT_ONCE if limit is None else _at_once(MORE_THAN_WANTED * limit)
    left = None if limit is None else max(MOST_LOOKED_IN, LOOKED_IN_FOR_EACH * limit)
    rows: list[Row] = []
    n_documents, last = 0, None
    while documents := candidates.after(after, at_once):
        chosen = {**parameters, "documents": list(documents), "as_of": as_of or LATEST}
        # Neo4j orders text by UTF-16 where no index does
        for row in sorted(store.ask(question.cypher, chosen), key=itemgetter(column)):
            if row[column] != last:
                if n_documents == limit:
                    return RowsPage(rows, last)
                n_documents, last = n_documents + 1, row[column]
            rows.append(row)
        if len(documents) < at_once:
            break
        after, at_once = documents[-1], _at_once(GROWTH * at_once)
        if left is not None:
            left -= len(documents)
            if left <= 0:
                return RowsPage(rows, after)
            at_once = min(at_once, left)
    return RowsPage(rows, None)


def _at_once(size: float) -> int:
    return max(1, min(MOST_AT_ONCE, int(size)))
