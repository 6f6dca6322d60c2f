"""Many requests read one store; one that writes has it to itself."""

from __future__ import annotations

import threading

import pytest

from pipeline.stores import open_store
from pipeline.web.errors import Busy
from pipeline.web.store_gate import StoreGate


class OpenStore:
    """Counts how often it is closed."""

    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def opened() -> list[OpenStore]:
    return []


def gate_of(opened: list[OpenStore], **options: float) -> StoreGate:
    def open_next() -> OpenStore:
        opened.append(OpenStore())
        return opened[-1]

    return StoreGate(open_next, **options)  # the gate only ever closes it


def test_readers_share_a_store_that_is_closed_once(opened):
    gate = gate_of(opened)
    with gate.reading() as first, gate.reading() as second:
        assert first is second
    gate.close()

    assert [store.closed for store in opened] == [1]


def test_a_store_that_has_been_open_for_long_is_opened_again(opened):
    gate = gate_of(opened, kept_seconds=0.0)
    for _ in range(3):
        with gate.reading():
            pass
    gate.close()

    assert [store.closed for store in opened] == [1, 1, 1]


def test_a_writer_waits_for_readers_and_new_readers_wait_for_it(opened):
    gate = gate_of(opened)
    events: list[str] = []

    def write() -> None:
        with gate.writing():
            events.append(f"writing with {opened[0].closed} closed")

    with gate.reading():
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(0.1)
        events.append("read")
    writer.join()
    with gate.reading():
        events.append("read again")

    assert events == ["read", "writing with 1 closed", "read again"]


def test_waiting_ends_with_an_error_and_the_gate_still_works(opened):
    gate = gate_of(opened, waiting_seconds=0.05)
    with gate.reading(), pytest.raises(Busy), gate.writing():
        pass
    with gate.writing(), pytest.raises(Busy), gate.reading():
        pass

    with gate.reading():
        pass


def test_a_store_that_cannot_be_opened_blocks_nobody(tmp_path):
    url = f"ladybug:{tmp_path / 'graph.lbug'}"
    gate = StoreGate(lambda: open_store(url, read_only=True))
    with pytest.raises(Exception, match="no store"), gate.reading():
        pass
    with gate.writing():
        open_store(url).close()

    with gate.reading() as store:
        assert store.ask("MATCH (d:Document) RETURN count(d) AS n", {}) == [{"n": 0}]
    gate.close()
