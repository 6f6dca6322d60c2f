"""How many answers were compared, with the oracle and between engines, and how many differed."""

from __future__ import annotations

from typing import Any

from writing import table

WANTED = 20_000  # of each engine


def section(result: dict[str, Any]) -> str:
    soak = result["soak"]
    asked = sorted({name for counts in soak["answers"].values() for name in counts})
    fewest = min(asked, key=lambda name: min(_of(soak, name).values()))
    queries = soak["queries"]
    drawn = sum(queries.values())
    refused = ", ".join(f"{count} {how}" for how, count in queries.items() if how != "equal")
    return (
        "## The store against an oracle\n\n"
        f"`{result['command']}`, {soak['seed']} seeds: random histories of readings, re-readings, "
        "merges and splits of concepts; after each event every question, as of now and of two "
        "moments of the past, against what Python works out from the graphs themselves.\n\n"
        + table(
            ["engine", "answers", "questions", "mismatches"],
            [
                [engine, str(sum(counts.values())), str(len(counts)), str(_wrong(soak, engine))]
                for engine, counts in soak["answers"].items()
            ],
        )
        + f"\n\nOf each question at least {min(_of(soak, fewest).values())} answers (`{fewest}`). "
        f"Of {drawn} generated Cypher queries, {queries.get('equal', 0)} were let through and gave "
        f"the same rows on both engines ({refused}); {_wrong(soak, 'guard')} did not."
        + _unfinished(soak)
        + "".join(f" Found and mended: {one}." for one in soak.get("mended", []))
    )


def _unfinished(soak: dict[str, Any]) -> str:
    least = min(sum(counts.values()) for counts in soak["answers"].values())
    return "" if least >= WANTED else f" {WANTED} answers are wanted; the run goes on."


def _of(soak: dict[str, Any], question: str) -> dict[str, int]:
    return {engine: counts.get(question, 0) for engine, counts in soak["answers"].items()}


def _wrong(soak: dict[str, Any], where: str) -> int:
    return sum(one["where"] == where for one in soak["mismatches"])
