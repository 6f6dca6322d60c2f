"""Entity discovery, in percent."""

from __future__ import annotations

from typing import Any

from writing import table

COLUMNS = ["", "precision", "recall", "exact F1", "head-word F1"]


def section(result: dict[str, Any], spacy: dict[str, Any]) -> str:
    def row(name: str, scores: dict[str, Any]) -> list[str]:
        def one(value: Any) -> str:
            if isinstance(value, dict):
                return f"{value['mean']:.1f} ± {value['deviation']:.1f}"
            return f"{value:.1f}"

        exact, head = scores["exact"], scores["head"]
        return [
            name,
            *(one(exact[part]) for part in ("precision", "recall", "f1")),
            one(head["f1"]),
        ]

    without, n_seeds = result["without"], len(result["seeds"])
    shipped = next(one for one in result["seeds"] if one["seed"] == result["best_on_dev"])
    return (
        "## Finding the entities\n\n"
        "ProPara test, 236 entities, matched one to one by name. The best seed on dev ships "
        f"({shipped['bytes'] / 1e6:.1f} MB). What ships learnt our own procedures beside ProPara "
        "(`examples/annotated/procedures.json`); rows of ProPara alone had second opinions. How "
        "they are trained and read was chosen by cross-validation over train and dev "
        "(`docs/architecture.md`), the seed by dev; test was measured once for each seed.\n\n"
        + table(
            COLUMNS,
            [
                row(f"the tagger that ships (seed {shipped['seed']})", shipped["test"]),
                row(f"mean of {n_seeds} seeds", result["test"]),
                row(
                    f"recall setting (threshold {result['recall_threshold']}), the same seed",
                    shipped["recall_setting"]["test"],
                ),
                row(
                    f"recall setting, mean of {n_seeds} seeds",
                    result["test_recall_setting"],
                ),
                row(f"ProPara alone, mean of {len(without['seeds'])} seeds", without["test"]),
                row(f"spaCy `ner` on a blank pipeline, {len(spacy['seeds'])} seeds", spacy["test"]),
            ],
        )
        + "\n\nOn the 39 procedures of our own that no training saw:\n\n"
        + table(
            COLUMNS,
            [
                row(f"mean of {n_seeds} seeds", result["own"]),
                row(f"ProPara alone, seed {without['shipped']}", without["shipped_own"]),
            ],
        )
        + f"\n\n```\n{result['command']}\n"
        f"{without['train']}    # at commit {without['commit']}, ProPara alone\n"
        f"{spacy['command']}\n```"
    )
