"""What our store costs beside the raw engine, and how long its questions take as it grows.

    python benchmarks/store.py [--documents 1000 10000] [--engines ladybug neo4j]

Documents are made up, with their grids: nothing is read by a model. Each figure stands beside the
raw engine's, measured in the same run; ratios are of processor seconds too (the server's included),
which other work on the machine disturbs less than seconds on the clock. Every pass has a new store.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from sys import path as import_path
from typing import Any

import ladybug
import neo4j
from rich.console import Console

from pipeline.document import Document, Entity, Step
from pipeline.graph import TemporalGraph
from pipeline.grid import Grid
from pipeline.load import AT_ONCE
from pipeline.questions import ask, catalogue
from pipeline.stores import LATEST, OPEN_END, Row, Store, open_store
from pipeline.stores.columns import tables_of
from pipeline.stores.creating import STATEMENTS, create_rows
from pipeline.stores.rows import rows_of
from pipeline.stores.statements import schema_statements, statement
from pipeline.stores.write import NumberedReading, write

ROOT = Path(__file__).parent.parent
import_path.insert(0, str(ROOT))
from tests.neo4j_server import Server, neo4j_server  # noqa: E402

BATCH = 512  # documents a transaction, of ours and of the raw engine's
NOW = datetime(2026, 1, 1)
RARE = 10  # documents of the concept that is in so few, however many there are
SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "AllRelationshipsScan")
WANTED_MS = {"ladybug": 5, "neo4j": 10}


def main() -> None:
    """What was measured is written after each run: the long ones may be killed."""
    arguments = _arguments()
    sizes = " ".join(map(str, arguments.documents))
    runs: list[dict[str, Any]] = []
    result = {
        "command": f"python benchmarks/store.py --documents {sizes} --samples {arguments.samples}",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}",
        "batch": BATCH,
        "load_batch": AT_ONCE,
        "wanted_ms": WANTED_MS,
        "runs": runs,
    }
    for n_documents in arguments.documents:
        made = [_reading(number) for number in range(n_documents)]
        for engine in arguments.engines:
            measure = {"ladybug": _measure_ladybug, "neo4j": _measure_neo4j}[engine]
            run = {"engine": engine, "documents": n_documents, **measure(made, arguments.samples)}
            run["load_average"] = round(os.getloadavg()[0], 1)
            runs.append(run)
            Path(arguments.out).write_text(json.dumps(result, indent=2) + "\n")
            Console().print_json(json.dumps({k: v for k, v in run.items() if k != "questions"}))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[1000])
    parser.add_argument("--engines", nargs="+", default=["ladybug", "neo4j"])
    parser.add_argument("--samples", type=int, default=100, help="askings of each question")
    parser.add_argument("--out", default="docs/results/store.json")
    return parser.parse_args()


def _reading(number: int) -> NumberedReading:
    """Seven steps and four entities; one of them is everywhere, one in a hundredth, one is rare."""
    rare = "comet" if number < RARE else f"grain {number}"
    names = ("water; H2O", f"part {number % 100}", rare, "sugar")
    texts = [f"Step {n} of {number}: the water takes part in the sugar." for n in range(1, 8)]
    starts = [sum(len(one) + 1 for one in texts[:order]) for order in range(7)]
    steps = tuple(Step(n + 1, texts[n], starts[n]) for n in range(7))
    grid = Grid.from_texts(
        [Entity.parse(name) for name in names],
        [
            ("soil", "soil", "root", "root", "leaf", "leaf", "-", "-"),
            ("?", "?", "?", "air", "air", "air", "leaf", "leaf"),
            ("shelf", "bowl", "bowl", "oven", "oven", "oven", "oven", "-"),
            ("-", "-", "-", "-", "-", "-", "leaf", "fruit"),
        ],
    )
    document = Document(f"made-{number:07}", f"About {number}", " ".join(texts), steps, "")
    return NumberedReading(TemporalGraph.from_grid(document, grid), 1, "made up", "", "{}")


def _measure_ladybug(made: Sequence[NumberedReading], samples: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        raw = _timed(lambda: _raw_copy(made, Path(folder, "raw")))
        rows = _timed(lambda: _all_rows(made))
        store = open_store(f"ladybug:{folder}/bulk")
        bulk = _timed(lambda: _write(made, store, AT_ONCE))
        store.close()
        store = open_store(f"ladybug:{folder}/batches")
        batches = _timed(lambda: _write(made, store, BATCH))
        store.close()
        n_bytes = Path(folder, "bulk").stat().st_size
        with closing(open_store(f"ladybug:{folder}/bulk", read_only=True)) as store:
            questions = _questions(made, store, samples)
    return {
        "rows": rows,
        "bulk": bulk,
        "own_loader": raw,
        "bulk_of_own_loader": _ratio(raw, bulk),
        "ingest": batches,
        "bytes_a_document": round(n_bytes / len(made)),
        **questions,
    }


def _measure_neo4j(made: Sequence[NumberedReading], samples: int) -> dict[str, Any]:
    with neo4j_server() as server, _opened(server) as store:
        raw = _timed(lambda: _raw_create(made, store), server)
    with neo4j_server() as server, _opened(server) as store:
        empty = _weight(server)
        ours = _timed(lambda: _write(made, store, BATCH), server)
        bytes_a_document = round((_weight(server) - empty) / len(made))
        again = _timed(lambda: _write(made, store, BATCH), server)
        found = {
            "ingest": ours,
            "plain_create": raw,
            "ingest_of_plain_create": _ratio(raw, ours),
            "ingest_again": again,
            "bytes_a_document": bytes_a_document,
            **_questions(made, store, samples),
            "scans": _scans(made, server),
        }
    with neo4j_server() as server, _opened(server) as store:
        found["bulk"] = _timed(lambda: _write(made, store, AT_ONCE), server)
    return found


@contextmanager
def _opened(server: Server) -> Iterator[Store]:
    store = open_store(server.url, username=server.username, password=server.password)
    with closing(store):
        yield store


def _write(made: Sequence[NumberedReading], store: Store, size: int) -> None:
    for start in range(0, len(made), size):
        write(made[start : start + size], store=store, clock=lambda: NOW)


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


def _raw_copy(made: Sequence[NumberedReading], path: Path) -> None:
    """Every table by one COPY, with nothing asked and in no transaction."""
    import pyarrow as pa

    rows = _all_rows(made)
    documents = pa.table(
        {
            "id": [one.document_id for one in made],
            "title": [one.graph.document.title for one in made],
            "source": [one.graph.document.source for one in made],
            "forgotten_at": pa.array([None] * len(made), pa.timestamp("us")),
        }
    )
    concepts = pa.table({"name": sorted({row["concept"] for row in rows["create_instances"]})})
    database = ladybug.Database(path, buffer_pool_size=512 << 20)
    with closing(database), closing(ladybug.Connection(database)) as connection:
        for one in schema_statements("ladybug"):
            connection.execute(one)
        connection.execute(_own("copy_documents"), {"rows": documents})
        connection.execute(_own("copy_concepts"), {"rows": concepts})
        for one, table in zip(schema_statements("ladybug_append"), tables_of(rows), strict=True):
            if table is not None:
                connection.execute(one, {"rows": table})


def _raw_create(made: Sequence[NumberedReading], store: Store) -> None:
    """The statements that create, in batches of the same size, and nothing that looks first."""
    known: set[str] = set()
    for start in range(0, len(made), BATCH):
        some = made[start : start + BATCH]
        rows = _all_rows(some)
        names = sorted({row["concept"] for row in rows["create_instances"]} - known)
        known.update(names)
        documents = [
            {"id": one.document_id, "title": one.graph.document.title, "source": ""} for one in some
        ]
        rows["create_instances"].sort(key=lambda row: (row["concept"], row["entity"]))
        store.write(lambda run: _create_plainly(run, documents, names, rows))  # noqa: B023


def _create_plainly(
    run: Callable[..., Any], documents: list[Row], names: list[str], rows: dict[str, list[Row]]
) -> None:
    run(_own("plain_create"), {"rows": documents})
    run(_own("plain_concepts"), {"names": names})
    create_rows(rows, ask=run)


def _questions(made: Sequence[NumberedReading], store: Store, samples: int) -> dict[str, Any]:
    """Milliseconds of every question; of those about concepts, by how many rows they answer."""
    found: dict[str, Any] = {"questions": {}, "concepts": {}}
    step = max(1, len(made) // samples)
    for name, question in catalogue().items():
        wanted = {field.name for field in question.parameters} - {"as_of"}
        if "document" in wanted:
            chosen = made[::step][:samples]
            asked = [_parameters(wanted, one, "comet") for one in chosen]
            found["questions"][name] = _asked(name, asked, store)
        elif wanted & {"concept", "consumed"}:
            found["concepts"][name] = {
                concept: _asked(name, [_parameters(wanted, made[0], concept)] * 5, store)
                for concept in ("comet", "part 1", "water")
            }
    return found


def _parameters(wanted: set[str], one: NumberedReading, concept: str) -> dict[str, Any]:
    known = {
        "document": one.document_id,
        "entity": "water; H2O",
        "step": 4,
        "location": "leaf",
        "concept": concept,
        "consumed": concept,
        "produced": "sugar",
        "limit": 100,
    }
    return {name: known[name] for name in wanted}


def _asked(name: str, asked: Sequence[dict[str, Any]], store: Store) -> dict[str, Any]:
    ask(name, asked[0], store=store)
    seconds, used, rows = [], time.process_time(), 0
    for parameters in asked:
        started = time.perf_counter()
        rows = len(ask(name, parameters, store=store))
        seconds.append(time.perf_counter() - started)
    used = time.process_time() - used
    return {
        "rows": rows,
        "p50_ms": round(1000 * statistics.median(seconds), 2),
        "p95_ms": round(1000 * sorted(seconds)[int(0.95 * (len(seconds) - 1))], 2),
        "own_processor_ms": round(1000 * used / len(asked), 2),
    }


def _scans(made: Sequence[NumberedReading], server: Server) -> dict[str, Any]:
    """Which questions read without an index, by PROFILE, and what each looks at for comet."""
    found: dict[str, Any] = {"without_index": {}, "hits": {}}
    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        for name, question in catalogue().items():
            wanted = {field.name for field in question.parameters} - {"as_of"}
            given = _parameters(wanted, made[0], "comet") | {"as_of": LATEST}
            profile = driver.execute_query(_profiled(name), given).summary.profile
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


def _timed(work: Callable[[], object], server: Server | None = None) -> dict[str, float]:
    started, used = time.perf_counter(), time.process_time() + _server_seconds(server)
    work()
    used = time.process_time() + _server_seconds(server) - used
    return {
        "seconds": round(time.perf_counter() - started, 2),
        "processor_seconds": round(used, 2),
    }


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
    """Bytes of the server's graph on disk, without the log of transactions."""
    if server.home is None:
        return 0
    auth = (server.username, server.password)
    with neo4j.GraphDatabase.driver(server.url, auth=auth) as driver:
        driver.execute_query(_own("checkpoint"))
    folder = server.home / "data" / "databases" / "neo4j"
    return sum(one.stat().st_blocks * 512 for one in folder.rglob("*") if one.is_file())


def _ratio(raw: dict[str, float], ours: dict[str, float]) -> dict[str, float]:
    """How fast ours is, the raw engine being 1."""
    return {key: round(raw[key] / ours[key], 3) for key in raw}


def _own(name: str) -> Any:
    return (Path(__file__).parent / "raw" / f"{name}.cypher").read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
