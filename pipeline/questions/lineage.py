"""Lineage: which outputs feed which inputs, from document to document, to any depth.

Each hop is a row of the question ``feeds`` or ``fed-by``, so its two ends have their evidence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from pipeline.domain.confidence import is_unsure
from pipeline.questions.catalogue import ask_page
from pipeline.questions.limits import MOST_DOCUMENTS_FOLLOWED
from pipeline.stores.store import Store

__all__ = ["Direction", "End", "Hop", "Lineage", "hops_page", "lineage", "lineage_facts"]

Direction = Literal["onward", "back"]


@dataclass(frozen=True, slots=True)
class End:
    """Step in which a document makes or uses up a thing, with the words that state it."""

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
    """A concept that ``maker`` makes and ``user`` uses up; ``depth`` counts from 1."""

    depth: int
    concept: str
    maker: End
    user: End


@dataclass(frozen=True, slots=True)
class Lineage:
    """All hops that lead on from a document, or back from it, nearest first.

    ``cycles`` are rounds of documents in the direction of the material, each listed once: the last
    document feeds the first. ``cut`` is True if documents were left out, for depth or number.
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
    most_documents: int = MOST_DOCUMENTS_FOLLOWED,
) -> Lineage:
    """Follow ``document``'s outputs into other documents' inputs, or its inputs back.

    Every document is asked once, so cycles end. At most ``most_documents`` are asked, to
    ``depth`` hops (None: any). Raises UnknownDocument.
    """
    hops: list[Hop] = []
    depths = {document: 0}
    waiting = deque([document])
    cut = False
    while waiting:
        here = waiting.popleft()
        is_last = depth is not None and depths[here] >= depth
        if is_last and cut:
            continue
        next_hops, more = hops_page(
            here,
            depth=depths[here] + 1,
            store=store,
            direction=direction,
            as_of=as_of,
            limit=1 if is_last else most_documents,
        )
        if is_last:
            cut = bool(next_hops)
            continue
        cut = cut or more is not None
        for hop in next_hops:
            other = (hop.user if direction == "onward" else hop.maker).document
            if other not in depths:
                if len(depths) >= most_documents:
                    cut = True
                    continue
                depths[other] = depths[here] + 1
                waiting.append(other)
            hops.append(hop)
    return Lineage(document, direction, tuple(hops), _cycles(hops), cut)


def lineage_facts(links: Lineage, *, below: float) -> dict[str, Any]:
    """The lineage as JSON values; an end less probable than ``below`` is ``unsure``."""
    facts = asdict(links)
    for hop in facts["hops"]:
        for end in (hop["maker"], hop["user"]):
            end["unsure"] = is_unsure(end["probability"], below=below)
    return facts


def hops_page(
    document: str,
    *,
    store: Store,
    direction: Direction,
    limit: int,
    after: str = "",
    depth: int = 1,
    as_of: datetime | None = None,
) -> tuple[list[Hop], str | None]:
    """The hops between ``document`` and the first ``limit`` others after an id.

    The second is the id after which the next page begins, None if there is none. Raises
    UnknownDocument.
    """
    question, role = ("feeds", "consumer") if direction == "onward" else ("fed-by", "producer")
    page = ask_page(
        question, {"document": document}, store=store, as_of=as_of, limit=limit, after=after
    )
    hops = []
    for row in page.rows:
        here = End(document, **{key: row[key] for key in End.__slots__ if key != "document"})
        there = End(
            row[role], **{key: row[f"{role}_{key}"] for key in End.__slots__ if key != "document"}
        )
        maker, user = (here, there) if direction == "onward" else (there, here)
        hops.append(Hop(depth, row["concept"], maker, user))
    return hops, page.next_after


def _cycles(hops: Sequence[Hop]) -> tuple[tuple[str, ...], ...]:
    """A shortest cycle through each hop that is part of one."""
    feeds: dict[str, list[str]] = {}
    for hop in hops:
        if hop.user.document not in feeds.setdefault(hop.maker.document, []):
            feeds[hop.maker.document].append(hop.user.document)
    cycles: dict[tuple[str, ...], None] = {}
    for maker, users in feeds.items():
        for user in users:
            cycle = _shortest_path(user, maker, feeds)
            if cycle:
                first = cycle.index(min(cycle))
                cycles[cycle[first:] + cycle[:first]] = None
    return tuple(sorted(cycles))


def _shortest_path(start: str, goal: str, feeds: dict[str, list[str]]) -> tuple[str, ...]:
    """A shortest path from ``start`` to ``goal``, both included; empty if there is none."""
    predecessors: dict[str, str | None] = {start: None}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here == goal:
            path = [here]
            while (before := predecessors[path[-1]]) is not None:
                path.append(before)
            return tuple(reversed(path))
        for following in feeds.get(here, []):
            if following not in predecessors:
                predecessors[following] = here
                waiting.append(following)
    return ()
