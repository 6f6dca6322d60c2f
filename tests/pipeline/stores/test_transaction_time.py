"""Times of transactions are naive and in UTC; one value stands for no end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pipeline.errors import BadInput
from pipeline.stores.transaction_time import LATEST, OPEN_END, TICK, check_naive, moment_of


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-01", datetime(2024, 5, 1)),
        (" 2024-05-01T12:30:00 ", datetime(2024, 5, 1, 12, 30)),
        ("2024-05-01T12:30:00Z", datetime(2024, 5, 1, 12, 30)),
        ("2024-05-01T12:30:00+02:00", datetime(2024, 5, 1, 10, 30)),
        ("2024-05-01T23:30:00-02:00", datetime(2024, 5, 2, 1, 30)),
    ],
)
def test_a_time_is_read_in_utc_whatever_its_zone(text, moment):
    assert moment_of(text) == moment
    assert moment_of(text).tzinfo is None


@pytest.mark.parametrize("text", ["", "yesterday", "2024-13-01", "0001-01-01T00:00:00+01:00"])
def test_what_is_no_time_is_refused_with_how_to_write_one(text):
    with pytest.raises(BadInput, match=r"is not ISO 8601; write it like 2024-05-01"):
        moment_of(text)


def test_a_time_with_a_zone_is_no_parameter():
    check_naive({"as_of": datetime(2024, 5, 1), "name": "water"})

    with pytest.raises(BadInput, match=r"\$as_of is 2024-05-01 .*give the time in UTC"):
        check_naive({"name": "water", "as_of": datetime(2024, 5, 1, tzinfo=UTC)})


def test_now_is_just_before_the_open_end():
    assert LATEST < OPEN_END and LATEST + TICK == OPEN_END
