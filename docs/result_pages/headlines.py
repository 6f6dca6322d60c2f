"""The headline figures: one row each, linked to the page that has the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

from kgmodel.checkpoint import load_config
from pipeline.inference.gated_reader import DESCRIPTIONS
from result_pages.data_card import WRITTEN
from result_pages.markdown import Values, count, decimal, record, table, task2_f1
from result_pages.paper import NAMES, by_configuration, trained
from result_pages.reader import SHIPPED_FILES, configuration, macro, megabytes, scores_of
from result_pages.reliability import answered, lost

NOT_KEPT = "not kept"


@dataclass(frozen=True, slots=True)
class Headline:
    """``weights`` is the start of the hash of those that gave the figure, if they are kept."""

    figure: str
    value: str
    spread: str
    n: str
    commit: str
    command: str
    page: str
    weights: str = ""

    def cells(self) -> list[str]:
        return [
            f"[{self.figure}](results/{self.page})",
            f"**{self.value}**",
            self.spread,
            self.n,
            f"`{self.commit}`",
            f"`{self.command}`",
            self.weights,
        ]


def values() -> Values:
    reader, paper, card = record("reader"), record("paper"), record("data_card")
    splits = card["propara"]
    runs = (reader, paper, record("rivals"))
    scored = [result["times_scored_on_test"] for result in runs]
    return {
        "headlines": table(
            ["figure", "value", "spread", "n", "commit", "command", "weights"],
            [headline.cells() for headline in headlines()],
        ),
        "n_procedures": count(sum(card[file]["documents"] for file in WRITTEN)),
        "n_train": str(splits["train"]["documents"]),
        "n_dev": str(splits["dev"]["documents"]),
        "n_test": str(splits["test"]["documents"]),
        "bootstrap": str(card["typed"]["bootstrap_sd_of_f1"]["test"]),
        "scored": str(sum(scored)),
        "scored_default": str(scored[0]),
        "scored_paper": str(scored[1]),
        "scored_rivals": str(scored[2]),
    }


def headlines() -> list[Headline]:
    return [*_readers(), *_other_models(), *_machinery()]


def _readers() -> list[Headline]:
    reader = record("reader")
    shipped = configuration(reader["shipped"])
    alone = configuration(reader["from_propara_alone"])
    other_text = record("other_text")
    n_examples = sum(other_text["documents"].values())
    folder = SHIPPED_FILES["reader"]
    both = (load_config(each)["weights_sha256"] for each in (folder, folder / DESCRIPTIONS))
    ships = _ships(*both)
    own = [100 * run["examples"]["all"]["task2"]["overall"]["f1"] for run in other_text["ships"]]
    return [
        _of_reader("Reader that ships, ProPara test, task 2 F1", shipped, task2_f1, "make train",
                   ships),
        _of_reader("The same, task 1 macro", shipped, macro, "make train", ships),
        _of_reader(
            "An earlier reader, from ProPara alone, task 2 F1",
            alone,
            task2_f1,
            alone["command"],
            NOT_KEPT,
        ),
        _over_seeds(f"Reader that ships, our {n_examples} examples, task 2 F1", own, other_text,
                    "other-text.md", ships),
    ]  # fmt: skip


def _of_reader(
    figure: str,
    settings: dict[str, Any],
    score: Callable[[dict[str, Any]], float],
    command: str,
    weights: str,
) -> Headline:
    scores = scores_of(settings, score)
    return Headline(
        figure, *_mean_and_spread(scores), settings["commit"], command, "reader.md", weights
    )


def _over_seeds(
    figure: str, scores: Sequence[float], result: dict[str, Any], page: str, weights: str
) -> Headline:
    command = result.get("command", "make paper")
    return Headline(figure, *_mean_and_spread(scores), result["commit"], command, page, weights)


def _ships(*hashes: str) -> str:
    return f"ship: {', '.join(f'`{each[:8]}`' for each in hashes)}"


def _mean_and_spread(scores: Sequence[float]) -> tuple[str, str, str]:
    spread = f"± {stdev(scores):.1f}" if len(scores) > 1 else ""
    return decimal(mean(scores)), spread, f"{len(scores)} seed{'s' if len(scores) > 1 else ''}"


def _other_models() -> list[Headline]:
    paper, entities, whole = record("paper"), record("entities"), record("end_to_end")
    runs = by_configuration(paper["rows"])
    plain, contextual = (trained(runs, name) for name in ("paper", "paper-contextual"))
    exact = entities["test"]["exact"]["f1"]
    return [
        _over_seeds(
            f"{NAMES[plain]}, ProPara test, task 2 F1 (rules of 2018)",
            [task2_f1(row["test"], "task2_of_2018") for row in runs[plain]],
            paper,
            "paper.md",
            NOT_KEPT,
        ),
        _over_seeds(
            f"{NAMES[contextual]}, ProPara test, task 2 F1",
            [task2_f1(row["test"]) for row in runs[contextual]],
            paper,
            "paper.md",
            NOT_KEPT,
        ),
        Headline(
            "Entities found, ProPara test, exact F1",
            decimal(exact["mean"]),
            f"± {exact['deviation']}",
            f"{len(entities['seeds'])} seeds",
            entities["commit"],
            entities["command"],
            "entities.md",
            NOT_KEPT,
        ),
        Headline(
            "Entities found, then read, ProPara test, task 2 F1",
            decimal(100 * whole["test"]["found"]["overall"]["f1"]),
            "",
            "one seed",
            whole["commit"],
            whole["command"],
            "entities.md",
            _ships(whole["reader"], whole["tagger"]),
        ),
        _calibration(),
    ]


def _calibration() -> Headline:
    result = record("calibration")
    changes = result["splits"]["test"]["calibrated"]["changes"]
    return Headline(
        "Calibration error of predicted changes, ProPara test",
        decimal(changes["error"], 3),
        f"{changes['by_chance']:.3f} by chance",
        f"{changes['answers']} changes",
        result["commit"],
        result["command"],
        "calibration.md",
        _ships(result["checkpoint"]),
    )


def _machinery() -> list[Headline]:
    speed, faults, soak = (record(name) for name in ("throughput", "faults", "soak"))
    largest = max(speed["end_to_end"], key=lambda run: run["documents"])
    n_trials = len(faults["trials"])
    return [
        Headline(
            "Ingest on two cores, entities given, documents/s",
            decimal(largest["documents_per_second"]),
            "",
            f"{count(largest['documents'])} documents",
            speed["commit"],
            "make bench",
            "speed.md",
        ),
        Headline(
            "Peak memory of that ingest, MB",
            count(largest["peak_memory_mb"]),
            "",
            f"{count(largest['documents'])} documents",
            speed["commit"],
            "make bench",
            "speed.md",
        ),
        Headline(
            "Weights that ship, reader and entity tagger, MB",
            decimal(sum(megabytes().values())),
            "",
            f"{len(megabytes())} checkpoints",
            configuration(record("reader")["shipped"])["commit"],
            "make results",
            "reader.md",
        ),
        Headline(
            "Documents lost by kills, full disks and lost servers",
            str(lost(faults["trials"])),
            "",
            f"{n_trials} trials",
            faults["commit"],
            faults["command"],
            "reliability.md",
        ),
        Headline(
            "Answers of the store that differ from the oracle",
            str(len(soak["soak"]["mismatches"])),
            "",
            f"{count(answered(soak))} answers",
            soak["commit"],
            soak["command"],
            "reliability.md",
        ),
    ]
