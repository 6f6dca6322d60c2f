"""Rows of a question across documents, a page of documents at a time.

A page holds all rows of each of its documents, so the id of its last one is where the next begins.
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
MORE_THAN_WANTED = 1.25  # of the first candidates a few have no answer
GROWTH = 4
ANSWERING = {"feeds": "consumer", "fed-by": "producer"}  # columns of the document in a row


@dataclass(frozen=True, slots=True)
class RowsPage:
    """Rows of some documents; ``next_after`` is the last one's id, None if no more follow."""

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
    """Rows of the first ``limit`` documents after an id that have an answer; None for all."""
    candidates = candidates_for(
        question, parameters, store=store, as_of=as_of, all_at_once=limit is None
    )
    column = answering_column(question.name)
    at_once = MOST_AT_ONCE if limit is None else _at_once(MORE_THAN_WANTED * limit)
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
    return RowsPage(rows, None)


def _at_once(size: float) -> int:
    return max(1, min(MOST_AT_ONCE, int(size)))
