"""prefect.yaml deploys our flows, as Prefect itself reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Prefect reads its settings when it is imported, so this runs in a process of its own
READ = """
    import json
    from pathlib import Path
    from rich.console import Console
    from prefect import Flow
    from prefect.cli.deploy._config import _load_deploy_configs_and_actions
    from prefect.flows import load_flow_from_entrypoint

    deployments, actions = _load_deploy_configs_and_actions(Path("prefect.yaml"), console=Console())
    assert actions["pull"] == [], actions  # None would have the worker look for this folder
    for deployment in deployments:
        flow = load_flow_from_entrypoint(deployment["entrypoint"], use_placeholder_flow=False)
        flow.validate_parameters(deployment.get("parameters", {}))
        limit = deployment.get("concurrency_limit")
        facts = deployment["description"], deployment["work_pool"]["name"], limit
        scheduled = [schedule["interval"] for schedule in deployment.get("schedules", [])]
        print(json.dumps([flow.name, deployment["name"], scheduled, *facts]))
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
