"""The built wheel, as users install it, outside the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LEFTOVERS = shutil.ignore_patterns(
    ".git", ".venv", ".stepgraph", ".*_cache", "*.egg-info", "__pycache__", "build", "runs"
)


def run(*command, **options):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_ingests_and_answers_outside_the_checkout(tmp_path):
    wheels, site, work = tmp_path / "wheels", tmp_path / "site", tmp_path / "work"
    work.mkdir()
    source = shutil.copytree(ROOT, tmp_path / "source", ignore=LEFTOVERS)
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", source, "--no-deps", "--no-build-isolation", "--wheel-dir", wheels)
    run(*pip, "install", "--no-deps", "--target", site, *wheels.glob("*.whl"))
    (work / "tea.txt").write_text("Pour the water into the kettle. Boil the water in the kettle.")
    # the path comes before the editable install of this checkout
    environment = {**os.environ, "PYTHONPATH": str(site)}
    inside = {"cwd": work, "env": environment}

    where = run(sys.executable, "-c", "import pipeline; print(pipeline.__file__)", **inside)
    ingested = run(site / "bin" / "stepgraph", "ingest", "tea.txt", "--entity", "water", **inside)
    answer = run(site / "bin" / "stepgraph", "ask", "Where is the water after step 1?", **inside)
    run(site / "bin" / "stepgraph", "view", "tea.txt", **inside)

    assert Path(where.strip()).is_relative_to(site)
    assert "1 written" in ingested
    assert "kettle" in answer and "Pour the water into the [kettle]." in answer
    assert "const storyline" in (work / "tea-view.html").read_text(encoding="utf-8")
