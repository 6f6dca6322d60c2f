"""How long questions take in a store of made-up documents, and what they read there."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from sys import path as import_path
from typing import Any

import made_up
import neo4j

from pipeline.questions.catalogue import ask, catalogue
from pipeline.stores import LATEST, Store
from pipeline.stores.statements import statement

ROOT = Path(__file__).parent.parent
import_path.insert(0, str(ROOT))
from tests.support.neo4j_server import Server  # noqa: E402

__all__ = ["questions", "scans"]

SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "AllRelationshipsScan")
ACROSS = ("feeds", "fed-by")  # asked of a document, but answered by others
MOST_ASKED_ABOUT = 10_000  # documents in one answer
ASKINGS = {"ten": 11, "a hundredth": 5, "all": 1}  # of those that share a concept


def questions(
    n_documents: int, store: Store, samples: int, server: Server | None = None
) -> dict[str, Any]:
    """Milliseconds of every question; of those across documents, by how many share the concept."""
    step = max(2, n_documents // samples)
    _warm([made_up.document_id(one) for one in range(1, n_documents, step)], store)
    ids = [made_up.document_id(one) for one in range(0, n_documents, step)][:samples]
    found: dict[str, Any] = {"questions": {}, "across": {}}
    for name, question in catalogue().items():
        wanted = {field.name for field in question.parameters} - {"as_of"}
        if name in ACROSS or wanted & {"concept", "consumed"}:
            found["across"][name] = {
                size: _asked(
                    name, [_parameters(name, wanted, order=order)] * ASKINGS[size], store, server
                )
                for order, size in enumerate(ASKINGS)
                if size != "all" or n_documents <= MOST_ASKED_ABOUT
            }
        elif "document" in wanted:
            asked = [_parameters(name, wanted, document=one) for one in ids]
            found["questions"][name] = _asked(name, asked, store, server)
    return found


def _warm(ids: Sequence[str], store: Store) -> None:
    """Ask about other documents first: a server compiles what it runs often, and plans it once."""
    for one in ids:
        for name, question in catalogue().items():
            wanted = {field.name for field in question.parameters} - {"as_of"}
            if "document" in wanted and name not in ACROSS:
                ask(name, _parameters(name, wanted, document=one), store=store)


def _parameters(
    name: str, wanted: set[str], *, document: str = "", order: int = 0
) -> dict[str, Any]:
    """Of a question about one document; of one across, as many as ASKINGS has in that order."""
    lineage = made_up.FEEDING if name == "feeds" else made_up.FED
    concepts = made_up.PRODUCED if name == "producers" else made_up.CONSUMED
    known = {
        "document": document or made_up.document_id(lineage[order]),
        "entity": "water; H2O",
        "step": 4,
        "location": "leaf",
        "concept": concepts[order],
        "consumed": made_up.CONSUMED[order],
        "produced": made_up.PRODUCED[order],
        "limit": 100,
    }
    return {one: known[one] for one in wanted}


def _asked(
    name: str, asked: Sequence[dict[str, Any]], store: Store, server: Server | None
) -> dict[str, Any]:
    """Milliseconds on the clock; and of the processor, of this process and of the server."""
    seconds, processor, rows = [], [], 0
    for parameters in asked:
        before, started = _used(server), time.perf_counter()
        rows = len(ask(name, parameters, store=store))
        seconds.append(time.perf_counter() - started)
        processor.append(_used(server) - before)
    return {
        "rows": rows,
        "p50_ms": round(1000 * statistics.median(seconds), 2),
        "p95_ms": round(1000 * _p95(seconds), 2),
        "processor_p50_ms": round(1000 * statistics.median(processor), 2),
        "processor_p95_ms": round(1000 * _p95(processor), 2),
    }


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


def _used(server: Server | None) -> float:
    """Processor seconds so far, to the nanosecond: the server's threads tell theirs one by one."""
    used = time.process_time()
    if server is not None and server.process is not None:
        for one in Path(f"/proc/{server.process.pid}/task").glob("*/schedstat"):
            with suppress(OSError):  # a thread may have ended
                used += int(one.read_text().split()[0]) / 1e9
    return used


def scans(server: Server) -> dict[str, Any]:
    """Which questions read without an index, by PROFILE, and what each looks at for ten."""
    found: dict[str, Any] = {"without_index": {}, "hits": {}}
    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        for name, question in catalogue().items():
            wanted = {field.name for field in question.parameters} - {"as_of"}
            given = _parameters(name, wanted) | {"as_of": LATEST}
            profile = driver.execute_query(_profiled(name), given).summary.profile
            assert profile is not None
            operators = list(_operators(profile))
            scans = [one for one, _ in operators if one.startswith(SCANS)]
            if scans:
                found["without_index"][name] = scans
            found["hits"][name] = sum(hits for _, hits in operators)
    return found


def _profiled(question: str) -> Any:
    return f"PROFILE {statement('questions/' + question)}"


def _operators(plan: dict[str, Any]) -> Iterator[tuple[str, int]]:
    yield plan["operatorType"].split("@")[0], plan.get("dbHits", 0)
    for child in plan.get("children", []):
        yield from _operators(child)
