"""Failures are grouped by their error; the status is a record of plain values."""

from __future__ import annotations

from datetime import datetime

from pipeline.ledger.entries import Entry
from pipeline.ledger.status import (
    FailureGroup,
    LedgerStatus,
    OldestPending,
    group_failures,
    status_record,
)
from pipeline.ledger.tables import Failure, State

NOON = datetime(2024, 5, 1, 12)


def failed(
    name: str,
    error: str | None,
    *,
    failure: str | None = Failure.UNREADABLE,
    source: str | None = None,
) -> Entry:
    return Entry(
        store="ladybug:/graph.lbug",
        document_id=name,
        title=name.title(),
        source=f"/docs/./{name}" if source is None else source,
        state=State.FAILED,
        stage=None,
        attempts=2,
        failure=failure,
        error=error,
        number=1,
        reading=None,
        registered_at=NOON,
        updated_at=NOON,
    )


def test_errors_that_differ_in_what_names_the_document_are_one_group():
    groups = group_failures(
        [
            failed("a.txt", "/docs/a.txt is empty"),
            failed("b.txt", "/docs/./b.txt is empty"),
            failed("c.txt", "c.txt is empty"),
        ]
    )

    assert groups == [
        FailureGroup("/docs/a.txt is empty", "unreadable", 3, ("a.txt", "b.txt", "c.txt"))
    ]


def test_errors_that_differ_in_numbers_are_one_group():
    errors = ["f.jsonl#2: no JSON", "f.jsonl#17: no JSON", "f.jsonl, line 3: no JSON"]

    (group,) = group_failures([failed(f"doc{n}", error) for n, error in enumerate(errors)])

    assert (group.error, group.count) == ("f.jsonl#2: no JSON", 3)


def test_the_same_error_for_another_reason_is_another_group():
    groups = group_failures(
        [failed("a", "no room"), failed("b", "no room", failure=Failure.OUTSIDE)]
    )

    assert [group.failure for group in groups] == ["unreadable", "outside"]


def test_a_group_names_the_first_three_documents_and_the_largest_group_is_first():
    many = [failed(name, "no steps") for name in ("d", "a", "c", "b")]

    groups = group_failures([failed("z", "later"), failed("y", "earlier"), *many])

    assert [(group.error, group.count, group.documents) for group in groups] == [
        ("no steps", 4, ("d", "a", "c")),
        ("earlier", 1, ("y",)),
        ("later", 1, ("z",)),
    ]


def test_a_failure_without_an_error_or_a_source_has_a_group_too():
    (group,) = group_failures([failed("a", None, failure=None, source="")])

    assert (group.error, group.failure) == ("", "")


def test_the_record_of_a_status_has_its_counts_its_failures_and_rounded_seconds():
    counts = dict.fromkeys(State, 0) | {State.WRITTEN: 3}
    now = LedgerStatus(counts, 0.12345, 7.6543, OldestPending("a", NOON, 5.0))

    record = status_record(now, [failed("b", "it is empty")])

    assert record["written"] == 3 and record["pending"] == 0
    assert (record["rate"], record["eta_seconds"]) == (0.123, 7.7)
    assert record["oldest_pending"] == {"document": "a", "since": NOON, "seconds": 5.0}
    assert record["errors"] == [
        {
            "error": "it is empty",
            "failure": "unreadable",
            "count": 1,
            "documents": ("b",),
        }
    ]
    assert record["failures"] == [
        {
            "document": "b",
            "source": "/docs/./b",
            "error": "it is empty",
            "attempts": 2,
            "store": "ladybug:/graph.lbug",
            "at": NOON,
        }
    ]


def test_a_status_of_no_rate_has_no_time_left():
    record = status_record(LedgerStatus(dict.fromkeys(State, 0), 0.0, None, None), [])

    assert record["eta_seconds"] is None and record["oldest_pending"] is None
