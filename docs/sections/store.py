"""What the store costs beside the raw engine, and how long its questions take."""

from __future__ import annotations

from typing import Any

from writing import percent, table


def section(result: dict[str, Any]) -> str:
    parts = [
        "## The store\n\n"
        f"`{result['command']}` on {result['machine']}: made-up documents of seven steps and four "
        f"entities, written {result['batch']} a transaction and, in bulk, {result['load_batch']}. "
        "Ratios: the raw engine is 100; of seconds on the clock, and of processor seconds with "
        "the server's, which other work on the machine disturbs less (a load above the number of "
        "cores means that there was such work, and that milliseconds are upper bounds). Wanted: "
        "bulk 80 of the engine's own loader (Ladybug's COPY, a table at a time, in no "
        "transaction), "
        "ingest 85 of plain CREATE; making the rows from graphs is in both.",
        table(
            [
                "engine",
                "documents",
                "ingest, documents/s",
                "bulk, documents/s",
                "ingest of plain CREATE, clock / processor",
                "bulk of own loader, clock / processor",
                "bytes a document",
                "load",
            ],
            [_writing(run) for run in result["runs"]],
        ),
        "Questions about one document, milliseconds through `pipeline.questions.ask`, checks "
        "included; the slowest by its p95, and how many are above what is wanted.",
        table(
            ["engine", "documents", "median p50", "slowest", "p95 ms", "wanted", "above it"],
            [_asking(run, result["wanted_ms"]) for run in result["runs"]],
        ),
        "Questions across documents, median milliseconds (rows): of a concept in ten documents, "
        "in a hundredth of all, and in all.",
        table(
            ["engine", "documents", "question", "in ten", "in a hundredth", "in all"],
            [
                [run["engine"], str(run["documents"]), name]
                + [f"{one['p50_ms']} ({one['rows']})" for one in found.values()]
                for run in result["runs"]
                for name, found in run["concepts"].items()
            ],
        ),
    ]
    for run in result["runs"]:
        if "scans" in run:
            found = run["scans"]["without_index"]
            named = ", ".join(f"`{name}` ({', '.join(scans)})" for name, scans in found.items())
            parts.append(
                f"By PROFILE at {run['documents']} documents, Neo4j reads without an index for: "
                f"{named or 'no question'}."
            )
    return "\n\n".join(parts)


def _writing(run: dict[str, Any]) -> list[str]:
    def speed(name: str) -> str:
        return f"{run['documents'] / run[name]['seconds']:.0f}" if name in run else "–"

    def ratio(name: str) -> str:
        found = run.get(name)
        if found is None:
            return "not measured"
        return f"{percent(found['seconds'])} / {percent(found['processor_seconds'])}"

    return [
        run["engine"],
        str(run["documents"]),
        speed("ingest"),
        speed("bulk"),
        ratio("ingest_of_plain_create"),
        ratio("bulk_of_own_loader"),
        str(run["bytes_a_document"]),
        str(run["load_average"]),
    ]


def _asking(run: dict[str, Any], wanted: dict[str, float]) -> list[str]:
    questions = run["questions"]
    limit = wanted[run["engine"]]
    slowest = max(questions, key=lambda name: questions[name]["p95_ms"])
    halves = sorted(one["p50_ms"] for one in questions.values())
    above = sum(one["p95_ms"] > limit for one in questions.values())
    return [
        run["engine"],
        str(run["documents"]),
        str(halves[len(halves) // 2]),
        f"`{slowest}`",
        str(questions[slowest]["p95_ms"]),
        str(limit),
        f"{above} of {len(questions)}",
    ]
