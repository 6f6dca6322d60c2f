"""The threshold below which a statement is unsure."""

import pytest

from pipeline.domain.confidence import is_unsure, place_texts
from pipeline.domain.document import Entity
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Location, Track


@pytest.mark.parametrize(
    ("probability", "below", "unsure"),
    [
        (0.57, 0.58, True),
        (0.58, 0.58, False),
        (0.576, 0.58, False),  # printed as 0.58
        (0.574, 0.58, True),
        (0.0, 0.0, False),
        (None, 1.0, False),
    ],
)
def test_a_probability_is_unsure_if_it_is_below_the_threshold_as_printed(
    probability, below, unsure
):
    assert is_unsure(probability, below=below) is unsure


def test_unsure_places_are_in_brackets_with_a_question_mark():
    places = (Location("pan"), SOMEWHERE, NOWHERE)
    track = Track(Entity.parse("egg"), places, (0.4, 0.5, 0.6))

    assert place_texts(track, below=0.0) == ("pan", "?", "-")
    assert place_texts(track, below=0.5) == ("(pan?)", "?", "-")
    assert place_texts(track, below=1.0) == ("(pan?)", "(?)", "(-?)")
