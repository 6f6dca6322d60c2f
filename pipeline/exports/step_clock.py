"""A clock for the states of a document, for formats in which everything happens at a time.

State 0 is before step 1, state n after step n. A document that gives a time for every step, each
later than the one before, has its own clock. Any other has the ordinal clock, which says nothing
but the order: state n is ``EPOCH`` plus n seconds, so that a duration in seconds is a number of
steps. In both, state 0 is ``EPOCH``, since no document says when its procedure began.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal

from pipeline.domain.document import Document

__all__ = ["EPOCH", "StepClock", "clock_of", "utc_text"]

EPOCH = datetime(1970, 1, 1)  # naive UTC; OCEL 2.0 gives initial values of attributes this time
SECONDS_A_STEP = 1


@dataclass(frozen=True, slots=True)
class StepClock:
    """The times of states 0 to n, in naive UTC; ``kind`` is where they come from."""

    kind: Literal["ordinal", "document"]
    times: tuple[datetime, ...]

    @property
    def declaration(self) -> str:
        """A sentence on what the times mean."""
        if self.kind == "document":
            return (
                "The time of a state is the time that the document gives for its step; state 0,"
                f" before step 1, is {utc_text(EPOCH)}."
            )
        return (
            f"State n, after step n, is {utc_text(EPOCH)} plus n seconds: an ordinal clock that"
            " gives the order of the steps and no time of day or duration."
        )


def clock_of(document: Document) -> StepClock:
    """The document's own clock if it times every step in order, else the ordinal clock."""
    own = [EPOCH, *(time for step in document.steps if (time := step.done_at) is not None)]
    if len(own) == document.n_steps + 1 and all(before < after for before, after in pairwise(own)):
        return StepClock("document", tuple(own))
    seconds = range(0, (document.n_steps + 1) * SECONDS_A_STEP, SECONDS_A_STEP)
    return StepClock("ordinal", tuple(EPOCH + timedelta(seconds=second) for second in seconds))


def utc_text(moment: datetime) -> str:
    """ISO 8601 with Z; ``moment`` is naive UTC."""
    return moment.isoformat() + "Z"
