"""Text that any database can hold, and the values that a released claim keeps."""

from __future__ import annotations

import pytest

from pipeline.domain.document import Entity
from pipeline.ledger.row_values import LONGEST_ERROR, RELEASED, RESET, storable_error, storable_text
from pipeline.ledger.tables import State
from pipeline.ledger.tracked_entities import entities_as_json, entities_from_json


@pytest.mark.parametrize(
    ("text", "stored"),
    [("a\0b", "a\\0b"), ("half \ud800", "half \\ud800"), ("水 \U0001f4a7", "水 \U0001f4a7")],
)
def test_text_that_a_database_refuses_is_escaped(text, stored):
    assert storable_text(text) == stored


@pytest.mark.parametrize("excess", [0, 1, 100])
def test_an_error_is_on_one_line_and_not_too_long(excess):
    error = "two\nlines " + "x" * (LONGEST_ERROR - len("two lines ") + excess)

    stored = storable_error(error)

    assert len(stored) == LONGEST_ERROR and stored.startswith("two lines xxx")
    assert stored.endswith("…") == (excess > 0)


def test_a_released_claim_keeps_the_reason_of_an_earlier_failure():
    assert RELEASED["state"] == State.PENDING
    assert RELEASED["owner"] is RELEASED["lease_until"] is RELEASED["stage"] is None
    assert set(RESET) - set(RELEASED) == {"failure", "error"}


@pytest.mark.parametrize("names", [None, [], ["water; H2O", 'a "b"']])
def test_entities_come_back_as_they_were_named(names):
    entities = None if names is None else tuple(map(Entity.parse, names))

    assert entities_from_json(entities_as_json(entities)) == entities
