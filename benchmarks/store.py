"""Compares our store with the raw engine, and measures its questions as it grows.

    python benchmarks/store.py [--documents 1000 10000] [--engines ladybug neo4j]

Documents and grids are synthetic: no model reads them. The raw engine is measured in the same run.
Ratios are of processor seconds too (the server's included), which other work on the machine
disturbs less than seconds on the clock. Every pass has a new store. Other sizes and engines in
--out are kept.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from sys import path as import_path
from typing import Any

import ladybug
import neo4j
import pyarrow as pa
import synthetic
from admin_import import import_arguments, write_files
from records import RECORDS, write_record
from rich.console import Console
from store_questions import questions, scans

from pipeline.domain.reading import NumberedReading
from pipeline.ingest.import_export import READINGS_AT_ONCE
from pipeline.ingest.load_grids import DOCUMENTS_PER_TRANSACTION
from pipeline.stores import OPEN_END, Row, Store, open_store
from pipeline.stores.generated_statements import copy_statement, ladybug_tables, neo4j_constraints
from pipeline.stores.graph_schema import SCHEMA, SCHEMA_VERSION
from pipeline.stores.ladybug_columns import arrow_table
from pipeline.stores.neo4j_bulk import ARGUMENTS, AdminFiles
from pipeline.stores.restore import PastReading, fill, restore
from pipeline.stores.rows import rows_of, rows_of_type
from pipeline.stores.statements import statement
from pipeline.stores.store import Filling
from pipeline.stores.write import write

ROOT = Path(__file__).parent.parent
import_path.insert(0, str(ROOT))
from tests.support.neo4j_server import Server, neo4j_server  # noqa: E402

BATCH = 512  # documents a transaction, of ours and of the raw engine's
NOW = datetime(2026, 1, 1)
PART = 5_000  # documents of which the rows are in memory at once
WANTED_MS = {"ladybug": 5, "neo4j": 10}
WANTED_PERCENT = {"ingest_of_plain_create": 85, "bulk_of_own_loader": 80}
HEAP, PAGE_CACHE = "2g", "2g"  # of Neo4j
MORE = 3_584  # documents written one way or another when the store has its size
UNCOUNTED = 2 * BATCH
BEGIN, COMMIT = "BEGIN TRANSACTION", "COMMIT"
COMMAND = 'make bench-store STORE_DOCUMENTS="{}"'
PASSES = ("ingest", "plain_create", "bulk", "own_loader")  # printed as they end


def main() -> None:
    """Write the record after each run, since long ones may be killed."""
    arguments = _arguments()
    out = arguments.out
    result = {
        "in_memory": tempfile.gettempdir().startswith("/dev/shm"),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "batch": BATCH,
        "load_batch": DOCUMENTS_PER_TRANSACTION,
        "samples": arguments.samples,
        "neo4j": {"heap": HEAP, "page_cache": PAGE_CACHE},
        "wanted_ms": WANTED_MS,
        "wanted_percent": WANTED_PERCENT,
        "documents_are": {"steps": synthetic.N_STEPS, "entities": synthetic.N_ENTITIES},
        "runs": json.loads(out.read_text())["runs"] if out.exists() else [],
    }
    for n_documents in arguments.documents:
        made = [synthetic.reading(number) for number in range(n_documents)]
        for engine in arguments.engines:
            measure = {"ladybug": _measure_ladybug, "neo4j": _measure_neo4j}[engine]
            run: dict[str, Any] = {"engine": engine, "documents": n_documents}
            others = [other for other in result["runs"] if not _same(other, run)]
            for figures in measure(made, arguments.samples):
                run |= figures
                runs = sorted([*others, run], key=lambda run: (run["engine"], run["documents"]))
                sizes = " ".join(map(str, sorted({run["documents"] for run in runs})))
                result |= {"command": COMMAND.format(sizes), "runs": runs}
                write_record(out, result, indent=2)
                passes = {name: figures[name] for name in PASSES if name in figures}
                Console().print(f"{engine}, {n_documents} documents", passes)


def _same(run: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(run[key] == other[key] for key in ("engine", "documents"))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[1000])
    parser.add_argument("--engines", nargs="+", default=["ladybug", "neo4j"])
    parser.add_argument("--samples", type=int, default=100, help="askings of each question")
    parser.add_argument("--out", type=Path, default=RECORDS / "store.json")
    return parser.parse_args()


def _measure_ladybug(made: Sequence[NumberedReading], samples: int) -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        raw = _timed(lambda: _raw_copy(made, Path(folder, "raw")))
        yield {"own_loader": raw}
        with closing(open_store(f"ladybug:{folder}/raw", read_only=True)) as store:
            yield questions(len(made), store, samples)
        Path(folder, "raw").unlink()
        bulk = _timed(lambda: _fill(made, f"ladybug:{folder}/graph"))
        yield {
            "bulk": bulk,
            "loaded": len(made),
            "bulk_of_own_loader": _ratio(raw, bulk),
            "bytes_a_document": round(Path(folder, "graph").stat().st_size / len(made)),
        }
        with closing(open_store(f"ladybug:{folder}/graph")) as store:
            yield {"ingest": _timed(lambda: _write(_more(made), store, BATCH)), "ingested": MORE}
        Path(folder, "graph").unlink()
        with closing(open_store(f"ladybug:{folder}/graph")) as store:
            batches = _timed(lambda: _write(made, store, DOCUMENTS_PER_TRANSACTION))
        committed = _timed(
            lambda: _raw_copy(made, Path(folder, "raw"), at_once=DOCUMENTS_PER_TRANSACTION)
        )
        yield {
            "batches": batches,
            "own_loader_in_transactions": committed,
            "batches_of_own_loader_in_transactions": _ratio(committed, batches),
        }


def _measure_neo4j(made: Sequence[NumberedReading], samples: int) -> Iterator[dict[str, Any]]:
    """Measure in one server, filled by its own loader; what is compared takes turns."""
    with neo4j_server(heap=HEAP, page_cache=PAGE_CACHE) as server:
        server.stop()
        loaded = _admin_import(made, server)
        yield loaded
        with _opened(server) as store:
            yield questions(len(made), store, samples, server)
            yield {"scans": scans(server)}
            turns = list(_taking_turns(made, store, server))
            own, ours = (_sum(turns, name) for name in ("plain_create", "ingest"))
            yield {
                "plain_create": own,
                "ingest": ours,
                "ingest_of_plain_create": _ratio(own, ours),
                "ingested": MORE - UNCOUNTED,
            }
            more = _more(made, after=2 * MORE)
            bulk = _timed(lambda: _write(more, store, DOCUMENTS_PER_TRANSACTION), server)
            yield {"batches": bulk, "written": MORE}
        server.stop()
        yield {"bytes_a_document": round(_weight(server) / (len(made) + 3 * MORE))}
        filled = _admin_files(made, server)
        yield filled | {
            "loaded": len(made),
            "bulk_of_own_loader": _ratio(loaded["own_loader"], filled["bulk"]),
        }


def _more(made: Sequence[NumberedReading], after: int = 0) -> list[NumberedReading]:
    first = len(made) + after
    return [synthetic.reading(number) for number in range(first, first + MORE)]


def _taking_turns(
    made: Sequence[NumberedReading], store: Store, server: Server
) -> Iterator[tuple[str, dict[str, float]]]:
    """Time plain CREATE and ours, a batch each in turn, so that other work disturbs both.

    The first round, in which the server plans and compiles, does not count.
    """
    known = {row["name"] for row in store.ask(_own("all_concepts"), {})}
    own, ours = _more(made), _more(made, after=MORE)
    for start in range(0, MORE, BATCH):
        plain, batch = own[start : start + BATCH], ours[start : start + BATCH]
        created = _timed(partial(_create, plain, known, store), server)
        written = _timed(partial(_write, batch, store, BATCH), server)
        if start >= UNCOUNTED:
            yield "plain_create", created
            yield "ingest", written


def _admin_import(made: Sequence[NumberedReading], server: Server) -> dict[str, Any]:
    """Time the admin import into the stopped server, and the indexes, which it does not make."""
    with tempfile.TemporaryDirectory() as folder:
        files = _timed(lambda: write_files(_parts(made, PART), Path(folder)))
        loaded = _timed(lambda: server.administer(*import_arguments(Path(folder))))
    server.start()
    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        indexed = _timed(lambda: _make_indexes(driver), server)
        (count,) = driver.execute_query(_own("count_readings")).records
    if count["readings"] != len(made):
        raise SystemExit(f"the admin import left {count['readings']} readings of {len(made)}")
    passes = {"files": files, "import": loaded, "indexes": indexed}
    own = {key: round(sum(times[key] for times in passes.values()), 2) for key in files}
    return {"own_loader": own, "own_loader_passes": passes}


def _admin_files(made: Sequence[NumberedReading], server: Server) -> dict[str, Any]:
    """Time the same with our files, and the check that `stepgraph import` then makes."""
    with tempfile.TemporaryDirectory() as folder:
        admin_files = Path(folder, "files")
        files = _timed(lambda: _put_aside(made, AdminFiles(admin_files)))
        command = ("database", "import", "full", "neo4j", "--overwrite-destination=true")
        loaded = _timed(lambda: server.administer(*command, f"@{admin_files / ARGUMENTS}"))
    server.start()
    with neo4j.GraphDatabase.driver(server.url, auth=(server.username, server.password)) as driver:
        indexed = _timed(lambda: _make_indexes(driver), server)
    with _opened(server) as store:
        checked = _timed(lambda: _restore_again(made, store), server)
    passes = {"files": files, "import": loaded, "indexes": indexed, "check": checked}
    return {
        "bulk": {key: round(sum(times[key] for times in passes.values()), 2) for key in files},
        "bulk_passes": passes,
    }


def _restore_again(made: Sequence[NumberedReading], store: Store) -> None:
    if written := sum(len(restore(readings, store=store)) for readings in _past(made)):
        raise SystemExit(f"the admin import left {written} readings out")


def _make_indexes(driver: neo4j.Driver) -> None:
    for cypher in neo4j_constraints(SCHEMA):
        driver.execute_query(cypher)


@contextmanager
def _opened(server: Server) -> Iterator[Store]:
    store = open_store(server.url, username=server.username, password=server.password)
    with closing(store):
        yield store


def _write(made: Sequence[NumberedReading], store: Store, size: int) -> None:
    for start in range(0, len(made), size):
        write(made[start : start + size], store=store, clock=lambda: NOW)


def _fill(made: Sequence[NumberedReading], url: str) -> None:
    """Open an empty store and fill it as `stepgraph import` does."""
    with closing(open_store(url)) as store:
        filling = store.filling()
        assert filling is not None
        _put_aside(made, filling)


def _put_aside(made: Sequence[NumberedReading], filling: Filling) -> None:
    for readings in _past(made):
        fill(readings, filling=filling)
    filling.finish()


def _past(made: Sequence[NumberedReading]) -> Iterator[list[PastReading]]:
    """The readings as an export gives them, some at a time."""
    for start in range(0, len(made), READINGS_AT_ONCE):
        readings = made[start : start + READINGS_AT_ONCE]
        yield [PastReading(reading, NOW, OPEN_END, None) for reading in readings]


def _parts(made: Sequence[NumberedReading], size: int) -> Iterator[dict[str, list[Row]]]:
    """Rows of everything, a part at a time, with documents and with concepts that are new."""
    known: set[str] = set()
    for start in range(0, len(made), size):
        readings = made[start : start + size]
        rows = _all_rows(readings)
        names = sorted({row["concept"] for row in rows["INSTANCE_OF"]} - known)
        known.update(names)
        rows["Concept"] = [{"name": name} for name in names]
        rows["Document"] = [
            {"id": reading.document_id, "title": reading.graph.document.title, "source": ""}
            for reading in readings
        ]
        yield rows


def _all_rows(made: Sequence[NumberedReading]) -> dict[str, list[Row]]:
    """Rows for the raw engine, by the code that makes ours."""
    rows: dict[str, list[Row]] = {filled.rows: [] for filled in SCHEMA.reading_types}
    for reading in made:
        document = reading.graph.document
        rows["Reading"].append(
            {
                "id": reading.id,
                "document": document.id,
                "number": reading.number,
                "title": document.title,
                "source": document.source,
                "text": document.text,
                "text_sha256": document.text_sha256,
                "entities_given": False,
                "model": reading.model,
                "checkpoint": reading.checkpoint,
                "settings": reading.settings,
                "n_steps": document.n_steps,
                "recorded_from": NOW,
                "recorded_until": OPEN_END,
            }
        )
        for name, own in rows_of(reading.graph, reading=reading.id).items():
            rows[name] += own
    return rows


def _raw_copy(made: Sequence[NumberedReading], path: Path, at_once: int = 0) -> None:
    """COPY every table without checks: all at once in no transaction, or ``at_once`` in one."""
    database = ladybug.Database(path, buffer_pool_size=512 << 20)
    with closing(database):
        with closing(ladybug.Connection(database)) as connection:
            for cypher in ladybug_tables(SCHEMA):
                connection.execute(cypher)
            identity = {"schema_version": SCHEMA_VERSION, "id": "synthetic"}
            connection.execute(statement("write/identify_store"), identity)
            if not at_once:
                _copy_tables(_columns(_parts(made, PART)), connection)
                return
        for part in _parts(made, at_once):
            # a connection keeps its plans, and these keep the copied rows: 100,000 documents
            # fill the pool of one connection
            with closing(ladybug.Connection(database)) as connection:
                connection.execute(BEGIN)
                _copy_tables(_columns([part]), connection)
                connection.execute(COMMIT)


def _columns(parts: Iterable[dict[str, list[Row]]]) -> list[tuple[str, pa.Table]]:
    """Statements that copy, with the columns of all parts together."""
    documents, concepts = [], []
    tables: dict[str, list[pa.Table]] = {}
    for rows in parts:
        documents += [{**document, "forgotten_at": None} for document in rows["Document"]]
        concepts += rows["Concept"]
        for filled in SCHEMA.reading_types:
            if filled_by := rows_of_type(filled, rows):
                table = arrow_table(filled_by, filled)
                tables.setdefault(copy_statement(filled), []).append(table)
    of_documents = pa.schema(
        [(name, pa.string()) for name in ("id", "title", "source")]
        + [("forgotten_at", pa.timestamp("us"))]
    )
    return [
        (_own("copy_documents"), pa.Table.from_pylist(documents, of_documents)),
        (_own("copy_concepts"), pa.Table.from_pylist(concepts)),
        *((copy, pa.concat_tables(parts_of_table)) for copy, parts_of_table in tables.items()),
    ]


def _copy_tables(columns: Iterable[tuple[str, pa.Table]], connection: ladybug.Connection) -> None:
    for cypher, table in columns:
        connection.execute(cypher, {"rows": table})


def _create(readings: Sequence[NumberedReading], known: set[str], store: Store) -> None:
    """Run the statements that create, and none that looks first; ``known`` concepts exist."""
    rows = _all_rows(readings)
    names = sorted({row["concept"] for row in rows["INSTANCE_OF"]} - known)
    known.update(names)
    documents = [
        {"id": reading.document_id, "title": reading.graph.document.title, "source": ""}
        for reading in readings
    ]
    rows["INSTANCE_OF"].sort(key=lambda row: (row["concept"], row["entity"]))
    store.write(lambda run: _create_plainly(store, run, documents, names, rows))


def _create_plainly(
    store: Store,
    run: Callable[..., Any],
    documents: list[Row],
    names: list[str],
    rows: dict[str, list[Row]],
) -> None:
    run(_own("plain_create"), {"rows": documents})
    run(_own("plain_concepts"), {"names": names})
    store.create(rows, ask=run)


def _timed(work: Callable[[], object], server: Server | None = None) -> dict[str, float]:
    """Seconds on the clock and of the processor, finished children and the server included."""
    started, used = time.perf_counter(), _own_seconds() + _server_seconds(server)
    work()
    used = _own_seconds() + _server_seconds(server) - used
    return {
        "seconds": round(time.perf_counter() - started, 2),
        "processor_seconds": round(used, 2),
    }


def _own_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _server_seconds(server: Server | None) -> float:
    """Processor seconds that the server has used; 0 if it is not ours or the system has none."""
    if server is None or server.process is None:
        return 0.0
    stat = Path(f"/proc/{server.process.pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _weight(server: Server) -> int:
    """Bytes of a stopped server's graph on disk, without the log of transactions."""
    assert server.home is not None
    folder = server.home / "data" / "databases" / "neo4j"
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())


def _sum(turns: Iterable[tuple[str, dict[str, float]]], name: str) -> dict[str, float]:
    times = [seconds for way, seconds in turns if way == name]
    return {key: round(sum(seconds[key] for seconds in times), 2) for key in times[0]}


def _ratio(raw: dict[str, float], ours: dict[str, float]) -> dict[str, float]:
    """Speed of ours, the raw engine being 1."""
    return {key: round(raw[key] / ours[key], 3) for key in raw}


def _own(name: str) -> Any:
    return (Path(__file__).parent / "raw" / f"{name}.cypher").read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
