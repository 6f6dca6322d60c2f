"""One model for many threads: batches, and errors that stay with their document."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pipeline.errors import BadInput
from pipeline.services.batched_reader import BatchedReader
from pipeline.services.errors import Busy
from tests.support.fake_reader import FakeReader
from tests.support.graphs import document


class WaitingReader(FakeReader):
    """Reads only once it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_read = threading.Event()

    def read(self, documents, **options):
        assert self.may_read.wait(10)
        return super().read(documents, **options)


def test_the_model_is_loaded_once_and_only_when_a_text_comes():
    loaded = []
    reader = BatchedReader(lambda: loaded.append(FakeReader()) or loaded[-1])
    assert not loaded

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: reader.read([document(f"{n}")]), range(8)))
    reader.close()

    assert len(loaded) == 1


def test_texts_that_wait_are_read_together_and_each_gets_its_own_reading():
    model = WaitingReader()
    reader = BatchedReader(lambda: model, gathering_seconds=0.2)

    with ThreadPoolExecutor(12) as threads:
        answers = [threads.submit(reader.read, [document(f"{n}")]) for n in range(12)]
        model.may_read.set()
        names = [answer.result()[0].graph.document.id for answer in answers]
    reader.close()

    assert names == [f"{n}" for n in range(12)]
    assert sorted(sum(model.batches, [])) == sorted(names)
    assert len(model.batches) < 12


def test_a_text_that_cannot_be_read_spoils_no_other():
    reader = BatchedReader(FakeReader, gathering_seconds=0.2)
    texts = ["Water boils.", "UNUSABLE words.", "Milk boils.", "POISON boils."]

    with ThreadPoolExecutor(4) as threads:
        answers = [threads.submit(reader.read, [document(text, steps=(text,))]) for text in texts]
        errors = [answer.exception() for answer in answers]
    reader.close()

    assert [type(error) for error in errors] == [type(None), BadInput, type(None), RuntimeError]


def test_a_model_that_takes_too_long_gives_an_error_and_closing_ends_its_thread():
    model = WaitingReader()
    reader = BatchedReader(lambda: model, waiting_seconds=0.05)

    with pytest.raises(Busy):
        reader.read([document()])
    model.may_read.set()
    reader.close()

    assert not [thread for thread in threading.enumerate() if thread.name == "reader"]
