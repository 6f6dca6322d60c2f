"""Many requests read one store; one that writes has it to itself."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from pipeline.services.errors import Busy
from pipeline.services.services import open_for_reading, state_of_files
from pipeline.services.store_gate import StoreGate
from pipeline.settings import load_settings
from pipeline.stores import open_store


class OpenStore:
    """Counts how often it is closed."""

    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def opened() -> list[OpenStore]:
    return []


def gate_of(opened: list[OpenStore], **options: Any) -> StoreGate:
    def open_next() -> OpenStore:
        opened.append(OpenStore())
        return opened[-1]

    return StoreGate(open_next, **options)  # the gate only ever closes it


def test_readers_at_once_have_a_connection_each_and_the_next_ones_use_them_again(opened):
    gate = gate_of(opened)
    with gate.reading() as first, gate.reading() as second:
        assert first is not second
    with gate.reading() as third, gate.reading() as fourth:
        assert {id(third), id(fourth)} == {id(first), id(second)}
    gate.close()

    assert [store.closed for store in opened] == [1, 1]


def test_a_store_is_opened_again_only_when_its_files_have_changed(opened):
    states = [0]
    gate = gate_of(opened, state_of_files=lambda: states[-1])
    for state in (0, 0, 1):
        states.append(state)
        with gate.reading():
            pass
    gate.close()

    assert [store.closed for store in opened] == [1, 1]


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


def test_what_another_process_writes_is_seen_at_the_next_request(tmp_path):
    settings = load_settings(state=tmp_path)
    open_store(settings.store).close()
    gate = StoreGate(lambda: open_for_reading(settings), lambda: state_of_files(settings))
    count, write = "MATCH (d:Document) RETURN count(d) AS n", "CREATE (:Document {id: 'x'})"
    with gate.reading() as store:
        assert store.ask(count, {}) == [{"n": 0}]

    program = (
        "import sys; from pipeline.stores import open_store; store = open_store(sys.argv[1]);"
        "store.write(lambda ask: ask(sys.argv[2], {})); store.close()"
    )
    subprocess.run([sys.executable, "-c", program, settings.store, write], check=True)

    with gate.reading() as store:
        assert store.ask(count, {}) == [{"n": 1}]
    gate.close()
