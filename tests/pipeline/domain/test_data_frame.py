"""Data frames: the columns that are declared, in whichever library is installed."""

from __future__ import annotations

import sys
from datetime import datetime

import pandas
import polars
import pyarrow
import pytest

from pipeline.domain.data_frame import chosen_library, data_frame
from pipeline.errors import BadInput

COLUMNS = {
    "entity": str,
    "step": int,
    "probability": float,
    "unsure": bool,
    "since": datetime,
    "names": list,
}
ROWS = [
    {
        "entity": "wäter 💧",
        "step": 2**62,
        "probability": 0.25,
        "unsure": True,
        "since": datetime(9999, 12, 31),
        "names": ["water", "H2O"],
    },
    dict.fromkeys(COLUMNS),
]


def test_polars_and_arrow_hold_every_value_and_every_gap():
    for library in ("polars", "arrow"):
        frame = data_frame(ROWS, COLUMNS, library=library)

        assert (frame.to_dicts() if library == "polars" else frame.to_pylist()) == ROWS


def test_pandas_holds_every_value_and_a_missing_integer_makes_no_floats():
    frame = data_frame(ROWS, COLUMNS, library="pandas")

    first = frame.iloc[0].to_dict()
    assert {**first, "names": list(first["names"])} == ROWS[0]
    assert frame["step"].dtype == "Int64" and frame["unsure"].dtype == "boolean"
    assert frame.isna().all(axis=1).to_list() == [False, True]


@pytest.mark.parametrize("rows", [[], ROWS])
def test_the_types_of_the_columns_do_not_depend_on_the_rows(rows):
    frame = data_frame(rows, COLUMNS, library="polars")

    assert frame.schema == {
        "entity": polars.String,
        "step": polars.Int64,
        "probability": polars.Float64,
        "unsure": polars.Boolean,
        "since": polars.Datetime("us"),
        "names": polars.List(polars.String),
    }
    pandas_types = data_frame(rows, COLUMNS, library="pandas").dtypes.to_dict()
    assert pandas_types == data_frame(ROWS, COLUMNS, library="pandas").dtypes.to_dict()


def test_pandas_comes_before_polars_and_either_is_enough(monkeypatch):
    assert chosen_library(None) == "pandas"

    monkeypatch.setitem(sys.modules, "pandas", None)

    assert chosen_library(None) == "polars"
    assert isinstance(data_frame(ROWS, COLUMNS, library="polars"), polars.DataFrame)


@pytest.mark.parametrize(
    ("library", "message"),
    [
        (
            None,
            "pandas and polars are not installed; run pip install 'stepgraph[pandas]' or"
            " pip install 'stepgraph[polars]', or give library='arrow'",
        ),
        (
            "polars",
            "polars is not installed; run pip install 'stepgraph[polars]', or give library='arrow'",
        ),
        ("numpy", "library must be one of pandas, polars, arrow, not 'numpy'"),
        (3, "library must be one of pandas, polars, arrow, not 3"),
    ],
)
def test_a_library_that_is_not_there_is_named_on_one_line_with_what_to_install(
    monkeypatch, library, message
):
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)

    with pytest.raises(BadInput) as refused:
        chosen_library(library)

    assert str(refused.value) == message
    assert chosen_library("arrow") == "arrow"


def test_a_frame_is_of_the_library_that_is_asked_for():
    kinds = {"pandas": pandas.DataFrame, "polars": polars.DataFrame, "arrow": pyarrow.Table}

    for library, kind in kinds.items():
        assert isinstance(data_frame(ROWS, COLUMNS, library=library), kind)
