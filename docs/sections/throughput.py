"""Documents a second, by stage and end to end."""

from __future__ import annotations

from typing import Any

from writing import table


def section(result: dict[str, Any]) -> str:
    rows = [
        [
            run["entities"],
            str(run["documents"]),
            f"**{run['documents_per_second']}**",
            ", ".join(f"{k} {v}" for k, v in run["stages_documents_per_second"].items()),
            str(run["peak_memory_mb"]),
        ]
        for run in result["end_to_end"]
    ]
    ratio = result["batch_against_one"]
    return (
        "## Speed\n\n"
        f"`{result['command']}` on {result['machine']}: ProPara's test documents, repeated, from a "
        "JSON lines file into a new embedded store, one process, starting and loading included. "
        f"{result.get('note', '')}\n\n"
        + table(["entities", "documents", "documents/s", "by stage, documents/s", "peak MB"], rows)
        + f"\n\n{ratio['documents']} documents in one call of `stepgraph.read_all` against one "
        f"call each: {ratio['batch_documents_per_second']} against "
        f"{ratio['one_by_one_documents_per_second']} documents/s, {ratio['ratio']} times as fast."
    )
