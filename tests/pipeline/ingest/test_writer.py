"""Readings into the store: as many facts in a transaction as an engine keeps in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.ingest import transactions, writer
from pipeline.ingest.progress import ProgressTracker
from pipeline.ingest.writer import ReadingWriter
from pipeline.ledger.clock import utc_now
from pipeline.ledger.ledger import open_ledger
from pipeline.stores import Store
from tests.support.graphs import graph, reading


@pytest.fixture
def ledger_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'ledger.db'}"


@pytest.fixture
def readings() -> list[NumberedReading]:
    return [reading(graph(f"{name}.txt", ("-", "root", "leaf", "-"))) for name in "abcde"]


def stored(
    readings: Sequence[NumberedReading],
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    ledger_url: str,
) -> tuple[list[list[str]], dict[str, str]]:
    """Store them; return the documents of each transaction, and the readings by document."""
    by_transaction: list[list[str]] = []
    write = writer.write

    def noting(part: Sequence[NumberedReading], **keywords: Any) -> list[str]:
        by_transaction.append([each.document_id for each in part])
        return write(part, **keywords)

    monkeypatch.setattr(writer, "write", noting)
    with open_ledger(ledger_url) as ledger:
        work = ReadingWriter(
            store=store, ledger=ledger, clock=utc_now, tracker=ProgressTracker(None)
        )
        written, refused = work.store(readings)
    assert refused == []
    return by_transaction, written


@pytest.mark.parametrize(
    ("facts", "sizes"),
    [(45, [5]), (44, [4, 1]), (18, [2, 2, 1]), (26, [2, 2, 1]), (1, [1] * 5)],
)
def test_a_transaction_has_as_many_facts_as_fit_and_one_reading_at_least(
    ladybug_store: Store,
    readings: list[NumberedReading],
    monkeypatch: pytest.MonkeyPatch,
    ledger_url: str,
    facts: int,
    sizes: list[int],
) -> None:
    # three steps, an entity, two presences, three events
    assert {each.graph.n_facts for each in readings} == {9}
    monkeypatch.setattr(transactions, "FACTS_AT_ONCE", facts)

    parts, written = stored(readings, ladybug_store, monkeypatch, ledger_url)

    assert [len(part) for part in parts] == sizes
    assert [id for part in parts for id in part] == [each.document_id for each in readings]
    assert written == {each.document_id: each.id for each in readings}


def test_what_an_earlier_transaction_of_a_batch_wrote_counts_when_it_is_repeated(
    ladybug_store: Store,
    readings: list[NumberedReading],
    monkeypatch: pytest.MonkeyPatch,
    ledger_url: str,
) -> None:
    monkeypatch.setattr(transactions, "FACTS_AT_ONCE", 18)
    stored(readings[:2], ladybug_store, monkeypatch, ledger_url)

    _, written = stored(readings, ladybug_store, monkeypatch, ledger_url)

    assert written == {each.document_id: each.id for each in readings}


def test_an_ordinary_batch_is_one_transaction(
    ladybug_store: Store,
    readings: list[NumberedReading],
    monkeypatch: pytest.MonkeyPatch,
    ledger_url: str,
) -> None:
    many = [replace(readings[0], graph=graph(f"{number}.txt")) for number in range(512)]

    parts, _ = stored(many, ladybug_store, monkeypatch, ledger_url)

    assert len(parts) == 1
