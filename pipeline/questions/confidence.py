"""Confidence of answers: which of their statements are unsure, and what is then added to them.

The answer itself stays the most likely one. How many answers a threshold leaves, and how many of
those are right, is in docs/results/real.md and docs/results/calibration.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.domain.confidence import is_unsure
from pipeline.questions.phrasing import comma_list, short
from pipeline.stores.store import Row

__all__ = ["columns_with_unsure", "least_sure", "mark_unsure", "probability_remark", "with_unsure"]


def least_sure(probabilities: Iterable[float | None]) -> float | None:
    """Probability of an answer: that of its least sure part; None where no part has one."""
    known = (probability for probability in probabilities if probability is not None)
    return min(known, default=None)


def mark_unsure(
    sentence: str, parts: Sequence[Row], probability: float | None, *, below: float
) -> str:
    """The sentence, with a remark that all of it is unsure or which of its parts are, if any.

    ``parts`` are rows, each a statement of the sentence; ``probability`` is that of the answer.
    """
    known = [row for row in parts if row.get("probability") is not None]
    unsure = [row for row in known if is_unsure(row["probability"], below=below)]
    certain = len(known) > len(unsure)
    if is_unsure(probability, below=below) and not (unsure and certain):
        opening, _, rest = sentence.partition(". ")
        if opening in ("Yes", "No"):
            return f"{opening}, but unsure (probability {probability:.2f}): {rest}"
        return f"Unsure (probability {probability:.2f}): {sentence}"
    if not unsure:
        return sentence
    remarks = [f"{_part(row)} (probability {row['probability']:.2f})" for row in unsure]
    return f"{sentence} Unsure: {comma_list(list(dict.fromkeys(remarks)))}."


def probability_remark(probability: float, *, unsure: bool) -> str:
    """``probability 0.92``, or ``probability 0.30, unsure``."""
    return f"probability {probability:.2f}{', unsure' if unsure else ''}"


def with_unsure(rows: Sequence[Row], *, below: float) -> list[Row]:
    """The rows with a column ``unsure`` if they have a probability; None where it is NULL."""
    if not rows or "probability" not in rows[0]:
        return list(rows)
    return [
        {
            **row,
            "unsure": None
            if row["probability"] is None
            else is_unsure(row["probability"], below=below),
        }
        for row in rows
    ]


def columns_with_unsure(columns: Mapping[str, type]) -> dict[str, type]:
    """The columns of the rows that ``with_unsure`` returns."""
    return {**columns, **({"unsure": bool} if "probability" in columns else {})}


def _part(row: Row) -> str:
    """The subject of a row, in a few words: ``water in step 3``, ``sugar``, ``step 2``."""
    name = short(str(row.get("entity") or row.get("location") or ""))
    step = next((row[key] for key in ("change_step", "step", "from_step") if row.get(key)), None)
    document = f"{row['document']}: " if "document" in row else ""
    words = [name, "in" if name and step else "", f"step {step}" if step else ""]
    return document + (" ".join(filter(None, words)) or "this")
