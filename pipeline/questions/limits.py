"""Limits of the number of documents that a question goes through."""

from __future__ import annotations

__all__ = ["MOST_DOCUMENTS_ASKED", "MOST_DOCUMENTS_FOLLOWED"]

MOST_DOCUMENTS_ASKED = 10  # by an English question that names none
MOST_DOCUMENTS_FOLLOWED = 1_000  # by a lineage
