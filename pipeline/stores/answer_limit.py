"""Limit of what one query may take, for a server that many share."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import BadInput

__all__ = ["AnswerLimit"]


@dataclass(frozen=True, slots=True)
class AnswerLimit:
    """Seconds and rows of one reading statement."""

    seconds: float
    rows: int

    def too_slow(self) -> BadInput:
        return BadInput(
            f"the query takes longer than {self.seconds:g} seconds; ask about less, such as one "
            "document, or run it with stepgraph query"
        )

    def too_many(self) -> BadInput:
        return BadInput(
            f"the query has more than {self.rows:,} rows; end it with LIMIT, or run it with "
            "stepgraph query"
        )
