"""The folder of the ProPara data, for tests that compare with its official scores."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

NEXT_TO_THE_CHECKOUT = Path(__file__).parents[3] / "shared" / "propara"


@pytest.fixture(scope="session")
def propara() -> Path:
    """The data folder; without it the test is skipped, or fails if it is required."""
    folder = Path(os.environ.get("STEPGRAPH_PROPARA") or NEXT_TO_THE_CHECKOUT)
    if (folder / "grids").is_dir():
        return folder
    reason = f"no ProPara data in {folder}: set STEPGRAPH_PROPARA to the folder that holds grids/"
    if os.environ.get("STEPGRAPH_REQUIRE_PROPARA") == "1":
        pytest.fail(f"STEPGRAPH_REQUIRE_PROPARA=1, but {reason}", pytrace=False)
    pytest.skip(reason)
