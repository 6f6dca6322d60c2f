"""What a page shows of the differences between two readings."""

from __future__ import annotations

import json

from hypothesis import given, settings

from pipeline.pages.comparison_data import comparison_data
from tests.support.graphs import graphs
from tests.support.shown_readings import tea


def test_a_cell_that_differs_is_there_with_both_places():
    before, after = tea(), tea(2, leaves=("?", "?", "?", "pot", "pot", "bin"))

    data = comparison_data(before.graph, after.graph)

    (cell,) = data["cells"]
    assert (cell["entity"], cell["step_after"]) == ("leaves", 5)
    assert (cell["location_before"], cell["location_after"]) == ("pot", "bin")
    assert data["pairs"] == [(number, number) for number in range(1, 6)]


@settings(max_examples=25, deadline=None)
@given(graphs(), graphs())
def test_any_comparison_is_valid_json(before, after):
    assert "pairs" in json.loads(json.dumps(comparison_data(before, after), allow_nan=False))
