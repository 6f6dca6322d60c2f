"""A tracker adds up what several threads do, and reports each change."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from pipeline.ingest.progress import Progress, ProgressTracker


def test_counts_of_several_threads_add_up_and_never_fall():
    reports: list[Progress] = []
    tracker = ProgressTracker(reports.append)
    tracker.end_registering(n_found=100, unchanged=10, failed=5)

    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            pool.submit(tracker.count_written, 3)
            pool.submit(tracker.count_failed)

    assert (tracker.written, tracker.failed) == (60, 25)
    assert (reports[-1].found, reports[-1].finished, reports[-1].failed) == (100, 95, 25)
    finished = [progress.finished for progress in reports]
    assert finished == sorted(finished)


def test_a_note_is_reported_once():
    reports: list[Progress] = []
    tracker = ProgressTracker(reports.append)

    tracker.report(note="waiting")
    tracker.report()

    assert [progress.note for progress in reports] == ["waiting", None]


def test_found_documents_are_counted_while_registering():
    tracker = ProgressTracker()

    assert [tracker.count_found() for _ in range(3)] == [1, 2, 3]


def test_a_stage_that_fails_is_timed_like_any_other():
    tracker = ProgressTracker()

    for _ in range(2):
        with pytest.raises(ValueError, match="broken"), tracker.stage("read"):
            raise ValueError("broken")

    assert list(tracker.stage_seconds) == ["read"]
    assert 0 < tracker.stage_seconds["read"] <= tracker.seconds
