"""What the store costs beside the raw engine, and how long its questions take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from writing import percent, table

TIMES_AS_LONG = 1.5  # that a question about one document may take in the largest store


def section(result: dict[str, Any]) -> str:
    runs = result["runs"]
    memory = result["neo4j"]
    parts = [
        "## The store\n\n"
        f"`{result['command']}` on {result['machine']}; {_kept(result)}. Ladybug was measured on "
        "one core beside a training, Neo4j beside the tests, but for its questions and plain "
        "CREATE at 100000 documents, which had both cores. Made-up documents of "
        f"seven steps and four entities, written {result['batch']} a transaction (ingest), "
        f"{result['load_batch']} (load), or put at once into an empty store (bulk: what a large "
        "import does; into Neo4j by `--admin-files`, with the import that checks it). Neo4j has "
        f"{memory['heap']} of heap and {memory['page_cache']} of page cache. Ratios: the raw "
        "engine is 100; of seconds on the clock, and of processor seconds with the server's. "
        "Wanted: ingest 85 of plain CREATE, of the statements that create, without any that looks "
        "whether something is there; bulk 80 of the engine's own loader (Ladybug's COPY, a table "
        "at a time, in no transaction; Neo4j's admin import of files as simple as can be). Making "
        "the rows from graphs is in all of them; parsing an export and the ledger are in none. "
        "Neo4j is filled by the admin import; then plain "
        "CREATE and ours write some thousand documents more, a batch each in turn. – was not "
        "measured.",
        table(
            [
                "engine",
                "documents",
                "ingest, documents/s",
                "load, documents/s",
                "bulk, documents/s",
                "own loader, documents/s",
                "ingest of plain CREATE, clock / processor",
                "bulk of own loader, clock / processor",
                "load of own loader in transactions",
                "KB a document",
            ],
            [_writing(run) for run in runs],
        ),
        *_importing(runs),
        f"Questions about one document ({result['samples']} askings of each, of documents all over "
        "the store), milliseconds through `pipeline.questions.catalogue.ask`, checks included; "
        "Neo4j has been asked as often before, and has compiled what it runs.",
        table(
            [
                "engine",
                "documents",
                "questions",
                "median p50",
                "median p95",
                "slowest",
                "its p95",
                "wanted",
                "above it",
            ],
            [_asking(run, result["wanted_ms"]) for run in runs if "questions" in run],
        ),
        *_growing(runs),
        "Questions across documents, median milliseconds (rows): about a concept that is in ten "
        "documents, in a hundredth of all, and in all. `feeds` and `fed-by` are asked of a "
        "document whose output, or input, is such a concept.",
        table(
            ["engine", "documents", "question", "in ten", "in a hundredth", "in all"],
            [
                [run["engine"], str(run["documents"]), f"`{name}`"]
                + [_answer(found.get(size)) for size in ("ten", "a hundredth", "all")]
                for run in runs
                for name, found in run.get("across", {}).items()
            ],
        ),
        *_scanning(runs),
    ]
    return "\n\n".join(parts)


def _kept(result: dict[str, Any]) -> str:
    if result["in_memory"]:
        return "their files were in memory"
    return "their files were on disk"


def _writing(run: dict[str, Any]) -> list[str]:
    def speed(name: str, documents: int) -> str:
        return f"{documents / run[name]['seconds']:.0f}" if name in run else "–"

    def ratio(name: str) -> str:
        found = run.get(name)
        if found is None:
            return "–"
        return f"{percent(found['seconds'])} / {percent(found['processor_seconds'])}"

    return [
        run["engine"],
        str(run["documents"]),
        speed("ingest", run.get("ingested", 0)),
        speed("batches", run.get("written", run["documents"])),
        speed("bulk", run.get("loaded", 0)),
        speed("own_loader", run["documents"]),
        ratio("ingest_of_plain_create"),
        ratio("bulk_of_own_loader"),
        ratio("batches_of_own_loader_in_transactions"),
        f"{run['bytes_a_document'] / 1000:.1f}" if "bytes_a_document" in run else "–",
    ]


def _importing(runs: list[dict[str, Any]]) -> Iterator[str]:
    """What Neo4j's own loader takes, and what ours adds."""
    runs = [run for run in runs if "bulk_passes" in run]
    if runs:
        own, ours = (
            ", ".join(f"{name} {one['seconds']:.0f} s" for name, one in runs[-1][passes].items())
            for passes in ("own_loader_passes", "bulk_passes")
        )
        yield (
            f"Neo4j's admin import at {runs[-1]['documents']} documents: {own}; ours: {ours}. It "
            "wants the database stopped, its files at hand and nothing in it; `stepgraph load`, "
            "and `import` without `--admin-files`, go over the wire into a server that runs, all "
            "or nothing a transaction."
        )


def _asking(run: dict[str, Any], wanted: dict[str, float]) -> list[str]:
    questions = run["questions"]
    limit = wanted[run["engine"]]
    slowest = max(questions, key=lambda name: questions[name]["p95_ms"])
    above = [name for name, one in questions.items() if one["p95_ms"] > limit]
    return [
        run["engine"],
        str(run["documents"]),
        str(len(questions)),
        f"{_median(questions, 'p50_ms'):.1f}",
        f"{_median(questions, 'p95_ms'):.1f}",
        f"`{slowest}`",
        f"{questions[slowest]['p95_ms']:.1f}",
        str(limit),
        str(len(above)),
    ]


def _answer(found: dict[str, Any] | None) -> str:
    return "–" if found is None else f"{found['p50_ms']:.0f} ({found['rows']})"


def _median(questions: dict[str, Any], which: str) -> float:
    return float(sorted(one[which] for one in questions.values())[len(questions) // 2])


def _growing(runs: list[dict[str, Any]]) -> Iterator[str]:
    """How much longer a question takes in the largest store than in a tenth of it."""
    for engine in dict.fromkeys(run["engine"] for run in runs):
        sizes = {
            run["documents"]: run["questions"]
            for run in runs
            if run["engine"] == engine and "questions" in run
        }
        large = max(sizes, default=0)
        if large // 10 not in sizes:
            continue
        times = {
            which: {
                name: one[which] / sizes[large // 10][name][which]
                for name, one in sizes[large].items()
            }
            for which in ("p50_ms", "p95_ms")
        }
        above = sum(one > TIMES_AS_LONG for one in times["p95_ms"].values())
        most = max(times["p95_ms"], key=lambda name: times["p95_ms"][name])
        yield (
            f"On {engine}, a question's p95 at {large} documents is "
            f"{_middle(times['p95_ms']):.2f} times that at {large // 10} (median; its p50 "
            f"{_middle(times['p50_ms']):.2f} times), at most {times['p95_ms'][most]:.2f} times "
            f"(`{most}`); more than {TIMES_AS_LONG} times for {above} of {len(times['p95_ms'])}."
        )


def _middle(times: dict[str, float]) -> float:
    return sorted(times.values())[len(times) // 2]


def _scanning(runs: list[dict[str, Any]]) -> Iterator[str]:
    for run in runs:
        if "scans" in run:
            found = run["scans"]["without_index"]
            named = ", ".join(f"`{name}` ({', '.join(scans)})" for name, scans in found.items())
            yield (
                f"By PROFILE at {run['documents']} documents, Neo4j reads without an index for: "
                f"{named or 'no question'}."
            )
