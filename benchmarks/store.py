"""What our store costs beside the raw engine, and how long its questions take as it grows.

    python benchmarks/store.py [--documents 1000 10000] [--engines ladybug neo4j]

Documents are made up, with their grids: nothing is read by a model. Each figure stands beside the
raw engine's, measured in the same run; ratios are of processor seconds too (the server's included),
which other work on the machine disturbs less than seconds on the clock. Every pass has a new store.
What --out holds of other sizes and engines stays there.
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
from pathlib import Path
from sys import path as import_path
from typing import Any

import ladybug
import made_up
import neo4j
import pyarrow as pa
from admin_import import import_arguments, write_files
from rich.console import Console
from store_questions import questions, scans

from pipeline.domain.reading import NumberedReading
from pipeline.ingest.import_export import READINGS_AT_ONCE
from pipeline.ingest.load_grids import AT_ONCE
from pipeline.stores import OPEN_END, Row, Store, open_store
from pipeline.stores.create import STATEMENTS, create_rows
from pipeline.stores.ladybug_columns import tables_of
from pipeline.stores.neo4j_bulk import ARGUMENTS, AdminFiles
from pipeline.stores.opening import SCHEMA_VERSION
from pipeline.stores.restore import PastReading, fill, restore
from pipeline.stores.rows import rows_of
from pipeline.stores.statements import schema_statements, statement
from pipeline.stores.store import Filling
from pipeline.stores.write import write

ROOT = Path(__file__).parent.parent
import_path.insert(0, str(ROOT))
from tests.support.neo4j_server import Server, neo4j_server  # noqa: E402

BATCH = 512  # documents a transaction, of ours and of the raw engine's
NOW = datetime(2026, 1, 1)
PART = 5_000  # documents of which the rows are in memory at once
WANTED_MS = {"ladybug": 5, "neo4j": 10}
HEAP, PAGE_CACHE = "2g", "2g"  # of Neo4j
MORE = 3_584  # documents written one way or another when the store has its size
UNCOUNTED = 2 * BATCH
BEGIN, COMMIT = "BEGIN TRANSACTION", "COMMIT"
COMMAND = 'make bench-store STORE_DOCUMENTS="{}"'
PASSES = ("ingest", "plain_create", "bulk", "own_loader")  # told as they end


def main() -> None:
    """What was measured is written after each run: the long ones may be killed."""
    arguments = _arguments()
    out = Path(arguments.out)
    result = {
        "in_memory": tempfile.gettempdir().startswith("/dev/shm"),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "batch": BATCH,
        "load_batch": AT_ONCE,
        "samples": arguments.samples,
        "neo4j": {"heap": HEAP, "page_cache": PAGE_CACHE},
        "wanted_ms": WANTED_MS,
        "runs": json.loads(out.read_text())["runs"] if out.exists() else [],
    }
    for n_documents in arguments.documents:
        made = [made_up.reading(number) for number in range(n_documents)]
        for engine in arguments.engines:
            measure = {"ladybug": _measure_ladybug, "neo4j": _measure_neo4j}[engine]
            run: dict[str, Any] = {"engine": engine, "documents": n_documents}
            others = [one for one in result["runs"] if not _same(one, run)]
            for found in measure(made, arguments.samples):
                run |= found
                runs = sorted([*others, run], key=lambda one: (one["engine"], one["documents"]))
                sizes = " ".join(str(one) for one in sorted({one["documents"] for one in runs}))
                result |= {"command": COMMAND.format(sizes), "runs": runs}
                out.write_text(json.dumps(result, indent=2) + "\n")
                Console().print(n_documents, {k: v for k, v in found.items() if k in PASSES})


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(one[key] == other[key] for key in ("engine", "documents"))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[1000])
    parser.add_argument("--engines", nargs="+", default=["ladybug", "neo4j"])
    parser.add_argument("--samples", type=int, default=100, help="askings of each question")
    parser.add_argument("--out", default="docs/results/records/store.json")
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
            batches = _timed(lambda: _write(made, store, AT_ONCE))
        committed = _timed(lambda: _raw_copy(made, Path(folder, "raw"), at_once=AT_ONCE))
        yield {
            "batches": batches,
            "own_loader_in_transactions": committed,
            "batches_of_own_loader_in_transactions": _ratio(committed, batches),
        }


def _measure_neo4j(made: Sequence[NumberedReading], samples: int) -> Iterator[dict[str, Any]]:
    """All in one server, filled by its own loader; what is compared takes turns."""
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
            bulk = _timed(lambda: _write(more, store, AT_ONCE), server)
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
    return [made_up.reading(number) for number in range(first, first + MORE)]


def _taking_turns(
    made: Sequence[NumberedReading], store: Store, server: Server
) -> Iterator[tuple[str, dict[str, float]]]:
    """Plain CREATE and ours, a batch each in turn, so that whatever else goes on meets both.

    Of the first round, in which the server plans and compiles, nothing is told.
    """
    known = {row["name"] for row in store.ask(_own("all_concepts"), {})}
    own, ours = _more(made), _more(made, after=MORE)
    for start in range(0, MORE, BATCH):
        some, others = own[start : start + BATCH], ours[start : start + BATCH]
        created = _timed(lambda: _create(some, known, store), server)  # noqa: B023
        written = _timed(lambda: _write(others, store, BATCH), server)  # noqa: B023
        if start >= UNCOUNTED:
            yield "plain_create", created
            yield "ingest", written


def _admin_import(made: Sequence[NumberedReading], server: Server) -> dict[str, Any]:
    """The admin import over what the stopped server holds; the indexes, which it does not make."""
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
    own = {key: round(sum(one[key] for one in passes.values()), 2) for key in files}
    return {"own_loader": own, "own_loader_passes": passes}


def _admin_files(made: Sequence[NumberedReading], server: Server) -> dict[str, Any]:
    """The same by our files, with what `stepgraph import` then does: each reading is there."""
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder, "files")
        files = _timed(lambda: _put_aside(made, AdminFiles(at)))
        command = ("database", "import", "full", "neo4j", "--overwrite-destination=true")
        loaded = _timed(lambda: server.administer(*command, f"@{at / ARGUMENTS}"))
    server.start()
    with neo4j.GraphDatabase.driver(server.url, auth=(server.username, server.password)) as driver:
        indexed = _timed(lambda: _make_indexes(driver), server)
    with _opened(server) as store:
        checked = _timed(lambda: _restore_again(made, store), server)
    passes = {"files": files, "import": loaded, "indexes": indexed, "check": checked}
    return {
        "bulk": {key: round(sum(one[key] for one in passes.values()), 2) for key in files},
        "bulk_passes": passes,
    }


def _restore_again(made: Sequence[NumberedReading], store: Store) -> None:
    if written := sum(len(restore(some, store=store)) for some in _past(made)):
        raise SystemExit(f"the admin import left {written} readings out")


def _make_indexes(driver: neo4j.Driver) -> None:
    for one in schema_statements("neo4j"):
        driver.execute_query(one)


@contextmanager
def _opened(server: Server) -> Iterator[Store]:
    store = open_store(server.url, username=server.username, password=server.password)
    with closing(store):
        yield store


def _write(made: Sequence[NumberedReading], store: Store, size: int) -> None:
    for start in range(0, len(made), size):
        write(made[start : start + size], store=store, clock=lambda: NOW)


def _fill(made: Sequence[NumberedReading], url: str) -> None:
    """An empty store, opened and filled as `stepgraph import` does it."""
    with closing(open_store(url)) as store:
        filling = store.filling()
        assert filling is not None
        _put_aside(made, filling)


def _put_aside(made: Sequence[NumberedReading], filling: Filling) -> None:
    for some in _past(made):
        fill(some, filling=filling)
    filling.finish()


def _past(made: Sequence[NumberedReading]) -> Iterator[list[PastReading]]:
    """As an export gives them, some at a time."""
    for start in range(0, len(made), READINGS_AT_ONCE):
        some = made[start : start + READINGS_AT_ONCE]
        yield [PastReading(one, NOW, OPEN_END, None) for one in some]


def _parts(made: Sequence[NumberedReading], size: int) -> Iterator[dict[str, list[Row]]]:
    """The rows of everything, a part at a time, with documents and with concepts not seen yet."""
    known: set[str] = set()
    for start in range(0, len(made), size):
        some = made[start : start + size]
        rows = _all_rows(some)
        names = sorted({row["concept"] for row in rows["create_instances"]} - known)
        known.update(names)
        rows["concepts"] = [{"name": name} for name in names]
        rows["documents"] = [
            {"id": one.document_id, "title": one.graph.document.title, "source": ""} for one in some
        ]
        yield rows


def _all_rows(made: Sequence[NumberedReading]) -> dict[str, list[Row]]:
    """What the raw engine is given, by the code that makes ours."""
    rows: dict[str, list[Row]] = {name: [] for name in STATEMENTS}
    for one in made:
        document = one.graph.document
        rows["create_readings"].append(
            {
                "id": one.id,
                "document": document.id,
                "number": one.number,
                "title": document.title,
                "source": document.source,
                "text": document.text,
                "text_sha256": document.text_sha256,
                "entities_given": False,
                "model": one.model,
                "checkpoint": one.checkpoint,
                "settings": one.settings,
                "n_steps": document.n_steps,
                "recorded_from": NOW,
                "recorded_until": OPEN_END,
            }
        )
        for name, some in rows_of(one.graph, reading=one.id).items():
            rows[name] += some
    return rows


def _raw_copy(made: Sequence[NumberedReading], path: Path, at_once: int = 0) -> None:
    """Every table by COPY with nothing asked: all at once in no transaction, or as many in one."""
    database = ladybug.Database(path, buffer_pool_size=512 << 20)
    with closing(database):
        with closing(ladybug.Connection(database)) as connection:
            for one in schema_statements("ladybug"):
                connection.execute(one)
            identity = {"schema_version": SCHEMA_VERSION, "id": "made up"}
            connection.execute(statement("write/identify_store"), identity)
            if not at_once:
                _copy_tables(_columns(_parts(made, PART)), connection)
                return
        for part in _parts(made, at_once):
            # a connection that is kept keeps its plans, and they what was copied: 100,000
            # documents filled the pool
            with closing(ladybug.Connection(database)) as connection:
                connection.execute(BEGIN)
                _copy_tables(_columns([part]), connection)
                connection.execute(COMMIT)


def _columns(parts: Iterable[dict[str, list[Row]]]) -> list[tuple[str, pa.Table]]:
    """The statements that copy, with the columns of all parts together."""
    documents, concepts = [], []
    tables: list[list[pa.Table]] = [[] for _ in schema_statements("ladybug_append")]
    for rows in parts:
        documents += [{**one, "forgotten_at": None} for one in rows["documents"]]
        concepts += rows["concepts"]
        for some, table in zip(tables, tables_of(rows), strict=True):
            some.extend([] if table is None else [table])
    of_documents = pa.schema(
        [(name, pa.string()) for name in ("id", "title", "source")]
        + [("forgotten_at", pa.timestamp("us"))]
    )
    return [
        (_own("copy_documents"), pa.Table.from_pylist(documents, of_documents)),
        (_own("copy_concepts"), pa.Table.from_pylist(concepts)),
        *zip(schema_statements("ladybug_append"), map(pa.concat_tables, tables), strict=True),
    ]


def _copy_tables(columns: Iterable[tuple[str, pa.Table]], connection: ladybug.Connection) -> None:
    for one, table in columns:
        connection.execute(one, {"rows": table})


def _create(some: Sequence[NumberedReading], known: set[str], store: Store) -> None:
    """The statements that create, and nothing that looks first; ``known`` concepts are there."""
    rows = _all_rows(some)
    names = sorted({row["concept"] for row in rows["create_instances"]} - known)
    known.update(names)
    documents = [
        {"id": one.document_id, "title": one.graph.document.title, "source": ""} for one in some
    ]
    rows["create_instances"].sort(key=lambda row: (row["concept"], row["entity"]))
    store.write(lambda run: _create_plainly(run, documents, names, rows))


def _create_plainly(
    run: Callable[..., Any], documents: list[Row], names: list[str], rows: dict[str, list[Row]]
) -> None:
    run(_own("plain_create"), {"rows": documents})
    run(_own("plain_concepts"), {"names": names})
    create_rows(rows, ask=run)


def _timed(work: Callable[[], object], server: Server | None = None) -> dict[str, float]:
    """Seconds on the clock; of the processor, with those of finished children and of the server."""
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
    """Processor seconds that the server has used, where it is ours and the system tells."""
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
    return sum(one.stat().st_blocks * 512 for one in folder.rglob("*") if one.is_file())


def _sum(turns: Iterable[tuple[str, dict[str, float]]], name: str) -> dict[str, float]:
    some = [one for of, one in turns if of == name]
    return {key: round(sum(one[key] for one in some), 2) for key in some[0]}


def _ratio(raw: dict[str, float], ours: dict[str, float]) -> dict[str, float]:
    """How fast ours is, the raw engine being 1."""
    return {key: round(raw[key] / ours[key], 3) for key in raw}


def _own(name: str) -> Any:
    return (Path(__file__).parent / "raw" / f"{name}.cypher").read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
