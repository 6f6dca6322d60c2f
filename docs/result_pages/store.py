"""What the store costs compared with the raw engine, and how long its questions take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from result_pages import large_store
from result_pages.markdown import (
    NOT_MEASURED,
    Values,
    commands,
    count,
    decimal,
    percent,
    record,
    table,
)

TIMES_AS_LONG = 1.5  # that a question about one document may take in the largest store
SHARED_BY = ("ten", "a hundredth", "all")  # documents that share a concept
Run = Mapping[str, Any]


def values() -> Values:
    result = record("store")
    runs: list[Run] = result["runs"]
    large = large_store.values()
    at_least = result["wanted_percent"]
    growth = _growth(runs)
    scanned = [name for run in runs if "scans" in run for name in run["scans"]["without_index"]]
    return {
        "machine": result["machine"],
        "files_are": "in memory" if result["in_memory"] else "on disk",
        "n_steps": str(result["documents_are"]["steps"]),
        "n_entities": str(result["documents_are"]["entities"]),
        "batch": count(result["batch"]),
        "load_batch": count(result["load_batch"]),
        "heap": result["neo4j"]["heap"],
        "page_cache": result["neo4j"]["page_cache"],
        "rates": table(
            ["engine", "documents", "ingest, documents/s", "load, documents/s"]
            + ["bulk, documents/s", "own loader, documents/s", "KB a document"],
            [_rates(run) for run in runs],
        ),
        "ratios": table(
            ["engine", "documents", "ingest, % of plain CREATE", "processor, %"]
            + ["bulk, % of own loader", "processor, %"]
            + ["load, % of own loader in transactions", "processor, %"],
            [_ratios(run) for run in runs],
        ),
        "wanted_ingest": str(at_least["ingest_of_plain_create"]),
        "wanted_bulk": str(at_least["bulk_of_own_loader"]),
        "passes": _passes(runs),
        "samples": str(result["samples"]),
        "one_document": table(
            ["engine", "documents", "questions", "median p50, ms", "median p95, ms"]
            + ["slowest question", "its p95, ms", "limit, ms", "questions above it"],
            [_asking(run, result["wanted_ms"]) for run in runs if "questions" in run],
        ),
        "growth": table(
            ["engine", "from documents", "to documents", "p50, times", "p95, times"]
            + ["largest p95, times", "its question", f"above {TIMES_AS_LONG} times"],
            growth,
        ),
        "grown": table(
            [
                "question",
                "documents",
                "database hits",
                "p50, ms",
                "p95, ms",
                "p95 of the processor",
            ],
            _grown(runs),
        ),
        "same_hits": _same_hits(runs),
        "across": table(
            ["engine", "documents", "question"]
            + [f"{name}: {part}" for name in SHARED_BY for part in ("ms", "rows")],
            [
                [run["engine"], count(run["documents"]), f"`{name}`"]
                + [cell for size in SHARED_BY for cell in _answer(answers.get(size))]
                for run in runs
                for name, answers in run.get("across", {}).items()
            ],
        ),
        "without_index": ", ".join(f"`{name}`" for name in scanned) or "no question",
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    } | large


def _rates(run: Run) -> list[str]:
    def rate(name: str, documents: int) -> str:
        return decimal(documents / run[name]["seconds"], 0) if name in run else NOT_MEASURED

    return [
        run["engine"],
        count(run["documents"]),
        rate("ingest", run.get("ingested", 0)),
        rate("batches", run.get("written", run["documents"])),
        rate("bulk", run.get("loaded", 0)),
        rate("own_loader", run["documents"]),
        decimal(run["bytes_a_document"] / 1000) if "bytes_a_document" in run else NOT_MEASURED,
    ]


def _ratios(run: Run) -> list[str]:
    names = (
        "ingest_of_plain_create",
        "bulk_of_own_loader",
        "batches_of_own_loader_in_transactions",
    )
    return [
        run["engine"],
        count(run["documents"]),
        *(cell for name in names for cell in _ratio(run.get(name))),
    ]


def _ratio(ratio: Run | None) -> list[str]:
    if ratio is None:
        return [NOT_MEASURED] * 2
    return [percent(ratio["seconds"]), percent(ratio["processor_seconds"])]


def _passes(runs: Sequence[Run]) -> str:
    """Seconds of Neo4j's own loader, and of ours, at the largest size."""
    run = [run for run in runs if "bulk_passes" in run][-1]
    own, ours = run["own_loader_passes"], run["bulk_passes"]
    return table(
        [f"Neo4j, {count(run['documents'])} documents: seconds", "own loader", "ours"],
        [
            [name, *(_seconds(passes.get(name)) for passes in (own, ours))]
            for name in dict.fromkeys([*own, *ours])
        ],
    )


