"""Where the ingredients of recipes go, and what others published on theirs."""

from __future__ import annotations

from result_pages.markdown import Values, commands, percent, record, table

PARTS = ("precision", "recall", "f1")


def values() -> Values:
    result, published = record("recipes"), record("published")
    best, *others = result["rows"]
    return {
        "recipes": table(
            ["reader", "learnt", "recipes", "new locations P", "R", "F1", "task 2 F1"],
            [
                [
                    row["reader"],
                    row["learnt"],
                    row["gold"],
                    *(percent(row["locations"][part]) for part in PARTS),
                    percent(row["task2"]["overall"]["f1"]),
                ]
                for row in result["rows"]
            ],
        ),
        "f1": percent(best["locations"]["f1"]),
        "f1_alone": percent(others[0]["locations"]["f1"]),
        "published": table(
            ["system", "F1", "source"],
            [[row["system"], f"{row['f1']:.2f}", row["source"]] for row in published["recipes"]],
        ),
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    }
