"""Peak memory as the documents grow."""

from __future__ import annotations

from typing import Any

from writing import table


def section(result: dict[str, Any]) -> str:
    counts = sorted({run["documents"] for run in result["runs"]})
    peaks = {(run["store"], run["documents"]): run for run in result["runs"]}
    rows = [
        [
            told,
            *(
                str(peaks[store, count]["peak_memory_mb"]) if (store, count) in peaks else "–"
                for count in counts
            ),
        ]
        for store, told in (
            ("none", "the documents on their way, into a store that keeps nothing"),
            ("embedded", "with Ladybug, whose buffer pool takes up to 512 MiB"),
        )
    ]
    return (
        "## Memory\n\n"
        f"`{result['command']}`: peak memory in MB of a process of its own, by documents; batches "
        f"of {result['batch']}, three in flight, SQLite, a reader without a model.\n\n"
        + table(["", *(f"{count:,}" for count in counts)], rows)
    )