def _seconds(measured: Run | None) -> str:
    return NOT_MEASURED if measured is None else decimal(measured["seconds"], 0)


def _asking(run: Run, limits: Mapping[str, float]) -> list[str]:
    questions, limit = run["questions"], limits[run["engine"]]
    slowest = max(questions, key=lambda name: questions[name]["p95_ms"])
    return [
        run["engine"],
        count(run["documents"]),
        str(len(questions)),
        decimal(_middle([times["p50_ms"] for times in questions.values()])),
        decimal(_middle([times["p95_ms"] for times in questions.values()])),
        f"`{slowest}`",
        decimal(questions[slowest]["p95_ms"]),
        str(limit),
        str(sum(times["p95_ms"] > limit for times in questions.values())),
    ]


def _answer(times: Run | None) -> list[str]:
    if times is None:
        return [NOT_MEASURED] * 2
    return [decimal(times["p50_ms"], 0), count(times["rows"])]


def _growth(runs: Sequence[Run]) -> list[list[str]]:
    """How much longer a question takes in the largest store than in a tenth of it."""
    rows = []
    for engine in dict.fromkeys(run["engine"] for run in runs):
        sizes = {
            run["documents"]: run["questions"]
            for run in runs
            if run["engine"] == engine and "questions" in run
        }
        large = max(sizes)
        small = large // 10
        times = {
            part: {
                name: measured[part] / sizes[small][name][part]
                for name, measured in sizes[large].items()
            }
            for part in ("p50_ms", "p95_ms")
        }
        longest = max(times["p95_ms"], key=lambda name: times["p95_ms"][name])
        rows.append(
            [
                engine,
                count(small),
                count(large),
                decimal(_middle(list(times["p50_ms"].values())), 2),
                decimal(_middle(list(times["p95_ms"].values())), 2),
                decimal(times["p95_ms"][longest], 2),
                f"`{longest}`",
                str(sum(ratio > TIMES_AS_LONG for ratio in times["p95_ms"].values())),
            ]
        )
    return rows


def _scanned_runs(runs: Sequence[Run]) -> list[Run]:
    """The runs on Neo4j in which every question was profiled, the smallest first."""
    return [run for run in runs if "scans" in run and "questions" in run]


def _grown(runs: Sequence[Run]) -> list[list[str]]:
    """The questions on Neo4j whose p95 grew most, with what they read at each size."""
    small, *_, large = _scanned_runs(runs)
    return [
        [
            f"`{name}`",
            count(run["documents"]),
            count(run["scans"]["hits"][name]),
            decimal(run["questions"][name]["p50_ms"]),
            decimal(run["questions"][name]["p95_ms"]),
            decimal(run["questions"][name]["processor_p95_ms"]),
        ]
        for name, times in large["questions"].items()
        if times["p95_ms"] > TIMES_AS_LONG * small["questions"][name]["p95_ms"]
        for run in (small, large)
    ]


def _same_hits(runs: Sequence[Run]) -> str:
    """How many questions about one document read as much in the largest store as in a small one."""
    small, *_, large = _scanned_runs(runs)
    same = [
        name
        for name in large["questions"]
        if large["scans"]["hits"][name] == small["scans"]["hits"][name]
    ]
    return f"{len(same)} of {len(large['questions'])}"


def _middle(numbers: Sequence[float]) -> float:
    return sorted(numbers)[len(numbers) // 2]
