"""Logs are JSON lines where no person reads them, name their document, and hold no password."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from pipeline.errors import BadInput
from pipeline.ingest.discover import register_sources
from pipeline.ingest.worker import open_worker
from pipeline.logs import log, print_warnings, set_up_logs
from pipeline.settings import load_settings
from tests.support.fake_reader import FakeReader


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    before = (log.handlers[:], log.level, log.propagate)
    yield
    log.handlers[:], log.propagate = before[0], before[2]
    log.setLevel(before[1])


def test_an_event_is_a_line_of_json_with_what_it_is_about():
    stream = io.StringIO()
    set_up_logs("info", stream=stream)

    log.info("document written", extra={"document": "a.txt", "run": 7})
    log.debug("unheard")

    (line,) = stream.getvalue().splitlines()
    event = json.loads(line)
    assert (event["event"], event["document"], event["run"]) == ("document written", "a.txt", 7)
    assert (event["level"], event["timestamp"][-1]) == ("info", "Z")


def test_on_a_terminal_it_is_readable():
    stream = Terminal()
    set_up_logs("info", stream=stream)

    log.info("document written", extra={"document": "a.txt"})

    assert "document written" in stream.getvalue()
    assert "{" not in stream.getvalue()


def test_passwords_in_urls_are_left_out_of_texts_and_of_tracebacks():
    stream = io.StringIO()
    set_up_logs("info", stream=stream)

    try:
        raise RuntimeError("postgresql://me:canary@host/db is gone")
    except RuntimeError:
        log.exception("no https://u:canary@host", extra={"error": "bolt://u:canary@host: no"})

    assert "canary" not in stream.getvalue()
    assert "RuntimeError" in stream.getvalue()


def test_setting_up_twice_prints_once():
    stream = io.StringIO()
    set_up_logs("info", stream=stream)
    set_up_logs("info", stream=stream)

    log.warning("once")

    assert len(stream.getvalue().splitlines()) == 1


def test_an_unknown_level_is_refused():
    with pytest.raises(BadInput, match="'loud' is not one of debug, info, warning, error"):
        set_up_logs("loud")


def test_warnings_are_printed_as_plain_lines_until_a_command_ends(capfd):
    stop = print_warnings()
    log.warning("the log is torn")
    stop()
    log.warning("nobody listens")

    assert capfd.readouterr().err == "the log is torn\n"


def test_nothing_is_printed_by_who_sets_up_nothing(capfd):
    log.error("for whoever listens")

    assert capfd.readouterr().err == ""


def test_what_becomes_of_each_document_is_logged_with_the_run(tmp_path, caplog):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("Water boils. Steam rises.")
    (folder / "b.txt").write_text("POISON it.")
    settings, reader = load_settings(state=tmp_path / "state"), FakeReader()
    register_sources([str(folder)], settings, reader)

    with caplog.at_level(logging.DEBUG, logger="stepgraph"), open_worker(settings, reader) as work:
        work.run()

    records = {record.message: vars(record) for record in caplog.records}
    written, failed = records["document written"], records["document failed"]
    assert (written["document"], written["reading"], written["run"]) == ("a.txt", "a.txt:1", 2)
    assert (failed["document"], failed["run"]) == ("b.txt", 2)
    assert "index 7" in failed["error"]
