"""The new values of a row depend only on the row and on the result of the scan."""

from __future__ import annotations

from datetime import datetime

import pytest

from pipeline.ledger.registration import after_finding, after_rejection
from pipeline.ledger.row_values import RESET, RowValues
from pipeline.ledger.tables import Failure, State

NOON = datetime(2024, 5, 1, 12)


def row(**changed: object) -> RowValues:
    written = {"document_id": "a", "fingerprint": "print", "reader": "model", "number": 1}
    return RESET | written | {"state": State.WRITTEN, "attempts": 0, "reading": "a:1"} | changed


def found(before: RowValues, *, fingerprint: str = "print", reader: str = "model") -> RowValues:
    return after_finding(before, fingerprint=fingerprint, reader=reader, now=NOON, max_attempts=2)


def test_an_unchanged_document_changes_nothing():
    assert found(row()) == {}


@pytest.mark.parametrize("change", [{"fingerprint": "other"}, {"reader": "other"}])
def test_another_text_or_reader_makes_a_reading_with_a_new_number_due(change):
    after = found(row(), **change)

    assert (after["state"], after["number"]) == (State.PENDING, 2)


@pytest.mark.parametrize(
    ("failure", "attempts", "state"),
    [
        (Failure.OUTSIDE, 1, State.PENDING),
        (Failure.OUTSIDE, 2, None),
        (Failure.UNEXPECTED, 1, State.PENDING),
        (Failure.UNUSABLE, 1, None),
        (Failure.UNREADABLE, 9, State.PENDING),
    ],
)
def test_a_failed_document_is_tried_again_only_if_that_may_help(failure, attempts, state):
    before = row(state=State.FAILED, failure=failure, attempts=attempts, reading=None)

    assert found(before).get("state") == state


def test_a_rejection_counts_as_one_attempt_however_often_it_is_repeated():
    first = after_rejection(row(), error="it is empty", now=NOON)
    again = after_rejection(row() | first, error="it is empty", now=NOON)

    assert (first["state"], first["attempts"], again) == (State.FAILED, 1, {})
