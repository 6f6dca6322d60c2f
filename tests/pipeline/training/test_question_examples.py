"""Questions to learn from are read line by line, and a wrong line is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import BadInput
from pipeline.questions.question_parts import ROLES
from pipeline.training.question_examples import load_questions, roles_of

DOCUMENTS = {"soup": ["Peel the carrots.", "Boil them in the pot."]}
LINE: dict[str, Any] = {
    "document": "soup", "question": "Where do the carrots boil after peeling?", "form": "where-to",
    "thing": "the carrots", "place": None, "time": "after peeling", "action": "boil",
    "steps": [2], "also": [], "answer": "in the pot", "all": [["pot"]], "none": [],
}  # fmt: skip


def file_of(folder: Path, *lines: dict[str, Any]) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return path


def test_a_line_becomes_an_example_with_the_roles_of_its_words(tmp_path: Path) -> None:
    (example,) = load_questions(file_of(tmp_path, LINE), DOCUMENTS)

    assert example.texts == tuple(DOCUMENTS["soup"])
    assert (example.intent, example.steps, example.key_words) == ("where-to", (2,), (("pot",),))
    assert [ROLES[role] for role in roles_of(example)] == [
        "none", "none", "thing", "thing", "action", "time", "time"
    ]  # fmt: skip


def test_words_that_stand_twice_have_one_role_each_time(tmp_path: Path) -> None:
    line = LINE | {
        "question": "What goes in the pot before the pot is hot?", "thing": None,
        "place": "the pot", "time": "before the pot is hot", "action": "goes",
    }  # fmt: skip
    (example,) = load_questions(file_of(tmp_path, line), DOCUMENTS)

    assert [ROLES[role] for role in roles_of(example)] == [
        "none", "action", "none", "place", "place", *["time"] * 5
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"form": "whence"}, "no form 'whence'"),
        ({"steps": [3]}, "has steps 1 to 2"),
        ({"document": "cake"}, "cake"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=rf"line 2: .*{message}"):
        load_questions(file_of(tmp_path, LINE, LINE | change), DOCUMENTS)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        load_questions(tmp_path / "none.jsonl", DOCUMENTS)
