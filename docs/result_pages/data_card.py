"""The procedures that a language model wrote: who, how many, how right, what they share."""

from __future__ import annotations

import json
from typing import Any

from result_pages.markdown import ANNOTATING, DOCS, Values, commands, count, percent, record, table

KINDS = {
    "science": "science: how things in nature and technology come about",
    "making": "making things",
    "recipe": "recipes",
    "operating": "operating procedures",
    "protocol": "laboratory protocols",
    "everyday": "everyday tasks",
    "howto": "how-to and repair",
    "routine": "routines of services, and texts on nature",
}
EVERYDAY = ("everyday", "further", "later")  # files of everyday procedures, in the record
WRITTEN = ("procedures", *EVERYDAY)
LABELS = {
    "S": "step",
    "R": "remark",
    "M": "material, part or tool",
    "T": "title",
    "H": "heading",
}
PHRASES = DOCS.parent / "kgmodel" / "checkpoints" / "phrases" / "config.json"
SCORED = {"dev": "ProPara dev", "test": "ProPara test", "own": "our own procedures"}


def values() -> Values:
    """The values of the page of the documentation."""
    return _values(docs="../")


def values_for_examples() -> Values:
    """The same card next to the procedures, with its links."""
    return _values(docs="../../docs/")


def _values(docs: str) -> Values:
    result = record("data_card")
    learnt, typed = result["procedures"], result["typed"]
    kinds, second = learnt["kinds"], typed["second_annotator"]
    return {
        "annotating": f"{docs}{ANNOTATING}",
        "experiments": f"{docs}experiments.md",
        "kinds": _kinds(learnt),
        "n": count(learnt["documents"]),
        "science": percent(kinds["science"] / learnt["documents"], 0),
        "size": _size(learnt),
        "words_a_step_of_propara": str(result["words_a_step_of_propara"]),
        **_everyday(result["everyday"], typed["second_reader_of_everyday"]),
        **_more("further", result, typed),
        **_more("later", result, typed),
        **_phrases(docs),
        "literal": percent(learnt["literal_locations"], 2),
        "twice": str(learnt["entities_created_twice"]),
        "differ": str(second["differ"]),
        "second_states": count(second["states"]),
        "second_procedures": str(second["procedures"]),
        "participants_added": str(typed["participants_added"]["participants"]),
        "procedures_completed": str(typed["participants_added"]["procedures"]),
        "overlap": table(
            ["scored", "words in a row", "share that occurs in the procedures, %"],
            [
                [SCORED[row["scored"]], str(row["words"]), percent(row["share"], 2)]
                for row in result["overlap"]
            ],
        ),
        "no_overlap": str(_no_overlap(result["overlap"])),
        "same": str(typed["same_subject"]["same"]),
        "not_science": str(typed["same_subject"]["procedures"]),
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
    }


def _phrases(docs: str) -> Values:
    training = json.loads(PHRASES.read_text("utf-8"))["training"]
    labels, held_out = training["labels"], training["held_out"]
    return {
        "phrases_texts": count(training["texts"]),
        "phrases_writers": str(training["writers"]),
        "phrases_labels": table(
            ["label", "lines and sentences"],
            [[LABELS[label], count(labels[label])] for label in LABELS],
        ),
        "phrases_decision": f"{docs}explanation/decisions/0038-remarks-are-learnt.md",
        "phrases_remarks": count(held_out["remarks"]),
        "phrases_steps": count(held_out["steps"]),
        "phrases_recognised": percent(held_out["remarks_recognised"] / held_out["remarks"], 0),
        "phrases_lost": percent(held_out["steps_lost"] / held_out["steps"], 0),
    }


def _more(name: str, result: dict[str, Any], typed: dict[str, Any]) -> Values:
    return {
        f"{name}_n": count(result[name]["documents"]),
        f"{name}_kinds": _kinds(result[name]),
        f"{name}_size": _size(result[name]),
        f"{name}_corrected": _corrected(typed[f"second_reader_of_{name}"]),
    }


def _kinds(procedures: dict[str, Any]) -> str:
    return table(
        ["kind", "procedures", "share, %"],
        [
            [KINDS[kind], count(number), percent(number / procedures["documents"], 0)]
            for kind, number in procedures["kinds"].items()
        ],
    )


def _size(procedures: dict[str, Any]) -> str:
    names = ("documents", "steps", "entities", "states")
    return table(
        ["", "n"],
        [
            *([name, count(procedures[name])] for name in names),
            ["words a step, mean", str(procedures["words_a_step"])],
        ],
    )


def _everyday(procedures: dict[str, Any], second_reader: dict[str, int]) -> Values:
    """The values of the procedures in everyday registers."""
    return {
        "everyday_n": count(procedures["documents"]),
        "everyday_kinds": _kinds(procedures),
        "everyday_size": _size(procedures),
        "everyday_read": count(second_reader["procedures_read"]),
        "everyday_unread": count(second_reader["left_unread"]),
        "everyday_corrected": _corrected(second_reader),
    }


def _corrected(second_reader: dict[str, int]) -> str:
    """The share of the states read that a second reader corrected, in percent."""
    return percent(second_reader["states_corrected"] / second_reader["states_read"], 1)


def _no_overlap(rows: list[dict[str, Any]]) -> int:
    """The smallest number of words in a row that occur in no scored text."""
    shared = {row["words"] for row in rows if row["share"] > 0}
    return min(int(row["words"]) for row in rows if row["words"] not in shared)
