"""prefect.yaml deploys our flows, as Prefect itself reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Prefect reads its settings when it is imported: a process of its own leaves the others' alone
READ = """
    import json
    from pathlib import Path
    from rich.console import Console
    from prefect import Flow
    from prefect.cli.deploy._config import _load_deploy_configs_and_actions
    from prefect.flows import load_flow_from_entrypoint

    found, actions = _load_deploy_configs_and_actions(Path("prefect.yaml"), console=Console())
    assert actions["pull"] == [], actions  # None would have the worker look for this folder
    for one in found:
        flow = load_flow_from_entrypoint(one["entrypoint"], use_placeholder_flow=False)
        flow.validate_parameters(one.get("parameters", {}))
        told = one["description"], one["work_pool"]["name"], one.get("concurrency_limit")
        scheduled = [schedule["interval"] for schedule in one.get("schedules", [])]
        print(json.dumps([flow.name, one["name"], scheduled, *told]))
"""


def test_the_deployments_are_our_flows_with_parameters_that_they_take(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(READ)],
        cwd=ROOT,
        env=os.environ | {"PREFECT_HOME": str(tmp_path), "DO_NOT_TRACK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    rows = {name: rest for name, *rest in map(json.loads, done.stdout.splitlines())}
    scheduled = {name: schedule for name, (_, schedule, *_) in rows.items()}
    assert scheduled == {
        "discover": ["PT15M"],
        "process": ["PT15M"],
        "sweep": ["PT5M"],
        "export": [],
        "train": [],
        "evaluate": [],
    }
    assert {row[3] for row in rows.values()} == {"stepgraph"}
    assert all(row[4]["limit"] == 1 for row in rows.values() if row[1])
