"""The scripts of benchmarks/ that are tested; their folder has a ``pages`` of its own."""

import importlib
import sys
from pathlib import Path

SCRIPTS = str(Path(__file__).parents[2] / "benchmarks")

sys.path.append(SCRIPTS)
try:
    for script in ("gpu", "graph", "paper", "recipe_folds", "rival_habits", "rivals"):
        importlib.import_module(script)
finally:
    sys.path.remove(SCRIPTS)
