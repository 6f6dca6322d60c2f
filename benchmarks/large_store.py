"""Measures a large embedded store: its file, questions, first pages and commands that list it.

    python benchmarks/large_store.py [--documents 10000 100000 1000000] [--folder DIR]

Readings are synthetic (synthetic_columns.py). Stores in --folder are kept and used again, so a run
that was ended can be continued; so are the results of other sizes in --out. Commands run in
processes of their own, with their output counted and thrown away; one that takes longer than
--seconds is stopped, and its rate and memory are those until then. With --pool they run with a
buffer pool of the embedded engine of so many MiB, which shows what else they need.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import synthetic
from records import RECORDS, write_record
from store_questions import measured, questions_in_turns
from synthetic_columns import fill_with_copies

from pipeline.ledger.ledger import open_ledger, store_key
from pipeline.questions.catalogue import ask_page, catalogue
from pipeline.stores import Row, Store, open_store

PAGE = 100  # documents
MIDDLE = 0.5  # of the documents come before a middle page
ASKINGS = 5
WORDS = ("comet", "cake", "water", "zebra")  # in ten documents, a hundredth, all, none
LOOKING_SECONDS = 0.1  # between two looks at a process's memory
WANTED = {"p95_times": 1.5, "first_page_seconds": 0.2}
COMMANDS = {
    "documents": ["documents"],
    "lint": ["lint"],
    "export": ["export"],
    "status": ["status"],
}


def main() -> None:
    arguments = _arguments()
    if arguments.fill is not None:
        _fill(arguments.fill, arguments.documents[0])
        return
    out = arguments.out
    result: dict[str, Any] = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "documents_are": {"steps": synthetic.N_STEPS, "entities": synthetic.N_ENTITIES},
        "samples": arguments.samples,
        "page": PAGE,
        "most_seconds": arguments.seconds,
        "wanted": WANTED,
        "runs": json.loads(out.read_text())["runs"] if out.exists() else [],
    }
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        runs = {n_documents: _run_of(n_documents, result) for n_documents in arguments.documents}

        def keep(n_documents: int, figures: dict[str, Any]) -> None:
            runs[n_documents] |= figures
            runs[n_documents]["load_average"] = round(os.getloadavg()[0], 1)
            sizes = " ".join(str(run["documents"]) for run in result["runs"])
            result["command"] = f'make bench-large-store LARGE_DOCUMENTS="{sizes}"'
            write_record(out, result, indent=2)

        for n_documents in arguments.documents:
            keep(n_documents, _file(n_documents, _path(folder, n_documents)))
        if "questions" in arguments.parts:
            with ExitStack() as opened:
                stores = {
                    n_documents: opened.enter_context(_store(folder, n_documents))
                    for n_documents in arguments.documents
                }
                for n_documents, times in questions_in_turns(stores, arguments.samples).items():
                    keep(n_documents, {"questions": times})
        for n_documents, run in runs.items():
            for figures in _measure(n_documents, folder, run, arguments):
                keep(n_documents, figures)


def _run_of(n_documents: int, result: dict[str, Any]) -> dict[str, Any]:
    """The run of this size, which is added if it is not there."""
    run = next((run for run in result["runs"] if run["documents"] == n_documents), None)
    if run is None:
        run = {"documents": n_documents}
        result["runs"] = sorted([*result["runs"], run], key=lambda run: int(run["documents"]))
    return run


def _path(folder: Path, n_documents: int) -> Path:
    return folder / f"{n_documents}.ladybug"


def _store(folder: Path, n_documents: int) -> closing[Store]:
    return closing(open_store(f"ladybug:{_path(folder, n_documents)}", read_only=True))


def _file(n_documents: int, path: Path) -> dict[str, Any]:
    """The size of the store's file, which is filled if it is not there, and what that took."""
    figures = {}
    if not path.exists():
        command = [sys.executable, __file__, "--fill", str(path)]
        figures["fill"] = _run([*command, "--documents", str(n_documents)], seconds=None)
    return figures | {"bytes_a_document": round(path.stat().st_size / n_documents)}


