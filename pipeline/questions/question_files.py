"""The files of ``cypher/questions/``: each a question, with a header that is data."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from pipeline.errors import BadInput

__all__ = ["PYTHON_TYPES", "Field", "Question", "catalogue", "find"]

PYTHON_TYPES: Mapping[str, type] = {
    "STRING": str,
    "INT64": int,
    "DOUBLE": float,
    "BOOLEAN": bool,
    "LOCAL DATETIME": datetime,
    "STRING[]": list,
}
FILLED_IN = {"as_of", "documents"}
LABELS = ("question", "parameters", "columns", "rows", "source")
_FIELD = re.compile(
    r"\$?(?P<name>\w+) (?P<type>STRING\[\]|STRING|INT64|DOUBLE|BOOLEAN|LOCAL DATETIME)"
    r"(?P<null> or NULL)?(?: \((?P<note>.*)\))?"
)


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter or a column: a key of ``PYTHON_TYPES``, and whether NULL may stand there."""

    name: str
    type: str
    nullable: bool
    note: str


@dataclass(frozen=True, slots=True)
class Question:
    """One file of the catalogue; ``parameters`` hold ``as_of``, which ``ask`` fills in.

    Questions across documents have the parameter ``documents``, those to look in.
    """

    name: str
    question: str
    parameters: tuple[Field, ...]
    columns: tuple[Field, ...]
    rows: str
    source: str
    cypher: str

    @property
    def is_across(self) -> bool:
        """Whether the answer has rows of many documents, and comes in pages."""
        return any(field.name == "documents" for field in self.parameters)

    @property
    def own_parameters(self) -> tuple[Field, ...]:
        """The parameters that ``ask`` does not fill in."""
        return tuple(field for field in self.parameters if field.name not in FILLED_IN)


@cache
def catalogue() -> dict[str, Question]:
    """All questions by name, in alphabetical order. Raises ValueError if a header is malformed."""
    folder = files("cypher").joinpath("questions")
    texts = {
        file.name.removesuffix(".cypher"): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".cypher")
    }
    return {name: _parse(name, texts[name]) for name in sorted(texts)}


def find(name: str) -> Question:
    """Question of this name. Raises BadInput, with the closest name."""
    if not isinstance(name, str):
        raise BadInput(f"the name of a question must be a string, not {name!r:.60}")
    if name not in catalogue():
        close = difflib.get_close_matches(name, catalogue(), n=1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise BadInput(f"no question {name!r}; {guess}run stepgraph questions for the list")
    return catalogue()[name]


def _parse(name: str, text: str) -> Question:
    parts: dict[str, list[str]] = {}
    label = ""
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        head = re.fullmatch(r"// (\w+): +(.*)", line)
        if head and head[1] in LABELS:
            label = head[1]
        parts.setdefault(label, []).append(
            head[2] if head and head[1] == label else line[2:].strip()
        )
    if tuple(parts) != LABELS:
        raise ValueError(f"questions/{name}.cypher needs the header lines {', '.join(LABELS)}")
    header = {key: " ".join(lines) for key, lines in parts.items()}
    return Question(
        name,
        header["question"],
        _fields(name, header["parameters"]),
        _fields(name, header["columns"]),
        header["rows"],
        header["source"],
        text,
    )


def _fields(name: str, text: str) -> tuple[Field, ...]:
    """``$a STRING (a note, with commas), $b INT64`` → its fields."""
    fields = []
    for part in re.split(r",\s+(?![^(]*\))", text):
        match = _FIELD.fullmatch(part)
        if match is None:
            raise ValueError(f"questions/{name}.cypher: {part!r} is not 'name TYPE (note)'")
        fields.append(Field(match["name"], match["type"], bool(match["null"]), match["note"] or ""))
    return tuple(fields)
