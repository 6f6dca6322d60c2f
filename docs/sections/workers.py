"""What keeping the work costs, and what a second worker brings."""

from __future__ import annotations

from typing import Any

from writing import percent, table

STORES = {"embedded": "Ladybug, SQLite", "servers": "Neo4j, PostgreSQL"}


def section(result: dict[str, Any]) -> str:
    parts = [
        f"## Workers\n\n`{result['command']}` on {result['machine']} "
        f"(load average {result['load_average']})."
    ]
    if "workers" in result:
        parts.append(_workers(result["workers"]))
    if "stages" in result:
        parts.append(_stages(result["stages"], result["batch"]))
    if "bursts" in result:
        parts.append(_bursts(result["bursts"]))
    return "\n\n".join(parts)


def _bursts(told: dict[str, Any]) -> str:
    return (
        f"A burst of {told['documents']} documents in batches of {told['batch']} for the same "
        f"slow model, from starting the workers to their end: two processes {told['processes']} s, "
        f"two actors of Ray Data {told['ray']} s (`--only bursts`). A process of ours fetches and "
        "writes while its model reads; an actor does one batch after the other."
    )


def _workers(told: dict[str, Any]) -> str:
    rows = [
        [
            str(run["workers"]),
            str(run["seconds"]),
            str(run["documents_per_second"]),
            ", ".join(percent(busy) for busy in run["model_busy"]),
            ", ".join(map(str, run["written"])),
        ]
        for run in told["runs"]
    ]
    return (
        f"A model made slow on purpose (it sleeps), {told['documents']} documents in batches of "
        f"{told['batch']} on Neo4j and PostgreSQL: two workers are **{told['speed_up']}** times as "
        "fast as one.\n\n"
        + table(["workers", "s", "documents/s", "model busy, %", "documents of each"], rows)
    )


def _stages(runs: list[dict[str, Any]], batch: int) -> str:
    rows = [
        [
            STORES[run["store"]],
            str(run["documents_per_second"]),
            ", ".join(
                f"{name} {spent}" for name, spent in run["seconds_by_stage"].items() if spent > 0.05
            ),
            str(run["seconds"]),
            str(run["ledger_seconds"]),
            str(run["prefect_seconds"]),
            percent(run["share"]),
        ]
        for run in runs
    ]
    header = ["store, ledger", "documents/s", "seconds by stage", "s in all"]
    return (
        f"{runs[0]['documents']} of ProPara's test documents in batches of {batch} by the shipped "
        "reader, already loaded. Stages overlap, and the ledger's and Prefect's seconds are mostly "
        "spent while the model reads.\n\n"
        + table([*header, "ledger's, s", "Prefect's, s", "share of both, %"], rows)
    )
