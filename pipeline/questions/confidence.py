"""What an answer says when it is not sure: its probability is below what the person asked for.

The answer itself stays the likeliest one. How many answers a threshold leaves, and how many of
those are right, is in docs/results.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.questions.phrasing import joined, short
from pipeline.stores.store import Row

__all__ = ["least_sure", "say_unsure", "with_unsure"]


def least_sure(probabilities: Iterable[float | None]) -> float | None:
    """An answer is no surer than its least sure part; None where no part has a probability."""
    return min((one for one in probabilities if one is not None), default=None)


def say_unsure(
    sentence: str, rows: Sequence[Row], probability: float | None, *, below: float
) -> str:
    """The sentence, and that it is unsure, or which of its parts are, if any are."""
    if probability is None or probability >= below:
        return sentence
    known = [row for row in rows if row.get("probability") is not None]
    doubted = [row for row in known if row["probability"] < below]
    if not doubted or (len(doubted) == len(known) and len({_part(row) for row in known}) == 1):
        return f"Unsure (probability {probability:.2f}): {sentence}"
    parts = [f"{_part(row)} (probability {row['probability']:.2f})" for row in doubted]
    return f"{sentence} Unsure: {joined(list(dict.fromkeys(parts)))}."


def with_unsure(rows: Sequence[Row], *, below: float) -> list[Row]:
    """The rows with a column ``unsure`` if they have one of probability; None where it is NULL."""
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
    """What a row is about, in few words: the water in step 3, the sugar."""
    named = short(str(row.get("entity") or row.get("location") or "this"))
    number = next((row[key] for key in ("change_step", "step", "from_step") if row.get(key)), None)
    where = f"{row['document']}: " if "document" in row else ""
    return f"{where}{named} in step {number}" if number is not None else f"{where}{named}"
