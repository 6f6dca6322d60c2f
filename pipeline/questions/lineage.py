"""Lineage: which outputs feed which inputs, from document to document, to any depth.

Each hop is a row of the question ``feeds`` or ``fed-by``, so its two ends have their evidence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pipeline.questions.catalogue import ask
from pipeline.stores.store import Store

__all__ = ["End", "Hop", "Lineage", "lineage"]

Direction = Literal["onward", "back"]
MOST_DOCUMENTS = 1_000  # visited, unless told otherwise; the command line has it too


@dataclass(frozen=True, slots=True)
class End:
    """Where a document makes or uses up the thing, and the words that say so."""

    document: str
    entity: str
    step: int
    probability: float
    evidence_step: int | None
    evidence_text: str | None
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Hop:
    """What ``maker`` makes, ``user`` uses up, as the same concept; ``depth`` counts from 1."""

    depth: int
    concept: str
    maker: End
    user: End


@dataclass(frozen=True, slots=True)
class Lineage:
    """All hops that lead on from a document, or back from it, nearest first.

    ``cycles`` are rounds of documents, each in the direction of the material and told once: the
    last one feeds the first. ``cut`` says that documents were left out, for depth or number.
    """

    document: str
    direction: Direction
    hops: tuple[Hop, ...]
    cycles: tuple[tuple[str, ...], ...]
    cut: bool


def lineage(
    document: str,
    *,
    store: Store,
    direction: Direction = "onward",
    depth: int | None = None,
    as_of: datetime | None = None,
    most_documents: int = MOST_DOCUMENTS,
) -> Lineage:
    """Follow ``document``'s outputs into other documents' inputs, or its inputs back.

    Every document is asked once, so cycles end. Raises UnknownDocument.
    """
    hops: list[Hop] = []
    depths = {document: 0}
    waiting = deque([document])
    cut = False
    while waiting:
        here = waiting.popleft()
        found = _hops(here, depths[here] + 1, store=store, direction=direction, as_of=as_of)
        if depth is not None and depths[here] >= depth:
            cut = cut or bool(found)
            continue
        for hop in found:
            other = (hop.user if direction == "onward" else hop.maker).document
            if other not in depths:
                if len(depths) >= most_documents:
                    cut = True
                    continue
                depths[other] = depths[here] + 1
                waiting.append(other)
            hops.append(hop)
    return Lineage(document, direction, tuple(hops), _cycles(hops), cut)


def _hops(
    document: str, depth: int, *, store: Store, direction: Direction, as_of: datetime | None
) -> list[Hop]:
    question, role = ("feeds", "consumer") if direction == "onward" else ("fed-by", "producer")
    found = []
    for row in ask(question, {"document": document}, store=store, as_of=as_of):
        here = End(document, **{key: row[key] for key in End.__slots__ if key != "document"})
        there = End(
            row[role], **{key: row[f"{role}_{key}"] for key in End.__slots__ if key != "document"}
        )
        maker, user = (here, there) if direction == "onward" else (there, here)
        found.append(Hop(depth, row["concept"], maker, user))
    return found


def _cycles(hops: Sequence[Hop]) -> tuple[tuple[str, ...], ...]:
    """The shortest way round through each hop that is part of one."""
    feeds: dict[str, list[str]] = {}
    for hop in hops:
        if hop.user.document not in feeds.setdefault(hop.maker.document, []):
            feeds[hop.maker.document].append(hop.user.document)
    found: dict[tuple[str, ...], None] = {}
    for maker, users in feeds.items():
        for user in users:
            way = _way(user, maker, feeds)
            if way:
                first = way.index(min(way))
                found[way[first:] + way[:first]] = None
    return tuple(sorted(found))


def _way(start: str, goal: str, feeds: dict[str, list[str]]) -> tuple[str, ...]:
    """A shortest way from ``start`` to ``goal``, both included; empty if there is none."""
    came: dict[str, str | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == goal:
            way = [here]
            while (before := came[way[-1]]) is not None:
                way.append(before)
            return tuple(reversed(way))
        for following in feeds.get(here, []):
            if following not in came:
                came[following] = here
                waiting.append(following)
    return ()
