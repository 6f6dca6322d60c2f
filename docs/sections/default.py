"""Task 2, task 1 and constraint violations of the default reader, a row a seed."""

from __future__ import annotations

from statistics import mean
from typing import Any

from writing import percent, table

QUESTIONS = ("inputs", "outputs", "conversions", "moves")
CATEGORIES = ("cat1", "cat2", "cat3")


def section(result: dict[str, Any]) -> str:
    shipped = next(one for one in result["configurations"] if one["name"] == result["shipped"])
    f1, macro = shipped["test_task2_f1"], shipped["test_task1_macro"]
    first = shipped["rows"][0]
    training = _training(first["training"])
    if "trained_before" in first:
        training = f"{_training(first['trained_before'])}; then on ProPara alone: {training}"
    return (
        "## The default reader\n\n"
        f"Task 2 F1 on test, the leaderboard's rules: {_spread(shipped, f1)}. Task 1 macro "
        f"{_spread(shipped, macro)}. Scored with the weights that ship, after the encoder's change "
        f"is cut to their rank. Seed {result['shipped_seed']} ships.\n\n"
        + table(
            [
                "seed",
                "epoch",
                "dev F1",
                "test P / R / F1",
                "inputs / outputs / conversions / moves",
                "rules of 2018",
                "task 1 cat 1 / 2 / 3",
                "macro, micro",
                "violations",
            ],
            [_row(row, ships=result["shipped_seed"]) for row in shipped["rows"]],
        )
        + f"\n\nTraining: {training}.\n\n### What was tried\n\n"
        f"{result['note']}\n\n"
        + table(
            ["configuration", "seeds", "dev F1", "test F1", "task 1 cat 1 / 2 / 3", "macro"],
            [_summary(one) for one in result["configurations"]],
        )
        + "\n\n```\n"
        + "\n".join(f"{one['command']}    # {one['name']}" for one in result["configurations"])
        + "\npython benchmarks/reader.py RUN... --name NAME\n```"
    )


def _spread(configuration: dict[str, Any], scores: dict[str, float]) -> str:
    n_seeds = len(configuration["rows"])
    if n_seeds == 1:
        return f"**{scores['mean']:.1f}** (one seed)"
    return (
        f"**{scores['mean']:.1f} ± {scores['sd']:.1f}** (mean and standard deviation of {n_seeds} "
        f"seeds, best {scores['best']:.1f})"
    )


def _training(settings: dict[str, Any]) -> str:
    left = ("seed", "epoch")
    return ", ".join(f"{name} {settings[name]}" for name in sorted(settings) if name not in left)


def _row(row: dict[str, Any], *, ships: int) -> list[str]:
    two, one, older = (row["test"][name] for name in ("task2", "task1", "task2_of_2018"))
    seed = row["training"]["seed"]
    return [
        f"{seed} (ships)" if seed == ships else f"{seed}",
        str(row["training"]["epoch"]),
        percent(row["dev"]["task2"]["overall"]["f1"]),
        " / ".join(percent(two["overall"][part]) for part in ("precision", "recall", "f1")),
        " / ".join(percent(two[name]["f1"]) for name in QUESTIONS),
        percent(older["overall"]["f1"]),
        " / ".join(f"{one[name]:.1f}" for name in CATEGORIES),
        f"{one['macro']:.1f}, {one['micro']:.1f}",
        f"{row['test']['violations']['percent']:.1f} %",
    ]


def _summary(configuration: dict[str, Any]) -> list[str]:
    rows, f1 = configuration["rows"], configuration["test_task2_f1"]
    macro = configuration["test_task1_macro"]
    return [
        configuration["name"],
        str(len(rows)),
        percent(mean(row["dev"]["task2"]["overall"]["f1"] for row in rows)),
        _summed(f1, len(rows)),
        " / ".join(
            f"{mean(row['test']['task1'][name] for row in rows):.1f}" for name in CATEGORIES
        ),
        _summed(macro, len(rows)),
    ]


def _summed(scores: dict[str, float], n_seeds: int) -> str:
    return f"{scores['mean']:.1f}" + (f" ± {scores['sd']:.1f}" if n_seeds > 1 else "")
