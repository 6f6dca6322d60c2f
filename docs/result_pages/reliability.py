"""What went wrong on purpose, what was lost, and answers compared with an oracle."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from result_pages import mutants
from result_pages.markdown import Values, bullets, commands, count, decimal, record, table

FAULTS = {
    "killed_at_a_random_moment": "`kill -9` of the ingesting process at a random moment",
    "killed_between_store_and_ledger": "the same, exactly between store write and ledger close",
    "one_of_three_workers_killed": "`kill -9` of one worker among several",
    "neo4j_killed": "`kill -9` of Neo4j during a batch, restarted at once",
    "neo4j_down_for_a_minute": "Neo4j unavailable for a minute",
    "postgres_killed": "`kill -9` of PostgreSQL during a batch, restarted at once",
    "postgres_down_for_a_minute": "PostgreSQL unavailable for a minute",
    "prefect_server_killed": "`kill -9` of the Prefect server",
    "disk_full": "full disk, of store and ledger",
    "clock_steps_back": "the clock a day back during a run, then `kill -9`",
    "two_at_once": "two `ingest` at once",
    "power_cut": "power cut at a random moment: what was not synced is lost",
    "power_cut_after_prune": "power cut right after `--prune`; the files then return",
    "servers_lose_power": "power cut of Neo4j, PostgreSQL and the client at once",
    "client_vanishes": "power cut of the client alone, in the middle of a transaction",
    "clock_an_hour_ahead": "the clock an hour ahead during a run, then `kill -9`",
    "clock_an_hour_back": "the clock an hour back during a run, then `kill -9`",
    "neo4j_answers_slowly": "Neo4j delays every answer by seconds, for minutes",
    "postgres_fails_over": "`kill -9` of PostgreSQL during a batch, its standby is promoted",
    "yesterdays_ledger_with_todays_store": "yesterday's ledger with today's store, then `repair`",
    "yesterdays_store_with_todays_ledger": "yesterday's store with today's ledger, then `repair`",
}
STORES = {"embedded": "Ladybug, SQLite", "servers": "Neo4j, PostgreSQL"}
SERVER_FAULTS = ("neo4j", "postgres", "prefect")
Trials = Sequence[dict[str, Any]]


def values() -> Values:
    return {**_faults(record("faults")), **_soak(record("soak")), **mutants.values()}


def lost(trials: Trials) -> int:
    return sum(trial["lost"] + trial["unstored"] for trial in trials)


def _faults(result: dict[str, Any]) -> Values:
    trials = sorted(result["trials"], key=_kind)
    with_server = [trial for trial in trials if trial["fault"].startswith(SERVER_FAULTS)]
    disk_full = [trial for trial in trials if trial["fault"] == "disk_full"]
    return {
        "faults": table(
            ["fault", "store, ledger", "times", "lost", "doubled", "wrong", "findings"]
            + ["s, median", "s, max"],
            [
                _row(FAULTS[list(FAULTS)[fault]], STORES[around], list(group))
                for (fault, around), group in groupby(trials, key=_kind)
            ],
        ),
        "n_trials": str(len(trials)),
        "n_lost": str(lost(trials)),
        "n_doubled": str(sum(trial["doubled"] for trial in trials)),
        "n_compared": str(sum("wrong" in trial for trial in trials)),
        "n_wrong": str(sum(trial.get("wrong", 0) for trial in trials)),
        "n_survived": str(sum(map(_survived, with_server))),
        "n_server_trials": str(len(with_server)),
        "n_aborted": str(sum(map(_aborted, disk_full))),
        "n_disk_trials": str(len(disk_full)),
        "documents": str(result["documents"]),
        "batch": str(result["batch"]),
        "machine": result["machine"],
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    }


def _kind(trial: dict[str, Any]) -> tuple[int, str]:
    return list(FAULTS).index(trial["fault"]), trial["around"]


def _row(name: str, store: str, trials: Trials) -> list[str]:
    seconds = [trial["seconds"] for trial in trials]
    return [
        name,
        store,
        str(len(trials)),
        str(lost(trials)),
        str(sum(trial["doubled"] for trial in trials)),
        _wrong(trials),
        str(sum(len(trial["findings"]) for trial in trials)),
        decimal(statistics.median(seconds)),
        decimal(max(seconds)),
    ]


def _wrong(trials: Trials) -> str:
    """Number of wrong documents; a dash if the trials are older than the comparison."""
    if any("wrong" not in trial for trial in trials):
        return "–"
    return str(sum(trial["wrong"] for trial in trials))


def _survived(trial: dict[str, Any]) -> bool:
    """True if a process that lost its server finished by itself."""
    return not any(note.startswith("it gave up") for note in trial["notes"])


def _aborted(trial: dict[str, Any]) -> bool:
    return any("exit code -6" in note for note in trial["notes"])


def _soak(result: dict[str, Any]) -> Values:
    soak = result["soak"]
    queries, answers = soak["queries"], soak["answers"]
    fewest = min(min(counts.values()) for counts in answers.values())
    return {
        "soak": table(
            ["engine", "answers", "questions", "wrong"],
            [
                [
                    engine,
                    count(sum(counts.values())),
                    str(len(counts)),
                    str(sum(mismatch["where"] == engine for mismatch in soak["mismatches"])),
                ]
                for engine, counts in answers.items()
            ],
        ),
        "queries": table(
            ["generated Cypher queries", "n"],
            [["drawn", count(sum(queries.values()))]]
            + [[name, count(number)] for name, number in queries.items()],
        ),
        "n_seeds": str(soak["seed"]),
        "fewest": str(fewest),
        "n_answers": count(answered(result)),
        "n_mismatches": str(len(soak["mismatches"])),
        "fixed": bullets(f"Found and fixed: {text}." for text in soak["fixed"]),
        "soak_command": commands([result["command"]]),
        "soak_commit": f"`{result['commit']}`",
    }


def answered(result: dict[str, Any]) -> int:
    """Answers of both engines together."""
    return sum(sum(counts.values()) for counts in result["soak"]["answers"].values())
