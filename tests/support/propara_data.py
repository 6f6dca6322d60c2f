"""The folder of the ProPara data, for tests that compare with its official scores."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

NEXT_TO_THE_CHECKOUT = Path(__file__).parents[3] / "shared" / "propara"
# Read before any test changes the environment.
FOLDER = Path(os.environ.get("STEPGRAPH_PROPARA") or NEXT_TO_THE_CHECKOUT)
IS_REQUIRED = os.environ.get("STEPGRAPH_REQUIRE_PROPARA") == "1"


@pytest.fixture(scope="session")
def propara() -> Path:
    """The data folder; without it the test is skipped, or fails if it is required."""
    if (FOLDER / "grids").is_dir():
        return FOLDER
    reason = f"no ProPara data in {FOLDER}: set STEPGRAPH_PROPARA to the folder that holds grids/"
    if IS_REQUIRED:
        pytest.fail(f"STEPGRAPH_REQUIRE_PROPARA=1, but {reason}", pytrace=False)
    pytest.skip(reason)
