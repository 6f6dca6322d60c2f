"""Answers to everyday questions, counted by kind and by how each was answered.

    python benchmarks/answers.py [--real DIR] [--part development|held-out|all] [--print]

Asks the 300 questions of benchmarks/questions/ about examples/, and those of --real (by default
STEPGRAPH_REAL, if it is set): a folder with ``texts/``, ``procedures.jsonl`` and
``questions.jsonl`` in the same format. There every third document is held out. Counts an answer by
its key words, so a sample has to be read too. Writes a record.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records import RECORDS, write_record
from rich.console import Console
from rich.table import Table

import stepgraph

ROOT = Path(__file__).parents[1]
NOT_TRACKED = ("is not tracked here", "is no place here")
VERDICTS = ("right", "wrong", "refused")
TIMED = {  # a document, a question with a known form and one that needs the encoder
    "known": ("bread.txt", "Where is the dough after step 4?"),
    "quoted": ("bread.txt", "What do I shape the dough into?"),
}


@dataclass(frozen=True)
class QuestionSet:
    """Questions about the documents of a folder."""

    name: str
    texts: Path
    questions: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Result:
    """One question with what came of it; ``answer`` is the refusal if there is none."""

    question: Mapping[str, Any]
    verdict: str
    answered_as: str
    answer: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, default=os.environ.get("STEPGRAPH_REAL"))
    parser.add_argument("--part", choices=("development", "held-out", "all"), default="all")
    parser.add_argument("--print", action="store_true", help="print every answer")
    parser.add_argument("--out", type=Path, default=RECORDS / "questions.json")
    arguments = parser.parse_args()
    sets = [examples()] + ([real(arguments.real)] if arguments.real else [])
    report: dict[str, Any] = {"command": "make questions", "sets": {}}
    for questions in sets:
        with tempfile.TemporaryDirectory() as folder:
            store = f"ladybug:{folder}/graph.lbug"
            stepgraph.ingest([questions.texts], store=store, ledger=f"sqlite:///{folder}/ledger.db")
            results = list(asked(questions, store, arguments.part))
            if questions.name == "examples":
                report["seconds"] = {name: seconds(*pair, store) for name, pair in TIMED.items()}
        report["sets"][questions.name] = counted(results)
        if arguments.print:
            show_answers(results)
    show(report)
    if arguments.part == "all":
        write_record(arguments.out, report)


def examples() -> QuestionSet:
    path = ROOT / "benchmarks" / "questions" / "examples.jsonl"
    return QuestionSet("examples", ROOT / "examples", _lines(path))


def real(folder: Path) -> QuestionSet:
    """The questions of real texts; those of every third document are held out."""
    documents = [str(line["para_id"]) for line in _lines(folder / "procedures.jsonl")]
    held_out = set(documents[2::3])
    questions = [
        {**question, "held_out": question["document"] in held_out}
        for question in _lines(folder / "questions.jsonl")
    ]
    return QuestionSet("real", folder / "texts", questions)


def asked(questions: QuestionSet, store: str, part: str) -> Iterator[Result]:
    """Ask the questions of one part, each in the document that it is about."""
    with stepgraph.open(store) as graphs:
        for question in questions.questions:
            if part == "all" or question["held_out"] == (part == "held-out"):
                yield _result(question, graphs, questions.name)


def _result(question: Mapping[str, Any], graphs: stepgraph.Graphs, name: str) -> Result:
    try:
        answer = graphs.ask(question["question"], question["document"])
    except stepgraph.StepgraphError as error:
        return Result(question, "refused", "refused", str(error).splitlines()[0])
    text = answer.sentence.lower()
    if any(words in text for words in NOT_TRACKED):
        return Result(question, "refused", answer.kind, answer.sentence)
    verdict = "right" if is_right(question, text) else "wrong"
    return Result(question, verdict, answer.kind, answer.sentence)


def is_right(question: Mapping[str, Any], answer: str) -> bool:
    """Whether a phrase of each group of key words is in the answer, or the yes or no first."""
    first = question["all"][0][0]
    if question["kind"] in ("yes-no", "order") and first in ("yes", "no"):
        return answer.startswith(first)
    complete = all(
        any(_holds(phrase.lower(), answer) for phrase in group) for group in question["all"]
    )
    return complete and not any(word in answer for word in question.get("none", ()))


def _holds(phrase: str, answer: str) -> bool:
    """The phrase is in the answer, or its last word is, which is no number and not short."""
    last = phrase.split()[-1].rstrip("s")
    by_last_word = not phrase.startswith("step ") and not last.isdigit() and len(last) > 2
    return phrase in answer or (by_last_word and last in answer)


def counted(results: Sequence[Result]) -> dict[str, Any]:
    """The verdicts of all questions and of those held out, by kind and by way of answering."""
    held_out = [result for result in results if result.question["held_out"]]
    kinds = dict.fromkeys(result.question["kind"] for result in results)
    ways = dict.fromkeys(result.answered_as for result in results)
    return {
        "all": _verdicts(results),
        "held_out": _verdicts(held_out),
        "by_kind": {
            kind: _verdicts([each for each in results if each.question["kind"] == kind])
            for kind in kinds
        },
        "by_way": {
            way: _verdicts([each for each in results if each.answered_as == way]) for way in ways
        },
    }


def _verdicts(results: Sequence[Result]) -> dict[str, int]:
    counts = Counter(result.verdict for result in results)
    return {"of": len(results), **{verdict: counts[verdict] for verdict in VERDICTS}}


def seconds(document: str, question: str, store: str) -> dict[str, float]:
    """Processor and wall seconds of ``stepgraph ask`` in a process of its own, best of three."""
    runs = []
    for _ in range(3):
        command = [sys.executable, "-m", "pipeline", "ask", document, question, "--store", store]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        runs.append((round(used, 2), round(wall, 2)))
    processor, wall = min(runs)
    return {"processor": processor, "wall": wall}


def show(report: Mapping[str, Any]) -> None:
    for name, counts in report["sets"].items():
        table = Table("questions", "of", *VERDICTS, title=name)
        rows = {"all": counts["all"], "held out": counts["held_out"]}
        rows |= counts["by_kind"] | counts["by_way"]
        for label, verdicts in rows.items():
            table.add_row(label, *(str(number) for number in verdicts.values()))
        Console(width=100).print(table)
    print(json.dumps(report.get("seconds", {})))


def show_answers(results: Sequence[Result]) -> None:
    for result in results:
        question = result.question
        columns = (result.verdict, result.answered_as, question["document"], question["question"])
        print(*columns, result.answer, sep=" | ")


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