def _measure(
    n_documents: int, folder: Path, run: dict[str, Any], arguments: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    path = _path(folder, n_documents)
    if "pages" in arguments.parts:
        with _store(folder, n_documents) as store:
            yield {"pages": _pages(n_documents, store)}
    ledger = folder / f"{n_documents}.sqlite"
    if "status" in arguments.parts and not ledger.exists():
        _fill_ledger(ledger, n_documents, store=f"ladybug:{path}")
    part = "commands" if arguments.pool is None else "commands_with_a_small_pool"
    for name in arguments.parts:
        if name in COMMANDS:
            url = "--ledger" if name == "status" else "--store"
            place = f"sqlite:///{ledger}" if name == "status" else f"ladybug:{path}"
            command = [sys.executable, *_program(arguments.pool), *COMMANDS[name], url, place]
            figures = _run(command, seconds=arguments.seconds) | {"pool_mib": arguments.pool}
            yield {part: run.get(part, {}) | {name: figures}}


def _program(pool: int | None) -> list[str]:
    """Arguments of Python that run the command line, with a buffer pool of ``pool`` MiB."""
    if pool is None:
        return ["-m", "pipeline"]
    return [
        "-c",
        "from pipeline.__main__ import main; from pipeline.stores import ladybug;"
        f" ladybug._pool_bytes = lambda *_, **__: {pool} << 20; main()",
    ]


def _fill(path: Path, n_documents: int) -> None:
    """Fill a store; print the seconds that its file took, after the columns were there."""
    times: dict[str, float] = {}

    def finish(work: Callable[[], None]) -> None:
        started, used = time.perf_counter(), time.process_time()
        work()
        times["seconds"] = round(time.perf_counter() - started, 1)
        times["processor_seconds"] = round(time.process_time() - used, 1)

    fill_with_copies(f"ladybug:{path}", n_documents, finish)
    print(json.dumps(times))


def _pages(n_documents: int, store: Store) -> dict[str, Any]:
    """Milliseconds of a first and a middle page of every question across documents."""
    middle = synthetic.document_id(int(MIDDLE * n_documents))
    pages: dict[str, Any] = {}
    for name, question in catalogue().items():
        names = {field.name for field in question.own_parameters}
        if not question.is_across or "kind" in names:  # the readings have no quantities
            continue
        shared = ("ten", "a hundredth", "all") if names else ("all",)
        if "words" in names:
            shared = (*shared, "none")
        pages[name] = {}
        for order, size in enumerate(shared):
            parameters = _parameters(name, names, order)
            for place, after in (("first", ""), ("middle", middle)):
                work = partial(_rows, name, parameters, after, store)
                pages[name].setdefault(size, {})[place] = measured(work, ASKINGS)
    return pages


def _rows(name: str, parameters: dict[str, Any], after: str, store: Store) -> list[Row]:
    return ask_page(name, parameters, store=store, limit=PAGE, after=after).rows


def _parameters(name: str, names: set[str], order: int) -> dict[str, Any]:
    """The concept or word that ten documents share, a hundredth of them, all, or (a word) none."""
    if "words" in names:
        return {"words": [WORDS[order]]}
    lineage = synthetic.FEEDING if name == "feeds" else synthetic.FED
    concepts = synthetic.PRODUCED if name == "producers" else synthetic.CONSUMED
    known = {
        "document": synthetic.document_id(lineage[order]),
        "concept": concepts[order],
        "consumed": synthetic.CONSUMED[order],
        "produced": synthetic.PRODUCED[order],
    }
    return {parameter: known[parameter] for parameter in names}


def _run(command: Sequence[str], *, seconds: float | None) -> dict[str, Any]:
    """Run a process; return its seconds, peak memory and lines of output."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    timer = threading.Timer(seconds or 1e6, process.kill)
    timer.start()
    peaks: list[int] = []
    threading.Thread(target=_watch, args=(process.pid, peaks), daemon=True).start()
    n_lines, last = 0, b""
    with process.stdout:
        for line in process.stdout:
            n_lines, last = n_lines + 1, line
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    figures = {
        "seconds": round(time.perf_counter() - started, 1),
        "processor_seconds": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_mb": round(max(peaks) / 1024),
        "lines": n_lines,
    }
    if os.WIFSIGNALED(status):
        return figures | {"stopped": True}
    return figures | ({"file": json.loads(last)} if "--fill" in command else {})


def _watch(pid: int, peaks: list[int]) -> None:
    """Add the kilobytes that a process has had at most, as often as it has more, until it ends.

    What wait4 gives counts the memory of this process too, from which the other one was started.
    """
    status = Path(f"/proc/{pid}/status")
    with suppress(OSError, StopIteration):
        while True:
            lines = status.read_text().splitlines()
            peaks.append(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")))
            time.sleep(LOOKING_SECONDS)


def _fill_ledger(path: Path, n_documents: int, *, store: str) -> None:
    """A ledger in which every document is written."""
    import sqlite3

    key, now = store_key(store), datetime(2026, 1, 1).isoformat(" ")
    with open_ledger(f"sqlite:///{path}"):
        pass
    columns = "store, document_id, source, title, fingerprint, reader, number, found_by, state,"
    columns += " attempts, reading, registered_at, updated_at"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO stepgraph_stores (url, identity) VALUES (?, 'made up')", (key,)
        )
        connection.executemany(
            f"INSERT INTO stepgraph_documents ({columns}) VALUES ({', '.join('?' * 13)})",
            (
                (key, name, f"/made/{name}.txt", f"About {name}", "f" * 64, "r" * 64, 1, 1)
                + ("written", 1, f"{name}:1", now, now)
                for name in map(synthetic.document_id, range(n_documents))
            ),
        )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[10_000])
    parser.add_argument("--samples", type=int, default=300, help="askings of each question")
    parser.add_argument("--folder", type=Path, help="where stores are kept; none by default")
    parser.add_argument("--seconds", type=float, default=240.0, help="the most for a command")
    parser.add_argument("--parts", nargs="+", default=["questions", "pages", *COMMANDS])
    parser.add_argument("--pool", type=int, help="MiB of the engine's buffer pool, for commands")
    parser.add_argument("--fill", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, default=RECORDS / "large_store.json")
    return parser.parse_args()


if __name__ == "__main__":
    main()
