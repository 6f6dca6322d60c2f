"""Entity discovery, and task 2 with the entities that it finds."""

from __future__ import annotations

from typing import Any

from result_pages.markdown import ANNOTATING, Values, commands, decimal, percent, record, table

HEADER = ["", "precision", "recall", "exact F1", "head-word F1"]
QUESTIONS = ("inputs", "outputs", "conversions", "moves")
PARTS = ("precision", "recall", "f1")


def values() -> Values:
    result, spacy, whole = record("entities"), record("entities_spacy"), record("end_to_end")
    alone, n_seeds = result["without"], len(result["seeds"])
    shipped = next(run for run in result["seeds"] if run["seed"] == result["best_on_dev"])
    n_alone, threshold = len(alone["seeds"]), result["recall_threshold"]
    return {
        "test": table(
            HEADER,
            [
                _row(f"the tagger before (seed {shipped['seed']})", shipped["test"]),
                _row(f"mean of {n_seeds} seeds", result["test"]),
                _row(f"threshold {threshold}, the same seed", shipped["recall_setting"]["test"]),
                _row(f"threshold {threshold}, mean of {n_seeds} seeds",
                     result["test_recall_setting"]),
                _row(f"from ProPara alone, mean of {n_alone} seeds", alone["test"]),
                _row(f"spaCy `ner` on a blank pipeline, mean of {len(spacy['seeds'])} seeds",
                     spacy["test"]),
            ],
        ),
        "own": table(
            HEADER,
            [
                _row(f"mean of {n_seeds} seeds", result["own"]),
                _row(f"from ProPara alone, seed {alone['shipped']}", alone["shipped_own"]),
            ],
        ),
        "n_test_entities": str(record("data_card")["propara"]["test"]["entities"]),
        "f1": _cell(result["test"]["exact"]["f1"]),
        "f1_alone": _cell(alone["test"]["exact"]["f1"]),
        "recall_at_threshold": _cell(result["test_recall_setting"]["exact"]["recall"]),
        "threshold": str(threshold),
        "recall_own": decimal(result["own"]["exact"]["recall"]["mean"], 0),
        "recall_own_alone": decimal(alone["shipped_own"]["exact"]["recall"], 0),
        "annotating": f"../{ANNOTATING}",
        "n_own": str(record("decoding")["documents_of_our_own"]),
        "commands": commands([result["command"], spacy["command"]]),
        "commit": f"`{result['commit']}`",
        "commands_alone": commands([alone["train"]]),
        "commit_alone": f"`{alone['commit']}`",
        "end_to_end": table(
            ["split", "entities", *PARTS, *(f"{name} F1" for name in QUESTIONS)],
            [
                [split, entities, *_scores(whole[split][entities])]
                for split in ("dev", "test")
                for entities in ("given", "found")
            ],
        ),
        "f1_given": percent(whole["test"]["given"]["overall"]["f1"]),
        "f1_found": percent(whole["test"]["found"]["overall"]["f1"]),
        "whole_command": commands([whole["command"]]),
        "whole_commit": f"`{whole['commit']}`",
    }  # fmt: skip


def _row(name: str, scores: dict[str, Any]) -> list[str]:
    exact, head = scores["exact"], scores["head"]
    return [name, *(_cell(exact[part]) for part in PARTS), _cell(head["f1"])]


def _cell(score: Any) -> str:
    if isinstance(score, dict):
        return f"{score['mean']:.1f} ± {score['deviation']:.1f}"
    return f"{score:.1f}"


def _scores(scores: dict[str, Any]) -> list[str]:
    return [
        *(percent(scores["overall"][part]) for part in PARTS),
        *(percent(scores[question]["f1"]) for question in QUESTIONS),
    ]
