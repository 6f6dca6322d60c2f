"""Questions to learn from: what each asks, the roles of its words, and the steps that answer it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.errors import BadInput
from pipeline.questions.question_parts import INTENTS, ROLES, words_in

__all__ = ["QuestionExample", "lines_of", "load_questions", "roles_of"]


@dataclass(frozen=True, slots=True)
class QuestionExample:
    """A question about the ``texts`` of a document's steps.

    ``parts`` has the words of each role as they stand in the question. All of ``steps`` together
    answer it, and so does each of ``also`` alone; both are empty if the text has no answer.
    ``key_words`` are groups: an answer holds one phrase of each.
    """

    document: str
    texts: tuple[str, ...]
    question: str
    intent: str
    parts: Mapping[str, str]
    steps: tuple[int, ...]
    also: tuple[int, ...]
    key_words: tuple[tuple[str, ...], ...]


def load_questions(path: Path, documents: Mapping[str, Sequence[str]]) -> list[QuestionExample]:
    """Read a file of questions, one JSON object a line, about documents by id.

    Raises BadInput, with the line, for one that is not right.
    """
    examples = []
    for number, line in enumerate(lines_of(path), 1):
        if line.strip():
            try:
                examples.append(_example(json.loads(line), documents))
            except (ValueError, KeyError, TypeError) as error:
                message = f"{str(path)!r}, line {number}: {error!s}; see the data card of questions"
                raise BadInput(message) from error
    return examples


def lines_of(path: Path) -> list[str]:
    """The lines of a file. Raises BadInput if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error}") from error


def roles_of(example: QuestionExample) -> list[int]:
    """The index in ``ROLES`` of each word of the question."""
    roles = [0] * len(words_in(example.question))
    spans = words_in(example.question)
    taken: list[tuple[int, int]] = []
    for role in ("time", "thing", "place", "action"):
        words = example.parts.get(role)
        start = _free_start(example.question, words, taken) if words else -1
        if not words or start < 0:
            continue
        end = start + len(words)
        taken.append((start, end))
        for index, (first, last) in enumerate(spans):
            if first < end and last > start and roles[index] == 0:
                roles[index] = ROLES.index(role)
    return roles


def _free_start(question: str, words: str, taken: Sequence[tuple[int, int]]) -> int:
    """Where the words first stand outside of what is taken; -1 if nowhere."""
    start = question.find(words)
    while start >= 0 and any(start < end and first < start + len(words) for first, end in taken):
        start = question.find(words, start + 1)
    return start


def _example(line: Mapping[str, Any], documents: Mapping[str, Sequence[str]]) -> QuestionExample:
    if line["form"] not in INTENTS:
        raise ValueError(f"no form {line['form']!r}")
    texts = tuple(documents[line["document"]])
    steps, also = tuple(line["steps"]), tuple(line["also"])
    if not all(1 <= step <= len(texts) for step in (*steps, *also)):
        raise ValueError(f"{line['document']!r} has steps 1 to {len(texts)}")
    return QuestionExample(
        document=line["document"],
        texts=texts,
        question=line["question"],
        intent=line["form"],
        parts={role: line[role] for role in ROLES[1:] if line.get(role)},
        steps=steps,
        also=also,
        key_words=tuple(tuple(group) for group in line["all"]),
    )
