"""The threshold below which a statement of a reading is unsure.

Every statement has one probability: a place after a step that of the location, a change that of the
event (``Event``). Whatever shows a statement asks here whether it is unsure.
"""

from __future__ import annotations

from pipeline.domain.grid import SOMEWHERE, Location, Track

__all__ = ["UNSURE_BELOW", "is_unsure", "place_texts"]

# The threshold at which three of four stated locations of real text are right. Fitted by
# `python benchmarks/real.py`, whose record has it; fit it again for a new reader.
UNSURE_BELOW = 0.48


def is_unsure(probability: float | None, *, below: float) -> bool:
    """Return True if the probability is below the threshold; None, that of gold, never is.

    It is compared as it is printed, to two digits: 0.58 is not below 0.58.
    """
    return probability is not None and round(probability, 2) < below


def place_texts(track: Track, *, below: float) -> tuple[str, ...]:
    """The cells of a row of the grid, from state 0: ``pan``, or ``(pan?)`` if it is unsure."""
    return tuple(
        _place_text(place, probability, below=below)
        for place, probability in zip(track.locations, track.probabilities, strict=True)
    )


def _place_text(place: Location, probability: float, *, below: float) -> str:
    if not is_unsure(probability, below=below):
        return place.text
    return f"({place.text})" if place == SOMEWHERE else f"({place.text}?)"
