"""Confidence of answers: the threshold below which one is unsure, and what is then added to it.

The answer itself stays the most likely one. How many answers a threshold leaves, and how many of
those are right, is in docs/results/calibration.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.questions.phrasing import comma_list, short
from pipeline.stores.store import Row

__all__ = ["UNSURE_BELOW", "is_unsure", "least_sure", "mark_unsure", "threshold", "with_unsure"]

UNSURE_BELOW = 0.0  # unless the person sets another: no answer is marked


def threshold(setting: float | None) -> float:
    """Probability below which an answer is unsure: the person's setting, or UNSURE_BELOW."""
    return UNSURE_BELOW if setting is None else setting


def least_sure(probabilities: Iterable[float | None]) -> float | None:
    """Probability of an answer: that of its least sure part; None where no part has one."""
    known = (probability for probability in probabilities if probability is not None)
    return min(known, default=None)


def is_unsure(probability: float | None, *, below: float) -> bool:
    return probability is not None and probability < below


def mark_unsure(
    sentence: str, rows: Sequence[Row], probability: float | None, *, below: float
) -> str:
    """The sentence, with a remark that it is unsure or which of its parts are, if any."""
    if probability is None or probability >= below:
        return sentence
    known = [row for row in rows if row.get("probability") is not None]
    unsure = [row for row in known if row["probability"] < below]
    if not unsure or (len(unsure) == len(known) and len({_part(row) for row in known}) == 1):
        return f"Unsure (probability {probability:.2f}): {sentence}"
    parts = [f"{_part(row)} (probability {row['probability']:.2f})" for row in unsure]
    return f"{sentence} Unsure: {comma_list(list(dict.fromkeys(parts)))}."


def with_unsure(rows: Sequence[Row], *, below: float) -> list[Row]:
    """The rows with a column ``unsure`` if they have a probability; None where it is NULL."""
    if not below or not rows or "probability" not in rows[0]:
        return list(rows)
    return [
        {
            **row,
            "unsure": None if row["probability"] is None else row["probability"] < below,
        }
        for row in rows
    ]


def _part(row: Row) -> str:
    """The subject of a row, in a few words: ``water in step 3``, ``sugar``."""
    name = short(str(row.get("entity") or row.get("location") or "this"))
    step = next((row[key] for key in ("change_step", "step", "from_step") if row.get(key)), None)
    document = f"{row['document']}: " if "document" in row else ""
    return f"{document}{name} in step {step}" if step is not None else f"{document}{name}"
