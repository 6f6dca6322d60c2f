"""The flows that train and score a reader, with a Prefect server that shows them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.pipeline.commands.conftest import SOAP
from tests.pipeline.training.test_tagger_run import tiny_encoder as tiny_encoder

ROOT = Path(__file__).parents[2]
LEARN = """
    import json, sys
    from pathlib import Path
    from flows.runner import prepare_prefect

    data, out, state = map(Path, sys.argv[1:])
    prepare_prefect(state)
    from flows.runner import reporting
    from flows.evaluate import evaluate
    from flows.train import train

    with reporting(state) as can_report:
        assert can_report()
        checkpoint = train(data, out, seed=2, epochs=1)
        scores = evaluate(data, split="dev", checkpoint=checkpoint)
        import httpx
        from prefect.settings import PREFECT_API_URL

        url = f"{PREFECT_API_URL.value()}/artifacts/filter"
        listed = httpx.post(url, json={"limit": 200}).raise_for_status().json()
    artifacts = {item["key"]: item["data"] for item in listed}
    print(json.dumps({"scores": scores, "artifacts": artifacts}))
"""


@pytest.mark.slow
def test_a_reader_is_trained_and_scored_by_flows_that_show_the_result(tmp_path, tiny_encoder):
    grids = tmp_path / "data" / "grids"
    grids.mkdir(parents=True)
    for split in ("train", "dev"):
        (grids / f"grids.v1.{split}.json").write_text(json.dumps(SOAP) + "\n")
    places = [tmp_path / name for name in ("data", "trained", "state")]

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LEARN), *map(str, places)],
        cwd=ROOT,
        env=os.environ | {"STEPGRAPH_ENCODER": str(tiny_encoder)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    output = json.loads(done.stdout.splitlines()[-1])
    config = json.loads((tmp_path / "trained" / "config.json").read_text())
    assert config["training"]["seed"] == 2
    f1 = output["scores"]["task2"]["overall"]["f1"]
    rows = json.loads(output["artifacts"]["scores"])
    assert ["task2 overall f1", f1] in [list(row.values()) for row in rows]
    assert str(tmp_path / "trained") in output["artifacts"]["trained-reader"]
