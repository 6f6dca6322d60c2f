"""Counts reach OpenTelemetry's SDK where it is installed, and cost nothing where it is not."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[3]

# a provider is set once in a process, so it is a process of its own
COUNTED = """
    import sys
    from pathlib import Path
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader
    from pipeline.ingest.discover import register_sources
    from pipeline.ledger.ledger import open_ledger
    from pipeline.ingest.metrics import set_queue, set_up_metrics
    from pipeline.settings import load_settings
    from pipeline.ingest.worker import open_worker
    from tests.support.fake_reader import FakeReader

    reader = InMemoryMetricReader()
    assert set_up_metrics(metric_reader=reader)
    folder, settings = Path(sys.argv[1]), load_settings(state=Path(sys.argv[1]) / "state")
    (folder / "a.txt").write_text("Water boils.")
    (folder / "b.txt").write_text("POISON it.")
    register_sources([str(folder)], settings, FakeReader())
    with open_worker(settings, FakeReader()) as work:
        work.run()
    with open_ledger(settings.ledger) as ledger:
        set_queue(ledger.reports.counts())
    (resource,) = reader.get_metrics_data().resource_metrics
    points = {
        (metric.name, *point.attributes.values()): point
        for scope in resource.scope_metrics
        for metric in scope.metrics
        for point in metric.data.data_points
    }
    assert resource.resource.attributes["service.name"] == "stepgraph"
    assert points["stepgraph.documents", "written"].value == 1
    assert points["stepgraph.documents", "failed", "unexpected"].value == 1
    assert points["stepgraph.stage.duration", "write"].count >= 1
    assert points["stepgraph.queue", "written"].value == 1
    assert points["stepgraph.queue", "pending"].value == 0
"""

WITHOUT = """
    import sys
    sys.modules["opentelemetry.sdk.metrics"] = None
    from pipeline.ingest.metrics import count_documents, set_up_metrics, shut_down_metrics

    assert set_up_metrics() is False
    count_documents(3, outcome="written")
    shut_down_metrics()
"""

NOWHERE_TO_SEND = """
    from pipeline.ingest.metrics import set_up_metrics

    assert set_up_metrics() is False
"""


def run(script: str, *arguments: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_documents_stages_and_the_queue_are_counted(tmp_path):
    run(COUNTED, tmp_path)


def test_without_the_sdk_of_opentelemetry_nothing_is_exported_and_nothing_breaks():
    run(WITHOUT)


def test_without_an_address_to_send_to_nothing_is_exported():
    run(NOWHERE_TO_SEND)
