"""Times questions in a store of synthetic documents, and counts what they read there."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from sys import path as import_path
from typing import Any

import neo4j
import synthetic

from pipeline.questions.catalogue import ask, catalogue
from pipeline.stores import LATEST, Store
from pipeline.stores.statements import statement

ROOT = Path(__file__).parent.parent
import_path.insert(0, str(ROOT))
from tests.support.neo4j_server import Server  # noqa: E402

__all__ = ["measured", "questions", "questions_in_turns", "scans"]

SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "AllRelationshipsScan")
ACROSS = ("feeds", "fed-by")  # about a document, but answered by others
MOST_ASKED_ABOUT = 10_000  # documents in one answer
ASKINGS = {"ten": 11, "a hundredth": 5, "all": 1}  # of those that share a concept


def questions(
    n_documents: int,
    store: Store,
    samples: int,
    server: Server | None = None,
) -> dict[str, Any]:
    """Milliseconds of every question; of those across documents, by how many share the concept."""
    _warm(_spread(n_documents, samples, first=1), store)
    ids = _spread(n_documents, samples)
    times: dict[str, Any] = {"questions": {}, "across": {}}
    for name, question in catalogue().items():
        names = {field.name for field in question.own_parameters}
        if name in ACROSS or names & {"concept", "consumed"}:
            times["across"][name] = {
                size: _times(
                    name, [_parameters(name, names, order=order)] * ASKINGS[size], store, server
                )
                for order, size in enumerate(ASKINGS)
                if size != "all" or n_documents <= MOST_ASKED_ABOUT
            }
        elif "document" in names:
            parameters = [_parameters(name, names, document=document) for document in ids]
            times["questions"][name] = _times(name, parameters, store, server)
    return times


def questions_in_turns(stores: Mapping[int, Store], samples: int) -> dict[int, dict[str, Any]]:
    """Milliseconds of every question about one document, by the number of documents in the store.

    Every asking is of all stores, one after the other, so that what else the machine does meanwhile
    makes them slower alike.
    """
    for n_documents, store in stores.items():
        _warm(_spread(n_documents, samples, first=1), store)
    ids = {n_documents: _spread(n_documents, samples) for n_documents in stores}
    figures: dict[int, dict[str, Any]] = {n_documents: {} for n_documents in stores}
    for name, question in catalogue().items():
        names = {field.name for field in question.own_parameters}
        if "document" not in names or name in ACROSS:
            continue
        times = {n_documents: _Times() for n_documents in stores}
        for asking in range(samples):
            for n_documents, store in stores.items():
                parameters = _parameters(name, names, document=ids[n_documents][asking])
                times[n_documents].add(partial(ask, name, parameters, store=store))
        for n_documents in stores:
            figures[n_documents][name] = times[n_documents].figures()
    return figures


def _spread(n_documents: int, samples: int, *, first: int = 0) -> list[str]:
    """Ids of documents all over the store."""
    numbers = range(first, n_documents, max(2, n_documents // samples))
    return [synthetic.document_id(number) for number in numbers][:samples]


def _warm(ids: Sequence[str], store: Store) -> None:
    """Ask about other documents first: a server compiles what it runs often, and plans it once."""
    for document in ids:
        for name, question in catalogue().items():
            names = {field.name for field in question.own_parameters}
            if "document" in names and name not in ACROSS:
                ask(name, _parameters(name, names, document=document), store=store)


def _parameters(
    name: str, names: set[str], *, document: str = "", order: int = 0
) -> dict[str, Any]:
    """Parameters of a question; across documents, about the concept of that order in ASKINGS."""
    lineage = synthetic.FEEDING if name == "feeds" else synthetic.FED
    concepts = synthetic.PRODUCED if name == "producers" else synthetic.CONSUMED
    known = {
        "document": document or synthetic.document_id(lineage[order]),
        "entity": "water; H2O",
        "step": 4,
        "location": "leaf",
        "words": ["water"],
        "concept": concepts[order],
        "consumed": synthetic.CONSUMED[order],
        "produced": synthetic.PRODUCED[order],
        "limit": 100,
    }
    return {parameter: known[parameter] for parameter in names}


def _times(
    name: str, askings: Sequence[dict[str, Any]], store: Store, server: Server | None
) -> dict[str, Any]:
    """Milliseconds on the clock, and of the processor (this process and the server)."""
    each = iter(askings)
    return measured(lambda: ask(name, next(each), store=store), len(askings), server)


def measured(
    work: Callable[[], Sequence[Any]], n_askings: int, server: Server | None = None
) -> dict[str, Any]:
    """The times of some askings, and the rows of the last."""
    times = _Times(server)
    for _ in range(n_askings):
        times.add(work)
    return times.figures()


class _Times:
    """The times of some askings, and the rows of the last."""

    def __init__(self, server: Server | None = None) -> None:
        self._server = server
        self._seconds: list[float] = []
        self._processor: list[float] = []
        self._rows = 0

    def add(self, work: Callable[[], Sequence[Any]]) -> None:
        before, started = _used(self._server), time.perf_counter()
        self._rows = len(work())
        self._seconds.append(time.perf_counter() - started)
        self._processor.append(_used(self._server) - before)

    def figures(self) -> dict[str, Any]:
        return {
            "rows": self._rows,
            "p50_ms": round(1000 * statistics.median(self._seconds), 2),
            "p95_ms": round(1000 * _p95(self._seconds), 2),
            "processor_p50_ms": round(1000 * statistics.median(self._processor), 2),
            "processor_p95_ms": round(1000 * _p95(self._processor), 2),
        }


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


def _used(server: Server | None) -> float:
    """Processor seconds so far, to the nanosecond, the server's threads added up."""
    used = time.process_time()
    if server is not None and server.process is not None:
        for thread in Path(f"/proc/{server.process.pid}/task").glob("*/schedstat"):
            with suppress(OSError):  # a thread may have ended
                used += int(thread.read_text().split()[0]) / 1e9
    return used


def scans(server: Server) -> dict[str, Any]:
    """Questions that read without an index, by PROFILE, and hits of each for ten documents."""
    plans: dict[str, Any] = {"without_index": {}, "hits": {}}
    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        for name, question in catalogue().items():
            names = {field.name for field in question.own_parameters}
            ten = [synthetic.document_id(number) for number in range(10)]
            parameters = _parameters(name, names) | {"as_of": LATEST, "documents": ten}
            profile = driver.execute_query(_profiled(name), parameters).summary.profile
            assert profile is not None
            operators = list(_operators(profile))
            scans = [operator for operator, _ in operators if operator.startswith(SCANS)]
            if scans:
                plans["without_index"][name] = scans
            plans["hits"][name] = sum(hits for _, hits in operators)
    return plans


def _profiled(question: str) -> Any:
    return f"PROFILE {statement('questions/' + question)}"


def _operators(plan: dict[str, Any]) -> Iterator[tuple[str, int]]:
    yield plan["operatorType"].split("@")[0], plan.get("dbHits", 0)
    for child in plan.get("children", []):
        yield from _operators(child)
