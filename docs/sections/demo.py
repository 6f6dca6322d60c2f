"""The demo's answers, read against the texts."""

from __future__ import annotations

from typing import Any

from writing import table


def section(result: dict[str, Any]) -> str:
    rows = [
        [one["document"], one["question"], one["answer"], one["verdict"], one["because"]]
        for one in result["answers"]
    ]
    return (
        "## The demo's answers, read against the texts\n\n"
        f"Checkpoint {result['checkpoint'][:8]}; verdicts from reading the texts.\n\n"
        + table(["document", "question", "answer", "verdict", "because"], rows)
        + "\n\n"
        + result["beyond"]
    )
