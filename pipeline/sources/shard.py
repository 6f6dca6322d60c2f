"""Shards: fixed, disjoint parts of all documents, so that machines can share them out unaided.

A document's shard follows from its id alone, by a hash that is the same on every machine.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from pipeline.sources.formats import LINE_SUFFIXES, SUFFIXES

__all__ = ["WHOLE", "Shard"]

_FIX = "write I/N with I from 1 to N, such as 2/8"
_SHARD = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_FILES = "|".join(re.escape(suffix) for suffix in SUFFIXES if suffix not in LINE_SUFFIXES)
_PROCEDURE = re.compile(
    rf"(?P<file>.*(?:{_FILES})|stdin-[0-9a-f]{{12}})#\d+", re.DOTALL | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Shard:
    """Part ``number``, from 1, of ``count`` parts; each document is in exactly one of them.

    Raises ValueError for a number that is not from 1 to ``count``.
    """

    number: int
    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count:
            raise ValueError(_FIX)

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the shard written as ``I/N``. Raises ValueError."""
        match = _SHARD.fullmatch(text)
        if match is None:
            raise ValueError(_FIX)
        return cls(int(match[1]), int(match[2]))

    def holds(self, document_id: str) -> bool:
        """Return True if the document is in this shard.

        Its number is the first 8 bytes of the id's SHA-256, modulo ``count``, plus 1. Procedures
        of one file (``file.md#2``) go by the file's id, so that only one shard reads the file.
        """
        if self.count == 1:
            return True
        procedure = _PROCEDURE.fullmatch(document_id)
        identity = procedure["file"] if procedure else document_id
        # ids of unreadable lines may hold halves of surrogate pairs
        digest = hashlib.sha256(identity.encode("utf-8", "backslashreplace")).digest()
        return int.from_bytes(digest[:8], "big") % self.count == self.number - 1


WHOLE = Shard(1, 1)
