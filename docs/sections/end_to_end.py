"""Task 2 with entities found instead of given."""

from __future__ import annotations

from typing import Any

from writing import percent, table

PARTS = ("precision", "recall", "f1")


def section(result: dict[str, Any]) -> str:
    def row(split: str, entities: str) -> list[str]:
        scores = result[split][entities]
        return [
            f"{split}, entities {entities}",
            *(percent(scores["overall"][part]) for part in PARTS),
            *(
                percent(scores[question]["f1"])
                for question in ("inputs", "outputs", "conversions", "moves")
            ),
        ]

    return (
        "## Task 2 end to end\n\n"
        "The shipped tagger finds the entities, the shipped reader reads them. A found entity that "
        "names one of gold's (one to one, as above) answers under gold's name, since the official "
        "scorer knows no other; an entity of gold's that was not found has no answers, which costs "
        "recall, and answers about what gold does not track are wrong, which costs precision.\n\n"
        + table(
            ["", *PARTS, "inputs F1", "outputs F1", "conversions F1", "moves F1"],
            [row(split, entities) for split in ("dev", "test") for entities in ("given", "found")],
        )
        + f"\n\n```\n{result['command']}\n```"
    )
