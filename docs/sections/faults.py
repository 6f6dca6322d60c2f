"""What went wrong on purpose, how often, and what was lost, doubled and waited for."""

from __future__ import annotations

import statistics
from itertools import groupby
from typing import Any

from writing import table

TOLD = {
    "killed_at_a_random_moment": "`kill -9` of the ingesting process at a random moment",
    "killed_between_store_and_ledger": "the same, exactly between store write and ledger close",
    "one_of_three_workers_killed": "`kill -9` of one worker among three",
    "neo4j_killed": "`kill -9` of Neo4j in mid-batch, started again at once",
    "neo4j_down_for_a_minute": "Neo4j gone for a minute",
    "postgres_killed": "`kill -9` of PostgreSQL in mid-batch, started again at once",
    "postgres_down_for_a_minute": "PostgreSQL gone for a minute",
    "prefect_server_killed": "`kill -9` of the Prefect server",
    "disk_full": "the disk full, of store and ledger",
    "clock_steps_back": "the clock a day back in mid-run, then `kill -9`",
    "two_at_once": "two `ingest` at once",
}
STORES = {"embedded": "Ladybug, SQLite", "servers": "Neo4j, PostgreSQL"}


def section(result: dict[str, Any]) -> str:
    def kind(trial: dict[str, Any]) -> tuple[int, str]:
        return list(TOLD).index(trial["fault"]), trial["around"]

    trials = sorted(result["trials"], key=kind)
    rows = [
        _row(TOLD[list(TOLD)[fault]], STORES[around], list(some))
        for (fault, around), some in groupby(trials, key=kind)
    ]
    return (
        "## Faults\n\n"
        f"`{result['command']}` on {result['machine']}, with much else running: "
        f"{result['documents']} documents in batches of 4, read by a reader without a model; the "
        "fault; then the same command again. *Lost* are documents without an open reading, or said "
        "by the ledger to be written and not in the store, before or after the second run; "
        "*doubled* those with more than one reading; *findings* are those of `stepgraph lint`. "
        "Seconds are the second run's until all was there (or, where a server was gone or a worker "
        "died, until those that were still running had finished), starting not counted.\n\n"
        + table(
            ["fault", "store, ledger", "times", "lost", "doubled", "findings", "s, median", "max"],
            rows,
        )
        + f"\n\nA process went on by itself in {_survived(trials)} of the "
        f"{sum(_leaves_one(one) for one in trials)} trials in which a server was gone. "
        f"On a full disk Ladybug ended the process without a word of ours in {_aborted(trials)} of "
        f"{sum(one['fault'] == 'disk_full' for one in trials)} trials; its store opens again, less "
        "the commit that did not fit." + _untried(trials)
    )


def _row(told: str, store: str, trials: list[dict[str, Any]]) -> list[str]:
    seconds = [one["seconds"] for one in trials]
    return [
        told,
        store,
        str(len(trials)),
        str(sum(one["lost"] + one["unstored"] for one in trials)),
        str(sum(one["doubled"] for one in trials)),
        str(sum(len(one["findings"]) for one in trials)),
        f"{statistics.median(seconds):.1f}",
        f"{max(seconds):.1f}",
    ]


def _leaves_one(trial: dict[str, Any]) -> bool:
    return trial["fault"].startswith(("neo4j", "postgres", "prefect"))


def _survived(trials: list[dict[str, Any]]) -> int:
    return sum(
        _leaves_one(one) and not any(note.startswith("it gave up") for note in one["notes"])
        for one in trials
    )


def _aborted(trials: list[dict[str, Any]]) -> int:
    return sum("exit code -6" in note for one in trials for note in one["notes"])


def _untried(trials: list[dict[str, Any]]) -> str:
    """What the last full run has not come to yet."""
    missing = [told for name, told in TOLD.items() if all(one["fault"] != name for one in trials)]
    return f" Not tried yet in this table: {'; '.join(missing)}." if missing else ""
