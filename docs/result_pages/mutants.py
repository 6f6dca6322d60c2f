"""Mutants by room: how many the tests notice, and which they do not."""

from __future__ import annotations

from typing import Any

from result_pages.markdown import (
    RECORDS,
    Values,
    bullets,
    commands,
    count,
    percent,
    record,
    table,
)

ROOMS = {
    "kgmodel": "`kgmodel/`",
    "domain": "`pipeline/domain/`",
    "text": "`pipeline/text/`",
    "questions": "`pipeline/questions/`",
    "cypher": "`cypher/`",
    "ledger": "`pipeline/ledger/`",
    "stores": "`pipeline/stores/`",
    "scoring": "`pipeline/evaluation/`",
}
VERDICTS = {"survived": "", "not reached": " No test of the room runs it."}


FRESH = "mutants_seed_"  # records of samples for which no test had been written


def values() -> Values:
    result = record("mutants")
    rooms = result["rooms"]
    survivors = [survivor for row in rooms for survivor in row["survivors"]]
    return {
        "mutants_rooms": table(
            ["room", "mutants", "planted", "killed", "survived", "not reached", "killed, %"],
            [*map(_row, rooms), _row(_total(rooms))],
        ),
        "mutants_rooms_left": _rooms_left({row["room"] for row in rooms}),
        "mutants_score": percent(killed_share(result), 0),
        "mutants_planted": count(_total(rooms)["planted"]),
        "mutants_fresh": table(
            ["seed", "commit", "planted", "killed", "killed, %"], map(_fresh, fresh_samples())
        ),
        "mutants_by_time": str(sum(row["killed_by_time"] for row in rooms)),
        "n_survivors": str(len(survivors)),
        "mutants_survivors": bullets(map(_survivor, survivors)),
        "mutants_seeds": _seeds(result["seeds"]),
        "mutants_tests": result["tests"],
        "mutants_machine": result["machine"],
        "mutants_command": commands([result["command"]]),
        "mutants_commit": f"`{result['commit']}`",
    }


def fresh_samples() -> list[dict[str, Any]]:
    """The records of fresh samples, in the order of their seeds."""
    samples = [record(path.stem) for path in RECORDS.glob(f"{FRESH}*.json")]
    return sorted(samples, key=lambda sample: int(sample["seeds"][0]))


def _fresh(sample: dict[str, Any]) -> list[str]:
    total = _total(sample["rooms"])
    return [
        str(sample["seeds"][0]),
        f"`{sample['commit']}`",
        count(total["planted"]),
        count(total["killed"]),
        percent(killed_share(sample), 0),
    ]


def _seeds(seeds: list[int]) -> str:
    return f"seed{'s' if len(seeds) > 1 else ''} {' and '.join(map(str, seeds))}"


def _rooms_left(measured: set[str]) -> str:
    left = ", ".join(name for room, name in ROOMS.items() if room not in measured)
    return f"Not measured yet: {left}." if left else "Every room was measured."


def killed_share(result: dict[str, Any]) -> float:
    """The share of the planted mutants that a test noticed."""
    total = _total(result["rooms"])
    return float(total["killed"] / total["planted"])


def _total(rooms: list[dict[str, Any]]) -> dict[str, Any]:
    names = ("mutants", "planted", "killed", "survived", "not_reached")
    return {"room": "all"} | {name: sum(row[name] for row in rooms) for name in names}


def _row(row: dict[str, Any]) -> list[str]:
    return [
        ROOMS.get(row["room"], row["room"]),
        count(row["mutants"]),
        count(row["planted"]),
        count(row["killed"]),
        count(row["survived"]),
        count(row["not_reached"]),
        percent(row["killed"] / row["planted"], 0),
    ]


def _survivor(survivor: dict[str, Any]) -> str:
    where = f" in `{survivor['where']}`" if survivor["where"] else ""
    change = survivor["change"].replace("`", "'")
    reason = survivor["reason"] or "No reason is known: a test is missing."
    verdict = VERDICTS[survivor["verdict"]]
    return f"`{survivor['path']}`, line {survivor['line']}{where}: `{change}`.{verdict} {reason}"
